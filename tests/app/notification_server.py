"""A desktop's side of notifications, without a desktop.

For each that is shown, replaced or taken away it prints a JSON line. A line on its standard input, an id
and an action, is a press of that action by the person, after which the notification is gone.
"""
import json
import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
XML = f"""<node><interface name="{NAME}">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
<arg type="as" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/>
<arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
</interface></node>"""

bus = None
last = 0


def say(**what):
    print(json.dumps(what), flush=True)


def emit(signal, *values):
    kind = "(us)" if signal == "ActionInvoked" else "(uu)"
    bus.emit_signal(None, PATH, NAME, signal, GLib.Variant(kind, values))


def on_call(_bus, _sender, _path, _interface, method, arguments, invocation):
    global last
    if method == "Notify":
        app, replaces, icon, title, text, actions, _hints, _time = arguments.unpack()
        if not replaces:
            last += 1
        number = replaces or last
        say(shown=number, replaces=replaces, app=app, title=title, text=text, actions=actions)
        invocation.return_value(GLib.Variant("(u)", (number,)))
    elif method == "CloseNotification":
        (number,) = arguments.unpack()
        say(closed=number)
        invocation.return_value(None)
        emit("NotificationClosed", number, 3)
    else:
        invocation.return_value(GLib.Variant("(as)", (["actions", "body"],)))


def on_bus(connection, _name):
    global bus
    bus = connection
    interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
    connection.register_object(PATH, interface, on_call, None, None)


def on_press(channel, _condition):
    line = channel.readline()
    if not line:
        return False
    number, action = line.split()
    emit("ActionInvoked", int(number), action)
    emit("NotificationClosed", int(number), 2)
    return True


loop = GLib.MainLoop()
Gio.bus_own_name(
    Gio.BusType.SESSION,
    NAME,
    Gio.BusNameOwnerFlags.NONE,
    on_bus,
    lambda *_: say(ready=True),
    lambda *_: loop.quit(),
)
GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, on_press)
loop.run()
