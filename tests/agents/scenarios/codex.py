"""What is Codex's own: it runs no hook that its person has not reviewed, shows no dialog while a hook waits, and
changes files by patches."""
import json
import os
import time

import processes
from app import xdotool
from scenarios.sessions import sessions, states, told, until_state
from scenarios.steps import (BUSY, CODEX, PROOF, allows_on_card, installs, opens, ours, over, ran, read_last, runs,
                             says_yes_in_terminal, scenario, turn)
from terminal import until

ONLY = (CODEX,)
WAITS = "Waiting for your review in Codex"


@scenario("hooks that nobody has reviewed do not run, and the app says so until Codex says that they are", ONLY)
def review(stage):
    installs(stage)
    before = stage.settings()
    said = stage.vults("hooks", "status", code=1)
    stage.check("it waits for the review", WAITS in said, said)
    said = stage.vults("hooks", "test", "codex", code=1)
    stage.check("Codex does not run them", "does not run 12 hooks yet" in said, said)
    stage.check("its version is named", "codex-cli %s" % stage.agent.VERSION in said, said)
    stage.open_terminal([turn(stage.agent.shell(PROOF))], stage.agent.ALONE, review=stage.agent.WITHOUT_HOOKS)
    says_yes_in_terminal(stage)
    stage.terminal.leave()
    stage.terminal.close()
    stage.remove("proof.txt")
    # Codex asks again, and the person trusts them there.
    opens(stage, PROOF, options=stage.agent.ALONE)
    said = stage.vults("hooks", "test", "codex")
    stage.check("Codex says that it runs them", "You have reviewed the hooks in Codex" in said, said)
    said = stage.vults("hooks", "status")
    stage.check("nothing is waited for any more", WAITS not in said, said)
    allows_on_card(stage)
    stage.check("the hooks are as they were", stage.settings() == before, stage.settings())
    # A start of the app, as after an update, asks for no other review.
    stage.app.close()
    stage.app.start()
    stage.check("no byte is another one", stage.settings() == before, stage.settings())
    stage.check("it is known still", WAITS not in stage.vults("hooks", "status"))


@scenario("the first event of a session tells that its hooks are reviewed", ONLY)
def heard(stage):
    installs(stage)
    stage.check("it waits for the review", WAITS in stage.vults("hooks", "status", code=1))
    opens(stage, PROOF)
    allows_on_card(stage)
    until("the review to be known", lambda: WAITS not in stage.vults("hooks", "status", code=None), 15)
    stage.check("the person's own hook still runs", os.path.exists(os.path.join(stage.home, "mine.log")))


@scenario("Codex shows no dialog while its card waits, and Escape there takes the card down", ONLY)
def held(stage):
    installs(stage)
    opens(stage, PROOF)
    stage.terminal.prompt()
    stage.app.until_card()
    time.sleep(2)
    stage.check("there is no dialog", not stage.terminal.shows(stage.agent.ASKS), stage.terminal.screen())
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.terminal.key("Escape")
    pressed = time.monotonic()
    left = stage.app.until_mark("outcome", outcome="withdrawn")
    stage.check("the card left at once", left.at - pressed < 1.0 + BUSY, left.at - pressed)
    until_state(stage, "Interrupted", 10)
    until("no relay to be left", lambda: not stage.terminal.hooks(), 10)
    stage.check("nothing ran", not stage.exists("proof.txt"))


@scenario("a patch is a card with its files and their lines, and is applied once it is allowed", ONLY)
def patched(stage):
    installs(stage)
    outside = os.path.join(stage.home, "outside")
    os.makedirs(outside)
    lines = {"kept.txt": "one\ntwo\nthree\n", "gone.txt": "bye\n"}
    for name, text in lines.items():
        with open(os.path.join(outside, name), "w", encoding="utf-8") as file:
            file.write(text)
    at = lambda name: os.path.join(outside, name)
    stage.open_terminal([turn(stage.agent.patch(
        "*** Add File: " + at("new.txt"), "+fresh", "*** Update File: " + at("kept.txt"), "@@", " one", "-two", "+2",
        "*** Delete File: " + at("gone.txt")))])
    stage.terminal.prompt()
    card = stage.app.until_card(button="deny")
    x, y = stage.app.settle(card, "deny").centre("deny")
    for words in (at("kept.txt"), "deleted", "fresh", "three"):
        stage.check("the card shows %r" % words, stage.app.shows(words), [thing.name for thing in stage.app.things()])
    # Allow is there once all of it has been seen.
    xdotool(stage.env, "mousemove", x, y - 90)
    stage.app.scroll_down()
    stage.app.click(stage.app.until_card(), "allow")
    over(stage)
    stage.check("the files are changed", sorted(os.listdir(outside)) == ["kept.txt", "new.txt"], os.listdir(outside))
    with open(at("kept.txt"), encoding="utf-8") as file:
        stage.check("the line is another one", file.read() == "one\n2\nthree\n")


