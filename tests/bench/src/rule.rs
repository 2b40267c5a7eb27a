//! What a request costs an agent that a rule allows: the relay as a whole process, from its start
//! to the allow that it prints, beside `/bin/true`; with one rule, and with as many as there can be.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use vults_core::{
    Act, Action, Ancestry, Ask, Call, Choice, ConnectionId, Drawn, DrawnCard, Effect, Ground,
    Input, Now, Origin, Present, Process, RULES, Request, Rule, Seal, SessionKey, State,
};

use crate::Programs;
use crate::app::{App, payload_file};
use crate::table::{Table, verdict};
use crate::timing::{Times, milliseconds, whole_process};

const RUNS: usize = 200;
const BOUND: f64 = 2.5;
/// Lets the app finish what an answer leaves to do, so that it does not compete with the next one.
const REST: Duration = Duration::from_millis(8);
/// Where the agent works.
const FOLDER: &str = "/tmp";

pub(crate) fn measure(programs: &Programs) -> Result<Table> {
    let mut table = Table::new(&["Command", "runs", "median", "p95", "ratio", "bound", ""]);
    for rules in [1, RULES] {
        let (peer, answered) = measure_with(programs, rules)?;
        let ratio = answered.ratio_to(&peer);
        let mut row = |what: String, times: &Times, rest: [String; 3]| {
            let median = milliseconds(times.median());
            let p95 = milliseconds(times.quantile(0.95));
            let cells = [what, times.len().to_string(), median, p95];
            table.row(cells.into_iter().chain(rest));
        };
        row("`/bin/true`".to_owned(), &peer, Default::default());
        let rest = [format!("{ratio:.2}"), format!("{BOUND:.1}"), verdict(ratio <= BOUND)];
        row(format!("relay, answered by one of {rules} rules"), &answered, rest);
    }
    Ok(table)
}

/// The times of `/bin/true`, and of a relay that a rule answers.
fn measure_with(programs: &Programs, rules: usize) -> Result<(Times, Times)> {
    let app = App::start_with(&programs.app, |data| keep(data, rules), |_| {})?;
    app.wait_for("painted")?;
    let payload = payload_file(
        app.runtime_dir(),
        &json!({
            "session_id": "bench", "cwd": FOLDER, "permission_mode": "default",
            "hook_event_name": "PermissionRequest", "tool_name": "Bash",
            "tool_input": { "command": command(0), "description": "Whatever it says" },
        }),
    )?;
    let relay = || {
        let mut command = Command::new(&programs.relay);
        command
            .args(["--agent", "claude", "PermissionRequest"])
            .current_dir(FOLDER)
            .env("XDG_RUNTIME_DIR", app.runtime_dir());
        command
    };
    let says_allow = || -> Result<()> {
        let output = relay().stdin(File::open(&payload)?).stderr(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(said.contains(r#""behavior":"allow""#), "no rule answered: {said:?}");
        Ok(())
    };
    says_allow()?;
    let mut peer = Command::new("/bin/true");
    peer.current_dir(FOLDER).env("XDG_RUNTIME_DIR", app.runtime_dir());
    let mut asking = relay();
    let (mut peers, mut answered) = (Times::default(), Times::default());
    for run in 0..RUNS {
        let one = |which: &mut Command, times: &mut Times| -> Result<()> {
            times.push(whole_process(which, &payload)?);
            std::thread::sleep(REST);
            Ok(())
        };
        if run % 2 == 0 {
            one(&mut peer, &mut peers)?;
            one(&mut asking, &mut answered)?;
        } else {
            one(&mut asking, &mut answered)?;
            one(&mut peer, &mut peers)?;
        }
    }
    says_allow()?;
    Ok((peers, answered))
}

fn command(number: usize) -> String {
    format!("git log --oneline -{number}")
}

/// Puts that many rules into a data folder, as the app keeps them.
fn keep(data: &Path, rules: usize) -> Result<()> {
    let key = [7; Seal::BYTES];
    let seal = Seal::new(key);
    let rules: Vec<Value> = (0..rules)
        .map(|number| Ok(json!(seal.close(&rule(&command(number))?))))
        .collect::<Result<_>>()?;
    let written = serde_json::to_vec(&json!({ "v": 1, "rules": rules }))?;
    for (name, bytes) in [("rules.key", &key[..]), ("rules.json", &written)] {
        fs::write(data.join(name), bytes)?;
        fs::set_permissions(data.join(name), Permissions::from_mode(0o600))?;
    }
    Ok(())
}

/// A rule comes from a card alone, so one is answered for each.
fn rule(command: &str) -> Result<Rule> {
    let origin = Origin {
        key: SessionKey { agent: "claude".to_owned(), session: "bench".to_owned() },
        agent_name: "Claude Code".to_owned(),
        cwd: Some(FOLDER.to_owned()),
        subagent: None,
        subagent_name: None,
        ancestry: Ancestry::of(Process { pid: 1, began: 1 }),
        mode: None,
    };
    let input = json!({ "command": command });
    let ask = Ask {
        call: Call::new("Bash", &input),
        input,
        comments: Some(&["description"]),
        action: Action::Command {
            command: command.to_owned(),
            description: None,
            facts: Vec::new(),
        },
    };
    let ground = Ground { project: FOLDER.to_owned(), folder: FOLDER.to_owned() };
    let present = Present { ground: Some(ground), ..Present::default() };
    let request = Request::prepare(&origin, ask, &present).context("no request")?;
    let mut state = State::default();
    let mut take = |ms: u64, input: Input| {
        state.reduce(input, Now { elapsed: Duration::from_millis(ms), unix_ms: 1_800_000_000_000 });
        state.view()
    };
    let (connection, arrived) = (ConnectionId(1), Duration::ZERO);
    let view = take(0, Input::Asked { origin, connection, arrived, request: Box::new(request) });
    let front = view.front.context("no card")?;
    let (card, binding) = (front.id, front.binding);
    let drawn = DrawnCard { card, binding: binding.clone(), whole: true };
    take(
        0,
        Input::Drawn(Drawn { revision: view.revision, queued: vec![card], front: Some(drawn) }),
    );
    let at = Duration::from_millis(500);
    let act = Act { began: at, ended: at, card, binding, choice: Choice::AllowAlways };
    let effects = state.reduce(Input::Person(act), Now { elapsed: at, unix_ms: 1_800_000_000_500 });
    let made = effects.into_iter().find_map(|effect| match effect {
        Effect::KeepRule(rule) => Some(rule),
        _ => None,
    });
    made.context("no rule")
}
