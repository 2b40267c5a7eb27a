"""Claude Code: how it is installed, started, asked and left, and the settings of somebody who uses it.

Another agent is another file like this one, and a row in `run`.
"""
import json
import os

NAME = "claude"
PACKAGE, VERSION = "@anthropic-ai/claude-code", "2.1.332"
BINARY = "node_modules/@anthropic-ai/claude-code-linux-x64/claude"

# What is on the screen when it waits for a prompt, and what its own permission dialog says.
READY = r"\? for shortcuts|❯"
ASKS = r"Do you want to |Would you like to proceed\?"
ASKS_QUESTION = r"Enter to select"
LEAVE = "/exit"
# The keys that say yes and no in that dialog.
YES, NO = "Enter", "Escape"
# It runs hooks that nobody has reviewed.
REVIEWS = None
# How it is started so that its work ends with its terminal: it always does.
ALONE = ()
# What it says while only sub-agents still work.
WAITS_FOR_SUBAGENT = r"Waiting for 1 background agent"
# What it says where the folder is not trusted yet, and the keys of a person who trusts it.
DISTRUSTS, TRUST = r"trust this folder", ("Down", "Enter")
# What it says of settings that it does not load, and the keys of a person who goes on without them.
NOT_LOADED, GO_ON = r"Settings Error", ("Down", "Down", "Enter")
# What it says before it does all without asking, and the keys of a person who wants that.
WARNS, ACCEPT = r"running in Bypass Permissions mode", ("Down", "Enter")
# What stands on its screen by chance: tips, how long the turn took in a word of its own, and in the lowest row
# hints and news; the hint of its shortcuts gives way to any status line, also to one that shows nothing.
CHANCE = r"^.*Tip: .*|^✻ .*|(?<=manual mode on) .*$"

# How somebody uses it who has a subscription, and what the service then says of their plan with each reply. The
# token is made up.
SUBSCRIBED = {"ANTHROPIC_AUTH_TOKEN": None, "CLAUDE_CODE_OAUTH_TOKEN": "sk-ant-oat01-not-a-real-token"}


def plan_headers(hours, week):
    """So much of each window is used, in percent."""
    unified = "anthropic-ratelimit-unified-"
    return {unified + "status": "allowed", unified + "reset": "{now+7200}",
            unified + "representative-claim": "five_hour", unified + "fallback-percentage": "0.5",
            unified + "5h-status": "allowed", unified + "5h-utilization": str(hours / 100),
            unified + "5h-reset": "{now+7200}", unified + "7d-status": "allowed",
            unified + "7d-utilization": str(week / 100), unified + "7d-reset": "{now+300000}"}


# How it is started so that it asks less, or something else. It refuses the first to root, who could do more
# than a person should; here there is nothing to harm.
BYPASS, BYPASS_AS_ROOT = ("--permission-mode", "bypassPermissions"), {"IS_SANDBOX": "1"}
DONT_ASK, DENIES = ("--permission-mode", "dontAsk"), "running in don't ask mode"
PLAN = ("--permission-mode", "plan")
# A model that has an auto mode; the others have none.
AUTO, AUTO_MODEL = ("--permission-mode", "auto"), {"ANTHROPIC_MODEL": "claude-sonnet-4-6"}

# What names a file with one more authority whose certificates it trusts.
CERTIFICATES = "NODE_EXTRA_CA_CERTS"

# How long an open session may take until it goes by new settings, in seconds.
NOTICES = 3.0

# Where it keeps its settings, and what names another folder for them.
FOLDER, FOLDER_VARIABLE = ".claude", "CLAUDE_CONFIG_DIR"
# Where the machine's administrator has settings for it, below /etc.
MANAGED = "claude-code/managed-settings.json"
# Settings as a person has them, in their own spelling, with a hook of their own.
OWN_SETTINGS = """{
\t"theme": "dark",
    "permissions": { "allow": ["Bash(git log:*)"], "deny": [] },
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [ { "type": "command", "command": "echo asked >>\\"$HOME/mine.log\\"" } ] }
    ]
  },   "cleanupPeriodDays": 3e1
}
"""


