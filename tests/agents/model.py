#!/usr/bin/env python3
"""A model service on the loopback that plays a script, so that a real agent runs without a network.

    model.py SCRIPT.json LOG.jsonl [--port N]

It speaks the Anthropic Messages format, streaming and not, and the OpenAI Responses format (responses.py).

The script is {"turns": [{"text": "...", "tools": [{"name": "Bash", "input": {...}}]}, ...], "threads":
{MARK: [TURN, ...]}}. Each prompt plays the turns from the start. The server keeps no position: the turn
to play is the number of assistant turns since the last prompt in the conversation, so a retry gets the
same turn again. Past the last turn the model says "All done.". A conversation that begins with MARK in
it is a sub-agent's, and plays the turns of that thread. PLAN_FILE in a turn stands for the file that the
agent has named for its plan. A turn with {"hold": NAME} is said once there is a file of this name beside
the log.
Every reply carries the script's {"headers": {NAME: TEXT}}, in which {now+N} stands for the Unix time in N
seconds.
A request that offers no tools is about something else (a title, a summary, a page) and moves nothing;
{"asides": {MARK: "..."}} says what is answered where it has MARK in it.

Each request leaves one line in LOG.jsonl: {"at", "kind", "thread", "turn", "results", "about"}, where
"results" are the texts of the tool results that the agent sent, and "about" is what a request without
tools is about.
"""
import argparse
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import responses

END = {"text": "All done."}
ASIDE = {"text": "A task"}
# How long a turn is held at most, in seconds.
HELD = 60.0
PLAN_FILE = "PLAN_FILE"
LATER = re.compile(r"\{now\+(\d+)\}")
PLAN_PATH = re.compile(r"/[^\s\"'`]+/plans/[\w-]+\.md")
# How the agent itself tells of a background task that is over: no prompt of a person's.
NOTICE = "<task-notification>"
# What Claude Code itself adds to a result.
REMINDER = re.compile(r"\s*<system-reminder>.*?</system-reminder>", re.S)


def text_of(content):
    """The text in a message's content, in any of its forms."""
    if isinstance(content, list):
        return "\n".join(filter(None, map(text_of, content)))
    if isinstance(content, dict):
        return text_of(content.get("text") or content.get("content"))
    return content or ""


def read(body):
    """How many turns the assistant has had since the last prompt, the tool results since the last one, and
    what the conversation begins with."""
    turns, results, first, last = 0, [], "", None
    for message in body.get("messages") or []:
        role = message.get("role")
        if role == "assistant":
            if last != "assistant":
                turns, results = turns + 1, []
        else:
            parts = message.get("content")
            answers = [part for part in parts if part.get("type") == "tool_result"] if isinstance(parts, list) else []
            results += [REMINDER.sub("", text_of(part.get("content"))) for part in answers]
            if role == "user" and not answers and last == "assistant" and NOTICE not in text_of(parts):
                turns = 0
        if last in (None, role) and role == "user" and not turns:
            first += text_of(message.get("content"))
        last = role
    return turns, results, first


def named_plan(body, turn):
    """The turn, with the file in it that the agent has named for its plan."""
    text = json.dumps(turn)
    if PLAN_FILE not in text:
        return turn
    named = PLAN_PATH.findall(text_of(body.get("system")) + text_of([m.get("content") for m in body["messages"]]))
    return json.loads(text.replace(PLAN_FILE, named[-1])) if named else turn


def message(body, turn, number):
    """One reply, whole."""
    blocks = [{"type": "text", "text": turn["text"]}] if turn.get("text") else []
    for place, call in enumerate(turn.get("tools") or []):
        blocks.append({"type": "tool_use", "id": "toolu_%d_%d" % (number, place), "name": call["name"],
                       "input": call["input"]})
    return {"id": "msg_%d" % number, "type": "message", "role": "assistant", "model": body.get("model", ""),
            "content": blocks, "stop_reason": "tool_use" if turn.get("tools") else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1200, "output_tokens": 40,
                      "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}}


def events(whole):
    """The same reply as server-sent events."""
    yield "message_start", {"message": dict(whole, content=[], stop_reason=None)}
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            start, delta = dict(block, text=""), {"type": "text_delta", "text": block["text"]}
        else:
            start = dict(block, input={})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield "content_block_start", {"index": index, "content_block": start}
        yield "content_block_delta", {"index": index, "delta": delta}
        yield "content_block_stop", {"index": index}
    yield "message_delta", {"delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
                            "usage": whole["usage"]}
    yield "message_stop", {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_own_headers()
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def send_own_headers(self):
        for name, text in self.server.headers.items():
            self.send_header(name, LATER.sub(lambda later: str(int(time.time()) + int(later[1])), text))

    def do_HEAD(self):
        self.reply(200, {})

    def do_GET(self):
        if self.path.split("?")[0].endswith("/models"):
            # None but those that the agent knows by itself.
            return self.reply(200, {"object": "list", "data": [], "models": []})
        return self.reply(404, {"type": "error", "error": {"type": "not_found_error", "message": "not here"}})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            return self.reply(200, {"input_tokens": 1200})
        if not path.endswith(("/messages", "/responses")):
            return self.do_GET()
        number, at = self.server.next_number(), time.monotonic()
        if path.endswith("/responses"):
            (turns, results, first), is_aside = responses.read(body), responses.is_aside(body)
            reply, streamed = responses.message, responses.events
        else:
            (turns, results, first), is_aside = read(body), not body.get("tools")
            reply, streamed = message, events
        thread = next((mark for mark in self.server.threads if mark in first), None)
        script = self.server.threads[thread] if thread else self.server.turns
        about = None
        if is_aside:
            kind, turn, about = "aside", self.server.aside(first), first
        elif turns < len(script):
            kind, turn = "turn", named_plan(body, script[turns])
        else:
            kind, turn = "end", END
        self.server.note({"at": at, "kind": kind, "thread": thread, "turn": turns, "results": results,
                          "about": about})
        self.server.hold(turn)
        whole = reply(body, turn, number)
        if not body.get("stream"):
            return self.reply(200, whole)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_own_headers()
        self.send_header("Connection", "close")
        self.end_headers()
        for name, data in streamed(whole):
            self.wfile.write(("event: %s\ndata: %s\n\n" % (name, json.dumps(dict(data, type=name)))).encode())
            self.wfile.flush()
        self.close_connection = True


class Model(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port, script, log):
        super().__init__(("127.0.0.1", port), Handler)
        self.turns, self.threads, self.asides = script["turns"], script.get("threads", {}), script.get("asides", {})
        self.headers = script.get("headers", {})
        self.log, self.lock, self.number = log, threading.Lock(), 0

    def next_number(self):
        with self.lock:
            self.number += 1
            return self.number

    def aside(self, about):
        return next(({"text": text} for mark, text in self.asides.items() if mark in about), ASIDE)

    def hold(self, turn):
        path, end = os.path.join(os.path.dirname(self.log), turn.get("hold", "")), time.monotonic() + HELD
        while not os.path.exists(path) and time.monotonic() < end:
            time.sleep(0.02)

    def note(self, entry):
        with self.lock, open(self.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")

    def handle_error(self, *_):
        pass  # an agent that ends in the middle of a reply


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("script")
    parser.add_argument("log")
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    with open(given.script, encoding="utf-8") as file:
        script = json.load(file)
    server = Model(given.port, script, given.log)
    print("serving", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
