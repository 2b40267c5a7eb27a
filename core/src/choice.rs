//! What a person can say on a card, and what of it can be said on which card.

use vults_protocol::Answer;
use vults_protocol::limits::REASON_BYTES;

use crate::ask::{Action, Question};

/// Questions on one card. No agent asks more at once.
const QUESTIONS: usize = 4;
/// Options of one question.
const OPTIONS: usize = 16;
/// An option's label, in characters. Together with the limits above and below it keeps an answer
/// well below what a hook reads.
const LABEL_CHARS: usize = 1_000;
/// A person's own answer to one question, in characters.
pub const OWN_WORDS_CHARS: usize = 10_000;

/// What a person says on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The tool may run, the plan is good.
    Allow,
    /// The tool may run, and whenever the very same is asked again. Only on a card that offers it.
    AllowAlways,
    /// The tool may not run, the plan needs work.
    Deny {
        /// The person's own words for the model. Blanks around them are taken away, and what goes
        /// beyond [`REASON_BYTES`] is cut.
        words: Option<String>,
    },
    /// Answers: one for each question, in order.
    Answer(Vec<Picked>),
    /// Not here: the agent asks in its terminal.
    ReplyInTerminal,
    /// These hooks of a project may run, as they are now. Only on a card that asks about hooks.
    Trust,
    /// They may not, as they are now, and the card need not come again.
    NotNow,
}

/// What a person answers to one question: options, their own words, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picked {
    /// The options, by their place in the question, from 0.
    pub options: Vec<usize>,
    /// The person's own words, at most [`OWN_WORDS_CHARS`]. Blanks around them are taken away;
    /// blank ones are none.
    pub own: Option<String>,
}

/// What a card can be answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Allow or deny.
    Permission {
        /// Whether it can be allowed once and for all.
        always: bool,
    },
    /// An answer to each of these.
    Questions(Vec<Options>),
    /// Trust in a project's hooks, or not now.
    Hooks {
        /// Whether the card shows all that would run, so that it can be trusted there.
        offered: bool,
    },
}

/// What one question can be answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    labels: Vec<String>,
    several: bool,
}

/// A choice that can be said on its card, ready for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Allow,
    AllowAlways,
    Deny(Option<String>),
    Answer(Vec<Answer>),
    ReplyInTerminal,
    Trust,
    NotNow,
}

impl Form {
    /// The form of a card for an action; none where a person could not say clearly what they mean.
    /// `always`: whether it can be allowed once and for all.
    pub(crate) fn of(action: &Action, always: bool) -> Option<Form> {
        let Action::Questions { questions, .. } = action else {
            return Some(Form::Permission { always });
        };
        let texts = questions.iter().map(|question| question.text.trim());
        let fits = (1..=QUESTIONS).contains(&questions.len()) && differ(texts);
        let options = questions.iter().map(Options::of).collect::<Option<_>>();
        options.filter(|_| fits).map(Form::Questions)
    }

