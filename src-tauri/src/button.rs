//! The buttons with which a person answers a card.

use serde::Deserialize;
use vults_core::{Choice, Picked};

/// Which button. What is said with it (words, answers) is the page's to say; that it was pressed
/// is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Button {
    Allow,
    Always,
    Deny,
    Answer,
    /// Spelled out where it is a choice, and in a word where it is a place on the card.
    #[serde(alias = "reply_in_terminal")]
    Terminal,
    /// Trust in a project's own hooks.
    Trust,
    NotNow,
}

impl Button {
    pub(crate) const COUNT: usize = 7;
    pub(crate) const ALL: [Button; Button::COUNT] = [
        Button::Allow,
        Button::Always,
        Button::Deny,
        Button::Answer,
        Button::Terminal,
        Button::Trust,
        Button::NotNow,
    ];

    /// The word for the log.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Button::Allow => "allow",
            Button::Always => "always",
            Button::Deny => "deny",
            Button::Answer => "answer",
            Button::Terminal => "terminal",
            Button::Trust => "trust",
            Button::NotNow => "not_now",
        }
    }

    /// Whether it lets something run, now or from now on.
    pub(crate) fn allows(self) -> bool {
        matches!(self, Button::Allow | Button::Always | Button::Trust)
    }

    /// What it says with these words and answers; none where they do not belong to it.
    pub(crate) fn choice(
        self,
        words: Option<String>,
        answers: Option<Vec<Picked>>,
    ) -> Option<Choice> {
        match (self, words, answers) {
            (Button::Allow, None, None) => Some(Choice::Allow),
            (Button::Always, None, None) => Some(Choice::AllowAlways),
            (Button::Deny, words, None) => Some(Choice::Deny { words }),
            (Button::Answer, None, Some(answers)) => Some(Choice::Answer(answers)),
            (Button::Terminal, None, None) => Some(Choice::ReplyInTerminal),
            (Button::Trust, None, None) => Some(Choice::Trust),
            (Button::NotNow, None, None) => Some(Choice::NotNow),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_answers_belong_to_their_button() {
        let words = || Some("use git mv".to_owned());
        let answers = || Some(vec![Picked { options: vec![1], own: None }]);
        for button in Button::ALL {
            let alone = button.choice(None, None);
            assert_eq!(alone.is_some(), button != Button::Answer, "{button:?}");
            let deny = (button == Button::Deny).then(|| Choice::Deny { words: words() });
            assert_eq!(button.choice(words(), None), deny, "{button:?}");
            let answer = answers().filter(|_| button == Button::Answer).map(Choice::Answer);
            assert_eq!(button.choice(None, answers()), answer, "{button:?}");
            assert_eq!(button.choice(words(), answers()), None, "{button:?}");
        }
    }

    #[test]
    fn the_page_spells_each_button() {
        #[track_caller]
        fn check(word: &str, expected: Option<Button>) {
            let read = serde_json::from_value(serde_json::Value::from(word)).ok();
            assert_eq!(read, expected, "{word}");
        }
        for button in Button::ALL {
            check(button.word(), Some(button));
        }
        check("reply_in_terminal", Some(Button::Terminal));
        check("allow_always", None);
        check("Allow", None);
    }
}
