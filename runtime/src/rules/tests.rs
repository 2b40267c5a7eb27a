//! The rules on a real disk.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use vults_core::{
    Act, Action, Ancestry, Ask, Call, Choice, ConnectionId, Drawn, DrawnCard, Effect, Ground,
    Input, Now, Origin, Present, Process, Request, RuleView, SessionKey, State,
};

use super::file::{KEY_NAME, NAME};
use super::*;
use crate::handle::mailbox;

/// A rule, made as every rule is: by a person on a card.
fn rule(command: &str) -> Rule {
    let process = Process { pid: 1, began: 1 };
    let origin = Origin {
        key: SessionKey { agent: "claude".to_owned(), session: "s".to_owned() },
        agent_name: "Claude Code".to_owned(),
        cwd: Some("/p".to_owned()),
        subagent: None,
        subagent_name: None,
        ancestry: Ancestry::of(process),
        mode: None,
    };
    let input = json!({ "command": command, "timeout": 1_500 });
    let ask = Ask {
        call: Call::new("Bash", &input),
        input,
        comments: Some(&[]),
        action: Action::Command {
            command: command.to_owned(),
            description: None,
            facts: vec![("timeout".to_owned(), "1500".to_owned())],
        },
    };
    let ground = Some(Ground { project: "/p".to_owned(), folder: "/p".to_owned() });
    let present = Present { ground, ..Present::default() };
    let request = Box::new(Request::prepare(&origin, ask, &present).unwrap());
    let mut state = State::default();
    let at = |ms: u64, input: Input, state: &mut State| {
        state.reduce(input, Now { elapsed: Duration::from_millis(ms), unix_ms: 1_000 + ms })
    };
    let (connection, arrived) = (ConnectionId(1), Duration::ZERO);
    at(0, Input::Asked { origin, connection, arrived, request }, &mut state);
    let view = state.view();
    let front = view.front.unwrap();
    let (card, binding) = (front.id, front.binding);
    let drawn = DrawnCard { card, binding: binding.clone(), whole: true };
    let drawn = Drawn { revision: view.revision, queued: vec![card], front: Some(drawn) };
    at(0, Input::Drawn(drawn), &mut state);
    let moment = Duration::from_millis(500);
    let choice = Choice::AllowAlways;
    let act = Act { began: moment, ended: moment, card, binding, choice };
    let effects = at(500, Input::Person(act), &mut state);
    let made = effects.into_iter().find_map(|effect| match effect {
        Effect::KeepRule(rule) => Some(rule),
        _ => None,
    });
    made.unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

/// What the next run of the app knows: the rules that count, and what is shown.
fn next_run(data: &Path) -> (Vec<String>, Vec<RuleView>, Option<String>) {
    let (store, rules) = Store::read(data);
    let (shown, trouble) = store.view();
    (rules.iter().map(|rule| rule.key().to_string()).collect(), shown, trouble)
}

/// A data folder that holds rules for these commands.
fn folder(commands: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, _) = Store::read(folder.path());
    for command in commands {
        store.keep(rule(command));
    }
    store.write();
    folder
}

fn contents(data: &Path) -> Value {
    serde_json::from_slice(&fs::read(data.join(NAME)).unwrap()).unwrap()
}

fn put(data: &Path, contents: &Value) {
    fs::write(data.join(NAME), contents.to_string()).unwrap();
}

#[test]
fn rules_outlast_a_run() {
    let folder = folder(&["make test", "ls"]);
    let data = folder.path();
    assert_eq!((mode(&data.join(NAME)), mode(&data.join(KEY_NAME))), (0o600, 0o600));
    let (active, shown, trouble) = next_run(data);
    assert_eq!((active.len(), trouble), (2, None));
    assert!(shown.iter().all(|rule| rule.active && active.contains(&rule.id)));
    let make = shown.iter().find(|shown| shown.id == rule("make test").key().to_string());
    let make = make.unwrap();
    assert_eq!((make.what.clone(), make.tool.clone()), (listed("make test"), text("Bash")));
    assert_eq!((make.project.clone(), make.folder.clone()), (text("p"), text("/p")));
    assert_eq!((make.agent.as_str(), make.agent_name.as_str()), ("claude", "Claude Code"));
    assert_eq!((make.runs_project_code, make.made_unix_ms), (true, 1_500));
    assert_eq!((make.uses, make.used_unix_ms), (0, None));
}

fn text(text: &str) -> vults_core::Text {
    vults_core::Text::of(text)
}

/// What the rule for a command is listed with: all that it covers.
fn listed(command: &str) -> vults_core::Text {
    text(&json!({ "command": command, "timeout": 1_500 }).to_string())
}