    /// What a choice says on this card; none where it cannot be said here, or leaves a question
    /// open.
    pub(crate) fn verdict(&self, choice: &Choice) -> Option<Verdict> {
        Some(match (self, choice) {
            (Form::Hooks { offered: true }, Choice::Trust) => Verdict::Trust,
            (Form::Hooks { .. }, Choice::NotNow) => Verdict::NotNow,
            (Form::Permission { .. } | Form::Questions(_), Choice::ReplyInTerminal) => {
                Verdict::ReplyInTerminal
            }
            (Form::Permission { .. }, Choice::Allow) => Verdict::Allow,
            (Form::Permission { always: true }, Choice::AllowAlways) => Verdict::AllowAlways,
            (Form::Permission { .. }, Choice::Deny { words }) => {
                Verdict::Deny(words.as_deref().and_then(reason))
            }
            (Form::Questions(questions), Choice::Answer(picked)) => {
                if questions.len() != picked.len() {
                    return None;
                }
                let answers = questions.iter().zip(picked).map(|(one, picked)| one.answer(picked));
                Verdict::Answer(answers.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

impl Options {
    fn of(question: &Question) -> Option<Options> {
        let labels: Vec<String> =
            question.options.iter().map(|option| option.label.clone()).collect();
        let fits = (1..=OPTIONS).contains(&labels.len())
            && labels.iter().all(|label| label.chars().nth(LABEL_CHARS).is_none())
            && differ(labels.iter().map(|label| label.trim()));
        fits.then_some(Options { labels, several: question.several })
    }

    /// The answer as the agent reads it: labels exactly as it gave them, then the person's words.
    fn answer(&self, picked: &Picked) -> Option<Answer> {
        let own = picked.own.as_deref().map(str::trim).filter(|own| !own.is_empty());
        if own.is_some_and(|own| own.chars().nth(OWN_WORDS_CHARS).is_some()) {
            return None;
        }
        let mut options = picked.options.clone();
        options.sort_unstable();
        let twice = options.windows(2).any(|pair| pair[0] == pair[1]);
        let labels = options.iter().map(|index| self.labels.get(*index).map(String::as_str));
        let said: Vec<&str> = labels.chain(own.map(Some)).collect::<Option<_>>()?;
        match said[..] {
            _ if twice => None,
            [] => None,
            _ if self.several => Some(Answer::Many(said.into_iter().map(str::to_owned).collect())),
            [one] => Some(Answer::One(one.to_owned())),
            _ => None,
        }
    }
}

/// Whether none is blank and no two are the same.
fn differ<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let mut texts: Vec<&str> = texts.collect();
    texts.sort_unstable();
    texts.iter().all(|text| !text.is_empty()) && texts.windows(2).all(|pair| pair[0] != pair[1])
}

/// The words that go with a deny.
fn reason(words: &str) -> Option<String> {
    let words = words.trim();
    let words = words[..words.floor_char_boundary(REASON_BYTES)].trim_end();
    (!words.is_empty()).then(|| words.to_owned())
}

impl Verdict {
    /// Whether it lets something run, so that all of it must have been seen.
    pub(crate) fn authorizes(&self) -> bool {
        match self {
            Verdict::Allow | Verdict::AllowAlways | Verdict::Answer(_) | Verdict::Trust => true,
            Verdict::Deny(_) | Verdict::ReplyInTerminal | Verdict::NotNow => false,
        }
    }

    /// What the person said, for the record.
    pub(crate) fn said(&self) -> Vec<String> {
        match self {
            Verdict::Allow
            | Verdict::AllowAlways
            | Verdict::ReplyInTerminal
            | Verdict::Trust
            | Verdict::NotNow => Vec::new(),
            Verdict::Deny(reason) => reason.iter().cloned().collect(),
            Verdict::Answer(answers) => answers
                .iter()
                .map(|answer| match answer {
                    Answer::One(one) => one.clone(),
                    Answer::Many(many) => many.join(", "),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Offered;

    const PERMISSION: Form = Form::Permission { always: false };

    fn question(text: &str, labels: &[&str], several: bool) -> Question {
        let option =
            |label: &&str| Offered { label: (*label).to_owned(), description: None, preview: None };
        Question {
            text: text.to_owned(),
            header: None,
            options: labels.iter().map(option).collect(),
            several,
        }
    }

    fn form(questions: Vec<Question>) -> Option<Form> {
        Form::of(&Action::Questions { questions, facts: Vec::new() }, false)
    }

    /// The answer to one question of these options.
    fn answer(several: bool, options: &[usize], own: Option<&str>) -> Option<Answer> {
        let form =
            form(vec![question("Which?", &["A", " B, \"C\" "], several)]).unwrap_or_else(|| {
                panic!("a question that can be answered");
            });
        let picked = Picked { options: options.to_vec(), own: own.map(str::to_owned) };
        match form.verdict(&Choice::Answer(vec![picked]))? {
            Verdict::Answer(answers) => answers.into_iter().next(),
            other => panic!("{other:?}"),
        }
    }

    fn one(text: &str) -> Option<Answer> {
        Some(Answer::One(text.to_owned()))
    }

    fn many(texts: &[&str]) -> Option<Answer> {
        Some(Answer::Many(texts.iter().map(|text| (*text).to_owned()).collect()))
    }

    #[test]
    fn one_of_the_options_or_own_words() {
        assert_eq!(answer(false, &[0], None), one("A"));
        assert_eq!(answer(false, &[1], None), one(" B, \"C\" "));
        assert_eq!(answer(false, &[], Some(" none of them\n")), one("none of them"));
        assert_eq!(answer(false, &[0], Some(" ")), one("A"));
        assert_eq!(answer(false, &[], None), None);
        assert_eq!(answer(false, &[], Some(" \n")), None);
        assert_eq!(answer(false, &[0, 1], None), None);
        assert_eq!(answer(false, &[0], Some("and more")), None);
        assert_eq!(answer(false, &[2], None), None);
    }

    #[test]
    fn any_of_the_options_and_own_words() {
        assert_eq!(answer(true, &[0], None), many(&["A"]));
        assert_eq!(answer(true, &[1, 0], None), many(&["A", " B, \"C\" "]));
        assert_eq!(answer(true, &[0], Some("and more")), many(&["A", "and more"]));
        assert_eq!(answer(true, &[], Some("x")), many(&["x"]));
        assert_eq!(answer(true, &[], None), None);
        assert_eq!(answer(true, &[0, 0], None), None);
        assert_eq!(answer(true, &[0, 2], None), None);
    }

    #[test]
    fn own_words_are_never_cut() {
        let long = "語".repeat(OWN_WORDS_CHARS);
        assert_eq!(answer(false, &[], Some(&long)), one(&long));
        assert_eq!(answer(false, &[], Some(&format!("{long}x"))), None);
    }

    #[test]
    fn every_question_is_answered_and_nothing_else() {
        let form = form(vec![question("1?", &["A"], false), question("2?", &["A"], true)]);
        let Some(form) = form else { panic!("questions that can be answered") };
        let picked = |options: &[usize]| Picked { options: options.to_vec(), own: None };
        let said = |all: Vec<Picked>| form.verdict(&Choice::Answer(all));
        let expected = vec![Answer::One("A".to_owned()), Answer::Many(vec!["A".to_owned()])];
        assert_eq!(said(vec![picked(&[0]), picked(&[0])]), Some(Verdict::Answer(expected)));
        assert_eq!(said(vec![picked(&[0]), picked(&[])]), None);
        assert_eq!(said(vec![picked(&[0])]), None);
        assert_eq!(said(vec![picked(&[0]), picked(&[0]), picked(&[0])]), None);
        assert_eq!(said(Vec::new()), None);
        assert_eq!(form.verdict(&Choice::Allow), None);
        assert_eq!(form.verdict(&Choice::Deny { words: Some("no".to_owned()) }), None);
        assert_eq!(form.verdict(&Choice::ReplyInTerminal), Some(Verdict::ReplyInTerminal));
        assert_eq!(PERMISSION.verdict(&Choice::Answer(vec![picked(&[0])])), None);
        assert_eq!(PERMISSION.verdict(&Choice::Answer(Vec::new())), None);
    }

    #[test]
    fn what_cannot_be_answered_clearly_has_no_form() {
        let check = |questions: Vec<Question>, expected: bool| {
            assert_eq!(form(questions).is_some(), expected);
        };
        let numbered = |count: usize| (0..count).map(|n| question(&n.to_string(), &["A"], false));
        check(numbered(4).collect(), true);
        check(numbered(5).collect(), false);
        check(Vec::new(), false);
        check(vec![question("a", &["A"], false), question("a ", &["B"], false)], false);
        check(vec![question(" ", &["A"], false)], false);
        check(vec![question("a", &[], false)], false);
        check(vec![question("a", &["A", "B", " A"], false)], false);
        check(vec![question("a", &["A", ""], false)], false);
        let labels: Vec<String> = (0..17).map(|n| n.to_string()).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        check(vec![question("a", &labels[..16], false)], true);
        check(vec![question("a", &labels, false)], false);
        check(vec![question("a", &[&"é".repeat(1_000)], false)], true);
        check(vec![question("a", &[&"é".repeat(1_001)], false)], false);
    }

    #[test]
    fn always_can_be_said_where_it_is_offered() {
        let said = |form: &Form| form.verdict(&Choice::AllowAlways);
        assert_eq!(said(&Form::Permission { always: true }), Some(Verdict::AllowAlways));
        assert_eq!(said(&PERMISSION), None);
        assert_eq!(form(vec![question("Which?", &["A"], false)]).as_ref().and_then(said), None);
    }

    #[test]
    fn a_deny_goes_with_the_person_s_words() {
        let check = |words: Option<&str>, expected: Option<&str>| {
            let choice = Choice::Deny { words: words.map(str::to_owned) };
            let expected = Verdict::Deny(expected.map(str::to_owned));
            assert_eq!(PERMISSION.verdict(&choice), Some(expected));
        };
        check(None, None);
        check(Some(""), None);
        check(Some(" \n\t"), None);
        check(Some(" Use git mv.\n"), Some("Use git mv."));
        check(Some("a\nb"), Some("a\nb"));
        check(Some(&"é".repeat(1_000)), Some(&"é".repeat(1_000)));
        check(Some(&format!("x{}", "é".repeat(1_000))), Some(&format!("x{}", "é".repeat(999))));
        check(Some(&format!("{} b", "a".repeat(1_999))), Some(&"a".repeat(1_999)));
    }
}
