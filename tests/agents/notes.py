#!/usr/bin/env python3
"""A small server of tools for agents, on its standard input and output: it keeps notes.

It speaks the Model Context Protocol's JSON-RPC, one message a line, as far as an agent needs it to call
its one tool. What is saved goes, one JSON object a line, to saved.jsonl in the folder it is started in.
"""
import json
import sys

TOOL = {
    "name": "save_note",
    "description": "Saves a note.",
    "inputSchema": {
        "type": "object",
        "properties": {"title": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
        "required": ["title"],
    },
}
NOT_FOUND = -32601


def answer(method, params):
    """The result of one request; none of one that it does not know."""
    if method == "initialize":
        return {"protocolVersion": params.get("protocolVersion", "2025-06-18"), "capabilities": {"tools": {}},
                "serverInfo": {"name": "notes", "version": "1.0.0"}}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        with open("saved.jsonl", "a", encoding="utf-8") as saved:
            saved.write(json.dumps(params["arguments"]) + "\n")
        return {"content": [{"type": "text", "text": "saved " + params["arguments"]["title"]}]}
    return {} if method == "ping" else None


def main():
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        result = answer(request.get("method"), request.get("params") or {})
        reply = {"jsonrpc": "2.0", "id": request["id"]}
        if result is None:
            reply["error"] = {"code": NOT_FOUND, "message": "no such method"}
        else:
            reply["result"] = result
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
