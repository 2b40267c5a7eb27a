"""What a scenario plays on: a person's home, the app on the desktop, and an agent in a terminal."""
import os
import subprocess

import programs
from app import App
from terminal import BASE_URL, Terminal

# What a program needs to reach the desktop.
DESKTOP = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "VULTS_PRIVATE_DESKTOP", "LIBGL_ALWAYS_SOFTWARE", "NO_AT_BRIDGE",
           "PATH", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP")


class Failed(Exception):
    """A check of a scenario."""


class Stage:
    """One home and one app, with one agent in one project; all of it is thrown away afterwards.

    The person has settings of their own, and none of ours: those are for the app to write.
    """

    def __init__(self, folder, agent, program, beside=None, settings_folder=None):
        self.folder, self.agent, self.program = folder, agent, program
        self.neighbours = []
        if beside:
            self.home, self.env, self.app = beside.home, dict(beside.env), beside.app
            self.project = os.path.join(self.home, os.path.basename(folder))
        else:
            self.home = os.path.join(folder, "home")
            self.env = environment(folder)
            # The person starts the agent by its name.
            self.env["PATH"] = os.pathsep.join([os.path.dirname(program), self.env["PATH"]])
            self.app = App(programs.APP, folder, self.env, agent.NAME)
            self.project = os.path.join(self.home, "project")
        os.makedirs(self.project)
        subprocess.run(["git", "init", "-q", self.project], env=self.env, check=True)
        self.relay = os.path.join(self.env["XDG_DATA_HOME"], "vults", "bin", "vults-hook")
        self.settings_folder = settings_folder
        if settings_folder:
            self.env[agent.FOLDER_VARIABLE] = settings_folder
        self.settings_file = agent.settings_file(self.home, settings_folder)
        if not os.path.exists(self.settings_file):
            os.makedirs(os.path.dirname(self.settings_file), mode=0o700)
            self.write_settings(agent.OWN_SETTINGS)
        self.trusted = beside.trusted if beside and not settings_folder else []
        self.servers = {}
        self.trust(self.project)
        self.inside = []
        self.terminal = None

    def neighbour(self, project, settings_folder=None):
        """Another agent of the same person's, in a project and a terminal of its own, and with a settings
        folder of its own where one is named. It comes before any agent is started."""
        folder = os.path.join(self.folder, project)
        os.makedirs(folder, mode=0o700)
        settings_folder = settings_folder and os.path.join(self.home, settings_folder)
        self.neighbours.append(Stage(folder, self.agent, self.program, self, settings_folder))
        return self.neighbours[-1]

    def trust(self, project):
        """The person trusts this project."""
        self.trusted.append(project)
        self._remember()

    def distrust(self):
        """The person trusts no project yet."""
        self.trusted.clear()
        self._remember()

    def offer(self, server, words):
        """The person has given the agent a server of tools, which is started so."""
        self.servers[server] = words
        self._remember()

    def _remember(self):
        self.agent.remember(self.home, self.settings_folder, self.trusted, self.servers)

    def administer(self, settings):
        """The machine's administrator has these settings for the agent; but only the agent and the command
        line see them that are started from now on."""
        top, work = (os.path.join(self.folder, name) for name in ("etc", "etc-work"))
        os.makedirs(work)
        path = os.path.join(top, self.agent.MANAGED)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(settings)
        alone = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--map-root-user", "--mount"]
        mount = "mount -t overlay none -o lowerdir=/etc,upperdir=%s,workdir=%s /etc" % (top, work)
        self.inside = alone + ["sh", "-c", mount + ' && exec "$@"', "sh"]

    def open_terminal(self, turns, options=(), variables=None, review=None, **script):
        """Opens the agent in a terminal, with these options of its own, and variables, of which one that is
        None is not set; `review` are the keys of a person who is asked to review hooks. `turns` is what its model will say after each prompt; the rest of the script
        (`threads`, `asides`, `headers`) is as in model.py."""
        env = {**self.env, **self.agent.environment(BASE_URL), **(variables or {})}
        env = {name: value for name, value in env.items() if value is not None}
        self.terminal = Terminal(self.folder, self.project, env, self.agent, [*self.inside, self.program, *options],
                                 {"turns": turns, **script})
        self.terminal.review = review
        self.terminal.open()

    def let_go(self, name):
        """Lets a turn of the model go on that is held under this name."""
        with open(os.path.join(self.folder, name), "w", encoding="utf-8"):
            pass

    def hold(self, name):
        """Such a turn is held again from now on."""
        os.remove(os.path.join(self.folder, name))

    # The person's files

    def settings(self):
        with open(self.settings_file, encoding="utf-8", newline="") as file:
            return file.read()

    def write_settings(self, text):
        """As most programs write: a new file in the place of the old one."""
        new = self.settings_file + ".new"
        with open(new, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        os.replace(new, self.settings_file)

    def path(self, name):
        return os.path.join(self.project, name)

    def exists(self, name):
        return os.path.exists(self.path(name))

    def read(self, name):
        """What is in a file of the project; none where there is no such file."""
        if not self.exists(name):
            return None
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def remove(self, name):
        if self.exists(name):
            os.remove(self.path(name))

    def vults(self, *words, code=0):
        """What the app's command line says, without a display; it has to end with this code, if any."""
        env = {name: value for name, value in self.env.items() if name != "DISPLAY"}
        done = subprocess.run([*self.inside, programs.APP, *words], env=env, capture_output=True, text=True,
                              timeout=60, check=False)
        self.check("vults %s ends well" % " ".join(words), code in (None, done.returncode), done)
        return done.stdout

    def check(self, what, holds, seen=None):
        if not holds:
            raise Failed("not so: %s%s" % (what, "" if seen is None else "; seen: %s" % (seen,)))

    def close(self):
        for stage in self.neighbours + [self]:
            if stage.terminal:
                with open(os.path.join(stage.folder, "screen.txt"), "w", encoding="utf-8") as file:
                    file.write(stage.terminal.everything())
                stage.terminal.close()
        self.app.close()


def environment(folder):
    """The person's environment, with everything that is written in this folder."""
    env = {name: os.environ[name] for name in DESKTOP if name in os.environ}
    env.update({"USER": "me", "LOGNAME": "me", "LANG": "C.UTF-8", "TERM": "xterm-256color", "SHELL": "/bin/bash"})
    for name, place in (("HOME", "home"), ("TMPDIR", "tmp"), ("XDG_RUNTIME_DIR", "run"), ("XDG_DATA_HOME", "data"),
                        ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config"), ("XDG_CACHE_HOME", "cache")):
        env[name] = os.path.join(folder, place)
        os.makedirs(env[name], mode=0o700)
    return env
