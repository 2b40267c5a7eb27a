"""The lines that the README gives people for an agent's settings, and where the programs are."""
import json
import os
import re

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# Where cargo, run in ROOT, puts what it builds.
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR") or "target")
RELAY = "'/PATH/TO/vults/target/release/vults-hook'"


def from_readme(relay):
    """The README's settings, for the relay at this path."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as readme:
        lines = json.loads(re.search(r"^```json\n(.*?)^```", readme.read(), re.M | re.S).group(1))
    for entry in _entries(lines):
        entry["command"] = entry["command"].replace(RELAY, quoted(relay))
    return lines


def commands(lines):
    """Each event of the settings with its command."""
    return {event: groups[0]["hooks"][0]["command"] for event, groups in lines["hooks"].items()}


def quoted(path):
    """A path as one word of the shell's, whatever is in it."""
    return "'" + path.replace("'", "'\\''") + "'"


def _entries(lines):
    for groups in lines["hooks"].values():
        for group in groups:
            yield from group["hooks"]
