"""The pictures of the guides: a card of each kind, the queue, what the settings keep of it, and the list
of the sessions. `demo-full-screen` takes the one over a full screen.

`demo` calls it on its private desktop. The events are recorded ones, with what this session's own says.
"""
import json
import os
import subprocess
import time

import programs
from terminal import until

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
MIGRATE = {"command": "terraform apply eu-central-1.plan", "description": "Move the bucket"}
HOUR, DAY = 3600, 24 * 3600


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

    def tell(self, recorded, **own):
        """An event that nobody answers."""
        event = self._event(recorded, **own)
        command = self.commands[event["hook_event_name"]]
        subprocess.run(["sh", "-c", command], env=self.env, cwd=self.project, input=json.dumps(event).encode(),
                       stdout=subprocess.DEVNULL, timeout=20, check=True)

    def ask(self, recorded, tool_input):
        """A call of the relay that waits."""
        event = self._event(recorded, tool_input=tool_input)
        asks = recorded == "PreToolUse-AskUserQuestion"
        call = subprocess.Popen(["sh", "-c", self.commands["--ask" if asks else event["hook_event_name"]]],
                                env=self.env, cwd=self.project, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                start_new_session=True)
        call.stdin.write(json.dumps(event).encode())
        call.stdin.close()
        return call

    def costs(self, dollars):
        """What the agent says to its status line."""
        said = self._event("StatusLine-rate_limits")
        said["cost"]["total_cost_usd"] = dollars
        for window, used, left in (("five_hour", 42, 2 * HOUR + 600), ("seven_day", 17, 4 * DAY)):
            said["rate_limits"][window] = {"used_percentage": used, "resets_at": int(time.time()) + left}
        # The person's own status line is behind it, and is not there.
        subprocess.run(["sh", "-c", self.commands["statusLine"]], env=self.env, cwd=self.project,
                       input=json.dumps(said).encode(), capture_output=True, timeout=20, check=False)

    def _event(self, recorded, **own):
        with open(os.path.join(programs.ROOT, "tests", "fixtures", "claude", recorded + ".json"),
                  encoding="utf-8") as file:
            return dict(json.load(file), session_id=self.name, cwd=self.project, **own)


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
    card = queue(app, env, commands, project, shoot, card)
    sessions(app, env, commands, project, shoot, card)
    subprocess.run(["xdotool", "windowactivate", "--sync", window], env=env, check=True)
    for page, picture in (("Approvals", "approvals-settings"), ("General", "settings-general")):
        app.click_thing(page)
        until("the page %s" % page, lambda name=page: any(
            thing.name == name and thing.role == "heading" for thing in app.things()))
        aside(env)
        time.sleep(2)
        shoot(picture, SIZE, window)


def aside(env):
    """The pointer leaves what it has pressed: a picture is of what is there, not of what a hand does."""
    subprocess.run(["xdotool", "mousemove", "1270", "790"], env=env, check=True)


def queue(app, env, commands, project, shoot, before):
    """Three sessions ask at once; returns the last card."""
    calls = [Session(env, commands, project, "payments").ask("PermissionRequest-Bash", PUSH)]
    first = last = app.until_card(after=before)
    for name, tool_input in (("storefront", TESTS), ("infra", MIGRATE)):
        calls.append(Session(env, commands, beside(project, name), name).ask("PermissionRequest-Bash", tool_input))
        time.sleep(1)
    aside(env)
    app.settle(first)
    time.sleep(1)
    shoot("approvals-queue", SIZE)
    for button in ("deny", "allow", "deny"):
        app.click(last, button)
        app.until_mark("outcome", card=last)
        if button != "deny" or last == first:
            last = app.until_card(after=last)
    for call in calls:
        call.wait(10)
    time.sleep(2)
    return last


def beside(project, name, branch=None):
    """The folder of another project, next to this one."""
    folder = os.path.join(os.path.dirname(project), name)
    os.makedirs(os.path.join(folder, ".git"), exist_ok=True)
    with open(os.path.join(folder, ".git", "HEAD"), "w", encoding="utf-8") as head:
        head.write("ref: refs/heads/%s\n" % (branch or "main"))
    return folder


def hooks(app, env, session, shoot):
    """What the person's own hooks did on two calls of a session, opened in its row of the list."""
    programs_of_hooks = {
        "audit": "cat >> ~/audit.jsonl; echo >> ~/audit.jsonl",
        "guard-generated": "if grep -q src/generated/; then\n"
                           "  echo 'src/generated/ is built by codegen: edit the schema instead' >&2; exit 2; fi",
    }
    folder = os.path.join(env["HOME"], "bin")
    os.makedirs(folder, exist_ok=True)
    for name, script in programs_of_hooks.items():
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n%s\n" % script)
        os.chmod(path, 0o755)
    settings = os.path.join(env["XDG_CONFIG_HOME"], "levelcode", "settings.json")
    os.makedirs(os.path.dirname(settings), exist_ok=True)
    with open(settings, "w", encoding="utf-8") as file:
        json.dump({"hooks": {"PreToolUse": [
            {"hooks": [{"command": "~/bin/audit"}]},
            {"matcher": "write_file|edit_file", "hooks": [{"command": "~/bin/guard-generated"}]},
        ]}}, file)
    session.tell("PreToolUse-Bash", tool_input=TESTS, tool_use_id="toolu_tests")
    session.tell("PreToolUse-Write", tool_use_id="toolu_generated", tool_input={
        "file_path": os.path.join(session.project, "src/generated/refund.rs"), "content": ROUNDED})
    app.click_thing("What hooks did in payments-api")
    aside(env)
    time.sleep(1.5)
    shoot("hooks", SIZE)
    os.remove(settings)


def sessions(app, env, commands, project, shoot, before):
    """The list, with a session in each state that a day brings."""
    def session(name, folder, branch):
        one = Session(env, commands, beside(project, folder, branch), name)
        one.tell("UserPromptSubmit")
        return one

    Session(env, commands, project, "demo").tell("SessionEnd-prompt_input_exit")
    asks = session("infra", "infra", "move-bucket")
    call = asks.ask("PermissionRequest-Bash", MIGRATE)
    card = app.until_card(after=before)
    app.click(card, "terminal")
    call.wait(10)
    works = session("payments", "payments-api", "fix/refunds")
    works.tell("PreToolUse-Bash", tool_input=TESTS)
    done = session("storefront", "storefront", "cart")
    done.tell("Stop", last_assistant_message="The cart keeps its items after a reload. I added three tests for it.")
    helped = session("handbook", "handbook", "main")
    for helper in ("one", "two"):
        helped.tell("SubagentStart", agent_id=helper)
    for one, dollars in ((asks, 1.37), (works, 4.82), (done, 0.64), (helped, 0.21)):
        one.costs(dollars)
    # The session that has ended keeps its row for five seconds.
    time.sleep(6)
    app.click_thing("Show")
    aside(env)
    time.sleep(1.5)
    shoot("sessions", "820x390")
    hooks(app, env, works, shoot)
    # It would lie over the settings.
    app.click_thing("Show")
    time.sleep(1)
