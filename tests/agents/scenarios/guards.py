"""A person's own handlers guard the agent, whether or not the app is there."""
import hashlib
import json
import os
import struct

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


@scenario("a project's guard runs once the person trusts it")
def project_guard(stage):
    installs(stage)
    stage.app.close()
    file, script = stage.path(".vults/settings.json"), stage.path(".vults/guard.sh")
    write(script, GUARD)
    hooks = settings("sh .vults/guard.sh")
    write(file, json.dumps(hooks))
    works(stage)
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    stage.terminal.until_asked()
    stage.check("the command ran unguarded", stage.exists("proof.txt"))
    stage.terminal.key(stage.agent.YES)
    over(stage)
    stage.check("the file was written unguarded", stage.exists("generated/api.py"))
    for made in ("proof.txt", "generated/api.py"):
        stage.remove(made)
    trust(stage, file, hooks["hooks"], script)
    stage.terminal.prompt()
    was_blocked(stage)


def trust(stage, file, hooks, *scripts):
    """The person trusts the project's hooks, with the files that they name."""
    digest = hashlib.sha256()

    def part(kind, data):
        digest.update(kind + struct.pack("<Q", len(data)) + data)

    def value(of):
        if isinstance(of, dict):
            part(b"o", struct.pack("<Q", len(of)))
            for name in sorted(of, key=lambda name: name.encode()):
                part(b"k", name.encode())
                value(of[name])
        elif isinstance(of, list):
            part(b"a", struct.pack("<Q", len(of)))
            for item in of:
                value(item)
        else:
            part(b"s", json.dumps(of, ensure_ascii=False).encode())

    part(b"v", b"vults lifecycle hooks 1")
    value(hooks)
    for script in sorted(scripts):
        part(b"p", os.path.realpath(script).encode())
        with open(script, "rb") as text:
            part(b"c", text.read())
    store = os.path.join(stage.env["XDG_DATA_HOME"], "vults", "trusted-hooks.json")
    write(store, json.dumps({"version": 1, "trusted": {os.path.realpath(file): digest.hexdigest()}}))
