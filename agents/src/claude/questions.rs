//! What Claude Code asks the person with `AskUserQuestion`.

use serde_json::{Map, Value};
use vults_core::{Action, Fields, Offered, Question};

use crate::reading::Reading;

/// The questions; none where they have another shape, or where a card could not say what an answer
/// would do.
pub(super) fn action(input: &Map<String, Value>) -> Option<Action> {
    let mut fields = Reading::of(input);
    let asked = fields.list("questions")?;
    let mut facts = fields.facts();
    let mut questions = Vec::with_capacity(asked.len());
    for (number, asked) in (1..).zip(asked) {
        questions.push(question(&format!("question {number}"), asked, &mut facts)?);
    }
    Some(Action::Questions { questions, facts })
}

fn question(place: &str, asked: Value, facts: &mut Fields) -> Option<Question> {
    let Value::Object(asked) = asked else { return None };
    let mut fields = Reading::new(asked);
    let text = fields.text("question")?;
    let header = fields.words("header");
    let several = fields.switch("multiSelect")?;
    fields.take("multiSelect");
    let offered = fields.list("options")?;
    facts.extend(fields.facts_of(place));
    let mut options = Vec::with_capacity(offered.len());
    for (number, offered) in (1..).zip(offered) {
        options.push(option(&format!("{place}, option {number}"), offered, facts)?);
    }
    Some(Question { text, header, options, several })
}

fn option(place: &str, offered: Value, facts: &mut Fields) -> Option<Offered> {
    let Value::Object(offered) = offered else { return None };
    let mut fields = Reading::new(offered);
    let label = fields.text("label")?;
    let (description, preview) = (fields.words("description"), fields.words("preview"));
    facts.extend(fields.facts_of(place));
    Some(Offered { label, description, preview })
}
