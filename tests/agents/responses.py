"""The OpenAI Responses format, as Codex speaks it: what a request says, and a reply in it.

Beside the calls of tools that take JSON there are those that take a text, and tools may come in a namespace or be
added in the middle of a conversation.
"""
import json


def text_of(content):
    """The text in a message's content, in any of its forms."""
    if isinstance(content, list):
        return "\n".join(filter(None, map(text_of, content)))
    if isinstance(content, dict):
        return text_of(content.get("text") or content.get("content") or content.get("output"))
    return content or ""


def _items(body):
    items = body.get("input") or []
    return [{"role": "user", "content": items}] if isinstance(items, str) else items


def tools(body):
    """The tools that are offered, by name."""
    offered = {tool.get("name") or tool.get("type", ""): tool for tool in body.get("tools") or []}
    for item in _items(body):
        for tool in item.get("tools") or [] if item.get("type") == "additional_tools" else []:
            for one in tool.get("tools") or [tool]:
                offered[one.get("name", "")] = dict(one, namespace=tool.get("name", ""))
    return offered


def is_aside(body):
    """Whether it is about something beside the conversation, such as a title."""
    form = ((body.get("text") or {}).get("format") or {}).get("type")
    return form == "json_schema" or not tools(body)


def read(body):
    """How many turns the assistant has had since the last prompt, the tool results since the last one, and
    what the conversation begins with."""
    turns, results, first, last = 0, [], "", None
    for item in _items(body):
        kind = item.get("type", "message")
        if kind == "message" and item.get("role") == "user" or kind == "agent_message":
            if last == "assistant":
                turns = 0
            if last in (None, "user") and not turns:
                first += text_of(item.get("content"))
            last = "user"
        elif kind.endswith("_output"):
            results.append(text_of(item.get("output")))
            last = "result"
        elif kind.endswith("_call") or kind == "reasoning" or item.get("role") == "assistant":
            if last != "assistant":
                turns, results = turns + 1, []
            last = "assistant"
    return turns, results, first


def message(body, turn, number):
    """One reply, whole."""
    offered, items = tools(body), []
    if turn.get("text"):
        items.append({"type": "message", "id": "msg_%d" % number, "role": "assistant", "status": "completed",
                      "content": [{"type": "output_text", "text": turn["text"], "annotations": []}]})
    for place, call in enumerate(turn.get("tools") or []):
        tool, call_id = offered.get(call["name"], {}), "call_%d_%d" % (number, place)
        item = {"call_id": call_id, "name": call["name"], "status": "completed"}
        if tool.get("type") == "custom":
            item.update(type="custom_tool_call", id="ctc_" + call_id, input=call["input"]["input"])
        else:
            item.update(type="function_call", id="fc_" + call_id, arguments=json.dumps(call["input"]))
        if tool.get("namespace") not in (None, "", "functions"):
            item["namespace"] = tool["namespace"]
        items.append(item)
    return {"id": "resp_%d" % number, "object": "response", "status": "completed", "model": body.get("model", ""),
            "output": items, "usage": {"input_tokens": 1200, "input_tokens_details": {"cached_tokens": 0},
                                       "output_tokens": 40, "output_tokens_details": {"reasoning_tokens": 0},
                                       "total_tokens": 1240}}


def events(whole):
    """The same reply as server-sent events."""
    yield "response.created", {"response": dict(whole, status="in_progress", output=[])}
    for index, item in enumerate(whole["output"]):
        yield "response.output_item.added", {"output_index": index, "item": item}
        if item["type"] == "message":
            yield "response.output_text.delta", {"item_id": item["id"], "output_index": index, "content_index": 0,
                                                 "delta": item["content"][0]["text"]}
        yield "response.output_item.done", {"output_index": index, "item": item}
    yield "response.completed", {"response": whole}

