//! The icon in the desktop's tray: how things stand, do not disturb, a pause, the settings and the
//! end. Nothing in it answers a card.
//!
//! It lives on the session bus, where every program of the person may press its entries, so it
//! offers nothing that would matter: a pause only sends requests back to their terminals, and a quiet
//! that nobody asked for leaves every card where it is.

mod icon;
mod standing;

use ksni::menu::{StandardItem, SubMenu};
use ksni::{Category, Handle, Icon, MenuItem, Status, ToolTip, TrayMethods};
use tauri::{AppHandle, Manager, async_runtime};
use vults_core::{Prefer, PreferencesView, View};
use vults_runtime::Preferences;

use self::standing::Standing;
use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::words::{Tongue, Words};
use crate::{calendar, call, settings};

/// The icon in the tray, as Tauri keeps it.
pub(crate) struct Tray {
    looks: Shared<Looks>,
    item: Shared<Option<Handle<Item>>>,
}

impl Tray {
    /// Not in the tray yet.
    pub(crate) fn new(preferences: &PreferencesView) -> Tray {
        let tray = Tray { looks: Shared::default(), item: Shared::default() };
        *tray.looks.lock() = Looks::of(preferences);
        tray
    }

    /// Whether it looks otherwise now.
    fn change(&self, change: impl FnOnce(&mut Looks)) -> bool {
        let mut looks = self.looks.lock();
        let before = *looks;
        change(&mut looks);
        *looks != before
    }
}

/// All that it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Looks {
    standing: Standing,
    tongue: Tongue,
    quiet_until_unix_ms: Option<u64>,
}

impl Looks {
    fn of(preferences: &PreferencesView) -> Looks {
        Looks {
            standing: Standing::default(),
            tongue: Tongue::of(preferences),
            quiet_until_unix_ms: preferences.quiet_until_unix_ms,
        }
    }
}

/// Puts the icon into the tray. Where the desktop has none, or no session bus, there is none.
///
/// It is done after the first paint, beside the window: a bus takes its time.
pub(crate) fn start(app: &AppHandle) {
    let app = app.clone();
    async_runtime::spawn(async move {
        let item = Item { app: app.clone(), looks: *app.state::<Tray>().looks.lock() };
        match item.assume_sni_available(true).spawn().await {
            Ok(handle) => {
                *app.state::<Tray>().item.lock() = Some(handle);
                mark!("tray");
                // What has changed in between.
                update(&app);
            }
            Err(error) => tracing::info!(%error, "no icon in the tray"),
        }
    });
}

/// Shows how things stand now.
pub(crate) fn follow(app: &AppHandle, view: &View) {
    let Some(tray) = app.try_state::<Tray>() else { return };
    let standing = Standing::of(view);
    if tray.change(|looks| looks.standing = standing) {
        update(app);
    }
}

/// Says it in the person's language, and until when they are not to be disturbed.
pub(crate) fn speak(app: &AppHandle, preferences: &PreferencesView) {
    let Some(tray) = app.try_state::<Tray>() else { return };
    let new = Looks::of(preferences);
    if tray.change(|looks| *looks = Looks { standing: looks.standing, ..new }) {
        update(app);
    }
}

fn update(app: &AppHandle) {
    let tray = app.state::<Tray>();
    let Some(item) = tray.item.lock().clone() else { return };
    let looks = tray.looks.clone();
    async_runtime::spawn(async move {
        // Whichever update comes last shows the newest.
        item.update(|item| item.looks = *looks.lock()).await;
    });
}

/// The icon and its menu, as the bus sees them.
#[derive(Debug)]
struct Item {
    app: AppHandle,
    looks: Looks,
}

impl Item {
    fn pause(&mut self) {
        let paused = !self.looks.standing.paused;
        mark!("pause", paused = paused);
        self.app.state::<Island>().runtime.pause(paused);
    }

    /// For so many minutes from now on; 0 ends it.
    fn be_quiet(&self, minutes: u32) {
        mark!("quiet", minutes = minutes);
        // The next view shows what came of it.
        drop(self.app.state::<Preferences>().prefer(Prefer::QuietMinutes(minutes)));
    }

    fn words(&self) -> &'static Words {
        self.looks.tongue.words()
    }

    /// Do not disturb: what it is, and what can be done about it.
    fn quiet(&self) -> SubMenu<Item> {
        let words = self.words();
        let until = self.looks.quiet_until_unix_ms.and_then(calendar::time);
        let mut choices = vec![
            entry(words.half_an_hour.to_owned(), |item| item.be_quiet(30)),
            entry(words.an_hour.to_owned(), |item| item.be_quiet(60)),
        ];
        if let Some((_, time)) = calendar::till_tomorrow() {
            let label = words.till_tomorrow.replace("{time}", &time);
            // The menu may have been read long before it is pressed.
            choices.push(entry(label, |item| {
                if let Some((minutes, _)) = calendar::till_tomorrow() {
                    item.be_quiet(minutes);
                }
            }));
        }
        // Not left out: a panel knows an entry by its place, and presses what it showed.
        let off = StandardItem {
            label: words.quiet_off.to_owned(),
            enabled: until.is_some(),
            activate: Box::new(|item: &mut Item| item.be_quiet(0)),
            ..StandardItem::default()
        };
        choices.extend([MenuItem::Separator, off.into()]);
        let label = match until {
            Some((time, false)) => words.quiet_until.replace("{time}", &time),
            Some((time, true)) => words.quiet_until_tomorrow.replace("{time}", &time),
            None => words.quiet.to_owned(),
        };
        SubMenu { label, submenu: choices, ..SubMenu::default() }
    }
}

impl ksni::Tray for Item {
    // There is no other use of a click.
    const MENU_ON_ACTIVATE: bool = true;

    fn id(&self) -> String {
        "vults".to_owned()
    }

    fn title(&self) -> String {
        "Vults".to_owned()
    }

    fn category(&self) -> Category {
        Category::ApplicationStatus
    }

    fn status(&self) -> Status {
        if self.looks.standing.needs_a_person() { Status::NeedsAttention } else { Status::Active }
    }

    fn icon_pixmap(&self) -> Vec<Icon> {
        icon::of(self.looks.standing.sign())
    }

    fn attention_icon_pixmap(&self) -> Vec<Icon> {
        self.icon_pixmap()
    }

    fn tool_tip(&self) -> ToolTip {
        ToolTip {
            title: "Vults".to_owned(),
            description: self.looks.standing.words(self.words()),
            ..ToolTip::default()
        }
    }

    fn menu(&self) -> Vec<MenuItem<Item>> {
        let words = self.words();
        let pause = if self.looks.standing.paused { words.resume } else { words.pause };
        let standing = StandardItem {
            label: self.looks.standing.words(words),
            enabled: false,
            ..StandardItem::default()
        };
        vec![
            standing.into(),
            MenuItem::Separator,
            entry(words.open.to_owned(), |item| call::hear(&item.app)),
            entry(pause.to_owned(), Item::pause),
            self.quiet().into(),
            entry(words.settings.to_owned(), |item| settings::open(&item.app)),
            MenuItem::Separator,
            entry(words.quit.to_owned(), |item| item.app.state::<Island>().runtime.quit()),
        ]
    }
}

fn entry(label: String, press: fn(&mut Item)) -> MenuItem<Item> {
    StandardItem { label, activate: Box::new(press), ..StandardItem::default() }.into()
}
