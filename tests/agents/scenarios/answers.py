"""Who answers a question, and how: on the card, or in the terminal."""
import time

from scenarios.steps import BUSY, DENIED, EVERY, PROOF, asks, ran, runs, scenario
from terminal import until


def did_not_run(stage):
    """The command did not run, and the model read why."""
    results, _ = stage.terminal.until_results()
    stage.check("the file is not there", not stage.exists("proof.txt"))
    stage.check("the model read the reason", len(results) == 1 and stage.agent.was_told(results[0], DENIED), results)


# A person answers on the card


@scenario("a click on Allow runs the command", EVERY)
def allow_by_click(stage):
    asks(stage, PROOF)
    stage.app.click(stage.app.until_card(), "allow")
    ran(stage)
    stage.app.until_recorded("allowed")


@scenario("Ctrl+Alt+Y runs the command", EVERY)
def allow_by_key(stage):
    asks(stage, PROOF)
    stage.app.press(stage.app.until_card(), "ctrl+alt+y")
    ran(stage)
    stage.app.until_recorded("allowed")


@scenario("a click on Deny stops the command, and the model reads why", EVERY)
def deny_by_click(stage):
    asks(stage, PROOF)
    stage.app.click(stage.app.until_card(), "deny")
    did_not_run(stage)
    stage.app.until_recorded("denied")


@scenario("Ctrl+Alt+N stops the command, and the model reads why", EVERY)
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


@scenario("Reply in the terminal leaves the agent's own dialog, and it works", EVERY)
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
