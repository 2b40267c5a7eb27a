"""A plan is read on its card: approved, or sent back with words."""
from scenarios.steps import over, ran, scenario, installs, turn, PROOF

FIRST = "# The file\n\n1. Make the file.\n2. Read [the guide](https://example.com/x).\n"
WORDS = "Leave out the guide; 'proof' is enough."
WITH_WORDS, APPROVE = "Keep planning, with words", "Approve"


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
    record = stage.app.until_recorded("denied", tool="ExitPlanMode")
    stage.check("so says the record", record["said"] == [WORDS], record)
    stage.app.click(approved, "allow")
    command = stage.app.until_card(after=approved)
    results, _ = stage.terminal.until_results()
    read = stage.terminal.requests()[-1]["results"]
    stage.check("the model read that the plan is good", "approved your plan" in read[0], read)
    stage.app.until_recorded("allowed", tool="ExitPlanMode")
    # Approved, it still asks before each command.
    stage.check("nothing ran yet", not stage.exists("proof.txt"))
    stage.app.click(command, "allow")
    stage.terminal.until_turn_over()
    read = stage.terminal.requests()[-1]["results"]
    stage.check("the command ran", stage.exists("proof.txt") and "made-it" in read[0], read)
