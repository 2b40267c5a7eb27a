"""Hooks that go, by the person's word or by another program, and come back by the person's alone."""
import os

from scenarios.steps import (PROOF, allows_on_card, allows_on_card_soon, installs, opens, over, runs,
                             says_yes_in_terminal, scenario)


@scenario("hooks that the person removes leave no trace, and come back only when they say so")
def removed(stage):
    installs(stage)
    runs(stage, PROOF)
    stage.app.click(stage.app.until_card(), "allow")
    over(stage)
    said = stage.vults("hooks", "remove")
    stage.check("it lists what it took away", "settings.json" in said and "vults-hook" in said, said)
    stage.check("the relay is gone", not os.path.exists(os.path.dirname(stage.relay)))
    stage.check("the settings are as they were", stage.settings() == stage.agent.OWN_SETTINGS, stage.settings())
    stage.app.until_hooks("Removed")
    says_yes_in_terminal(stage)
    stage.app.close()
    stage.app.start()
    stage.app.until_hooks("Removed")
    stage.check("a start brings nothing back", stage.settings() == stage.agent.OWN_SETTINGS, stage.settings())
    stage.vults("hooks", "install")
    stage.app.until_hooks("Installed")
    allows_on_card_soon(stage)


@scenario("hooks that another program takes away are missed, and come back only when the person says so")
def taken_away(stage):
    installs(stage)
    opens(stage, PROOF)
    allows_on_card(stage)
    # A program that once read the settings writes what it knows.
    stage.write_settings(stage.agent.OWN_SETTINGS)
    stage.app.until_mark("drift", 60, agents="1")
    says_yes_in_terminal(stage)
    stage.app.close()
    stage.app.start()
    stage.app.until_mark("drift", agents="1")
    stage.check("what went stays away", stage.settings() == stage.agent.OWN_SETTINGS, stage.settings())
    stage.vults("hooks", "install")
    stage.app.until_hooks("Installed")
    stage.app.until_mark("drift", agents="0")
    allows_on_card_soon(stage)
