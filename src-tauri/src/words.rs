//! What native code says to a person itself: in the tray, in notifications, as titles of windows. The
//! pages have catalogues of their own.

use vults_core::{Language, PreferencesView};

/// A language that there is a catalogue of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tongue {
    #[default]
    English,
    BrazilianPortuguese,
}

impl Tongue {
    /// The language that a person has set. Portuguese of anywhere is nearer to this one than English
    /// is.
    pub(crate) fn of(view: &PreferencesView) -> Tongue {
        match view.language {
            Language::English => Tongue::English,
            Language::BrazilianPortuguese => Tongue::BrazilianPortuguese,
            Language::System => Tongue::of_system(&view.system_language),
        }
    }

    fn of_system(language: &str) -> Tongue {
        let primary = language.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("pt") {
            Tongue::BrazilianPortuguese
        } else {
            Tongue::English
        }
    }

    pub(crate) fn words(self) -> &'static Words {
        match self {
            Tongue::English => &ENGLISH,
            Tongue::BrazilianPortuguese => &PORTUGUESE,
        }
    }
}

/// A sentence with a number in it, `{n}`.
#[derive(Debug)]
pub(crate) struct Counted {
    one: &'static str,
    many: &'static str,
}

impl Counted {
    pub(crate) fn of(&self, number: usize) -> String {
        let sentence = if number == 1 { self.one } else { self.many };
        sentence.replace("{n}", &number.to_string())
    }
}

/// A catalogue: whole sentences. `{agent}` is an agent's name, `{time}` a time of the day.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) settings_title: &'static str,

    pub(crate) paused: &'static str,
    pub(crate) nothing_waits: &'static str,
    pub(crate) waits: Counted,
    pub(crate) waits_in_terminal: Counted,
    pub(crate) failed: Counted,
    pub(crate) working: Counted,
    pub(crate) open: &'static str,
    pub(crate) pause: &'static str,
    pub(crate) resume: &'static str,
    pub(crate) quiet: &'static str,
    pub(crate) quiet_until: &'static str,
    pub(crate) quiet_until_tomorrow: &'static str,
    pub(crate) half_an_hour: &'static str,
    pub(crate) an_hour: &'static str,
    pub(crate) till_tomorrow: &'static str,
    pub(crate) quiet_off: &'static str,
    pub(crate) settings: &'static str,
    pub(crate) quit: &'static str,

    pub(crate) asks: Notice,
    pub(crate) asks_questions: Notice,
    pub(crate) asks_in_terminal: Notice,
    pub(crate) has_finished: Notice,
    pub(crate) has_failed: Notice,
    pub(crate) open_island: &'static str,
    pub(crate) hooks_gone: &'static str,
    pub(crate) some_hooks_gone: &'static str,
    pub(crate) keeps_breaking: &'static str,
    pub(crate) no_player: &'static str,
    pub(crate) no_sound_server: &'static str,
}

/// A notification: its title, and a line about it.
#[derive(Debug)]
pub(crate) struct Notice {
    pub(crate) title: &'static str,
    pub(crate) line: &'static str,
}

const ENGLISH: Words = Words {
    settings_title: "Vults settings",

    paused: "Paused: agents ask in their terminals",
    nothing_waits: "No request waits",
    waits: Counted { one: "1 request waits", many: "{n} requests wait" },
    waits_in_terminal: Counted {
        one: "1 session waits in its terminal",
        many: "{n} sessions wait in their terminals",
    },
    failed: Counted {
        one: "1 session stopped with an error",
        many: "{n} sessions stopped with an error",
    },
    working: Counted { one: "1 session is at work", many: "{n} sessions are at work" },
    open: "Open",
    pause: "Pause",
    resume: "Resume",
    quiet: "Do not disturb",
    quiet_until: "Do not disturb until {time}",
    quiet_until_tomorrow: "Do not disturb until tomorrow, {time}",
    half_an_hour: "For 30 minutes",
    an_hour: "For 1 hour",
    till_tomorrow: "Until tomorrow, {time}",
    quiet_off: "Turn off",
    settings: "Settings",
    quit: "Quit Vults",

    asks: Notice {
        title: "{agent} asks for a permission",
        line: "The request is on the island, and waits for you.",
    },
    asks_questions: Notice {
        title: "{agent} has a question",
        line: "It is on the island, and waits for you.",
    },
    asks_in_terminal: Notice {
        title: "{agent} asks in its terminal",
        line: "It goes on when you answer there.",
    },
    has_finished: Notice { title: "{agent} has finished", line: "Its turn is over." },
    has_failed: Notice {
        title: "{agent} stopped with an error",
        line: "What went wrong stands in its terminal.",
    },
    open_island: "Open",
    hooks_gone: "The hooks of Vults are gone from the settings of {agent}. Open the settings of Vults \
                 to see why.",
    some_hooks_gone: "Some of the hooks of Vults are gone from the settings of {agent}. Open the \
                      settings of Vults to see why.",
    keeps_breaking: "The island keeps breaking, so Vults ends. Agents ask in their terminals.",
    no_player: "Nothing on this machine plays sounds: neither pw-play, paplay nor aplay is installed.",
    no_sound_server: "The sound was not played: no sound server answers.",
};

