use super::*;
use crate::testing::session;

#[test]
fn a_notification_is_a_fixed_sentence_with_the_agent_s_name() {
    #[track_caller]
    fn check(what: Told, agent: &str, expected: &str) {
        let notification = notification(what, agent, Tongue::English.words());
        assert_eq!(notification.summary, expected);
        assert_eq!(notification.actions, ["default", "Open", "open", "Open"]);
    }
    check(Told::Asks, "Claude Code", "Claude Code asks for a permission");
    check(Told::AsksQuestions, "Codex", "Codex has a question");
    check(Told::AsksInTerminal, "Codex", "Codex asks in its terminal");
    check(Told::Finished, "Claude Code", "Claude Code has finished");
    check(Told::Failed, "Claude Code", "Claude Code stopped with an error");
    // A name that would be a link, or another line, where a server reads marks.
    check(
        Told::Finished,
        "<a href=\"x\">Codex</a>\n\u{202e}&amp;",
        "a hrefxCodexaamp has finished",
    );
    check(Told::Finished, &"x".repeat(90), &format!("{} has finished", "x".repeat(40)));
    check(Told::Finished, "<>", "? has finished");
}

#[test]
fn what_has_passed_is_known_by_the_session() {
    #[track_caller]
    fn check(told: Told, status: Status, expected: bool) {
        assert_eq!(holds(told, Some(&session(status))), expected, "{told:?} {status:?}");
    }
    check(Told::Asks, Status::WaitsHere, true);
    check(Told::Asks, Status::Working, false);
    check(Told::AsksQuestions, Status::WaitsHere, true);
    check(Told::AsksQuestions, Status::WaitsInTerminal, false);
    check(Told::AsksInTerminal, Status::WaitsInTerminal, true);
    check(Told::AsksInTerminal, Status::WaitsHere, false);
    check(Told::Finished, Status::Done, true);
    check(Told::Finished, Status::Working, false);
    check(Told::Finished, Status::Ended, false);
    check(Told::Failed, Status::Failed, true);
    check(Told::Failed, Status::Started, false);
    assert!(!holds(Told::Finished, None));
}

#[test]
fn what_has_passed_is_forgotten() {
    let notices = Notices::default();
    let tell = |session: &str, what| notices.told.lock().insert(session.to_owned(), what);
    tell("s", Told::Finished);
    tell("gone", Told::Asks);
    let view = |status| View { sessions: vec![session(status)], ..View::default() };
    notices.follow(&view(Status::Done));
    assert_eq!(*notices.told.lock(), HashMap::from([("s".to_owned(), Told::Finished)]));
    notices.follow(&view(Status::Working));
    assert!(notices.told.lock().is_empty());
}
