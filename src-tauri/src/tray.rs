//! The icon in the desktop's tray: how things stand, a pause, the settings and the end. Nothing in
//! it answers a card.
//!
//! It lives on the session bus, where every program of the person may press its entries, so it
//! offers nothing that would matter: a pause only sends requests back to their terminals.

use ksni::menu::StandardItem;
use ksni::{Handle, Icon, MenuItem, ToolTip, TrayMethods};
use tauri::image::Image;
use tauri::{AppHandle, Manager, async_runtime};
use vults_core::View;

use crate::island::{Island, Shared};
use crate::mark::mark;
use crate::settings;

/// The icon, in the sizes that panels use.
const ICONS: [Image<'_>; 2] =
    [tauri::include_image!("icons/32x32.png"), tauri::include_image!("icons/128x128.png")];

/// The icon in the tray, as Tauri keeps it.
#[derive(Default)]
pub(crate) struct Tray {
    standing: Shared<Standing>,
    item: Shared<Option<Handle<Item>>>,
}

/// How things stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Standing {
    waiting: usize,
    paused: bool,
}

impl Standing {
    fn of(view: &View) -> Standing {
        Standing { waiting: view.queue.len(), paused: view.paused }
    }

    fn words(self) -> String {
        match self {
            Standing { paused: true, .. } => "Paused: agents ask in their terminals".to_owned(),
            Standing { waiting: 0, .. } => "No request waits".to_owned(),
            Standing { waiting: 1, .. } => "1 request waits".to_owned(),
            Standing { waiting, .. } => format!("{waiting} requests wait"),
        }
    }
}

/// Puts the icon into the tray. Where the desktop has none, or no session bus, there is none.
///
/// It is done after the first paint, beside the window: a bus takes its time.
pub(crate) fn start(app: &AppHandle) {
    let app = app.clone();
    async_runtime::spawn(async move {
        let item = Item { app: app.clone(), standing: *app.state::<Tray>().standing.lock() };
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
    if std::mem::replace(&mut *tray.standing.lock(), standing) != standing {
        update(app);
    }
}

fn update(app: &AppHandle) {
    let tray = app.state::<Tray>();
    let Some(item) = tray.item.lock().clone() else { return };
    let standing = tray.standing.clone();
    async_runtime::spawn(async move {
        // Whichever update comes last shows the newest.
        item.update(|item| item.standing = *standing.lock()).await;
    });
}

/// The icon and its menu, as the bus sees them.
#[derive(Debug)]
struct Item {
    app: AppHandle,
    standing: Standing,
}

impl Item {
    fn pause(&mut self) {
        let paused = !self.standing.paused;
        mark!("pause", paused = paused);
        self.app.state::<Island>().runtime.pause(paused);
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

    fn icon_pixmap(&self) -> Vec<Icon> {
        ICONS.iter().map(icon).collect()
    }

    fn tool_tip(&self) -> ToolTip {
        ToolTip {
            title: "Vults".to_owned(),
            description: self.standing.words(),
            ..ToolTip::default()
        }
    }

    fn menu(&self) -> Vec<MenuItem<Item>> {
        let pause = if self.standing.paused { "Resume" } else { "Pause" };
        let words = StandardItem { label: self.standing.words(), enabled: false, ..entry() };
        vec![
            words.into(),
            MenuItem::Separator,
            StandardItem { label: pause.into(), activate: Box::new(Item::pause), ..entry() }.into(),
            StandardItem {
                label: "Settings".into(),
                activate: Box::new(|item: &mut Item| settings::open(&item.app)),
                ..entry()
            }
            .into(),
            MenuItem::Separator,
            StandardItem {
                label: "Quit Vults".into(),
                activate: Box::new(|item: &mut Item| item.app.state::<Island>().runtime.quit()),
                ..entry()
            }
            .into(),
        ]
    }
}

fn entry() -> StandardItem<Item> {
    StandardItem::default()
}

/// The bus wants each pixel's opacity first.
fn icon(image: &Image<'_>) -> Icon {
    let argb = |rgba: &[u8; 4]| [rgba[3], rgba[0], rgba[1], rgba[2]];
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let (width, height) = (image.width().cast_signed(), image.height().cast_signed());
    Icon { width, height, data: pixels.iter().flat_map(argb).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_things_stand_is_said_in_words() {
        #[track_caller]
        fn check(waiting: usize, paused: bool, expected: &str) {
            assert_eq!(Standing { waiting, paused }.words(), expected);
        }
        check(0, false, "No request waits");
        check(1, false, "1 request waits");
        check(12, false, "12 requests wait");
        check(0, true, "Paused: agents ask in their terminals");
    }

    #[test]
    fn the_opacity_of_a_pixel_comes_first() {
        let image = Image::new(&[1, 2, 3, 4, 5, 6, 7, 8], 2, 1);
        let icon = icon(&image);
        assert_eq!((icon.width, icon.height), (2, 1));
        assert_eq!(icon.data, [4, 1, 2, 3, 8, 5, 6, 7]);
    }
}
