"""What runs, read from /proc."""
import os
import signal


def _read(pid, name):
    try:
        with open("/proc/%d/%s" % (pid, name), "rb") as file:
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def words(pid):
    """The process's command line, as one line."""
    return _read(pid, "cmdline").replace("\0", " ").strip()


def program(pid):
    """The file name of what the process was started as."""
    return os.path.basename(_read(pid, "cmdline").split("\0")[0])


def alive(pid):
    """Whether it runs; a process that has ended and was not reaped does not."""
    stat = _read(pid, "stat")
    return bool(stat) and stat.rpartition(")")[2].split()[0] != "Z"


def tree(root):
    """The process and all its descendants that are alive."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            stat = _read(int(name), "stat")
            if stat:
                children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(name))
    found, queue = [], [root]
    while queue:
        pid = queue.pop()
        if alive(pid):
            found.append(pid)
        queue += children.get(pid, [])
    return found


def end(pid):
    """Ends one process at once."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
