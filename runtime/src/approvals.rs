//! What the settings window shows and changes of the person's rules and decisions.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;
use vults_core::{ApprovalsView, HistoryPage};

use crate::error::HistoryError;
use crate::handle::{Mailbox, Msg};
use crate::record::{History, export_folders};
use crate::trust_list::TrustList;

/// The way to the rules and to the decision history. Cheap to clone, and nothing here blocks: what
/// a disk may take long for is done by other threads, and the futures need no runtime of their own.
#[derive(Clone, Debug)]
pub struct Approvals {
    shown: Shown,
    mailbox: Mailbox,
    history: History,
    trusted: TrustList,
}

impl Approvals {
    pub(crate) fn new(
        shown: Shown,
        mailbox: Mailbox,
        history: History,
        trusted: TrustList,
    ) -> Approvals {
        Approvals { shown, mailbox, history, trusted }
    }

    /// The newest view. Later ones come to [`crate::Shell::approvals`].
    pub fn view(&self) -> Arc<ApprovalsView> {
        self.shown.view()
    }

    /// Removes a rule, by [`vults_core::RuleView::id`]: it allows nothing from now on, also not a
    /// request that is just being prepared. The next view shows it. What is given back ends when the
    /// rule no longer counts, and need not be waited for; it is false where the app is ending, so that
    /// nobody has done it.
    pub fn remove_rule(&self, id: String) -> impl Future<Output = bool> + Send + 'static {
        let (done, removed) = oneshot::channel();
        if self.mailbox.send(Msg::RemoveRule(id, done)).is_err() {
            tracing::debug!("the loop has ended");
        }
        async move { removed.await.is_ok() }
    }

    /// Trusts a project's hooks no longer, by [`vults_core::TrustedView::id`]: no command of them starts
    /// from then on. The next view shows it.
    ///
    /// # Errors
    ///
    /// Why nothing was changed: a sentence without its full stop.
    pub fn distrust(
        &self,
        file: String,
    ) -> impl Future<Output = Result<(), String>> + Send + 'static {
        self.trusted.distrust(file)
    }

    /// Fifty decisions that a text finds, the newest first, after the first `skip` of them. A blank
    /// text finds all.
    ///
    /// # Errors
    ///
    /// What ends with [`HistoryError`], whose text is a sentence without its end.
    pub fn history(
        &self,
        search: String,
        skip: u32,
    ) -> impl Future<Output = Result<HistoryPage, HistoryError>> + Send + 'static {
        self.history.page(search, skip)
    }

    /// Copies the whole history to a new file in the person's download folder, or in their home:
    /// the file's path. Nobody else can read it.
    ///
    /// # Errors
    ///
    /// See [`Approvals::history`].
    pub fn export(&self) -> impl Future<Output = Result<PathBuf, HistoryError>> + Send + 'static {
        self.history.export(export_folders())
    }

    /// Deletes the whole history.
    ///
    /// # Errors
    ///
    /// See [`Approvals::history`].
    pub fn clear(&self) -> impl Future<Output = Result<(), HistoryError>> + Send + 'static {
        self.history.clear()
    }
}

/// The newest view, shared by those who change it and those who look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown(Arc<Mutex<Arc<ApprovalsView>>>);

impl Shown {
    pub(crate) fn view(&self) -> Arc<ApprovalsView> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts another view in its place, if there is one; whether there is. Whoever has the old one
    /// keeps it.
    pub(crate) fn change(
        &self,
        other: impl FnOnce(&ApprovalsView) -> Option<ApprovalsView>,
    ) -> bool {
        let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(view) = other(&shown) else { return false };
        *shown = Arc::new(ApprovalsView { revision: shown.revision + 1, ..view });
        true
    }
}