@scenario("a patch that is denied changes none of its files", ONLY)
def patch_denied(stage):
    installs(stage)
    outside = os.path.join(stage.home, "outside.txt")
    stage.open_terminal([turn(stage.agent.patch("*** Add File: " + outside, "+fresh"))])
    stage.terminal.prompt()
    stage.app.click(stage.app.until_card(), "deny")
    over(stage)
    stage.check("there is no such file", not os.path.exists(outside))
    stage.check("the model read it", "Denied from Vults" in read_last(stage)[0], read_last(stage))


@scenario("a command is shown with the folder that it runs in", ONLY)
def elsewhere(stage):
    installs(stage)
    other = os.path.join(stage.home, "other-folder")
    os.makedirs(other)
    stage.open_terminal([turn(stage.agent.shell(PROOF, folder=other))])
    stage.terminal.prompt()
    card = stage.app.until_card()
    stage.app.settle(card)
    stage.check("the card shows the folder", stage.app.shows(other), [thing.name for thing in stage.app.things()])
    stage.app.click(card, "allow")
    over(stage)
    stage.check("it ran there", os.path.exists(os.path.join(other, "proof.txt")))


@scenario("with the app closed Codex asks in its own terminal", ONLY)
def closed(stage):
    installs(stage)
    stage.app.close()
    runs(stage, PROOF)
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)
    stage.terminal.leave()


@scenario("a session of Codex is what it does, from its first prompt to its end", ONLY)
def one_turn(stage):
    stage.write("notes.txt", "a line\n")
    installs(stage)
    agent = stage.agent
    look = turn(agent.read(stage.path("notes.txt")))
    stage.open_terminal([dict(look, hold="read"), turn(agent.shell(PROOF)), dict(look, hold="end")], stage.agent.ALONE)
    stage.check("it is not known before", not sessions(stage.app), sessions(stage.app))
    stage.terminal.prompt()
    until_state(stage, "Working", step="")
    stage.let_go("read")
    card = stage.app.until_card()
    until_state(stage, "WaitsHere")
    stage.app.click(card, "allow")
    until("the command to run", lambda: stage.exists("proof.txt"))
    until_state(stage, "Working", step="")
    stage.let_go("end")
    over(stage)
    until_state(stage, "Done")
    stage.check("it went from one to the next", states(stage)[-4:] == ["Working", "WaitsHere", "Working", "Done"],
                states(stage))
    steps = [mark.fields["step"] for mark in stage.app.marks if mark.name == "session" and mark.fields["step"]]
    stage.check("each command was a step", "command" in steps, steps)
    stage.check("it was told once", told(stage) == ["Asks", "Finished"], told(stage))
    stage.terminal.leave()
    until("the session to leave", lambda: not sessions(stage.app), 15)


@scenario("what Codex does goes on when its terminal is closed, and so does its card", ONLY)
def goes_on(stage):
    installs(stage)
    runs(stage, PROOF)
    card = stage.app.until_card()
    work = [pid for pid in stage.terminal.pids() if "app-server" in processes.words(pid)]
    stage.check("it works in the background", work)
    stage.terminal.hang_up()
    try:
        time.sleep(3)
        stage.check("nothing ran", not stage.exists("proof.txt"))
        stage.app.click(card, "allow")
        until("the command to run", lambda: stage.exists("proof.txt"), 10)
        until_state(stage, "Done")
    finally:
        for pid in work:
            processes.end(pid)
    until("the session to leave", lambda: not sessions(stage.app), 15)


@scenario("Codex's hooks go without a trace, and come back only when the person says so", ONLY)
def removed(stage):
    installs(stage)
    written = json.loads(stage.settings())["hooks"]
    stage.check("the person's own come first", written["PermissionRequest"][0]["hooks"][0]["command"] == "true", written)
    stage.check("ours are there", "PermissionRequest" in ours(stage), written)
    stage.vults("hooks", "remove")
    stage.check("the file is as it was", stage.settings() == stage.agent.OWN_SETTINGS, stage.settings())
    stage.app.until_hooks("Removed")
    runs(stage, PROOF)
    stage.terminal.until_asked()
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    stage.app.close()
    stage.app.start()
    stage.app.until_hooks("Removed")
    stage.check("a start brings nothing back", stage.settings() == stage.agent.OWN_SETTINGS, stage.settings())
