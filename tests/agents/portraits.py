"""The pictures of the guide to approvals: a card of each kind, the queue, and what the settings keep of it.

`demo` calls it on its private desktop. The events are recorded ones, with what this session's own says.
"""
import json
import os
import subprocess
import time

import programs

# What the top of the desktop shows of the island.
SIZE = "820x520"
LINES = ["pub fn refund(order: &Order) -> Result<Money, RefundError> {\n",
         "    let total = order.total();\n",
         "    if total > LIMIT {\n",
         "        return Err(RefundError::TooLarge);\n",
         "    }\n",
         "    Ok(total.round())\n",
         "}\n"]
ROUNDED = '    // Half a cent goes to the customer.\n    Ok(total.round_up_to("0.01"))\n'
PLAN = """# Refuse a refund of nothing

An order without a total can be refunded today, and the ledger keeps an empty line for it.

1. In `src/refund.rs`, return `RefundError::Nothing` **before** the ledger is touched.
2. Rename `Ledger::credit` to `refund`, as it is used for nothing else.
   - See [the ledger's rules](https://docs.example.com/ledger#lines).
3. Add a test for each.
"""
QUESTIONS = {"questions": [{
    "question": "Which region should the bucket use?", "header": "Region", "multiSelect": False,
    "options": [
        {"label": "eu-central-1", "description": "Frankfurt: where the database is, so nothing leaves the EU"},
        {"label": "us-east-1", "description": "Cheapest, but 90 ms away from the database"},
        {"label": "Keep the present one", "description": "Nothing moves; the latency stays as it is"},
    ]}]}
SCRIPT = {"command": "for region in eu-central-1 us-east-1; do\n  terraform plan -var region=$region "
                     "-out $region.plan\ndone",
          "description": "Plan the move of the bucket"}
TESTS = {"command": "cargo test --workspace", "description": "Run all tests"}
PUSH = {"command": "git push --force origin main", "description": "Push the branch"}


def cards(project):
    """Each picture's name, its request, and the button that is pressed afterwards."""
    edit = {"file_path": os.path.join(project, "src/refund.rs"), "old_string": LINES[5], "new_string": ROUNDED,
            "replace_all": False}
    plan = {"plan": PLAN, "planFilePath": os.path.join(os.path.dirname(project), ".claude/plans/refund.md")}
    return [("command", "PermissionRequest-Bash", SCRIPT, "allow"),
            ("edit", "PermissionRequest-Edit", edit, "allow"),
            ("always", "PermissionRequest-Bash", TESTS, "always"),
            ("plan", "PermissionRequest-ExitPlanMode", plan, "deny"),
            ("question", "PreToolUse-AskUserQuestion", QUESTIONS, None)]


class Session:
    """One agent's session: its events go to the relay as the agent hands them over."""

    def __init__(self, env, commands, project, name):
        self.env, self.commands, self.project, self.name = env, commands, project, name

    def ask(self, recorded, tool_input):
        """A call of the relay that waits."""
        with open(os.path.join(programs.ROOT, "tests", "fixtures", "claude", recorded + ".json"),
                  encoding="utf-8") as file:
            event = dict(json.load(file), session_id=self.name, cwd=self.project, tool_input=tool_input)
        asks = recorded == "PreToolUse-AskUserQuestion"
        call = subprocess.Popen(["sh", "-c", self.commands["--ask" if asks else event["hook_event_name"]]],
                                env=self.env, cwd=self.project, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                start_new_session=True)
        call.stdin.write(json.dumps(event).encode())
        call.stdin.close()
        return call


def take(app, env, commands, project, shoot, window):
    """Plays each card, has it pictured and answered, then the queue, then the settings."""
    os.makedirs(os.path.join(project, "src"), exist_ok=True)
    with open(os.path.join(project, "src/refund.rs"), "w", encoding="utf-8") as file:
        file.writelines(LINES)
    session = Session(env, commands, project, "payments")
    card = None
    for name, recorded, tool_input, button in cards(project):
        call = session.ask(recorded, tool_input)
        card = app.until_card(after=card, button="terminal")
        app.settle(card)
        shoot("approvals-" + name, SIZE)
        if button:
            app.click(card, button)
        else:
            call.kill()
        call.wait(10)
        app.until_mark("outcome", card=card)
        time.sleep(2)
    queue(app, env, commands, project, shoot, card)
    subprocess.run(["xdotool", "windowactivate", "--sync", window], env=env, check=True)
    app.click_thing("Approvals")
    time.sleep(2)
    shoot("approvals-settings", SIZE, window)


def queue(app, env, commands, project, shoot, before):
    """Three sessions ask at once."""
    calls = [Session(env, commands, project, "payments").ask("PermissionRequest-Bash", PUSH)]
    first = app.until_card(after=before)
    for name, tool_input in (("storefront", TESTS), ("infrastructure", SCRIPT)):
        other = os.path.join(os.path.dirname(project), name)
        os.makedirs(other, exist_ok=True)
        calls.append(Session(env, commands, other, name).ask("PermissionRequest-Bash", tool_input))
        time.sleep(1)
    app.settle(first)
    shoot("approvals-queue", SIZE)
    app.click(first, "deny")
    for call in calls[1:]:
        call.kill()
    for call in calls:
        call.wait(10)
    time.sleep(2)

