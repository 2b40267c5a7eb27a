"""A terminal with a real agent in it, in a network of its own where only the scripted model is.

The network namespace cuts off everything but the loopback; a Unix socket in the file system, such as
the app's, is reachable all the same. The terminal is a tmux pane, driven from outside.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import time

import processes

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 8765
BASE_URL = "http://127.0.0.1:%d" % PORT


class Missed(Exception):
    """Something that had to happen did not."""


def until(what, test, seconds=30.0):
    """The first true value of `test`."""
    end = time.monotonic() + seconds
    while True:
        value = test()
        if value:
            return value
        if time.monotonic() > end:
            raise Missed("waited %g s in vain for %s" % (seconds, what))
        time.sleep(0.02)


def styled(look, codes):
    """A look after a terminal's sequence for colours and letters."""
    look, codes = dict(look), (codes or "0").split(";")
    while codes:
        code = codes.pop(0)
        number = int(code or 0)
        if number in (38, 48):
            count = 2 if codes[0] == "5" else 4
            look[number // 10] = ";".join([code] + codes[:count])
            del codes[:count]
        elif number in (39, 49):
            look.pop(number // 10, None)
        elif 30 <= number < 50 or 90 <= number < 110:
            look[3 if number < 40 or 90 <= number < 100 else 4] = code
        elif number == 0:
            look.clear()
        elif number < 10:
            look["letters %d" % number] = code
        elif 20 < number < 30:
            for ended in (1, 2) if number == 22 else (number - 20,):
                look.pop("letters %d" % ended, None)
    return look


class Terminal:
    def __init__(self, folder, project, env, agent, argv, script):
        self.folder, self.project, self.agent, self.argv = folder, project, agent, argv
        self.socket = os.path.join(folder, "tmux")
        self.log = os.path.join(folder, "model.jsonl")
        self.env = env
        with open(os.path.join(folder, "model.json"), "w", encoding="utf-8") as file:
            json.dump(script, file)
        self.model = None
        self.before = 0
        # The keys of a person whom the agent asks to review its hooks; none for one who trusts them.
        self.review = None

    def open(self):
        """Starts the model and the agent, and waits until the agent takes a prompt."""
        serve = shlex.join([sys.executable, os.path.join(HERE, "model.py"),
                             os.path.join(self.folder, "model.json"), self.log, "--port", str(PORT)])
        first = shlex.join(["tmux", "-S", self.socket, "-f", "/dev/null", "new-session", "-d", "-s", "main",
                            "-x", "180", "-y", "50", "-c", self.project, "sleep 600"])
        output = os.path.join(self.folder, "model.log")
        with open(output, "w", encoding="utf-8") as log:
            self.model = subprocess.Popen(
                ["unshare", "--net", "sh", "-c", "ip link set lo up && %s && exec %s" % (first, serve)],
                env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        until("the model", lambda: "serving" in open(output, encoding="utf-8").read())
        self.tmux("set-option", "-g", "remain-on-exit", "on")
        # Agents complain where it is off.
        self.tmux("set-option", "-g", "focus-events", "on")
        self.tmux("respawn-pane", "-k", "-t", "main", "-c", self.project, shlex.join(self.argv))
        reviews = self.agent.REVIEWS
        self.until_still("|".join(filter(None, [self.agent.READY, reviews])), 60)
        if reviews and self.shows(reviews):
            for key in self.review or self.agent.TRUST_HOOKS:
                self.key(key)
                time.sleep(0.3)
            self.until_still(self.agent.READY, 60)

    def close(self):
        """Ends all that runs in it."""
        for pid in self.pids():
            processes.end(pid)
        self.tmux("kill-server")
        if self.model:
            self.model.terminate()
            self.model.wait(10)

    def tmux(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], capture_output=True,
                              text=True, env=self.env, timeout=10, check=False).stdout

    def clear(self):
        """The person begins anew, on an empty screen."""
        self.prompt("/clear")
        self.until_still(self.agent.READY, 30)

    def beside(self, words, ready):
        """Runs a program in the terminal's network until the terminal closes; `ready` is a file that it writes
        once it is there."""
        self.tmux("new-window", "-d", "-t", "main:", shlex.join(words))
        until(words[-1], lambda: os.path.exists(ready), 10)

    def hang_up(self):
        """The terminal's window goes away."""
        self.tmux("kill-session", "-t", "main")

    def wait_for_settings(self):
        """Until the agent has taken over what was just written into its settings: nothing tells."""
        time.sleep(self.agent.NOTICES)

    # The screen

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "main")

    def coloured(self):
        """The same in rows, with the look of each word before it, in one spelling: {1;32}word."""
        rows, look = [], {}
        for line in self.tmux("capture-pane", "-p", "-e", "-t", "main").split("\n"):
            row, written = "", ""
            for place, part in enumerate(re.split(r"\x1b\[([\d;]*)m", line)):
                if place % 2:
                    look = styled(look, part)
                elif part:
                    now = ";".join(look[kind] for kind in sorted(look, key=str))
                    # Blanks look the same in every colour.
                    row += part if now == written or part.isspace() else "{%s}%s" % (now, part)
                    written = written if part.isspace() else now
            rows.append(row.rstrip())
        return rows

    def everything(self):
        """What is and was on the screen."""
        return self.tmux("capture-pane", "-p", "-S", "-", "-t", "main")

    def shows(self, pattern):
        return bool(re.search(pattern, self.screen(), re.M))

    def until_shows(self, pattern, seconds=30.0):
        until("the terminal to show /%s/" % pattern, lambda: self.shows(pattern), seconds)

    def until_still(self, pattern, seconds):
        """Until it shows `pattern` and nothing has moved for most of a second."""
        last, since = "", time.monotonic()

        def still():
            nonlocal last, since
            now = self.screen()
            if now != last:
                last, since = now, time.monotonic()
            return time.monotonic() - since > 0.8 and re.search(pattern, now, re.M)
        until("a quiet terminal with /%s/" % pattern, still, seconds)

    # The person at the keyboard

    def prompt(self, text="Please do the task."):
        self.before = len(self._requests())
        self.tmux("send-keys", "-t", "main", "-l", text)
        # Typed too fast, Enter counts as part of a paste.
        time.sleep(0.6)
        self.tmux("send-keys", "-t", "main", "Enter")

    def key(self, key):
        self.tmux("send-keys", "-t", "main", key)

    def until_asked(self, what=None):
        """Until the agent's own dialog (for a permission, or another) is there and takes keys."""
        self.until_still(what or self.agent.ASKS, 30)

    def leave(self):
        """The person ends the agent, as its users do."""
        self.prompt(self.agent.LEAVE)
        until("the agent's end", lambda: self.tmux(
            "list-panes", "-t", "main", "-F", "#{pane_dead}").strip() == "1", 15)

    # The model's side

    def requests(self, thread=None):
        """What the model was told since the last prompt: in the conversation itself, or in a sub-agent's."""
        return [request for request in self._requests()[self.before:] if request["thread"] == thread]

    def asides(self):
        """What the model was asked beside the conversation since the last prompt."""
        return [request["about"] for request in self._requests()[self.before:] if request["kind"] == "aside"]

    def _requests(self):
        try:
            with open(self.log, encoding="utf-8") as log:
                return [json.loads(line) for line in log if line.endswith("\n")]
        except FileNotFoundError:
            return []

    def until_results(self, count=1, seconds=40.0, thread=None):
        """The texts of the prompt's first tool results that the model has read, and when it read them."""
        def found():
            for request in self.requests(thread):
                if len(request["results"]) >= count:
                    return request
            return None
        request = until("the model to read %d tool results" % count, found, seconds)
        return request["results"], request["at"]

    def until_turn_over(self, seconds=40.0):
        until("the end of the turn", lambda: any(r["kind"] == "end" for r in self.requests()), seconds)

    # Its processes

    def pids(self):
        """The agent and all that it started."""
        pane = self.tmux("list-panes", "-t", "main", "-F", "#{pane_pid}").strip()
        return processes.tree(int(pane)) if pane else []

    def hooks(self, event=""):
        """The relays that run now for this agent, as process ids."""
        return [pid for pid in self.pids()
                if processes.program(pid).startswith("vults-hook") and event in processes.words(pid)]
