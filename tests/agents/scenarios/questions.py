"""Questions are answered on their card, or in the terminal."""
from scenarios.steps import installs, lets_go, over, scenario, turn

COLOUR, SIZES, NAME = "Which colour?", "Which sizes?", "What name?"
OWN_ANSWER, NEXT, SEND = "Your own answer", "Next", "Send"
OWN = 'Neither: "Teal & Co", please.'


def questions(stage):
    question = stage.agent.question
    return (question(COLOUR, ["Red", "Blue"]), question(SIZES, ["S", "M", "L"], several=True),
            question(NAME, ["Robin", "Wren"]))


def read(stage):
    """What the model read last."""
    return stage.terminal.requests()[-1]["results"]


@scenario("one question, then three: single, several and own words, each answer exactly as given")
def answered(stage):
    installs(stage)
    colour, sizes, name = questions(stage)
    stage.open_terminal([turn(stage.agent.ask(colour)), turn(stage.agent.ask(colour, sizes, name))])
    stage.terminal.prompt()
    one = stage.app.until_card(button="terminal")
    stage.app.click_thing("Blue")
    stage.app.click(one, "answer")
    three = stage.app.until_card(after=one, button="terminal")
    stage.check("the model read the one answer", '"%s"="Blue"' % COLOUR in read(stage)[0], read(stage))
    stage.app.settle(three)
    stage.app.click_thing("Red")
    stage.app.click_thing(NEXT)
    for label in ("S", "L"):
        stage.app.click_thing(label, "check box")
    # What is below is seen before the next question comes.
    stage.app.scroll_down()
    stage.app.click_thing(NEXT)
    stage.app.click_thing(OWN_ANSWER)
    stage.app.type(OWN_ANSWER, OWN)
    stage.app.click(three, "answer")
    stage.terminal.until_turn_over()
    said = '"%s"="Red", "%s"="S, L", "%s"="%s"' % (COLOUR, SIZES, NAME, OWN)
    stage.check("the model read the three answers", said in read(stage)[0], read(stage))
    stage.check("there was a card for each call, and no more", stage.app.cards() == 2, stage.app.cards())
    said = [record["said"] for record in stage.app.records() if record["outcome"] == "answered"]
    stage.check("so says the record", said == [["Blue"], ["Red", "S, L", OWN]], said)


@scenario("a question that is sent back is answered in the terminal, and has no second card")
def back(stage):
    installs(stage)
    stage.open_terminal([turn(stage.agent.ask(questions(stage)[0]))])
    stage.terminal.prompt()
    card = stage.app.until_card(button="terminal")
    stage.check("the terminal is held", stage.terminal.hooks("--ask"))
    stage.app.click(card, "terminal")
    stage.terminal.until_asked(stage.agent.ASKS_QUESTION)
    lets_go(stage)
    stage.terminal.key("Enter")
    stage.terminal.until_turn_over()
    stage.check("the model read the answer", '"%s"="Red"' % COLOUR in read(stage)[0], read(stage))
    stage.check("there was one card", stage.app.cards() == 1, stage.app.cards())
    stage.app.until_recorded("released", tool="AskUserQuestion")


@scenario("Escape in the terminal takes the question's card down, and leaves no hook behind")
def interrupted(stage):
    installs(stage)
    # After an interruption the agent sends the next prompt as a part of the same exchange.
    stage.open_terminal([turn(stage.agent.ask(questions(stage)[0]))] * 2)
    stage.terminal.prompt()
    card = stage.app.until_card(button="terminal")
    stage.terminal.key("Escape")
    stage.app.until_mark("outcome", 10, card=card, outcome="withdrawn")
    lets_go(stage)
    stage.app.until_recorded("withdrawn", tool="AskUserQuestion")
    # The next prompt asks anew.
    stage.terminal.until_still(stage.agent.READY, 30)
    stage.terminal.prompt()
    again = stage.app.until_card(after=card, button="terminal")
    stage.app.click(again, "terminal")
    stage.terminal.until_asked(stage.agent.ASKS_QUESTION)