const PORTUGUESE: Words = Words {
    settings_title: "Configurações do Vults",

    paused: "Em pausa: os agentes perguntam no terminal",
    nothing_waits: "Nenhum pedido pendente",
    waits: Counted { one: "1 pedido pendente", many: "{n} pedidos pendentes" },
    waits_in_terminal: Counted {
        one: "1 sessão espera no terminal",
        many: "{n} sessões esperam no terminal",
    },
    failed: Counted {
        one: "1 sessão parou com um erro", many: "{n} sessões pararam com um erro"
    },
    working: Counted { one: "1 sessão em atividade", many: "{n} sessões em atividade" },
    open: "Abrir",
    pause: "Pausar",
    resume: "Retomar",
    quiet: "Não perturbe",
    quiet_until: "Não perturbe até {time}",
    quiet_until_tomorrow: "Não perturbe até amanhã, {time}",
    half_an_hour: "Por 30 minutos",
    an_hour: "Por 1 hora",
    till_tomorrow: "Até amanhã, {time}",
    quiet_off: "Desligar",
    settings: "Configurações",
    quit: "Encerrar o Vults",

    asks: Notice {
        title: "{agent} pede uma permissão",
        line: "O pedido está na ilha e espera por você.",
    },
    asks_questions: Notice {
        title: "{agent} tem uma pergunta",
        line: "Ela está na ilha e espera por você.",
    },
    asks_in_terminal: Notice {
        title: "{agent} pergunta no terminal",
        line: "Ele continua quando você responder lá.",
    },
    has_finished: Notice { title: "{agent} terminou", line: "Ele concluiu a tarefa." },
    has_failed: Notice {
        title: "{agent} parou com um erro",
        line: "O que deu errado está no terminal dele.",
    },
    open_island: "Abrir",
    hooks_gone: "Os hooks do Vults sumiram das configurações de {agent}. Abra as configurações do \
                 Vults para ver por quê.",
    some_hooks_gone: "Alguns dos hooks do Vults sumiram das configurações de {agent}. Abra as \
                      configurações do Vults para ver por quê.",
    keeps_breaking: "A ilha continua falhando, por isso o Vults será encerrado. Os agentes perguntam \
                     no terminal.",
    no_player: "Nenhum programa desta máquina reproduz sons: nem pw-play, nem paplay, nem aplay está \
                instalado.",
    no_sound_server: "O som não foi reproduzido: nenhum servidor de som responde.",
};

#[cfg(test)]
mod tests {
    use super::*;

    impl Words {
        /// Every sentence, in the same order in each language. A sentence that is left out here does not
        /// compile.
        fn all(&self) -> Vec<&'static str> {
            let Words {
                settings_title,
                paused,
                nothing_waits,
                waits,
                waits_in_terminal,
                failed,
                working,
                open,
                pause,
                resume,
                quiet,
                quiet_until,
                quiet_until_tomorrow,
                half_an_hour,
                an_hour,
                till_tomorrow,
                quiet_off,
                settings,
                quit,
                asks,
                asks_questions,
                asks_in_terminal,
                has_finished,
                has_failed,
                open_island,
                hooks_gone,
                some_hooks_gone,
                keeps_breaking,
                no_player,
                no_sound_server,
            } = self;
            let mut all = vec![
                *settings_title,
                paused,
                nothing_waits,
                open,
                pause,
                resume,
                quiet,
                quiet_until,
                quiet_until_tomorrow,
                half_an_hour,
                an_hour,
                till_tomorrow,
                quiet_off,
                settings,
                quit,
                open_island,
                hooks_gone,
                some_hooks_gone,
                keeps_breaking,
                no_player,
                no_sound_server,
            ];
            for counted in [waits, waits_in_terminal, failed, working] {
                all.extend([counted.one, counted.many]);
            }
            for notice in [asks, asks_questions, asks_in_terminal, has_finished, has_failed] {
                all.extend([notice.title, notice.line]);
            }
            all
        }
    }

    /// The places of a sentence, `{agent}` and the like.
    fn places(sentence: &str) -> Vec<&str> {
        let mut places: Vec<&str> =
            sentence.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn both_languages_say_the_same() {
        let [english, portuguese] = [ENGLISH.all(), PORTUGUESE.all()];
        assert_eq!(english.len(), portuguese.len());
        for (one, other) in english.iter().zip(&portuguese) {
            assert_ne!(one, other, "it is not translated");
            assert_eq!(places(one), places(other), "{one} / {other}");
            for sentence in [one, other] {
                assert!(!sentence.is_empty() && sentence.trim() == *sentence, "{sentence:?}");
                assert!(!sentence.contains("  ") && !sentence.contains('!'), "{sentence:?}");
            }
        }
    }

    #[test]
    fn a_number_is_said_as_its_language_does() {
        #[track_caller]
        fn check(tongue: Tongue, number: usize, expected: &str) {
            assert_eq!(tongue.words().waits.of(number), expected);
        }
        check(Tongue::English, 1, "1 request waits");
        check(Tongue::English, 12, "12 requests wait");
        check(Tongue::BrazilianPortuguese, 1, "1 pedido pendente");
        check(Tongue::BrazilianPortuguese, 2, "2 pedidos pendentes");
    }

    #[test]
    fn the_language_is_the_person_s_else_the_desktop_s() {
        #[track_caller]
        fn check(language: Language, system: &str, expected: Tongue) {
            let system_language = system.to_owned();
            let view = PreferencesView { language, system_language, ..PreferencesView::default() };
            assert_eq!(Tongue::of(&view), expected, "{language:?} {system}");
        }
        use Tongue::{BrazilianPortuguese, English};
        check(Language::System, "pt_BR.UTF-8", BrazilianPortuguese);
        check(Language::System, "pt-PT", BrazilianPortuguese);
        check(Language::System, "PT", BrazilianPortuguese);
        check(Language::System, "en_GB.UTF-8", English);
        check(Language::System, "ptx_XX", English);
        check(Language::System, "C", English);
        check(Language::System, "", English);
        check(Language::English, "pt_BR", English);
        check(Language::BrazilianPortuguese, "en", BrazilianPortuguese);
    }
}
