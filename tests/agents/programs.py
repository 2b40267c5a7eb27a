"""Where the project and its programs are."""
import os

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# Where cargo, run in ROOT, puts what it builds.
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR") or "target")
APP = os.path.join(TARGET, "release", "vults")
RELAY = os.path.join(TARGET, "release", "vults-hook")
