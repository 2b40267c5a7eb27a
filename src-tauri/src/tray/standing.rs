//! How things stand, in a word: by what needs a person most.

use vults_core::{ActionView, SessionView, Status, View};

use crate::words::Words;

/// How many sessions stand how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) paused: bool,
    /// Cards that wait.
    waiting: usize,
    /// Whether the first of them asks questions.
    questions: bool,
    in_terminal: usize,
    failed: usize,
    working: usize,
}

/// What the icon says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing goes on.
    Quiet,
    Working,
    Failed,
    WaitsInTerminal,
    /// A permission waits.
    Waits,
    /// Answers to questions wait.
    WaitsForAnswers,
    Paused,
}

impl Standing {
    pub(super) fn of(view: &View) -> Standing {
        let questions = view
            .queue
            .first()
            .is_some_and(|first| matches!(first.action, ActionView::Questions { .. }));
        let count = |is: fn(Status) -> bool| {
            view.sessions.iter().filter(|SessionView { status, .. }| is(*status)).count()
        };
        Standing {
            paused: view.paused,
            waiting: view.queue.len(),
            questions,
            in_terminal: count(|status| status == Status::WaitsInTerminal),
            failed: count(|status| status == Status::Failed),
            working: count(|status| {
                matches!(status, Status::Working | Status::Compacting | Status::InBackground)
            }),
        }
    }

    pub(super) fn sign(self) -> Sign {
        match self {
            Standing { paused: true, .. } => Sign::Paused,
            Standing { waiting: 1.., questions: true, .. } => Sign::WaitsForAnswers,
            Standing { waiting: 1.., .. } => Sign::Waits,
            Standing { in_terminal: 1.., .. } => Sign::WaitsInTerminal,
            Standing { failed: 1.., .. } => Sign::Failed,
            Standing { working: 1.., .. } => Sign::Working,
            _ => Sign::Quiet,
        }
    }

    /// Whether the desktop should show that it needs somebody.
    pub(super) fn needs_a_person(self) -> bool {
        matches!(self.sign(), Sign::Waits | Sign::WaitsForAnswers | Sign::WaitsInTerminal)
    }

    pub(super) fn words(self, words: &Words) -> String {
        match self.sign() {
            Sign::Paused => words.paused.to_owned(),
            Sign::Waits | Sign::WaitsForAnswers => words.waits.of(self.waiting),
            Sign::WaitsInTerminal => words.waits_in_terminal.of(self.in_terminal),
            Sign::Failed => words.failed.of(self.failed),
            Sign::Working => words.working.of(self.working),
            Sign::Quiet => words.nothing_waits.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Tongue;

    #[test]
    fn what_needs_a_person_most_is_said() {
        #[track_caller]
        fn check(standing: Standing, sign: Sign, needs: bool, english: &str, portuguese: &str) {
            assert_eq!(standing.sign(), sign);
            assert_eq!(standing.needs_a_person(), needs);
            assert_eq!(standing.words(Tongue::English.words()), english);
            assert_eq!(standing.words(Tongue::BrazilianPortuguese.words()), portuguese);
        }
        let mut standing = Standing::default();
        check(standing, Sign::Quiet, false, "No request waits", "Nenhum pedido pendente");
        standing.working = 2;
        let (english, portuguese) = ("2 sessions are at work", "2 sessões em atividade");
        check(standing, Sign::Working, false, english, portuguese);
        standing.failed = 1;
        let (english, portuguese) =
            ("1 session stopped with an error", "1 sessão parou com um erro");
        check(standing, Sign::Failed, false, english, portuguese);
        standing.in_terminal = 1;
        let (english, portuguese) =
            ("1 session waits in its terminal", "1 sessão espera no terminal");
        check(standing, Sign::WaitsInTerminal, true, english, portuguese);
        standing.waiting = 12;
        check(standing, Sign::Waits, true, "12 requests wait", "12 pedidos pendentes");
        standing.questions = true;
        check(standing, Sign::WaitsForAnswers, true, "12 requests wait", "12 pedidos pendentes");
        standing.paused = true;
        let english = "Paused: agents ask in their terminals";
        check(standing, Sign::Paused, false, english, "Em pausa: os agentes perguntam no terminal");
    }
}
