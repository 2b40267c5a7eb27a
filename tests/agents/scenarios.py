"""What must hold between a person, the app and a real agent: one function a scenario.

Each gets a stage: a fresh home and project, the agent in a terminal, the app on the desktop.
"""
import json
import os
import subprocess
import time

import processes
import settings
from terminal import until

SCENARIOS = []
PROOF = "touch proof.txt && echo made-it"
DENIED = "Denied from Vults"
# What a busy machine may take beyond each deadline, in seconds.
BUSY = 1.0


def scenario(title):
    def add(function):
        SCENARIOS.append((title, function))
        return function
    return add


def asks(stage, *commands):
    """The app is open, and the agent has just asked to run the commands of one turn."""
    stage.app.start()
    runs(stage, *commands)


def runs(stage, *commands):
    """The agent wants to run the commands of one turn."""
    stage.open_terminal([{"text": "I will run it.", "tools": [stage.agent.shell(c) for c in commands]}])
    stage.terminal.prompt()


def ran(stage):
    """The command ran, and the model read what it said."""
    results, _ = stage.terminal.until_results()
    stage.check("the file is there", stage.exists("proof.txt"))
    stage.check("the model read the result", "made-it" in results[0], results)


def did_not_run(stage):
    """The command did not run, and the model read why."""
    results, _ = stage.terminal.until_results()
    stage.check("the file is not there", not stage.exists("proof.txt"))
    stage.check("the model read the reason", results == [DENIED], results)


# A person answers on the card


@scenario("a click on Allow runs the command")
def allow_by_click(stage):
    asks(stage, PROOF)
    stage.app.click(stage.app.until_card(), "allow")
    ran(stage)
    stage.app.until_recorded("allowed")


@scenario("Ctrl+Alt+Y runs the command")
def allow_by_key(stage):
    asks(stage, PROOF)
    stage.app.press(stage.app.until_card(), "ctrl+alt+y")
    ran(stage)
    stage.app.until_recorded("allowed")


@scenario("a click on Deny stops the command, and the model reads why")
def deny_by_click(stage):
    asks(stage, PROOF)
    stage.app.click(stage.app.until_card(), "deny")
    did_not_run(stage)
    stage.app.until_recorded("denied")


@scenario("Ctrl+Alt+N stops the command, and the model reads why")
def deny_by_key(stage):
    asks(stage, PROOF)
    stage.app.press(stage.app.until_card(), "ctrl+alt+n")
    did_not_run(stage)
    stage.app.until_recorded("denied")


@scenario("two commands in one turn are answered each by its own card")
def two_in_one_turn(stage):
    asks(stage, PROOF, "touch second.txt && echo second-made")
    first = stage.app.until_card()
    stage.app.click(first, "allow")
    second = stage.app.until_card(after=first)
    stage.app.click(second, "deny")
    results, _ = stage.terminal.until_results(2)
    stage.check("the first ran", stage.exists("proof.txt") and "made-it" in results[0], results)
    stage.check("the second did not", not stage.exists("second.txt") and results[1] == DENIED, results)


@scenario("two agents in two projects are answered each by its own card")
def two_agents(stage):
    other = stage.neighbour("other")
    asks(stage, PROOF)
    first = stage.app.until_card()
    runs(other, PROOF)
    other.terminal.until_asked()
    stage.app.click(first, "deny")
    stage.app.click(stage.app.until_card(after=first), "allow")
    did_not_run(stage)
    ran(other)


# A person answers in the terminal


@scenario("Reply in the terminal leaves the agent's own dialog, and it works")
def reply_in_terminal(stage):
    asks(stage, PROOF)
    stage.app.click(stage.app.until_card(), "terminal")
    until("the hook's end", lambda: not stage.terminal.hooks("PermissionRequest"), 5)
    stage.terminal.until_asked()
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    stage.app.until_recorded("released")


@scenario("yes in the terminal takes the card down within 1 s of the call's next event")
def yes_in_terminal(stage):
    asks(stage, PROOF)
    stage.app.until_card()
    stage.terminal.until_asked()
    stage.check("the hook waits beside the dialog", stage.terminal.hooks("PermissionRequest"))
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    _, read_at = stage.terminal.until_results()
    left = stage.app.until_mark("outcome", outcome="answered_in_terminal")
    # The call's event comes before the model reads the result.
    stage.check("the card left in time", left.at - read_at < 1.0 + BUSY, left.at - read_at)
    until("the hook's end", lambda: not stage.terminal.hooks("PermissionRequest"), 5)


