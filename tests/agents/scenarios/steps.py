"""What several scenarios do and check."""
from app import xdotool
from terminal import Missed, until

SCENARIOS = []
PROOF = "touch proof.txt && echo made-it"
# What the model reads where a person denied without words.
DENIED = "Denied from Vults"
# What a busy machine may take beyond each deadline, in seconds.
BUSY = 1.0


# With which agents a scenario is played.
CLAUDE, CODEX = "claude", "codex"
EVERY = (CLAUDE, CODEX)


def scenario(title, agents=(CLAUDE,)):
    def add(function):
        SCENARIOS.append((title, agents, function))
        return function
    return add


def installs(stage, folders=1):
    """The app starts, and writes its hooks; nobody else does."""
    stage.app.start()
    stage.app.until_hooks("Installed", folders=folders)


def ours(stage):
    """Each event with the command that the app has written for it, as it stands there."""
    found = {event: [command for command in commands if stage.relay in command]
             for event, commands in stage.agent.hooks(stage.settings()).items()}
    return {event: commands[0] for event, commands in found.items() if commands}


def asks(stage, *commands, options=()):
    """The app is open, and the agent has just asked to run the commands of one turn."""
    installs(stage)
    runs(stage, *commands, options=options)


def turn(*calls):
    """One turn of the model, with these calls."""
    return {"text": "I will do it.", "tools": list(calls)}


def opens(stage, *commands, options=()):
    """An agent is open, and will want to run the commands of one turn after each prompt."""
    stage.open_terminal([turn(*map(stage.agent.shell, commands))], options)


def runs(stage, *commands, options=()):
    """The agent wants to run the commands of one turn."""
    opens(stage, *commands, options=options)
    stage.terminal.prompt()


def ran(stage):
    """The command ran, and the model read what it said."""
    results, _ = stage.terminal.until_results()
    stage.check("the file is there", stage.exists("proof.txt"))
    stage.check("the model read the result", "made-it" in results[0], results)


def read_last(stage):
    """The tool results that the model read last."""
    return stage.terminal.requests()[-1]["results"]


def over(stage):
    """The turn is over, and the agent waits for a prompt."""
    stage.terminal.until_turn_over()
    stage.terminal.until_still(stage.agent.READY, 30)


def quiet(stage):
    """Nothing of ours was ever on the agent's screen."""
    shown = stage.terminal.everything()
    for word in ("hook", "vults", "Vults"):
        stage.check("the agent never showed %r" % word, word not in shown, shown)


def allows_on_card(stage):
    """The agent is asked once more: there is a card, and a click on it runs the command."""
    stage.remove("proof.txt")
    stage.terminal.prompt()
    stage.app.click(stage.app.until_card(), "allow")
    ran(stage)
    over(stage)


def allows_on_card_soon(stage):
    """The same in a session that is open when its hooks come: it takes them over within some seconds, and its
    terminal asks until then."""
    for _ in range(5):
        cards = stage.app.cards()
        stage.remove("proof.txt")
        stage.terminal.prompt()
        stage.terminal.until_asked()
        try:
            card = stage.app.until_card(seconds=3.0)
        except Missed:
            stage.check("there was no card", stage.app.cards() == cards)
            stage.terminal.key(stage.agent.YES)
            ran(stage)
            over(stage)
            continue
        stage.app.click(card, "allow")
        ran(stage)
        over(stage)
        return
    stage.check("the session took the hooks over", False)


def says_yes_in_terminal(stage):
    """The agent is asked once more: it asks in its terminal alone, and a yes there runs the command."""
    stage.remove("proof.txt")
    cards = stage.app.cards()
    stage.terminal.prompt()
    stage.terminal.until_asked()
    stage.check("nothing ran", not stage.exists("proof.txt"))
    stage.terminal.key(stage.agent.YES)
    ran(stage)
    over(stage)
    stage.check("there was no card", stage.app.cards() == cards)


def lets_go(stage):
    """No relay holds the agent any longer."""
    waits = ("PermissionRequest", "--ask")
    until("the relay's end", lambda: not any(map(stage.terminal.hooks, waits)), 5)


def opens_approvals(stage):
    """The person opens the settings from the island, and in them the approvals; beside the island, so that
    both can be clicked."""
    stage.app.click_thing("Settings", "push button")
    window = until("the settings", lambda: stage.app.windows("Vults settings"))[0]
    stage.app.until_mark("settings_attached")
    xdotool(stage.env, "windowmove", "--sync", window, 200, 300)
    stage.app.click_thing("Approvals", "page tab")
    stage.app.until_mark("approvals_attached")
