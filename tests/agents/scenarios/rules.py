"""Always allows the very same request, and no other, until the person takes it back."""
from scenarios.steps import DENIED, PROOF, installs, opens_approvals, over, scenario, turn

OTHER = PROOF + " && echo more"


def read(stage):
    """What the model read, a turn at a time."""
    return [request["results"] for request in stage.terminal.requests()][1:]


def by_rule(stage):
    return len([record for record in stage.app.records() if record["outcome"] == "allowed_by_rule"])


@scenario("after Always the very same command runs without a card, and any other asks")
def always(stage):
    installs(stage)
    shell = stage.agent.shell
    stage.open_terminal([turn(shell(PROOF)), turn(shell(PROOF, "The same, in other words")), turn(shell(OTHER))])
    stage.terminal.prompt()
    first = stage.app.until_card()
    stage.app.click(first, "always")
    other = stage.app.until_card(after=first)
    stage.check("the same ran twice", [["made-it"]] * 2 == read(stage), read(stage))
    stage.app.click(other, "deny")
    stage.terminal.until_turn_over()
    stage.check("the other did not run", read(stage)[2] == [DENIED], read(stage))
    stage.check("the same had one card", stage.app.cards() == 2, stage.app.cards())
    stage.check("so says the record", by_rule(stage) == 1, stage.app.records())

    # It holds for later runs of the app.
    stage.app.close()
    installs(stage)
    stage.terminal.prompt()
    other = stage.app.until_card()
    stage.app.click(other, "deny")
    stage.terminal.until_turn_over()
    stage.check("the same ran without a card", [["made-it"]] * 2 == read(stage)[:2], read(stage))
    stage.check("so says the record", by_rule(stage) == 3, stage.app.records())

    # Until the person removes it. What the island says changes its width, and must have been said before.
    over(stage)
    opens_approvals(stage)
    stage.check("the settings show it, and how often it was used",
                stage.app.shows(PROOF) and stage.app.shows("3 times"))
    stage.app.click_thing("Remove", "push button")
    stage.app.until_thing("No rules yet")
    stage.terminal.prompt()
    asks = stage.app.until_card(after=other)
    stage.check("nothing ran", read(stage) == [], read(stage))
    stage.app.click(asks, "deny")
    stage.app.until_card(after=asks)
    stage.check("it asks again", read(stage) == [[DENIED]], read(stage))
    stage.check("so says the record", by_rule(stage) == 3, stage.app.records())
