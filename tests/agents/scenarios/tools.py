"""Each kind of tool has its card, and does what it wanted to only after a click on it."""
import os
import sys

from page import ADDRESS, SAYS, Page
from scenarios.steps import DENIED, installs, lets_go, ran, scenario, turn
from terminal import HERE

SUBTASK = "SUBTASK: make the file."


@scenario("a file is written, and then changed, each after a click on its card")
def files(stage):
    installs(stage)
    agent, path = stage.agent, stage.path("notes.txt")
    stage.open_terminal([turn(agent.write(path, "one\n")), turn(agent.edit(path, "one", "two"))])
    stage.terminal.prompt()
    card = stage.app.until_card()
    stage.check("the card shows what comes in", stage.app.shows("notes.txt") and stage.app.shows("one"))
    stage.check("nothing is written yet", not stage.exists("notes.txt"))
    stage.app.click(card, "allow")
    changes = stage.app.until_card(after=card)
    stage.check("it is written", stage.read("notes.txt") == "one\n", stage.read("notes.txt"))
    stage.check("the card shows what changes", stage.app.shows("one") and stage.app.shows("two"))
    stage.app.click(changes, "allow")
    stage.terminal.until_turn_over()
    stage.check("it is changed", stage.read("notes.txt") == "two\n", stage.read("notes.txt"))
    for tool in ("Write", "Edit"):
        stage.app.until_recorded("allowed", tool=tool)


@scenario("a page is fetched after a click, and another one is not")
def pages(stage):
    stage.write_settings(stage.agent.FETCHES)
    installs(stage)
    page, fetch = Page(stage.folder), stage.agent.fetch
    stage.open_terminal([turn(fetch(ADDRESS + "/guide?page=2", "How does it sleep?")),
                         turn(fetch(ADDRESS + "/other", "And how does it wake?"))],
                        variables={stage.agent.CERTIFICATES: page.certificate},
                        asides={stage.agent.ABOUT_PAGE: "On the wing, it says."})
    page.open(stage.terminal)
    stage.terminal.prompt()
    card = stage.app.until_card()
    stage.check("the card shows the address", stage.app.shows("/guide?page=2"))
    stage.check("nothing is fetched yet", page.fetched() == [], page.fetched())
    stage.app.click(card, "allow")
    other = stage.app.until_card(after=card)
    stage.check("the page was fetched", page.fetched() == ["/guide?page=2"], page.fetched())
    stage.check("its text was read", any(SAYS in about for about in stage.terminal.asides()), stage.terminal.asides())
    results, _ = stage.terminal.until_results()
    stage.check("the model read of it", results == ["On the wing, it says."], results)
    stage.app.click(other, "deny")
    stage.terminal.until_turn_over()
    stage.check("the other was not fetched", page.fetched() == ["/guide?page=2"], page.fetched())
    stage.check("the model read why", stage.terminal.requests()[-1]["results"] == [DENIED])
    stage.app.until_recorded("allowed", tool="WebFetch")
    stage.app.until_recorded("denied", tool="WebFetch")


@scenario("a server's tool runs after a click, with the very arguments, and another call does not")
def server(stage):
    stage.offer("notes", [sys.executable, os.path.join(HERE, "notes.py")])
    installs(stage)
    save = lambda title: stage.agent.server_tool("notes", "save_note", {"title": title, "tags": ["home", "food"]})
    stage.open_terminal([turn(save("Milk")), turn(save("Poison"))])
    stage.terminal.prompt()
    card = stage.app.until_card()
    stage.check("the card shows server, tool and arguments",
                all(map(stage.app.shows, ("notes", "save_note", "Milk", "food"))))
    stage.check("nothing is saved yet", not stage.exists("saved.jsonl"))
    stage.app.click(card, "allow")
    other = stage.app.until_card(after=card)
    results, _ = stage.terminal.until_results()
    stage.check("the model read the result", results == ["saved Milk"], results)
    stage.app.click(other, "deny")
    stage.terminal.until_turn_over()
    stage.check("the one is saved, as it was", stage.read("saved.jsonl") == '{"title": "Milk", "tags": ["home", "food"]}\n',
                stage.read("saved.jsonl"))
    stage.check("the model read why", stage.terminal.requests()[-1]["results"] == [DENIED])
    stage.app.until_recorded("allowed", tool="mcp__notes__save_note")
    stage.app.until_recorded("denied", tool="mcp__notes__save_note")


@scenario("a sub-agent that asks after the main turn's end has its card, and a click runs its command")
def subagent(stage):
    installs(stage)
    agent = stage.agent
    stage.open_terminal([turn(agent.subagent(SUBTASK, "Make the file"))],
                        threads={SUBTASK: [dict(turn(agent.shell("touch proof.txt && echo made-it")), hold="go")]})
    stage.terminal.prompt()
    stage.terminal.until_shows(agent.WAITS_FOR_SUBAGENT)
    stage.terminal.until_turn_over()
    stage.check("nobody asks yet", stage.app.cards() == 0)
    stage.let_go("go")
    card = stage.app.until_card()
    stage.check("the card says that a sub-agent asks", stage.app.shows("sub-agent"))
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.app.click(card, "allow")
    results, _ = stage.terminal.until_results(thread=SUBTASK)
    stage.check("its model read the result", "made-it" in results[0] and stage.exists("proof.txt"), results)
    record = stage.app.until_recorded("allowed", tool="Bash")
    stage.check("so says the record", record["subagent"], record)
    lets_go(stage)
