"""The app is not there, or no longer."""
import json
import os
import subprocess
import time

import processes
import programs
from scenarios.steps import BUSY, EVERY, PROOF, asks, installs, opens, ours, over, quiet, ran, scenario
from terminal import until


@scenario("with the app closed the agent works as if nothing were installed")
def app_closed(stage):
    installs(stage)
    stage.app.close()
    shell = stage.agent.shell
    stage.write("notes.txt", "remember the milk\n")
    stage.open_terminal([
        {"text": "I will run it.", "tools": [shell(PROOF)]},
        {"text": "I will read.", "tools": [stage.agent.read(os.path.join(stage.project, "notes.txt"))]},
        {"text": "This one fails.", "tools": [shell("ls no-such-file")]},
    ])
    stage.terminal.prompt()
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)
    stage.terminal.leave()
    quiet(stage)


@scenario("with the app closed every event ends at once, silent, with status 0", EVERY)
def app_closed_every_event(stage):
    installs(stage)
    stage.app.close()
    recorded = os.path.join(programs.ROOT, "tests", "fixtures", stage.agent.NAME)
    commands = ours(stage)
    stage.check("the app has written hooks", "PermissionRequest" in commands, commands)
    for event, command in commands.items():
        files = [f for f in sorted(os.listdir(recorded)) if f.startswith(event + "-") or f == event + ".json"]
        # One that was never recorded says no more than its name.
        for name in files or [None]:
            payload = json.dumps({"session_id": "one", "hook_event_name": event}).encode()
            if name:
                with open(os.path.join(recorded, name), "rb") as record:
                    payload = record.read()
            began = time.monotonic()
            done = subprocess.run(["sh", "-c", command], input=payload, env=stage.env, capture_output=True,
                                  timeout=20, check=False)
            took = time.monotonic() - began
            stage.check("%s is silent" % (name or event), (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done)
            stage.check("%s ends at once" % (name or event), took < BUSY, took)


@scenario("with the app frozen the relay gives up after 2 s and the agent's dialog works", EVERY)
def app_frozen(stage):
    installs(stage)
    opens(stage, PROOF)
    stage.app.freeze()
    stage.terminal.prompt()
    hook = until("the hook", lambda: stage.terminal.hooks("PermissionRequest"))[0]
    began = time.monotonic()
    until("the hook's end", lambda: not processes.alive(hook), 10)
    stage.check("the hook gave up in time", time.monotonic() - began < 2.0 + BUSY, time.monotonic() - began)
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    ran(stage)


@scenario("an app that was frozen while its card waited takes the answer afterwards")
def app_frozen_with_card(stage):
    asks(stage, PROOF)
    card = stage.app.until_card()
    stage.app.freeze()
    time.sleep(3)
    stage.check("the hook waits", stage.terminal.hooks("PermissionRequest"))
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.app.thaw()
    stage.app.click(card, "allow")
    ran(stage)


@scenario("killing the app with a card up leaves the agent's dialog, and it works", EVERY)
def app_killed(stage):
    asks(stage, PROOF)
    stage.app.until_card()
    hook = stage.terminal.hooks("PermissionRequest")[0]
    stage.app.kill()
    until("the hook's end", lambda: not processes.alive(hook), 1.0 + BUSY)
    stage.terminal.until_asked()
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.terminal.key(stage.agent.YES)
    ran(stage)


@scenario("closing the terminal takes the card down and leaves no hook behind", EVERY)
def terminal_closed(stage):
    asks(stage, PROOF, options=stage.agent.ALONE)
    stage.app.until_card()
    ours = stage.terminal.pids()
    stage.check("the hook waits", stage.terminal.hooks("PermissionRequest"))
    stage.terminal.hang_up()
    stage.app.until_mark("outcome", 10, outcome="withdrawn")
    until("all its processes to end", lambda: not any(map(processes.alive, ours)), 10)
    stage.check("nothing ran", not stage.exists("proof.txt"))
