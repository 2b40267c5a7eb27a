//! Notifications of news, while the island is out of sight: one for each session, which the next one
//! of it replaces, and which goes when what it tells has passed.
//!
//! They lie on the session bus, where other programs of the person read them. So each is a fixed
//! sentence with the agent's name: no command, no path, nothing of the project. Its only action brings
//! the island before the person.

use std::collections::HashMap;
use std::sync::Arc;

use notify_rust::{Notification, NotificationHandle, NotificationResponse, Timeout, Urgency};
use tauri::AppHandle;
use tauri::async_runtime::{self, JoinHandle, Receiver, Sender, channel};
use vults_core::{News, SessionView, Status, Told, View};

use crate::island::Shared;
use crate::mark::mark;
use crate::words::{Notice, Tongue, Words};
use crate::{call, sight};

/// More than these do not wait for a bus that is slow; the island has them all the same.
const WAITING: usize = 64;
/// No agent's name is longer.
const LONGEST_NAME: usize = 40;

/// The notifications that may be shown.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// What was told last of each session.
    told: Shared<HashMap<String, Told>>,
    orders: Shared<Option<Sender<Order>>>,
}

#[derive(Debug)]
enum Order {
    Show {
        session: String,
        what: Told,
        agent_name: String,
        tongue: Tongue,
    },
    Withdraw(String),
    /// The bus says that one has gone, or was pressed.
    Gone {
        session: String,
        id: u32,
    },
}

impl Notices {
    /// Shows one, where the island is out of sight. Never blocks.
    pub(crate) fn tell(&self, app: &AppHandle, news: &News, tongue: Tongue) {
        let News { what, agent_name, session } = news.clone();
        self.told.lock().insert(session.clone(), what);
        let orders = self.orders(app);
        if orders.try_send(Order::Show { session, what, agent_name, tongue }).is_err() {
            tracing::warn!("a notification is left out: the bus is slow");
        }
    }

    /// Takes those away that have passed. Never blocks.
    pub(crate) fn follow(&self, view: &View) {
        let mut told = self.told.lock();
        if told.is_empty() {
            return;
        }
        let orders = self.orders.lock().clone();
        told.retain(|session, what| {
            if holds(*what, view.sessions.iter().find(|it| it.key == *session)) {
                return true;
            }
            // One that is not ordered now, since the bus is slow, is ordered with a later view.
            let order = |orders: &Sender<Order>| orders.try_send(Order::Withdraw(session.clone()));
            orders.as_ref().is_some_and(|orders| order(orders).is_err())
        });
    }

    /// The way to the task that shows them, which begins with the first.
    fn orders(&self, app: &AppHandle) -> Sender<Order> {
        let mut orders = self.orders.lock();
        orders
            .get_or_insert_with(|| {
                let (sender, inbox) = channel(WAITING);
                let desk = Desk { app: app.clone(), orders: sender.clone(), shown: HashMap::new() };
                async_runtime::spawn(desk.work(inbox));
                sender
            })
            .clone()
    }
}

/// Whether what was told of a session is still so.
fn holds(told: Told, session: Option<&SessionView>) -> bool {
    let Some(session) = session else { return false };
    match told {
        Told::Asks | Told::AsksQuestions => session.status == Status::WaitsHere,
        Told::AsksInTerminal => session.status == Status::WaitsInTerminal,
        Told::Finished => session.status == Status::Done,
        Told::Failed => session.status == Status::Failed,
    }
}

/// Who shows them, one after the other.
struct Desk {
    app: AppHandle,
    orders: Sender<Order>,
    shown: HashMap<String, Shown>,
}

/// One that is on the bus.
struct Shown {
    handle: Arc<NotificationHandle>,
    /// Waits for its end.
    waits: JoinHandle<()>,
}

impl Desk {
    async fn work(mut self, mut inbox: Receiver<Order>) {
        while let Some(order) = inbox.recv().await {
            match order {
                Order::Show { session, what, agent_name, tongue } => {
                    let app = self.app.clone();
                    let hidden = async_runtime::spawn_blocking(move || sight::out_of_sight(&app));
                    if hidden.await.unwrap_or(false) {
                        self.show(session, what, &agent_name, tongue.words()).await;
                    }
                }
                Order::Withdraw(session) => {
                    if let Some(shown) = self.shown.remove(&session) {
                        shown.waits.abort();
                        shown.handle.close_async().await;
                        mark!("notice", shown = false);
                    }
                }
                Order::Gone { session, id } => {
                    if self.shown.get(&session).is_some_and(|shown| shown.handle.id() == id) {
                        self.shown.remove(&session);
                    }
                }
            }
        }
    }

    async fn show(&mut self, session: String, what: Told, agent: &str, words: &Words) {
        let mut notification = notification(what, agent, words);
        let before = self.shown.remove(&session);
        if let Some(before) = &before {
            before.waits.abort();
            notification.id(before.handle.id());
        }
        let handle = match notification.show_async().await {
            Ok(handle) => Arc::new(handle),
            Err(error) => {
                tracing::info!(%error, "no notification could be shown");
                return;
            }
        };
        mark!("notice", shown = true, told = ?what);
        let waits = async_runtime::spawn({
            let (app, orders, handle) =
                (self.app.clone(), self.orders.clone(), Arc::clone(&handle));
            let (session, id) = (session.clone(), handle.id());
            async move {
                let heard = |response: &NotificationResponse| {
                    if !matches!(response, NotificationResponse::Closed(_)) {
                        call::hear(&app);
                    }
                };
                handle.wait_for_action_async(heard).await;
                _ = orders.send(Order::Gone { session, id }).await;
            }
        });
        self.shown.insert(session, Shown { handle, waits });
    }
}

fn notification(what: Told, agent: &str, words: &Words) -> Notification {
    let Notice { title, line } = match what {
        Told::Asks => &words.asks,
        Told::AsksQuestions => &words.asks_questions,
        Told::AsksInTerminal => &words.asks_in_terminal,
        Told::Finished => &words.has_finished,
        Told::Failed => &words.has_failed,
    };
    Notification::new()
        .appname("Vults")
        .summary(&title.replace("{agent}", &name(agent)))
        .body(line)
        .icon("vults")
        .urgency(Urgency::Normal)
        .timeout(Timeout::Default)
        .action("default", words.open_island)
        .action("open", words.open_island)
        .finalize()
}

/// An agent's name as it can stand in a notification: some servers read marks in it, and it may be any
/// program's word.
fn name(agent: &str) -> String {
    let plain = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '(' | ')');
    let name: String = agent.chars().filter(plain).take(LONGEST_NAME).collect();
    let name = name.trim();
    if name.is_empty() { "?".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests;
