use serde_json::json;
use vults_agents::adapter;
use vults_protocol::Agent;

use super::*;
use crate::install::testing::{Home, put_program};

fn codex() -> &'static Installation {
    adapter(&Agent::Codex).installation().unwrap()
}

fn review() -> &'static Review {
    codex().review.as_ref().unwrap()
}

/// Our hook of a settings file, with this command.
fn ours(command: &str) -> OurHook {
    let file =
        json!({ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": command }] }] } });
    crate::install::ours::find(file.as_object().unwrap(), "codex").remove(0)
}

#[test]
fn what_the_agent_says_is_of_our_hooks_in_that_file_alone() {
    let home = Home::new();
    let file = home.home().join(".codex/hooks.json");
    let folder = Folder { agent: "codex", file: file.clone(), aliases: Vec::new() };
    let (one, two) = ("vults-hook --agent codex Stop", "vults-hook --agent codex PreToolUse");
    let check = |known: &[(&str, &str, bool)], expected: ReviewView| {
        let of = |&(file, command, runs): &(&str, &str, bool)| Reviewed {
            file: file.to_owned(),
            command: command.to_owned(),
            runs,
        };
        let known: Vec<Reviewed> = known.iter().map(of).collect();
        assert_eq!(judged(&known, &folder, &[ours(one), ours(two)]), expected, "{known:?}");
    };
    let here = file.to_str().unwrap();
    check(&[(here, one, true), (here, "mine", false), (here, two, true)], ReviewView::Given);
    check(&[(here, one, true), (here, two, false)], ReviewView::Waits { hooks: 1 });
    check(&[(here, one, true)], ReviewView::Waits { hooks: 1 });
    check(&[(here, one, true), (here, one, true)], ReviewView::Waits { hooks: 1 });
    check(&[(here, one, false), (here, two, false)], ReviewView::Waits { hooks: 2 });
    check(&[("/elsewhere/hooks.json", one, true), (here, "mine", true)], ReviewView::Unlisted);
    check(&[], ReviewView::Unlisted);
}

#[test]
fn the_agent_is_asked_in_its_own_words_and_not_waited_for_in_vain() {
    let home = Home::new();
    let program = home.folder.path().join("codex");
    let answer_of = |script: &str| {
        put_program(&program, &format!("#!/bin/sh\n{script}\n"));
        let mut command = Command::new(&program);
        command.args(review().arguments);
        answer(command, review(), Duration::from_secs(2))
    };
    let listed = r#"{"id":1,"result":{"data":[{"cwd":"/","hooks":[
        {"sourcePath":"/h","command":"a","enabled":true,"trustStatus":"trusted"},
        {"sourcePath":"/h","command":"b","enabled":false,"trustStatus":"trusted"},
        {"sourcePath":"/h","command":"c","enabled":true,"trustStatus":"modified"},
        {"sourcePath":"/h","server":"s","enabled":true,"trustStatus":"trusted"}]}]}}"#;
    let listed = listed.replace('\n', " ");
    // It answers what it is asked, among other lines, and stays until it is ended.
    let script = format!(
        "[ \"$*\" = app-server ] || exit\nread -r one && read -r two && read -r three || exit\n\
         case $one in *initialize*) ;; *) exit ;; esac\ncase $three in *hooks/list*) ;; *) exit ;; esac\n\
         echo '{{\"id\":0,\"result\":{{}}}}'\necho not json\necho '{listed}'\nsleep 60"
    );
    let of = |command: &str, runs| Reviewed { file: "/h".into(), command: command.into(), runs };
    let expected = vec![of("a", true), of("b", false), of("c", false)];
    assert_eq!(answer_of(&script), Some(expected));
    for script in ["exit 1", "cat", "sleep 60", "echo '{\"id\":1,\"error\":{}}'; sleep 60"] {
        assert_eq!(answer_of(script), None, "{script}");
    }
    let none = Command::new(home.folder.path().join("none"));
    assert_eq!(answer(none, review(), Duration::from_secs(2)), None);
}
