"""What the app says that each session does: its states, its costs, and what is told."""
import os
import signal

from scenarios.steps import PROOF, installs, over, scenario, turn
from scenarios.tools import SUBTASK
from terminal import until

# What needs no permission, so that no card comes.
LOOK = "notes.txt"


def key_of(mark):
    return mark.fields["key"]


def sessions(app):
    """The newest mark of each session that is there, by its key."""
    now = {}
    for mark in list(app.marks):
        if mark.name == "session":
            now[key_of(mark)] = mark.fields
        elif mark.name == "session_left":
            now.pop(key_of(mark), None)
    return now


def until_state(stage, status, seconds=30.0, **fields):
    """Until there is one session, in this state and with these figures."""
    wanted = {"status": status, **fields}

    def found():
        now = list(sessions(stage.app).values())
        return len(now) == 1 and all(now[0].get(name) == value for name, value in wanted.items()) and now[0]
    return until("a session with %s, not %s" % (wanted, sessions(stage.app)), found, seconds)


def states(stage):
    """The states that the sessions went through, one after the other."""
    went = [mark.fields["status"] for mark in list(stage.app.marks) if mark.name == "session"]
    return [state for place, state in enumerate(went) if place == 0 or went[place - 1] != state]


def told(stage):
    """What the person was told."""
    return [mark.fields["what"] for mark in list(stage.app.marks) if mark.name == "told"]


@scenario("a session is what it does: started, at each step, waiting here, done; and its end is told once")
def one_turn(stage):
    stage.write(LOOK, "a line\n")
    installs(stage)
    agent = stage.agent
    look = turn(agent.read(stage.path(LOOK)))
    stage.open_terminal([dict(look, hold="read"), turn(agent.shell(PROOF)), dict(look, hold="end")])
    until_state(stage, "Started")
    stage.terminal.prompt()
    until_state(stage, "Working", step="")
    stage.let_go("read")
    card = stage.app.until_card()
    until_state(stage, "WaitsHere")
    stage.app.click(card, "allow")
    until("the command to run", lambda: stage.exists("proof.txt"))
    until_state(stage, "Working", step="")
    stage.let_go("end")
    over(stage)
    until_state(stage, "Done")
    stage.check("it went from one to the next",
                states(stage) == ["Started", "Working", "WaitsHere", "Working", "Done"], states(stage))
    steps = [mark.fields["step"] for mark in stage.app.marks if mark.name == "session" and mark.fields["step"]]
    stage.check("each step was shown", {"read", "command"} >= set(steps) and "command" in steps, steps)
    stage.check("it was told once", told(stage) == ["Asks", "Finished"], told(stage))


@scenario("a session whose sub-agent goes on is in the background, and its end is told at the very end")
def background(stage):
    installs(stage)
    agent = stage.agent
    stage.write(LOOK, "a line\n")
    stage.open_terminal([turn(agent.subagent(SUBTASK, "Look at the file"))],
                        threads={SUBTASK: [dict(turn(agent.read(stage.path(LOOK))), hold="go")]})
    stage.terminal.prompt()
    until_state(stage, "InBackground", subagents="1")
    stage.check("nothing is told yet", told(stage) == [], told(stage))
    stage.let_go("go")
    until_state(stage, "Done", subagents="0", background="0")
    over(stage)
    stage.check("it was told once", told(stage) == ["Finished"], told(stage))
    stage.check("it was done once", states(stage).count("Done") == 1, states(stage))


@scenario("a turn that is stopped at its card is interrupted at once, and goes on with the next prompt")
def interrupted(stage):
    installs(stage)
    agent = stage.agent
    stage.open_terminal([turn(agent.shell(PROOF))])
    stage.terminal.prompt()
    stage.app.until_card()
    stage.terminal.key("Escape")
    until_state(stage, "Interrupted", 10)
    stage.check("no end was told", told(stage) == ["Asks"], told(stage))
    stage.terminal.until_still(agent.READY, 20)
    stage.terminal.prompt()
    over(stage)
    until_state(stage, "Done")
    stage.check("its end was told", told(stage) == ["Asks", "Finished"], told(stage))


@scenario("what a session costs and how much of the plan is used come from the agent's own status line")
def cost_and_limits(stage):
    installs(stage)
    agent = stage.agent
    stage.open_terminal([], variables=agent.SUBSCRIBED, headers=agent.plan_headers(42, 17))
    until_state(stage, "Started", cost="0")
    stage.terminal.prompt()
    over(stage)
    plans = stage.app.until_mark("plans", 20)
    stage.check("the windows are the plan's", plans.fields["windows"] == "300:42,10080:17", plans.fields)
    until("a cost", lambda: all(int(session["cost"]) > 0 for session in sessions(stage.app).values()), 10)
    until_state(stage, "Done")


@scenario("a session and its plan are there again when the app is started anew in the middle of a turn")
def restarted(stage):
    installs(stage)
    agent = stage.agent
    stage.write(LOOK, "a line\n")
    held = dict(turn(agent.read(stage.path(LOOK))), hold="go")
    stage.open_terminal([held], variables=agent.SUBSCRIBED, headers=agent.plan_headers(42, 17))
    stage.let_go("go")
    stage.terminal.prompt()
    over(stage)
    stage.app.until_mark("plans", 20)
    until("a cost", lambda: all(int(session["cost"]) > 0 for session in sessions(stage.app).values()), 10)
    cost = until_state(stage, "Done")["cost"]
    stage.app.close()
    stage.app.start()
    until_state(stage, "Done", cost=cost)
    stage.app.until_mark("plans")
    stage.check("nothing is told again", told(stage) == [], told(stage))
    stage.hold("go")
    stage.terminal.prompt()
    until_state(stage, "Working")
    stage.app.close()
    stage.app.start()
    until_state(stage, "Working")
    stage.let_go("go")
    over(stage)
    until_state(stage, "Done")
    stage.check("its end is told", told(stage) == ["Finished"], told(stage))


@scenario("a session that is cleared is one, and leaves when its agent is killed")
def cleared_and_killed(stage):
    installs(stage)
    stage.open_terminal([])
    stage.terminal.prompt()
    over(stage)
    until_state(stage, "Done")
    first = set(sessions(stage.app))
    stage.terminal.clear()
    until("another session in its place", lambda: len(sessions(stage.app)) == 1 and set(sessions(stage.app)) != first)
    until_state(stage, "Started")
    stage.terminal.prompt()
    over(stage)
    until_state(stage, "Done")
    for pid in stage.terminal.pids():
        os.kill(pid, signal.SIGKILL)
    until_state(stage, "Gone", 10)
    until("it to leave", lambda: not sessions(stage.app), 10)
