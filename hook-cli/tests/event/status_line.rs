use std::path::Path;

use vults_hook::status_line::{calls_relay, saved_command, settings_file};

#[test]
fn the_settings_file_is_the_running_claudes() {
    let of = |config: Option<&str>, home: Option<&str>| {
        settings_file(config.map(Into::into), home.map(Into::into))
            .map(|path| path.display().to_string())
    };
    assert_eq!(of(Some("/c"), Some("/h")).as_deref(), Some("/c/settings.json"));
    assert_eq!(of(Some("/c/"), Some("/h")).as_deref(), Some("/c/settings.json"));
    assert_eq!(of(None, Some("/h")).as_deref(), Some("/h/.claude/settings.json"));
    assert_eq!(of(Some(""), Some("/h")).as_deref(), Some("/h/.claude/settings.json"));
    assert_eq!(of(None, None), None);
}

#[test]
fn each_settings_file_has_its_own_command() {
    let saved = br#"{"/a/settings.json": {"type": "command", "command": "echo a", "padding": 0},
        "/b/settings.json": {"type": "text", "command": "echo b"},
        "/c/settings.json": {"type": "command", "command": "  "}, "/d/settings.json": null}"#;
    let of = |path: &str| saved_command(saved, Path::new(path));
    assert_eq!(of("/a/settings.json").as_deref(), Some("echo a"));
    for none in ["/b/settings.json", "/c/settings.json", "/d/settings.json", "/e/settings.json"] {
        assert_eq!(of(none), None, "{none}");
    }
    assert_eq!(saved_command(b"[]", Path::new("/a/settings.json")), None);
}

#[test]
fn the_relay_does_not_run_itself() {
    let relay = Path::new("/data/vults/bin/vults-hook");
    for command in [
        "vults-hook --statusline",
        "{ [ -x /data/vults/bin/vults-hook ] && /data/vults/bin/vults-hook --statusline; } || :",
        "'/other place/vults-hook' --agent claude --statusline",
        "true;vults-hook",
    ] {
        assert!(calls_relay(command, relay), "{command}");
    }
    assert!(calls_relay("/x/my-relay", Path::new("/x/my-relay")));
    for command in ["~/bin/status.sh", "echo vults", "my-vults-hook.sh", "vults-hook.sh"] {
        assert!(!calls_relay(command, relay), "{command}");
    }
}
