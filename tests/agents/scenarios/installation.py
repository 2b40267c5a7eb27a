"""The app's start writes its hooks, and open sessions take them over."""
import json
import os

from app import xdotool
from scenarios.steps import PROOF, allows_on_card, installs, opens, ours, over, ran, runs, scenario
from terminal import until


@scenario("sessions that are open before the first start get their cards, in each settings folder")
def open_before(stage):
    # The second session's folder is known from nowhere but its environment.
    other = stage.neighbour("other", "Über uns/Claude's settings")
    for agent in (stage, other):
        opens(agent, PROOF)
    installs(stage, folders=2)
    for agent in (stage, other):
        keeps_foreign(agent)
    stage.terminal.prompt()
    first = stage.app.until_card()
    other.terminal.prompt()
    other.terminal.until_asked()
    stage.app.click(first, "allow")
    ran(stage)
    stage.app.click(stage.app.until_card(after=first), "allow")
    ran(other)
    stage.check("the person's own hook still runs", os.path.exists(os.path.join(stage.home, "mine.log")))


def keeps_foreign(stage):
    """Without our hooks the settings say what the person wrote, in the very same lines."""
    now, own = json.loads(stage.settings()), json.loads(stage.agent.OWN_SETTINGS)
    stage.check("our hooks are there", "PermissionRequest" in ours(stage), now)
    for event in list(now["hooks"]):
        groups = [group for group in now["hooks"][event]
                  if not any(stage.relay in hook["command"] for hook in group["hooks"])]
        now["hooks"][event] = groups
        if not groups:
            del now["hooks"][event]
    # They have no status line of their own.
    if "statusLine" not in own and stage.relay in now.get("statusLine", {}).get("command", ""):
        del now["statusLine"]
    stage.check("all else is as it was", now == own, now)
    for line in stage.agent.OWN_SETTINGS.splitlines():
        stage.check("the line is as it was: %r" % line, line.rstrip(" }],") in stage.settings(), stage.settings())


@scenario("the first run's page is up, and the island answers beside it")
def first_run(stage):
    stage.app.start(first_run=True)
    stage.app.until_hooks("Installed")
    page = until("the first run's page", lambda: stage.app.windows("Vults settings"))[0]
    stage.app.until_mark("settings_attached")
    runs(stage, PROOF)
    card = stage.app.until_card()
    # As much in the way as a person can put it.
    xdotool(stage.env, "windowmove", "--sync", page, 260, 0, "windowraise", page, "windowfocus", page)
    stage.app.click(card, "allow")
    ran(stage)
    over(stage)
    stage.check("the page is still there", page in stage.app.windows("Vults settings"))
    allows_on_card(stage)
