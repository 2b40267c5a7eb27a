"""A panel's side of the tray, without a panel: programs put their icons there.

For each icon it prints a line with the bus name and the path.
"""
from gi.repository import Gio, GLib

NAME = "org.kde.StatusNotifierWatcher"
XML = f"""<node><interface name="{NAME}">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<method name="RegisterStatusNotifierHost"><arg type="s" direction="in"/></method>
<property name="RegisteredStatusNotifierItems" type="as" access="read"/>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<property name="ProtocolVersion" type="i" access="read"/>
<signal name="StatusNotifierItemRegistered"><arg type="s"/></signal>
<signal name="StatusNotifierHostRegistered"/>
</interface></node>"""


def on_call(_bus, sender, _path, _interface, method, arguments, invocation):
    if method == "RegisterStatusNotifierItem":
        service = arguments.unpack()[0]
        # Some programs say an object's path, others a bus name.
        icon = (sender, service) if service.startswith("/") else (service, "/StatusNotifierItem")
        print(*icon, flush=True)
    invocation.return_value(None)


def on_get(_bus, _sender, _path, _interface, name):
    return {
        "RegisteredStatusNotifierItems": GLib.Variant("as", []),
        "IsStatusNotifierHostRegistered": GLib.Variant("b", True),
        "ProtocolVersion": GLib.Variant("i", 0),
    }[name]


def on_bus(bus, _name):
    interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
    bus.register_object("/StatusNotifierWatcher", interface, on_call, on_get, None)


loop = GLib.MainLoop()
Gio.bus_own_name(
    Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, on_bus, None, lambda *_: loop.quit()
)
loop.run()
