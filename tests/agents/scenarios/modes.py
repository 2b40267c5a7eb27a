"""How the agent asks decides whether there is a card at all."""
import time

from scenarios.steps import (PROOF, allows_on_card, installs, lets_go, opens_approvals, over, ran, runs,
                             says_yes_in_terminal, scenario, turn)
from terminal import until

# What still waits after this long in auto mode gets its card, in seconds.
AUTO_WAITS = 0.5
SWITCH = "toggle button"


@scenario("who has switched asking off gets no card, not even where a rule of theirs or a question asks")
def switched_off(stage):
    agent = stage.agent
    stage.write_settings(agent.asks_before("Bash(touch:*)"))
    installs(stage)
    question = agent.ask(agent.question("Which colour?", ["Red", "Blue"]))
    stage.open_terminal([turn(agent.shell("echo made-it > free.txt")), turn(agent.shell(PROOF)), turn(question)],
                        options=agent.BYPASS, variables=agent.BYPASS_AS_ROOT)
    stage.terminal.until_still(agent.WARNS, 20)
    for key in agent.ACCEPT:
        stage.terminal.key(key)
    until("the warning to go", lambda: not stage.terminal.shows(agent.WARNS))
    stage.terminal.until_still(agent.READY, 20)
    stage.terminal.prompt()
    stage.terminal.until_asked()
    stage.check("what is not asked ran", stage.exists("free.txt"))
    stage.check("nothing else ran", not stage.exists("proof.txt"))
    lets_go(stage)
    stage.terminal.key(agent.YES)
    stage.terminal.until_asked(agent.ASKS_QUESTION)
    stage.check("the command ran", stage.exists("proof.txt"))
    lets_go(stage)
    stage.terminal.key("Enter")
    stage.terminal.until_turn_over()
    stage.check("there was no card", stage.app.cards() == 0)
    stage.check("nothing was recorded", stage.app.records() == [], stage.app.records())


@scenario("in auto mode what still waits after a moment has its card, and what is not asked has none")
def auto(stage):
    agent = stage.agent
    stage.write_settings(agent.asks_before("Bash(touch:*)"))
    installs(stage)
    stage.open_terminal([turn(agent.shell("echo free > free.txt")), turn(agent.shell(PROOF))],
                        options=agent.AUTO, variables=agent.AUTO_MODEL)
    stage.terminal.prompt()
    hook = until("the hook", lambda: stage.terminal.hooks("PermissionRequest"))
    began = time.monotonic()
    card = stage.app.until_card()
    drawn = stage.app.until_mark("card_drawn", card=card).at
    stage.check("what is not asked ran, without a card", stage.exists("free.txt") and stage.app.cards() == 1)
    stage.check("the card let the mode decide first", drawn - began > AUTO_WAITS - 0.2, (drawn - began, hook))
    stage.app.click(card, "allow")
    stage.terminal.until_turn_over()
    stage.check("the command ran", stage.exists("proof.txt"))
    stage.app.until_recorded("allowed", tool="Bash")


@scenario("paused, what waits and what comes goes back to its terminal, until the person goes on")
def paused(stage):
    installs(stage)
    opens_approvals(stage)
    runs(stage, PROOF)
    card = stage.app.until_card()
    stage.app.click_thing("Pause", SWITCH)
    stage.app.until_mark("outcome", 10, card=card, outcome="paused")
    stage.terminal.until_asked()
    lets_go(stage)
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)
    says_yes_in_terminal(stage)
    stage.check("so says the record", [r["outcome"] for r in stage.app.records()] == ["paused", "paused"],
                stage.app.records())
    stage.app.click_thing("Pause", SWITCH)
    stage.app.until_mark("pause", paused="false")
    allows_on_card(stage)
    stage.app.until_recorded("allowed")
