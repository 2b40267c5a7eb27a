"""Codex: how it is installed, started, asked and left, and the hooks of somebody who uses it."""
import json
import os

from terminal import BASE_URL

NAME = "codex"
PACKAGE, VERSION = "@openai/codex", "0.171.0"
BINARY = "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"

# What is on the screen when it waits for a prompt, and what its own permission dialog says.
READY = r"← for agents"
ASKS = r"Would you like to "
LEAVE = "/quit"
# The keys that say yes and no in that dialog.
YES, NO = "Enter", "Escape"
# What it shows while a hook waits: no dialog of its own.
HELD = r"Running PermissionRequest hook"
# What it says of hooks that its person has not reviewed yet, and the keys of one who trusts them all, and of one
# who goes on without them.
REVIEWS, TRUST_HOOKS, WITHOUT_HOOKS = r"Hooks need review", ("Down", "Enter"), ("Down", "Down", "Enter")

# How it is started so that its work ends with its terminal; as a rule a program in the background does the work.
ALONE = ("--no-daemon",)

# How long an open session may take until it goes by new settings, in seconds. It takes none.
NOTICES = 0.0

# Where it keeps its settings, and what names another folder for them.
FOLDER, FOLDER_VARIABLE = ".codex", "CODEX_HOME"
# Hooks as a person has them, in their own spelling.
OWN_SETTINGS = """{
  "hooks": {
    "UserPromptSubmit": [ { "hooks": [
        { "type": "command", "command": "echo asked >>\\"$HOME/mine.log\\"" } ] } ],
\t"PermissionRequest": [{"hooks": [{"type": "command", "command": "true", "timeout": 5}]}]
  }
}
"""


def environment(_base_url):
    """The key of the model service; it is made up."""
    return {"MODEL_KEY": "not-a-real-key", "RUST_LOG": "warn"}


def settings_file(home, folder=None):
    """Its hooks, for a home and the folder that its variable names, if any."""
    return os.path.join(folder or os.path.join(home, FOLDER), "hooks.json")


def remember(home, folder, trusted, servers):
    """What it keeps for itself: which model service there is and no other place, which projects are trusted, and
    which servers of tools are started."""
    lines = [
        'model_provider = "script"', 'model = "gpt-6.2-sol"', 'approval_policy = "on-request"',
        "check_for_update_on_startup = false", "[sandbox_workspace_write]", "exclude_slash_tmp = true",
        "exclude_tmpdir_env_var = true", "[analytics]", "enabled = false", "[feedback]", "enabled = false",
        "[model_providers.script]", 'name = "Script"', 'base_url = "%s/v1"' % BASE_URL, 'wire_api = "responses"',
        'env_key = "MODEL_KEY"']
    for project in trusted:
        lines += ["[projects.%s]" % json.dumps(project), 'trust_level = "trusted"']
    for name, words in servers.items():
        lines += ["[mcp_servers.%s]" % name, "command = %s" % json.dumps(words[0]), "args = %s" % json.dumps(words[1:])]
    path = os.path.join(folder or os.path.join(home, FOLDER), "config.toml")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def hooks(text):
    """Each event of its hooks with their commands, in their order."""
    events = json.loads(text).get("hooks", {})
    return {event: [hook["command"] for group in groups for hook in group["hooks"]]
            for event, groups in events.items()}


def was_told(result, words):
    """Whether the model read that its call was denied, with these words."""
    return "Rejected(" in result and json.dumps(json.dumps(words))[3:-3] in result


def _calls(tool, argument):
    """The model's call of a tool from the JavaScript that it writes."""
    return {"name": "exec", "input": {"input": "const r = await tools.%s(%s);\n"
                                               "text(typeof r === 'string' ? r : JSON.stringify(r));\n"
                                               % (tool, json.dumps(argument))}}


def shell(command, description="Run a command", folder=None):
    """The model's call for a shell command outside the sandbox, which needs a permission."""
    argument = {"cmd": command, "sandbox_permissions": "require_escalated", "justification": description}
    return _calls("exec_command", dict(argument, workdir=folder) if folder else argument)


def read(path):
    """The model's call for reading a file, which needs no permission."""
    return _calls("exec_command", {"cmd": "cat '%s'" % path})


def patch(*lines):
    """The model's call for a patch."""
    return _calls("apply_patch", "\n".join(["*** Begin Patch", *lines, "*** End Patch", ""]))


def server_tool(server, tool, arguments):
    """The model's call for a server's tool."""
    return _calls("mcp__%s__%s" % (server, tool), arguments)


def subagent(prompt, _description):
    """The model's call for a sub-agent."""
    return {"name": "spawn_agent", "input": {"message": prompt, "task_name": "helper", "fork_turns": "none"}}
