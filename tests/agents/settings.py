"""The lines that the README gives people for an agent's settings, with the relay's real place."""
import json
import os
import re
import shlex

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PLACE = "/PATH/TO/vults"


def from_readme(root=ROOT):
    """The README's settings, for a project in `root`."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
        block = re.search(r"^```json\n(.*?)^```", readme.read(), re.M | re.S)
    return json.loads(block.group(1).replace(PLACE, root))


def commands(settings):
    """Each event of the settings with its command."""
    return {event: entries[0]["hooks"][0]["command"] for event, entries in settings["hooks"].items()}


def with_relay(settings, relay):
    """The same settings with another relay."""
    old = shlex.quote(os.path.join(ROOT, "target", "release", "vults-hook"))
    return json.loads(json.dumps(settings).replace(json.dumps(old)[1:-1], json.dumps(shlex.quote(relay))[1:-1]))
