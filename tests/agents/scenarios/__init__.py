"""What must hold between a person, the app and a real agent: one function a scenario.

Each gets a stage: a fresh home and project, the agent in a terminal, the app on the desktop.
"""
from scenarios.steps import SCENARIOS
# Each adds its own, in this order.
# pylint: disable=unused-import
from scenarios import (answers, words, tools, plans, questions, rules, modes, overdue, absence, guards, installation,
                       removal, broken_relay, status_line, silenced, sessions, codex)

__all__ = ["SCENARIOS"]
