"""Claude Code: how it is installed, started without a network, asked and left.

Another agent is another file like this one, and a row in `run`.
"""
import json
import os

NAME = "claude"
PACKAGE, VERSION = "@anthropic-ai/claude-code", "2.1.332"
BINARY = "node_modules/@anthropic-ai/claude-code-linux-x64/claude"

# What is on the screen when it waits for a prompt, and what its own permission dialog says.
READY = r"\? for shortcuts|❯"
ASKS = r"Do you want to proceed\?"
LEAVE = "/exit"
# The keys that say yes and no in that dialog.
YES, NO = "Enter", "Escape"


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


def prepare(home, project, settings):
    """A home in which the first-start questions are answered and the user has added `settings`."""
    write(os.path.join(home, ".claude.json"), {
        "hasCompletedOnboarding": True, "lastOnboardingVersion": VERSION, "numStartups": 5, "theme": "dark",
        "autoUpdates": False, "installMethod": "npm",
        "projects": {project: {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True,
                               "allowedTools": []}}})
    write(os.path.join(home, ".claude", "settings.json"), settings)


def shell(command, description="Run a command"):
    """The model's call for a shell command."""
    return {"name": "Bash", "input": {"command": command, "description": description}}


def read(path):
    """The model's call for reading a file, which needs no permission."""
    return {"name": "Read", "input": {"file_path": path}}


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2)