def environment(base_url):
    """What makes it use this model service and no other place. The key is made up."""
    return {
        "ANTHROPIC_BASE_URL": base_url,
        "ANTHROPIC_AUTH_TOKEN": "not-a-real-key",
        "ANTHROPIC_MODEL": "claude-sonnet-4-5",
        "ANTHROPIC_SMALL_FAST_MODEL": "claude-haiku-4-5",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY": "1",
        "CLAUDE_CODE_DISABLE_TERMINAL_TITLE": "1",
        "CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_INSTALLATION_CHECKS": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_UPDATES": "1",
    }


def settings_file(home, folder=None):
    """Its settings, for a home and the folder that its variable names, if any."""
    return os.path.join(folder or os.path.join(home, FOLDER), "settings.json")


def remember(home, folder, trusted, servers):
    """What it keeps for itself: its first questions are answered, these projects are trusted, and these
    servers of tools are started, each by its words.

    Nothing here is of the kind that it moves into the person's settings at a start, rewriting them.
    """
    path = os.path.join(folder or home, ".claude.json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({
            "hasCompletedOnboarding": True, "lastOnboardingVersion": VERSION, "numStartups": 5, "installMethod": "npm",
            "projects": {project: {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True,
                                   "allowedTools": []} for project in trusted},
            "mcpServers": {name: {"type": "stdio", "command": words[0], "args": words[1:]}
                           for name, words in servers.items()}}, file, indent=2)


def with_settings(**members):
    """Somebody's settings, with these members before the others."""
    new = "".join("  %s: %s,\n" % (json.dumps(name), json.dumps(value)) for name, value in members.items())
    return OWN_SETTINGS.replace("{\n", "{\n" + new, 1)


def asks_before(*rules):
    """Settings of somebody who wants to be asked before what these rules cover, in every mode."""
    return OWN_SETTINGS.replace('"deny": []', '"deny": [], "ask": %s' % json.dumps(rules))


def hooks(text):
    """Each event of the settings with the commands of its hooks, in their order."""
    events = json.loads(text).get("hooks", {})
    return {event: [hook["command"] for group in groups for hook in group["hooks"]]
            for event, groups in events.items()}


def was_told(result, words):
    """Whether the model read that its call was denied, with these words and no more."""
    return result == words


def shell(command, description="Run a command"):
    """The model's call for a shell command."""
    return {"name": "Bash", "input": {"command": command, "description": description}}


def read(path):
    """The model's call for reading a file, which needs no permission."""
    return {"name": "Read", "input": {"file_path": path}}


def write(path, content):
    """The model's call for writing a file."""
    return {"name": "Write", "input": {"file_path": path, "content": content}}


def edit(path, old, new):
    """The model's call for changing a part of a file."""
    return {"name": "Edit", "input": {"file_path": path, "old_string": old, "new_string": new}}


# Who fetches pages without Claude Code's own service being asked first whether they are good.
FETCHES = with_settings(skipWebFetchPreflight=True)
# How it begins when it asks a model beside the conversation about a page.
ABOUT_PAGE = "Web page content:"


def fetch(url, prompt):
    """The model's call for reading a page of the web."""
    return {"name": "WebFetch", "input": {"url": url, "prompt": prompt}}


def server_tool(server, tool, arguments):
    """The model's call for a server's tool."""
    return {"name": "mcp__%s__%s" % (server, tool), "input": arguments}


def subagent(prompt, description):
    """The model's call for a sub-agent."""
    return {"name": "Agent", "input": {"description": description, "prompt": prompt,
                                       "subagent_type": "general-purpose"}}


def question(text, labels, several=False):
    """One question, for `ask`."""
    return {"question": text, "header": text.split()[1][:12], "multiSelect": several,
            "options": [{"label": label, "description": "As it says."} for label in labels]}


def ask(*questions):
    """The model's call for asking the person something."""
    return {"name": "AskUserQuestion", "input": {"questions": list(questions)}}


def plan(text):
    """The model's two turns that write a plan and ask the person about it."""
    return [{"text": "I will write my plan.", "tools": [write("PLAN_FILE", text)]},
            {"text": "Here is my plan.", "tools": [{"name": "ExitPlanMode", "input": {}}]}]
