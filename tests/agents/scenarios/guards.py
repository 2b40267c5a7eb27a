"""A person's own handlers guard the agent, whether or not the app is there."""
import json
import os

from app import xdotool
from scenarios.steps import PROOF, installs, over, scenario, turn

WHY = "generated: change the generator instead"
# What the model reads of a guard's block.
READS = "PreToolUse:%s hook error: " + WHY
# Blocks a command that makes the proof, and a file in `generated`.
GUARD = """payload=$(cat)
case $payload in
  *'"command":"touch proof.txt'*|*'"file_path":"generated/'*) echo '%s' >&2; exit 2 ;;
esac
""" % WHY
PORTABLE = "^(run_command|write_file|edit_file)$"


def settings(command):
    """Hooks with this command before a tool runs."""
    return {"hooks": {"PreToolUse": [{"matcher": PORTABLE, "hooks": [{"command": command}]}]}}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def guards(stage):
    """The person has a guard of their own, for every project."""
    script = os.path.join(stage.home, "guard.sh")
    write(script, GUARD)
    write(os.path.join(stage.home, ".vults", "settings.json"), json.dumps(settings("sh '%s'" % script)))


def works(stage):
    """The agent wants to run a command, and then to write a file, both of which the guard blocks."""
    path = stage.path("generated/api.py")
    stage.open_terminal([turn(stage.agent.shell(PROOF)), turn(stage.agent.write(path, "one\n"))])
    stage.terminal.prompt()


def was_blocked(stage):
    """Neither happened, nobody was asked, and the model read why."""
    results, _ = stage.terminal.until_results()
    stage.check("the model read why", results == [READS % "Bash"], results)
    over(stage)
    results = [result for request in stage.terminal.requests() for result in request["results"]]
    stage.check("the model read why, twice", results[-1:] == [READS % "Write"], results)
    stage.check("the command did not run", not stage.exists("proof.txt"))
    stage.check("the file was not written", not stage.exists("generated/api.py"))


@scenario("a guard of the person's own blocks a command and a file, and the model reads why")
def own_guard(stage):
    installs(stage)
    guards(stage)
    works(stage)
    was_blocked(stage)
    stage.check("there was no card", stage.app.cards() == 0)


@scenario("a guard blocks with the app closed, too")
def guard_without_app(stage):
    installs(stage)
    guards(stage)
    stage.app.close()
    works(stage)
    was_blocked(stage)


@scenario("a guard blocks with the app frozen, too")
def guard_with_frozen_app(stage):
    installs(stage)
    guards(stage)
    stage.app.freeze()
    works(stage)
    was_blocked(stage)


@scenario("what a guard lets pass is asked about as ever")
def guard_passes(stage):
    installs(stage)
    guards(stage)
    stage.open_terminal([turn(stage.agent.shell("echo made-it > other.txt; cat other.txt"))])
    stage.terminal.prompt()
    stage.app.click(stage.app.until_card(), "allow")
    results, _ = stage.terminal.until_results()
    stage.check("it ran", results == ["made-it"] and stage.exists("other.txt"), results)


@scenario("a project's guard runs once the person trusts it on its card, which comes after the agent's own")
def project_guard(stage):
    installs(stage)
    write(stage.path(".vults/guard.sh"), GUARD)
    write(stage.path(".vults/settings.json"), json.dumps(settings("sh .vults/guard.sh")))
    works(stage)
    command = stage.app.until_card()
    stage.app.click(command, "allow")
    stage.app.click(stage.app.until_card(after=command), "allow")
    over(stage)
    stage.check("both ran unguarded", stage.exists("proof.txt") and stage.exists("generated/api.py"))
    for made in ("proof.txt", "generated/api.py"):
        stage.remove(made)
    card = stage.app.until_card(button="not_now")
    x, y = stage.app.settle(card, "not_now").centre("not_now")
    # Trust is there once all of it has been seen.
    xdotool(stage.env, "mousemove", x, y - 150)
    stage.app.scroll_down()
    stage.app.click(card, "trust")
    stage.app.until_mark("outcome", outcome="hooks_trusted")
    stage.terminal.prompt()
    was_blocked(stage)
