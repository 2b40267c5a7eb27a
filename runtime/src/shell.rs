//! What the runtime asks of the window around it.

use std::sync::Arc;

use vults_core::{ApprovalsView, News, View};

/// The window, as the runtime knows it. Calls come from the loop's thread and must not block.
pub trait Shell: Send + 'static {
    /// Show this view. The newest one counts; older ones may be skipped.
    fn show(&mut self, view: View);

    /// The rules have changed, or the app was paused or goes on. The newest view counts. A window that
    /// shows no rules has nothing to do.
    fn approvals(&mut self, _view: Arc<ApprovalsView>) {}

    /// Tell the person this, once. A window that makes no sound and shows no notification has nothing
    /// to do.
    fn tell(&mut self, _news: &News) {}

    /// Bring the island into sight and give it the keyboard: `vults focus` asks for it, and any program of
    /// this user may run that, so it must answer nothing and take little. A window without a keyboard
    /// has nothing to do.
    fn focus(&mut self) {}

    /// The loop has ended (a signal, [`crate::Handle::quit`]) and the socket is gone: end
    /// the program. The last call of all.
    fn quit(&mut self);
}
