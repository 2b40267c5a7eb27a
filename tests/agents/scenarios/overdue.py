"""Nobody answers on the card."""
import time

from scenarios.steps import BUSY, PROOF, installs, lets_go, ran, runs, scenario, turn

# How long a card waits for a person, in seconds.
WAITS = 108.0


@scenario("a command and a question that nobody answers go back to their terminals, where they can be")
def overdue(stage):
    other = stage.neighbour("other")
    installs(stage)
    agent = stage.agent
    runs(stage, PROOF)
    command = stage.app.until_card()
    asked = stage.app.until_mark("card_drawn", card=command).at
    other.open_terminal([turn(agent.ask(agent.question("Which colour?", ["Red", "Blue"])))])
    other.terminal.prompt()
    gone = stage.app.until_mark("outcome", WAITS + 20, card=command)
    stage.check("the command's time was over", gone.fields["outcome"] == "expired", gone.fields)
    stage.check("it had all its time", WAITS - BUSY < gone.at - asked < WAITS + BUSY, gone.at - asked)
    stage.terminal.until_asked()
    lets_go(stage)
    stage.terminal.key(agent.YES)
    ran(stage)
    other.terminal.until_asked(agent.ASKS_QUESTION)
    lets_go(other)
    other.terminal.key("Enter")
    other.terminal.until_turn_over()
    read = other.terminal.requests()[-1]["results"]
    stage.check("the model read the answer", '"Which colour?"="Red"' in read[0], read)
    for tool in ("Bash", "AskUserQuestion"):
        stage.app.until_recorded("expired", tool=tool)
