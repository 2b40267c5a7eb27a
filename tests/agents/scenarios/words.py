"""A deny may say why."""
from scenarios.steps import installs, PROOF, scenario, turn

WITH_WORDS = "Deny with words"
# With what a shell, JSON and a keyboard may trip over.
FIRST, SECOND = "Use 'git mv' instead; see \"docs\" & $HOME.", "No: not on Fridays"


@scenario("words that are typed with a deny are what the model reads, sent by Enter or by a click")
def words(stage):
    installs(stage)
    stage.open_terminal([turn(stage.agent.shell(PROOF)), turn(stage.agent.shell(PROOF))])
    stage.terminal.prompt()
    first = stage.app.until_card()
    stage.app.settle(first)
    stage.app.click_thing(WITH_WORDS)
    stage.app.type(WITH_WORDS, FIRST, then="Return")
    second = stage.app.until_card(after=first)
    stage.check("the model read the words, and no more", stage.terminal.requests()[-1]["results"] == [FIRST],
                stage.terminal.requests()[-1])
    stage.app.settle(second)
    stage.app.click_thing(WITH_WORDS)
    stage.app.type(WITH_WORDS, SECOND)
    stage.app.click(second, "deny")
    stage.terminal.until_turn_over()
    stage.check("the model read the words, and no more", stage.terminal.requests()[-1]["results"] == [SECOND],
                stage.terminal.requests()[-1])
    stage.check("nothing ran", not stage.exists("proof.txt"))
    said = [record["said"] for record in stage.app.records() if record["outcome"] == "denied"]
    stage.check("so says the record", said == [[FIRST], [SECOND]], said)