#[test]
fn nothing_is_made_before_the_first_rule() {
    let folder = folder(&[]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let (mut store, _) = Store::read(folder.path());
    store.forget("nothing");
    store.used(rule("ls").key(), 1);
    store.write();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn uses_are_counted_and_sorted_by() {
    let folder = folder(&["a", "b", "c"]);
    let (mut store, _) = Store::read(folder.path());
    store.used(rule("b").key(), 9_000);
    store.used(rule("b").key(), 9_500);
    store.used(rule("c").key(), 8_000);
    store.used(rule("another").key(), 9_999);
    store.write();
    let (_, shown, _) = next_run(folder.path());
    let counted: Vec<_> =
        shown.iter().map(|rule| (rule.what.clone(), rule.uses, rule.used_unix_ms)).collect();
    let expected =
        [(listed("b"), 2, Some(9_500)), (listed("c"), 1, Some(8_000)), (listed("a"), 0, None)];
    assert_eq!(counted, expected);
}

#[test]
fn a_forgotten_rule_is_gone_and_the_others_stay() {
    let folder = folder(&["a", "b"]);
    let (mut store, _) = Store::read(folder.path());
    store.forget(&rule("a").key().to_string());
    store.write();
    assert_eq!(next_run(folder.path()).0, [rule("b").key().to_string()]);
}

#[test]
fn a_rule_without_a_valid_tag_is_listed_and_counts_for_nothing() {
    let folder = folder(&["ls"]);
    let data = folder.path();
    let mut written = contents(data);
    let mut added = written["rules"][0].clone();
    added["input"]["command"] = json!("rm -rf /");
    added["command"] = json!("rm -rf /");
    written["rules"].as_array_mut().unwrap().extend([added, json!({ "allow": "all" }), json!(1)]);
    put(data, &written);
    let (active, shown, trouble) = next_run(data);
    assert_eq!((active, trouble), (vec![rule("ls").key().to_string()], None));
    let marks: Vec<_> = shown.iter().map(|rule| (rule.active, rule.what.clone())).collect();
    assert_eq!(marks[0], (true, listed("ls")));
    assert_eq!(marks.len(), 4);
    assert!(marks[1..].contains(&(false, listed("rm -rf /"))));
    assert!(marks[1..].contains(&(false, text(r#"{"allow":"all"}"#))));
    // They stay as they are, until the person removes one.
    let (mut store, _) = Store::read(data);
    store.keep(rule("pwd"));
    let all: Value = json!({ "allow": "all" });
    let id = shown.iter().find(|rule| rule.what == text(&all.to_string())).unwrap().id.clone();
    store.forget(&id);
    store.write();
    let rules = contents(data)["rules"].as_array().unwrap().clone();
    assert_eq!(rules.len(), 4);
    assert!(rules.contains(&json!(1)) && !rules.contains(&all));
}

#[test]
fn without_its_key_no_rule_counts() {
    let folder = folder(&["ls"]);
    let data = folder.path();
    fs::remove_file(data.join(KEY_NAME)).unwrap();
    let (active, shown, trouble) = next_run(data);
    assert_eq!((active.len(), shown.len(), trouble), (0, 1, None));
    assert!(!shown[0].active);
    // A new rule brings a new key; the old one stays outside.
    let (mut store, _) = Store::read(data);
    store.keep(rule("pwd"));
    store.write();
    assert_eq!(next_run(data).0, [rule("pwd").key().to_string()]);
    assert_eq!(next_run(data).1.len(), 2);
}

#[test]
fn what_cannot_be_told_is_never_written_over() {
    let whole = |data: &Path| fs::read(data.join(NAME)).unwrap();
    let check = |prepare: &dyn Fn(&Path), expected: &str| {
        let folder = folder(&["ls"]);
        let data = folder.path();
        prepare(data);
        let before = (whole(data), fs::read(data.join(KEY_NAME)).unwrap());
        let (active, shown, trouble) = next_run(data);
        assert_eq!((active.len(), shown.len()), (0, 0), "{expected}");
        assert_eq!(trouble.as_deref(), Some(expected));
        let (mut store, _) = Store::read(data);
        store.keep(rule("pwd"));
        store.forget("x");
        store.write();
        assert!(store.is_lost());
        assert_eq!((whole(data), fs::read(data.join(KEY_NAME)).unwrap()), before, "{expected}");
    };
    let damaged = "No rule counts: rules.json is damaged; move it away to begin anew.";
    for bytes in ["", "{", "[]", "{}", "{\"v\": 1}", "{\"v\": 1, \"rules\": 1}", "{\"v\": 0}"] {
        check(&|data| fs::write(data.join(NAME), bytes).unwrap(), damaged);
    }
    check(
        &|data| put(data, &json!({ "v": 2, "rules": "other" })),
        "No rule counts: rules.json was written by a newer Vults.",
    );
    check(
        &|data| fs::write(data.join(KEY_NAME), [1; 31]).unwrap(),
        "No rule counts: rules.key is damaged; move it away to begin anew.",
    );
    for name in [NAME, KEY_NAME] {
        check(
            &|data| fs::set_permissions(data.join(name), Permissions::from_mode(0o640)).unwrap(),
            &format!(
                "No rule counts: {name} cannot be read (it is open to other users; its mode must be \
                 0600)."
            ),
        );
    }
}

#[test]
fn what_another_program_writes_meanwhile_is_left_to_the_next_start() {
    let folder = folder(&["ls", "pwd"]);
    let data = folder.path();
    let (mut store, _) = Store::read(data);
    let mut written = contents(data);
    written["rules"].as_array_mut().unwrap().remove(0);
    put(data, &written);
    store.keep(rule("make"));
    store.write();
    assert!(store.is_lost());
    assert_eq!(contents(data), written);
    let trouble = store.view().1.unwrap();
    assert!(trouble.starts_with("No rule counts: another program has changed rules.json"));
    assert_eq!(next_run(data).0.len(), 1);
}

#[test]
fn what_cannot_be_written_holds_for_this_run() {
    let folder = folder(&["ls"]);
    let data = folder.path();
    let (mut store, _) = Store::read(data);
    // A folder in the way of a new key and file.
    let away = folder.path().join("away");
    fs::rename(data.join(NAME), &away).unwrap();
    fs::rename(data.join(KEY_NAME), data.join("key")).unwrap();
    let (mut fresh, _) = Store::read(data);
    fs::create_dir(data.join(KEY_NAME)).unwrap();
    fresh.keep(rule("pwd"));
    fresh.write();
    let (shown, trouble) = fresh.view();
    assert!(shown[0].active && fresh.is_unwritten());
    assert!(trouble.unwrap().starts_with("The rules could not be written ("));
    fs::remove_dir(data.join(KEY_NAME)).unwrap();
    fresh.write();
    assert_eq!(fresh.view().1, None);
    assert_eq!(next_run(data).0, [rule("pwd").key().to_string()]);
    // The first one has seen another file.
    store.used(rule("ls").key(), 1);
    store.write();
    assert!(store.is_lost());
}

/// Waits for the next thing that the thread tells the loop.
fn told(inbox: &mut UnboundedReceiver<Msg>) -> Msg {
    inbox.blocking_recv().unwrap()
}

#[test]
fn the_thread_tells_the_loop_and_shows_each_change() {
    let folder = folder(&["ls"]);
    let (sender, mut inbox) = mailbox();
    let shown = Shown::default();
    let rules = RuleStore::start(folder.path().to_owned(), shown.clone(), sender);
    assert!(matches!(told(&mut inbox), Msg::RulesRead(rules) if rules == [rule("ls")]));
    assert!(matches!(told(&mut inbox), Msg::RulesShown));
    assert_eq!(shown.view().rules.len(), 1);
    rules.keep(rule("pwd"));
    assert!(matches!(told(&mut inbox), Msg::RulesShown));
    assert_eq!(shown.view().rules.len(), 2);
    rules.used(rule("pwd").key(), 7);
    assert!(matches!(told(&mut inbox), Msg::RulesShown));
    let used = shown.view();
    assert!(used.rules.iter().any(|rule| (rule.uses, rule.used_unix_ms) == (1, Some(7))));
    rules.forget(rule("ls").key().to_string());
    assert!(matches!(told(&mut inbox), Msg::RulesShown));
    let newest = shown.view();
    assert_eq!((newest.rules.len(), newest.revision), (1, 4));
    // The use that was not written yet goes with the end.
    rules.finish();
    let (active, shown, _) = next_run(folder.path());
    assert_eq!((active, shown[0].uses), (vec![rule("pwd").key().to_string()], 1));
}

#[test]
fn a_file_that_cannot_be_told_is_told_to_the_loop() {
    let folder = folder(&["ls"]);
    put(folder.path(), &json!(1));
    let (sender, mut inbox) = mailbox();
    let shown = Shown::default();
    let rules = RuleStore::start(folder.path().to_owned(), shown.clone(), sender);
    assert!(matches!(told(&mut inbox), Msg::RulesLost));
    assert!(matches!(told(&mut inbox), Msg::RulesShown));
    assert!(shown.view().trouble.is_some());
    // A rule that could not be kept is none.
    rules.keep(rule("pwd"));
    assert!(matches!(told(&mut inbox), Msg::RulesLost));
    rules.finish();
}
