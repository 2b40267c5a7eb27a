"""Where the project and its programs are."""
import os

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
# Where cargo, run in ROOT, puts what it builds.
TARGET = os.path.join(ROOT, os.environ.get("CARGO_TARGET_DIR") or "target")
# What is handed to people; VULTS_PROFILE=debug takes what is built faster.
BUILT = os.path.join(TARGET, os.environ.get("VULTS_PROFILE") or "release")
APP = os.path.join(BUILT, "vults")
RELAY = os.path.join(BUILT, "vults-hook")
