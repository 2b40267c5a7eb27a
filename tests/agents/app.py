"""The real app in the private desktop, and the person in front of it."""
import json
import os
import re
import signal
import subprocess
import threading
import time

from terminal import HERE, until

# The system's own Python, which has the accessibility bus's library.
READER = ("/usr/bin/python3", os.path.join(HERE, "reader.py"))
# The app takes no click this soon after a card has changed; a person needs longer anyway.
SETTLED = 0.45


class Mark:
    """One line that the app wrote about what it has just done."""

    def __init__(self, line):
        self.seen = time.monotonic()
        self.fields = {name: quoted or bare for name, quoted, bare in
                       re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', line)}
        if "outcome" in self.fields:
            # As the record spells it.
            self.fields["outcome"] = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.fields["outcome"]).lower()
        self.name = self.fields.get("mark")
        # When it happened, by the app's word; on the same clock as everything here.
        self.at = int(self.fields.get("t_ns", 0)) / 1e9

    def centre(self, button):
        """The middle of a button on the screen; none while the button is inactive."""
        place = self.fields.get(button, "-")
        if place == "-":
            return None
        x, y, width, height = (float(part) for part in place.split(","))
        return round(x + width / 2), round(y + height / 2)


class Thing:
    """Something on the app's windows, as a screen reader is told of it."""

    def __init__(self, told):
        self.role, self.name, self.text = told["role"], told["name"] or "", told["text"]
        self.states, self.place = told["states"], told["place"]

    def is_there(self):
        return "showing" in self.states and self.place[2] > 1 and self.place[3] > 1

    def centre(self):
        x, y, width, height = self.place
        return x + width // 2, y + height // 2


