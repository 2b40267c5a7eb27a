"""A plan is read on its card: approved, or sent back with words."""
from scenarios.steps import PROOF, installs, read_last, scenario, turn

FIRST = "# The file\n\n1. Make the file.\n2. Read [the guide](https://example.com/x).\n"
WORDS = "Leave out the guide; 'proof' is enough."
WITH_WORDS = "Keep planning, with words"


@scenario("a plan goes back with the person's words, and what then is approved is carried out")
def plan(stage):
    installs(stage)
    agent = stage.agent
    second = agent.plan("# The file\n\n1. Make the file.\n")
    stage.open_terminal(agent.plan(FIRST) + second + [turn(agent.shell(PROOF))], options=agent.PLAN)
    stage.terminal.prompt()
    card = stage.app.until_card()
    stage.check("the card shows all of the plan, with where its link leads",
                all(map(stage.app.shows, ("Make the file", "the guide", "https://example.com/x"))))
    stage.app.click_thing(WITH_WORDS)
    stage.app.type(WITH_WORDS, WORDS, then="Return")
    approved = stage.app.until_card(after=card)
    said = [request["results"] for request in stage.terminal.requests()]
    stage.check("the model read the words, and no more", [WORDS] in said, said)
    stage.check("so says the record", stage.app.said("denied") == [[WORDS]], stage.app.records())
    stage.app.click(approved, "allow")
    command = stage.app.until_card(after=approved)
    stage.check("the model read that the plan is good", "approved your plan" in read_last(stage)[0], read_last(stage))
    stage.app.until_recorded("allowed", tool="ExitPlanMode")
    # Approved, it still asks before each command.
    stage.check("nothing ran yet", not stage.exists("proof.txt"))
    stage.app.click(command, "allow")
    stage.terminal.until_turn_over()
    stage.check("the command ran", stage.exists("proof.txt") and read_last(stage) == ["made-it"], read_last(stage))