@scenario("no in the terminal takes the card down at once")
def no_in_terminal(stage):
    asks(stage, PROOF)
    stage.app.until_card()
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.NO)
    pressed = time.monotonic()
    left = stage.app.until_mark("outcome", outcome="withdrawn")
    # The agent asks its hook to end and gives it 1.4 s.
    stage.check("the card left in time", left.at - pressed < 1.4 + 1.0 + BUSY, left.at - pressed)
    stage.check("nothing ran", not stage.exists("proof.txt"))


@scenario("a Deny that came after the terminal's yes is recorded as run all the same")
def deny_too_late(stage):
    asks(stage, "touch started.txt && sleep 8 && " + PROOF)
    card = stage.app.until_card()
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    until("the command to run", lambda: stage.exists("started.txt"))
    stage.app.click(card, "deny")
    ran(stage)
    stage.app.until_recorded("ran_all_the_same")


@scenario("the agent's own dialog is there beside an unanswered card")
def silence(stage):
    asks(stage, PROOF)
    stage.app.until_card()
    stage.terminal.until_asked()
    time.sleep(3)
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.check("the hook waits", stage.terminal.hooks("PermissionRequest"))
    stage.check("the dialog is still there", stage.terminal.shows(stage.agent.ASKS))


# The app is not there, or no longer


@scenario("with the app closed the agent works as if nothing were installed")
def app_closed(stage):
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
    stage.terminal.until_turn_over()
    stage.terminal.until_still(stage.agent.READY, 30)
    stage.terminal.leave()
    quiet(stage)


@scenario("with the app closed every recorded event ends at once, silent, with status 0")
def app_closed_every_event(stage):
    recorded = os.path.join(settings.ROOT, "tests", "fixtures", stage.agent.NAME)
    for event, command in settings.commands(stage.settings).items():
        files = [f for f in sorted(os.listdir(recorded)) if f.startswith(event + "-") or f == event + ".json"]
        stage.check("%s is recorded" % event, files)
        for name in files:
            with open(os.path.join(recorded, name), "rb") as payload:
                began = time.monotonic()
                done = subprocess.run(["sh", "-c", command], stdin=payload, env=stage.env, capture_output=True,
                                      timeout=20, check=False)
            took = time.monotonic() - began
            stage.check("%s is silent" % name, (done.returncode, done.stdout, done.stderr) == (0, b"", b""), done)
            stage.check("%s ends at once" % name, took < BUSY, took)


@scenario("a relay that is missing, cut off or crashing is silent")
def relay_broken(stage):
    cut = os.path.join(stage.folder, "cut off", "vults-hook")
    os.makedirs(os.path.dirname(cut))
    with open(stage.relay, "rb") as whole, open(cut, "wb") as part:
        part.write(whole.read(5000))
    os.chmod(cut, 0o755)
    crashing = os.path.join(stage.folder, "it's crashing")
    stage.write(crashing, "#!/bin/sh\necho oops >&2\nkill -SEGV $$\n")
    os.chmod(crashing, 0o755)
    for relay in (os.path.join(stage.folder, "missing"), cut, crashing):
        for event, command in settings.commands(settings.from_readme(relay)).items():
            stage.check("the command names it", settings.quoted(relay) in command, command)
            done = subprocess.run(["sh", "-c", command], input=json.dumps({"hook_event_name": event}).encode(),
                                  env=stage.env, capture_output=True, timeout=20, check=False)
            stage.check("%s with %s" % (event, relay), (done.returncode, done.stdout, done.stderr) == (0, b"", b""),
                        done)
    stage.settings = settings.from_readme(cut)
    runs(stage, PROOF)
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    stage.terminal.until_turn_over()
    stage.terminal.until_still(stage.agent.READY, 30)
    stage.terminal.leave()
    quiet(stage)


@scenario("with the app frozen the relay gives up after 2 s and the agent's dialog works")
def app_frozen(stage):
    stage.app.start()
    stage.open_terminal([{"text": "I will run it.", "tools": [stage.agent.shell(PROOF)]}])
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


@scenario("killing the app with a card up leaves the agent's dialog, and it works")
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


@scenario("closing the terminal takes the card down and leaves no hook behind")
def terminal_closed(stage):
    asks(stage, PROOF)
    stage.app.until_card()
    ours = stage.terminal.pids()
    stage.check("the hook waits", stage.terminal.hooks("PermissionRequest"))
    stage.terminal.hang_up()
    stage.app.until_mark("outcome", 10, outcome="withdrawn")
    until("all its processes to end", lambda: not any(map(processes.alive, ours)), 10)
    stage.check("nothing ran", not stage.exists("proof.txt"))


def quiet(stage):
    """Nothing of ours was ever on the agent's screen."""
    shown = stage.terminal.everything()
    for word in ("hook", "vults", "Vults"):
        stage.check("the agent never showed %r" % word, word not in shown, shown)
