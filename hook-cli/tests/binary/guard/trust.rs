//! A project's hooks run once the person trusts them as they are (D8), and nothing nearer to the agent
//! takes a guard away.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};

use serde_json::json;
use vults_lifecycle_hooks::{Places, Project, Terms, load};
use vults_protocol::TrustedHooks;

use super::{BLOCK, blocked, counting, did, one, quoted};
use crate::Home;

const STORE: &str = "home/.local/share/vults/trusted-hooks.json";

/// Trusts all of the project's hooks as they are now.
pub(crate) fn trust(home: &Home) {
    let places = Places { home: Some(home.path("home")), ..Places::default() };
    let project = Project::around(&home.project(), &places);
    let loaded = load(&places, &project, &Terms { trusts: &|_| false, ..Terms::default() });
    let mut trusted = TrustedHooks::default();
    for file in loaded.untrusted {
        let fingerprint = file.fingerprint.unwrap();
        trusted.trust(file.path.to_str().unwrap(), fingerprint.as_str());
    }
    keep(home, &trusted);
}

/// Writes what is trusted as the app does: nobody else can.
fn keep(home: &Home, trusted: &TrustedHooks) {
    let file = home.write(STORE, trusted.to_bytes());
    fs::set_permissions(file, fs::Permissions::from_mode(0o600)).unwrap();
}

/// A project with a guard that is a script of its own.
fn guarded() -> Home {
    let home = Home::fresh();
    home.project();
    home.write("project/.vults/guard.sh", BLOCK);
    let settings = one("PreToolUse", "sh .vults/guard.sh");
    home.write("project/.vults/settings.json", settings.to_string());
    home
}

#[track_caller]
fn blocks(home: &Home) {
    home.before_tool().printed(&blocked("claude", "not on my watch"));
}

#[test]
fn a_projects_hooks_wait_for_trust_and_are_named() {
    let home = guarded();
    let app = home.hearing(2);
    home.before_tool().silent();
    let did = did(&app.join().unwrap()[1]);
    let file = home.project().join(".vults/settings.json");
    assert_eq!(did.untrusted, [file.to_str().unwrap()]);
    assert!(did.runs.is_empty() && did.warnings.is_empty() && !did.blocked);
    assert_eq!(home.log(), "");
    fs::remove_file(home.path("run/vults.sock")).unwrap();
    trust(&home);
    blocks(&home);
}

#[test]
fn whatever_changes_asks_again() {
    let home = guarded();
    trust(&home);
    blocks(&home);
    // The script, by whoever rewrites it.
    home.write("project/.vults/guard.sh", "exit 0");
    home.before_tool().silent();
    trust(&home);
    home.before_tool().silent();
    home.write("project/.vults/guard.sh", BLOCK);
    trust(&home);
    blocks(&home);
    // The hooks themselves.
    let more = one("PreToolUse", "sh .vults/guard.sh; true");
    home.write("project/.vults/settings.json", more.to_string());
    home.before_tool().silent();
    trust(&home);
    home.before_tool().silent();
    // Other keys of the file, and how it is written, say nothing.
    let laid_out =
        json!({ "theme": "dark", "hooks": one("PreToolUse", "sh .vults/guard.sh")["hooks"] });
    home.write("project/.vults/settings.json", serde_json::to_string_pretty(&laid_out).unwrap());
    trust(&home);
    let shorter = one("PreToolUse", "sh .vults/guard.sh");
    home.write("project/.vults/settings.json", shorter.to_string());
    blocks(&home);
}

#[test]
fn a_broken_record_of_trust_trusts_nothing() {
    let home = guarded();
    trust(&home);
    let good = fs::read_to_string(home.path(STORE)).unwrap();
    blocks(&home);
    for broken in ["", "{", "[]", "{\"version\":2,\"trusted\":{}}"] {
        home.write(STORE, broken);
        home.before_tool().silent();
    }
    home.write(STORE, format!("{good}{}", " ".repeat(1 << 20)));
    home.before_tool().silent();
    fs::remove_file(home.path(STORE)).unwrap();
    home.before_tool().silent();
    let fifo = std::process::Command::new("mkfifo").arg(home.path(STORE)).status().unwrap();
    assert!(fifo.success());
    let done = home.before_tool();
    done.silent();
    done.took(0.0, 2.0);
    // A link to a good one is as good: some keep such files elsewhere.
    fs::remove_file(home.path(STORE)).unwrap();
    let kept = home.write("elsewhere.json", good);
    symlink(kept, home.path(STORE)).unwrap();
    blocks(&home);
}

