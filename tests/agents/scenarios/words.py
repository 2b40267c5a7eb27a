"""A deny may say why."""
from scenarios.steps import EVERY, PROOF, installs, read_last, scenario, turn

WITH_WORDS = "Deny with words"
# With what a shell, JSON and a keyboard may trip over.
FIRST, SECOND = "Use 'git mv' instead; see \"docs\" & $HOME.", "No: not on Fridays"


def reads(stage, words):
    """The model read of one call that it was denied, and why."""
    read = read_last(stage)
    stage.check("the model read the words, and no more", len(read) == 1 and stage.agent.was_told(read[0], words), read)


@scenario("words that are typed with a deny are what the model reads, sent by Enter or by a click", EVERY)
def words(stage):
    installs(stage)
    stage.open_terminal([turn(stage.agent.shell(PROOF)), turn(stage.agent.shell(PROOF))])
    stage.terminal.prompt()
    first = stage.app.until_card()
    stage.app.settle(first)
    stage.app.click_thing(WITH_WORDS)
    stage.app.type(WITH_WORDS, FIRST, then="Return")
    second = stage.app.until_card(after=first)
    reads(stage, FIRST)
    stage.app.settle(second)
    stage.app.click_thing(WITH_WORDS)
    stage.app.type(WITH_WORDS, SECOND)
    stage.app.click(second, "deny")
    stage.terminal.until_turn_over()
    reads(stage, SECOND)
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.check("so says the record", stage.app.said("denied") == [[FIRST], [SECOND]], stage.app.records())