class App:
    def __init__(self, program, folder, env, agent):
        self.agent = agent
        self.program, self.env = program, dict(env, VULTS_LOG="vults=debug")
        self.log = os.path.join(folder, "app.log")
        self.record = os.path.join(env["XDG_DATA_HOME"], "vults", "decisions.jsonl")
        self.marks = []
        self.process = None

    def start(self, first_run=False):
        """Starts it, and waits until its window is drawn and the hooks are seen to."""
        if not first_run:
            self._has_run_before()
        self.marks = []
        self.process = subprocess.Popen([self.program], env=self.env, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        threading.Thread(target=self._follow, args=(self.process.stderr,), daemon=True).start()
        self.until_mark("painted")
        self.until_mark("hooks")

    def _has_run_before(self):
        """At its first run it opens a window by itself, which only one scenario is about."""
        record = os.path.join(self.env["XDG_DATA_HOME"], "vults", "installed.json")
        if not os.path.exists(record):
            os.makedirs(os.path.dirname(record), mode=0o700, exist_ok=True)
            with open(record, "w", encoding="utf-8") as file:
                json.dump({"v": 1, "seen": True}, file)

    def _follow(self, stream):
        with open(self.log, "a", encoding="utf-8") as log:
            for line in stream:
                line = line.decode("utf-8", "replace")
                log.write(line)
                log.flush()
                mark = Mark(line)
                if mark.name:
                    self.marks.append(mark)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait(10)

    def close(self):
        """Ends it, whatever state it is in."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.kill()

    # What it has done

    def until_mark(self, name, seconds=30.0, **fields):
        """The first mark of this name with these fields."""
        def found():
            for mark in list(self.marks):
                if mark.name == name and all(mark.fields.get(key) == value for key, value in fields.items()):
                    return mark
            return None
        wanted = "".join(" %s=%s" % pair for pair in fields.items())
        return until("the app to say %s%s" % (name, wanted), found, seconds)

    def until_hooks(self, state, seconds=15.0, folders=1):
        """Until the hooks stand like this, in each settings folder that it knows."""
        wanted = ",".join(["%s:%s" % (self.agent, state)] * folders)

        def found():
            hooks = [mark for mark in list(self.marks) if mark.name == "hooks"]
            return hooks and hooks[-1].fields["states"] == wanted
        until("the hooks to be %s" % wanted, found, seconds)

    def until_card(self, after=None, button="allow", seconds=30.0):
        """The number of the next card that waits, once it is drawn and has this button."""
        def found():
            marks = list(self.marks)
            over = {mark.fields.get("card") for mark in marks if mark.name == "outcome"}
            for mark in marks:
                card = mark.fields.get("card")
                if (mark.name == "card_drawn" and mark.centre(button) and card not in over
                        and (after is None or int(card) > int(after))):
                    return card
            return None
        return until("a card", found, seconds)

    def cards(self):
        """How many cards it has drawn since its start."""
        return len({mark.fields.get("card") for mark in list(self.marks) if mark.name == "card_drawn"})

    def records(self):
        """The lines of the decision record."""
        try:
            with open(self.record, encoding="utf-8") as record:
                return [json.loads(line) for line in record]
        except FileNotFoundError:
            return []

    def until_recorded(self, outcome, seconds=10.0, tool=None):
        """The first line of the record with this outcome, about this tool if one is named."""
        return until("a record of %s %s" % (outcome, tool or ""),
                     lambda: next((record for record in self.records() if record["outcome"] == outcome
                                   and tool in (None, record["tool"])), None), seconds)

    def said(self, outcome):
        """What the person said each time that this came of a card."""
        return [record["said"] for record in self.records() if record["outcome"] == outcome]

    def shows(self, words):
        """Whether these words are somewhere on its windows."""
        return any(words in thing.name or words in (thing.text or "") for thing in self.things())

    def things(self):
        """What a screen reader is told of its windows."""
        told = subprocess.run([*READER, str(self.process.pid)], env=self.env, capture_output=True, text=True,
                              timeout=20, check=True).stdout
        return [thing for thing in map(Thing, map(json.loads, told.splitlines())) if thing.is_there()]

    def until_thing(self, name, role=None, state=None, seconds=10.0):
        """What begins with this name, is of this role and in this state, once it stays where it is."""
        before = None

        def found():
            nonlocal before
            now = next((thing for thing in self.things() if thing.name.startswith(name)
                        and role in (None, thing.role) and (state is None or state in thing.states)), None)
            stayed, before = now and before and now.place == before.place, now
            return now if stayed else None
        return until("a %s %r, %s" % (role or "thing", name, state or "in any state"), found, seconds)

    def windows(self, name):
        """Its windows of this name that are on the screen."""
        return subprocess.run(["xdotool", "search", "--all", "--onlyvisible", "--pid", str(self.process.pid),
                               "--name", "^%s$" % name], env=self.env, capture_output=True, text=True,
                              timeout=10, check=False).stdout.split()

    # The person

    def settle(self, card, button=None):
        """Where things are on this card, once nothing has moved long enough for a person to aim; the button
        can be pressed then."""
        def settled():
            drawn = [m for m in list(self.marks) if m.name == "card_drawn" and m.fields.get("card") == card]
            changed = max(m.seen for m in list(self.marks) if m.name in ("card_drawn", "painted", "outcome"))
            still = drawn and time.monotonic() - changed > SETTLED
            return drawn[-1] if still and (button is None or drawn[-1].centre(button)) else None
        return until("card %s to be still, with %s" % (card, button or "any button"), settled)

    def click(self, card, button):
        """A click on a button of this card."""
        self._click(self.settle(card, button).centre(button))

    def click_thing(self, name, role=None):
        """A click on what begins with this name."""
        self._click(self.until_thing(name, role, "sensitive").centre())

    def scroll_down(self):
        """Turns the wheel where the pointer is, as far as it goes."""
        xdotool(self.env, "click", "--repeat", 40, "--delay", 5, 5)

    def _click(self, place):
        # At a hand's pace: the pointer is there before the button goes down, and it stays down a while.
        xdotool(self.env, "mousemove", *place, "sleep", 0.1, "mousedown", 1, "sleep", 0.06, "mouseup", 1)

    def type(self, field, words, then=None):
        """Types into a field, once it has the keyboard, and then presses a key, if any."""
        self.until_thing(field, state="focused")
        xdotool(self.env, "type", "--delay", 15, words)
        until("the words to be in %r" % field,
              lambda: any(thing.name == field and thing.text == words for thing in self.things()), 10)
        if then:
            xdotool(self.env, "key", then)

    def press(self, card, keys):
        self.settle(card)
        xdotool(self.env, "key", keys)


def xdotool(env, *words):
    subprocess.run(["xdotool", *map(str, words)], env=env, check=True, timeout=10)