#[test]
fn a_record_that_others_can_write_trusts_nothing() {
    let home = guarded();
    trust(&home);
    let set = |mode| {
        fs::set_permissions(home.path(STORE), fs::Permissions::from_mode(mode)).unwrap();
    };
    for others in [0o620, 0o602, 0o666] {
        set(others);
        home.before_tool().silent();
    }
    set(0o644);
    blocks(&home);
    // Another user's is no more the person's for being found there; giving a file away takes root.
    if rustix::process::geteuid().is_root() {
        chown(home.path(STORE), Some(65_534), None).unwrap();
        home.before_tool().silent();
    }
}

#[test]
fn nothing_nearer_to_the_agent_takes_a_guard_away() {
    let home = guarded();
    trust(&home);
    home.hooks(&one("PreToolUse", &format!("touch {}; exit 0", quoted(&home.path("user")))));
    let inner = home.project().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let call = || {
        let mut call = home.command_call();
        call["cwd"] = json!(inner);
        let _ = fs::remove_file(home.path("user"));
        let done = home.run("--agent claude PreToolUse", call.to_string());
        assert!(home.path("user").exists(), "the person's own always runs");
        done
    };
    let still_blocks = || call().printed(&blocked("claude", "not on my watch"));
    still_blocks();
    // A repository within it, settings that say nothing, that are broken, or that allow all.
    fs::create_dir_all(inner.join(".git")).unwrap();
    still_blocks();
    for settings in [
        json!({}).to_string(),
        "{ broken".to_owned(),
        json!({ "hooks": {} }).to_string(),
        one("PreToolUse", "echo '{\"decision\":\"allow\"}'").to_string(),
    ] {
        fs::create_dir_all(inner.join(".vults")).unwrap();
        fs::write(inner.join(".vults/settings.json"), settings).unwrap();
        still_blocks();
    }
    // The marker, set by anybody; the project's variable, too.
    let mut command = home.command("--agent claude PreToolUse");
    command.env("VULTS_IN_HOOK", "1").env("VULTS_PROJECT_DIR", "/");
    let done = crate::finish(command.spawn().unwrap(), home.command_call().to_string().as_bytes());
    done.printed(&blocked("claude", "not on my watch"));
}

#[test]
fn a_repository_around_the_project_has_a_say_as_well() {
    let home = Home::fresh();
    let (count, ran) = counting(&home);
    home.project();
    home.write("project/.vults/settings.json", one("PreToolUse", &count).to_string());
    home.write("project/sub/.levelcode/settings.json", one("PreToolUse", &count).to_string());
    let mut call = home.command_call();
    call["cwd"] = json!(home.project().join("sub"));
    let places = Places { home: Some(home.path("home")), ..Places::default() };
    let project = Project::around(&home.project().join("sub"), &places);
    let loaded = load(&places, &project, &Terms { trusts: &|_| false, ..Terms::default() });
    let mut trusted = TrustedHooks::default();
    for file in &loaded.untrusted {
        let fingerprint = file.fingerprint.as_ref().unwrap();
        trusted.trust(file.path.to_str().unwrap(), fingerprint.as_str());
    }
    keep(&home, &trusted);
    home.run("--agent claude PreToolUse", call.to_string()).silent();
    assert_eq!((loaded.untrusted.len(), ran()), (2, 2));
}

/// What an agent's environment can do, as the guide says.
#[test]
fn the_environment_says_where_the_persons_own_hooks_are() {
    let home = Home::fresh();
    home.hooks(&one("PreToolUse", BLOCK));
    home.write(
        "home/.vults/settings.json",
        one("PreToolUse", "echo second >&2; exit 2").to_string(),
    );
    let with = |variables: &[(&str, &str)], reason: Option<&str>| {
        let mut command = home.command("--agent claude PreToolUse");
        command.envs(variables.iter().map(|(name, value)| (*name, home.path(value))));
        let call = home.command_call().to_string();
        let expected = reason.map(|reason| blocked("claude", reason)).unwrap_or_default();
        crate::finish(command.spawn().unwrap(), call.as_bytes()).printed(&expected);
    };
    with(&[], Some("second"));
    with(&[("VULTS_DIR", "none")], Some("not on my watch"));
    with(&[("XDG_CONFIG_HOME", "none")], Some("second"));
    with(&[("XDG_CONFIG_HOME", "none"), ("VULTS_DIR", "none")], None);
    with(&[("HOME", "none")], None);
    // A folder of the project's is no more trusted for being named.
    home.write(
        "project/conf/vults/settings.json",
        one("PreToolUse", "echo planted >&2; exit 2").to_string(),
    );
    with(&[("XDG_CONFIG_HOME", "project/conf"), ("VULTS_DIR", "none")], None);
}
