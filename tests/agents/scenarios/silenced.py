"""Hooks that are there and do not run: the app says so, and the agent asks in its terminal."""
import json

from scenarios.steps import PROOF, allows_on_card, installs, opens, says_yes_in_terminal, scenario
from terminal import until


def state(stage):
    """How the app says that the hooks stand in the person's settings."""
    files = json.loads(stage.vults("hooks", "status", "--json", code=None))["files"]
    return next(file for file in files if file["file"] == stage.settings_file)


def dead(stage):
    """Why the app says that they do not run."""
    return {reason["why"]: reason for reason in state(stage)["not_running_because"]}


@scenario("with hooks switched off the app says so, and the agent asks in its terminal")
def switched_off(stage):
    stage.write_settings(stage.agent.OWN_SETTINGS.replace("{\n", '{\n  "disableAllHooks": true,\n', 1))
    installs(stage)
    stage.check("the app says so", stage.settings_file in json.dumps(dead(stage).get("disabled")), state(stage))
    opens(stage, PROOF)
    says_yes_in_terminal(stage)
    # An open session takes the change over.
    stage.write_settings(stage.settings().replace('"disableAllHooks": true', '"disableAllHooks": false'))
    stage.check("the app says so no more", not dead(stage), state(stage))
    stage.terminal.wait_for_settings()
    allows_on_card(stage)


@scenario("settings that the agent does not load are said to be so, and it asks in its terminal")
def not_loaded(stage):
    stage.write_settings("// my notes\n" + stage.agent.OWN_SETTINGS)
    installs(stage)
    stage.check("the note is kept", stage.settings().startswith("// my notes\n{\n"), stage.settings())
    stage.check("the app says so", "not_loaded" in dead(stage), state(stage))
    opens(stage, PROOF)
    stage.terminal.until_still(stage.agent.NOT_LOADED, 20)
    for key in stage.agent.GO_ON:
        stage.terminal.key(key)
    stage.terminal.until_still(stage.agent.READY, 20)
    says_yes_in_terminal(stage)


@scenario("a folder that is not trusted yet is named, and gets its card once it is")
def untrusted(stage):
    installs(stage)
    stage.distrust()
    opens(stage, PROOF)
    stage.terminal.until_still(stage.agent.DISTRUSTS, 20)
    stage.check("the app names it", stage.project in json.dumps(dead(stage).get("untrusted")), state(stage))
    for key in stage.agent.TRUST:
        stage.terminal.key(key)
    until("the question to go", lambda: not stage.terminal.shows(stage.agent.DISTRUSTS))
    stage.terminal.until_still(stage.agent.READY, 20)
    stage.check("the app names it no more", not dead(stage), state(stage))
    allows_on_card(stage)


@scenario("with hooks forbidden by the administrator the app says so, and the agent asks in its terminal")
def managed(stage):
    installs(stage)
    stage.administer('{"allowManagedHooksOnly": true}')
    stage.check("the app says so", "managed" in dead(stage), state(stage))
    opens(stage, PROOF)
    says_yes_in_terminal(stage)
