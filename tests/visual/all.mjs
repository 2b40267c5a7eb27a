// Every test of the page in Chromium: of one process, so that one browser serves them all.

import "./acts.test.mjs";
import "./approvals.test.mjs";
import "./asks.test.mjs";
import "./general.test.mjs";
import "./history.test.mjs";
import "./hooks.test.mjs";
import "./keyboard.test.mjs";
import "./looks.test.mjs";
import "./places.test.mjs";
import "./sessions.test.mjs";
import "./settings.test.mjs";
import "./trust.test.mjs";
