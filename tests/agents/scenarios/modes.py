"""How the agent asks decides whether there is a card at all."""
import time

from scenarios.steps import (PROOF, allows_on_card, installs, lets_go, opens_approvals, over, ran, read_last,
                             runs, says_yes_in_terminal, scenario, turn)
from terminal import until

# What still waits after this long in auto mode gets its card, in seconds.
AUTO_WAITS = 0.5
SWITCH = "toggle button"


@scenario("who has switched asking off gets no card where a rule of theirs asks, and one for a question")
def switched_off(stage):
    agent = stage.agent
    stage.write_settings(agent.asks_before("Bash(touch:*)"))
    installs(stage)
    question = agent.ask(agent.question("Which colour?", ["Red", "Blue"]))
    stage.open_terminal([turn(agent.shell("echo free > free.txt")), turn(agent.shell(PROOF)), turn(question)],
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
    # Only a person can answer this.
    card = stage.app.until_card(button="terminal")
    stage.check("the command ran", stage.exists("proof.txt"))
    stage.check("it had no card", stage.app.cards() == 1, stage.app.cards())
    stage.app.click_thing("Blue", "radio button")
    stage.app.click(card, "answer")
    stage.terminal.until_turn_over()
    stage.check("the model read the answer", '"Which colour?"="Blue"' in read_last(stage)[0], read_last(stage))
    outcomes = [record["outcome"] for record in stage.app.records()]
    stage.check("only the answer was recorded", outcomes == ["answered"], stage.app.records())


@scenario("where nothing may be asked the agent denies by itself, without a card")
def never_asked(stage):
    installs(stage)
    stage.open_terminal([turn(stage.agent.shell(PROOF))], options=stage.agent.DONT_ASK)
    stage.terminal.prompt()
    stage.terminal.until_turn_over()
    stage.check("the agent denied it", stage.agent.DENIES in read_last(stage)[0], read_last(stage))
    stage.check("nothing ran", not stage.exists("proof.txt"))
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
