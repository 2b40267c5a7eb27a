#!/usr/bin/python3
"""What a screen reader is told of a program's windows, as JSON lines: a thing a line.

    reader.py PID

It only looks: a thing is never operated through the accessibility bus. It runs in the system's own Python,
which has the bus's library.
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402  pylint: disable=wrong-import-position

STATES = ("focused", "checked", "sensitive", "showing")
# No page of ours is as deep.
DEEPEST = 60


def things(node, depth=0):
    yield node
    if depth < DEEPEST:
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield from things(child, depth + 1)


def tell(node):
    component = node.get_component_iface()
    place = component.get_extents(Atspi.CoordType.SCREEN) if component else Atspi.Rect()
    text = node.get_text_iface()
    states = node.get_state_set()
    return {
        "role": node.get_role_name(), "name": node.get_name(),
        "text": Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) if text else None,
        "states": [name for name in STATES if states.contains(getattr(Atspi.StateType, name.upper()))],
        "place": [place.x, place.y, place.width, place.height],
    }


def main():
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(index)
        if program is None or program.get_process_id() != int(sys.argv[1]):
            continue
        for node in things(program):
            try:
                print(json.dumps(tell(node)))
            except GLib.Error:
                # It has gone while it was looked at.
                pass


if __name__ == "__main__":
    main()
