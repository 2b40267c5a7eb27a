//! Questions, with all that helps to answer them.

use serde::Serialize;

use super::{Passage, Room};
use crate::ask::{Offered, Question};
use crate::view::Text;

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QuestionView {
    /// The question, whole.
    pub question: Passage,
    /// The same in a word or two.
    pub header: Option<Text>,
    /// What can be chosen, in the order by which an answer names it.
    pub options: Vec<OptionView>,
    /// Whether more than one can be.
    pub several: bool,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OptionView {
    /// Its name, whole.
    pub label: Text,
    /// What it means.
    pub description: Option<Passage>,
    /// What it would look like: text in which columns count.
    pub preview: Option<Passage>,
}

/// Each question; none where they do not fit on the card.
pub(super) fn draw(questions: &[Question], room: &mut Room) -> Option<Vec<QuestionView>> {
    questions.iter().map(|one| question(one, room)).collect()
}

fn question(question: &Question, room: &mut Room) -> Option<QuestionView> {
    Some(QuestionView {
        question: room.passage(&question.text)?,
        header: match &question.header {
            Some(header) => Some(room.line(header)?),
            None => None,
        },
        options: question
            .options
            .iter()
            .map(|offered| option(offered, room))
            .collect::<Option<_>>()?,
        several: question.several,
    })
}

fn option(offered: &Offered, room: &mut Room) -> Option<OptionView> {
    Some(OptionView {
        label: room.line(&offered.label)?,
        description: room.optional(offered.description.as_deref())?,
        preview: room.optional(offered.preview.as_deref())?,
    })
}
