"""The person's own status line keeps running, and looking as it did."""
import json
import re

from scenarios.steps import installs, over, scenario
from terminal import until

# Coloured, of two rows, with blanks around; it notes who runs it.
OWN_LINE = {
    "type": "command",
    "command": "cat >/dev/null; echo \"line${VULTS_STATUS_LINE:+ behind ours}\" >>\"$HOME/line.log\"; "
               "printf '\\033[35mmain\\033[0m \\033[1;32m+3\\033[0m  12%%\\n  second row'",
    "padding": 2, "colour": "as I like it",
}
OTHER = "cat >/dev/null; echo other >>\"$HOME/line.log\"; printf 'another \\033[36mline\\033[0m'"


# What the agent itself puts at the right of a row, now and then.
NEWS = re.compile(r"(?<=\S)(\{[\d;]*\})? {6,}.*$")


def with_line(stage, line):
    """The person's settings, with this status line in their own spelling."""
    return stage.agent.OWN_SETTINGS.replace("{\n", '{\n   "statusLine" :%s,\n' % json.dumps(line, indent=None), 1)


def rows(stage, runs):
    """The line's rows, colours included, after the agent has run its line in this way."""
    stage.terminal.prompt("Hello.")
    until("the line to run: %r" % runs, lambda: log(stage)[-1:] == [runs])
    over(stage)
    # It may run once more after the turn.
    until("the line to stay: %r" % runs, lambda: log(stage)[-1:] == [runs])
    shown = "\n".join(stage.terminal.coloured()).rstrip().split("\n")
    rule = [index for index, row in enumerate(shown) if "───" in row][-1]
    # The lowest row is the agent's own.
    return [NEWS.sub("", row) for row in shown[rule + 1:-1]]


def log(stage):
    try:
        with open(stage.home + "/line.log", encoding="utf-8") as lines:
            return lines.read().splitlines()
    except FileNotFoundError:
        return []


@scenario("the person's status line looks the same behind ours, and is theirs again after a removal")
def status_line(stage):
    own = with_line(stage, OWN_LINE)
    stage.write_settings(own)
    stage.open_terminal([])
    wanted = rows(stage, "line")
    stage.check("the line is there", len(wanted) == 2 and "35}main" in wanted[0] and "second" in wanted[1], wanted)
    installs(stage)
    until("the line to run behind ours", lambda: log(stage)[-1:] == ["line behind ours"])
    shown = rows(stage, "line behind ours")
    stage.check("it looks the same", shown == wanted, (shown, wanted))
    line = json.loads(stage.settings())["statusLine"]
    stage.check("only its command is ours", dict(line, command=OWN_LINE["command"]) == OWN_LINE, line)
    stage.vults("hooks", "remove")
    stage.check("the settings are as they were", stage.settings() == own, stage.settings())
    shown = rows(stage, "line")
    stage.check("it looks the same", shown == wanted, (shown, wanted))


@scenario("a status line that the person changes after the installation stays theirs")
def changed_line(stage):
    stage.write_settings(with_line(stage, OWN_LINE))
    installs(stage)
    stage.open_terminal([])
    rows(stage, "line behind ours")
    now = stage.settings()
    ours = json.dumps(json.loads(now)["statusLine"]["command"])
    stage.check("the command is written as expected", ours in now, now)
    stage.write_settings(now.replace(ours, json.dumps(OTHER)))
    wanted = rows(stage, "other")
    stage.app.close()
    installs(stage)
    shown = rows(stage, "other")
    stage.check("it looks the same", shown == wanted, (shown, wanted))
    stage.vults("hooks", "remove")
    stage.check("all else is as it was", stage.settings() == with_line(stage, dict(OWN_LINE, command=OTHER)),
                stage.settings())


@scenario("who has no status line gets one that shows nothing, and none again after a removal")
def no_line(stage):
    before = stage.settings()
    stage.open_terminal([])
    wanted = stage.terminal.screen().rstrip().split("\n")[:-1]
    installs(stage)
    line = json.loads(stage.settings())["statusLine"]
    stage.check("it is ours", stage.relay in line["command"], line)
    stage.terminal.wait_for_settings()
    stage.terminal.until_still(stage.agent.READY, 10)
    # The lowest row is the agent's own, and loses its hint.
    shown = stage.terminal.screen().rstrip().split("\n")[:-1]
    stage.check("the screen is the same but for that", shown[-3:] == wanted[-3:], (shown, wanted))
    # What its people take away stays away.
    stage.write_settings(stage.settings().replace(json.dumps(line["command"]), '"true"'))
    stage.app.close()
    installs(stage)
    stage.check("it is theirs", json.loads(stage.settings())["statusLine"]["command"] == "true", stage.settings())
    stage.write_settings(before)
    stage.vults("hooks", "install")
    stage.vults("hooks", "remove")
    stage.check("the settings are as they were", stage.settings() == before, stage.settings())
