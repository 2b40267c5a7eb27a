"""Whatever becomes of the relay, the agent notices nothing."""
import os
import re
import stat
import time

import processes
import programs
from scenarios.steps import BUSY, PROOF, allows_on_card, installs, opens, over, ran, scenario
from terminal import until

# What each program does in the relay's place.
CRASHES = b"#!/bin/sh\necho oops >&2\nkill -SEGV $$\n"
# An agent's step of this kind waits for its hook; and so does a question, beside its own dialog.
HANGS = b'#!/bin/sh\ncase "$*" in *UserPromptSubmit|*PermissionRequest) exec sleep 100 ;; esac\n'
# How long the entry of the first lets it wait, and how long the agent gives it to end, in seconds.
TOLD, GRACE = 5.0, 1.4


def replace(stage, program):
    """Another program, or none, comes to the relay's place, all at once."""
    if program is None:
        os.remove(stage.relay)
        return
    new = stage.relay + ".new"
    with open(new, "wb") as file:
        file.write(program)
    os.chmod(new, stat.S_IRWXU)
    os.replace(new, stage.relay)


def whole(path):
    with open(path, "rb") as file:
        return file.read()


def turn(stage):
    """One turn on an empty screen, with a yes in the terminal: what is on it at the question and at the end."""
    stage.terminal.clear()
    stage.remove("proof.txt")
    stage.terminal.prompt()
    stage.terminal.until_asked()
    asked = lines(stage)
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)
    return asked + lines(stage)


def lines(stage):
    """What is on the screen, and not by chance."""
    shown = [re.sub(stage.agent.CHANCE, "", line).rstrip() for line in stage.terminal.screen().splitlines()]
    return [line for line in shown if line]


@scenario("a relay that is missing, empty, cut off or crashing leaves the screen as without any hooks")
def broken(stage):
    opens(stage, PROOF)
    wanted = turn(stage)
    installs(stage)
    relay = whole(stage.relay)
    for is_closed in (False, True):
        if is_closed:
            stage.app.close()
        for program in (None, b"", relay[:len(relay) // 2], CRASHES):
            replace(stage, program)
            shown = turn(stage)
            stage.check("the screen is as without hooks", shown == wanted, "\n".join(shown + ["---"] + wanted))
    # The next start puts the app's own relay there.
    installs(stage)
    stage.check("the relay is whole again", whole(stage.relay) == whole(programs.RELAY))
    stage.terminal.clear()
    allows_on_card(stage)


@scenario("a relay that hangs holds a step no longer than its entry says, and the agent's dialog never")
def hanging(stage):
    installs(stage)
    replace(stage, HANGS)
    opens(stage, PROOF)
    stage.terminal.prompt()
    sent = time.monotonic()
    until("the model's first word", stage.terminal.requests)
    held = stage.terminal.requests()[0]["at"] - sent
    stage.check("the step was held as the entry says", TOLD - BUSY < held < TOLD + GRACE + BUSY, held)
    stage.terminal.until_asked()
    stage.check("the hook hangs", hung(stage))
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)


def hung(stage):
    """Whether a relay of the question runs now."""
    return [pid for pid in stage.terminal.pids() if processes.words(pid) == "sleep 100"]
