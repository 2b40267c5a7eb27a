# shellcheck shell=bash
# Sourced by desktop-session and wayland-session, which set name, here and log: what does not depend on the display.
#
# Everything that a session starts inherits VULTS_PRIVATE_DESKTOP=<its private folder>. At the end,
# or at TERM or INT, exactly the processes with that mark are ended, so that nothing stays
# behind: not a program left in the background, nor a helper of a helper. Tests with a pointer of
# their own run only where the mark is: no desktop of a person's sets it.

# shellcheck disable=SC2154 # name and here come from the script
die() { echo "$name: $*" >&2; exit 125; }
need() { local tool; for tool; do command -v "$tool" >/dev/null || die "$tool is missing (run tests/setup/packages run test)"; done; }

# The mark is unset here, or the tools below would find themselves.
session_pids() ( unset VULTS_PRIVATE_DESKTOP; grep -lsxzF "VULTS_PRIVATE_DESKTOP=$work" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3 )

session_end() {
  trap '' TERM INT
  local pid
  # shellcheck disable=SC2046 # a list of numbers
  kill -TERM $(session_pids) 2>/dev/null
  for _ in $(seq 30); do [ -n "$(session_pids)" ] || break; sleep 0.1; done
  for pid in $(session_pids); do kill -KILL "$pid" 2>/dev/null; done
  rm -rf "$work"
}

# start NAME COMMAND...: in the background, with its output in $log/NAME.log
start() { local log_name=$1; shift; "$@" >"$log/$log_name.log" 2>&1 </dev/null & }
# wait_for SECONDS COMMAND...: until it succeeds
wait_for() { local end=$((SECONDS + $1)); shift; until "$@" >/dev/null 2>&1; do [ $SECONDS -lt $end ] || return 1; sleep 0.05; done; }
last_line() { tail -1 "$log/$1.log" 2>/dev/null; }

# session_begin: the private folders, the session bus, and the clean-up at the end
session_begin() {
  need dbus-daemon dbus-send
  work=$(mktemp -d "${TMPDIR:-/tmp}/$name.XXXXXX") || die "no temporary folder"
  trap session_end EXIT
  trap 'exit 143' TERM; trap 'exit 130' INT
  mkdir -m 700 "$work/home" "$work/run" "$work/config" "$work/cache" "$work/data" "$work/state" "$work/log"
  log=${log:-$work/log}; mkdir -p "$log"
  unset DISPLAY WAYLAND_DISPLAY XAUTHORITY SWAYSOCK I3SOCK AT_SPI_BUS_ADDRESS
  # The app writes into the settings of the agents that it finds: none of a person's own may be found.
  unset CLAUDE_CONFIG_DIR
  export HOME="$work/home" XDG_STATE_HOME="$work/state"
  export VULTS_PRIVATE_DESKTOP="$work" DESKTOP_LOG="$log" XDG_RUNTIME_DIR="$work/run"
  export XDG_CONFIG_HOME="${DESKTOP_CONFIG_HOME:-$work/config}" \
    XDG_CACHE_HOME="${DESKTOP_CACHE_HOME:-$work/cache}" XDG_DATA_HOME="${DESKTOP_DATA_HOME:-$work/data}"
  export NO_AT_BRIDGE=1 LIBGL_ALWAYS_SOFTWARE=1
  export DBUS_SESSION_BUS_ADDRESS="unix:path=$work/run/bus"
  # No service folders: the bus starts nothing by itself, so "--notify none" means none, and no
  # accessibility or portal service of the machine comes up.
  cat >"$work/bus.conf" <<CONF
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>$DBUS_SESSION_BUS_ADDRESS</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
  </policy>
</busconfig>
CONF
  start bus dbus-daemon --config-file="$work/bus.conf" --nofork --nopidfile
  wait_for 10 test -S "$work/run/bus" || die "no session bus: $(last_line bus)"
}

# owns NAME: does someone own this name on the bus?
owns() {
  dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.NameHasOwner "string:$1" | grep -q 'boolean true'
}

# shellcheck disable=SC2154
start_notify() { # start_notify dunst|none
  case $1 in
    none) ;;
    dunst)
      start notify dunst -config "$here/dunstrc"
      wait_for 10 owns org.freedesktop.Notifications || die "no notification daemon: $(last_line notify)" ;;
    *) die "unknown notification daemon $1" ;;
  esac
}

# The session is without assistive technology unless asked for.
start_accessibility() {
  unset NO_AT_BRIDGE
  start accessibility /usr/libexec/at-spi-bus-launcher --launch-immediately
  wait_for 10 owns org.a11y.Bus || die "no accessibility bus: $(last_line accessibility)"
}

run_command() { # in the background, so that a signal to the session is seen at once
  "$@" <&0 &
  local child=$!
  wait "$child"
}
