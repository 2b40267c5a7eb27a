//! A settings file in which nothing is wrong, read without a tree of its values: an agent waits meanwhile,
//! on each of its events. Whatever is not as it should be is for the careful reader, which says what.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use super::{DEFAULT_TIMEOUT, timeout};
use crate::{Event, Handler, Program};

/// A group as it stands there.
pub(super) struct Group<'de> {
    pub(super) event: Event,
    /// Its place in its event's list.
    pub(super) place: usize,
    pub(super) matcher: Cow<'de, str>,
    /// Those that are switched on.
    pub(super) handlers: Vec<Handler>,
}

/// The groups that are switched on, in their order; none where anything at all is not as it should be.
pub(super) fn read(text: &[u8]) -> Option<Vec<Group<'_>>> {
    let Read(Root { hooks }) = serde_json::from_slice(text).ok()?;
    let mut groups = Vec::new();
    for (event, list) in hooks.map(|Read(events)| events.0).unwrap_or_default() {
        for (place, Read(group)) in list.into_iter().enumerate() {
            let handlers = group.hooks.filter(|hooks| !hooks.is_empty())?;
            let handlers = handlers.into_iter().map(|Read(entry)| entry.handler());
            let handlers = handlers.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
            if group.enabled.unwrap_or(true) {
                let matcher = group.matcher.map(|Text(matcher)| matcher).unwrap_or_default();
                groups.push(Group { event, place, matcher, handlers });
            }
        }
    }
    Some(groups)
}

#[derive(Default)]
struct Root<'de> {
    hooks: Option<Read<Events<'de>>>,
}

#[derive(Default)]
struct Events<'de>(Vec<(Event, Vec<Read<Entries<'de>>>)>);

#[derive(Default)]
struct Entries<'de> {
    matcher: Option<Text<'de>>,
    enabled: Option<bool>,
    hooks: Option<Vec<Read<Entry<'de>>>>,
}

#[derive(Default)]
struct Entry<'de> {
    kind: Option<Text<'de>>,
    command: Option<Text<'de>>,
    argv: Option<Vec<String>>,
    timeout: Option<Number>,
    enabled: Option<bool>,
}

impl Entry<'_> {
    /// The handler, if it is switched on; none where something is wrong.
    fn handler(self) -> Option<Option<Handler>> {
        let right = self.kind.is_none_or(|Text(kind)| kind == "command")
            && self.command.as_ref().is_none_or(|Text(command)| !command.is_empty())
            && self.argv.as_ref().is_none_or(|argv| !argv.is_empty());
        let shell = |Text(line): Text<'_>| Program::Shell(line.into_owned());
        let program = self.argv.map(Program::Argv).or(self.command.map(shell));
        let timeout = match self.timeout {
            None => DEFAULT_TIMEOUT,
            Some(number) => timeout(&Value::Number(number))?,
        };
        let handler = Handler { program: program.filter(|_| right)?, timeout };
        Some(self.enabled.unwrap_or(true).then_some(handler))
    }
}

/// An object, field by field.
trait Object<'de>: Default {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error>;
}

impl<'de> Object<'de> for Root<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "hooks" => once(&mut self.hooks, map),
            _ => map.next_value().map(|Anything| ()),
        }
    }
}

impl<'de> Object<'de> for Events<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        let event = Event::ALL.into_iter().find(|event| event.name() == key);
        let known = |event: &Event| self.0.iter().any(|(before, _)| before == event);
        let event = event.filter(|event| !known(event)).ok_or_else(|| A::Error::custom(""))?;
        self.0.push((event, map.next_value()?));
        Ok(())
    }
}

impl<'de> Object<'de> for Entries<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "matcher" => once(&mut self.matcher, map),
            "enabled" => once(&mut self.enabled, map),
            "hooks" => once(&mut self.hooks, map),
            _ => map.next_value().map(|Anything| ()),
        }
    }
}

impl<'de> Object<'de> for Entry<'de> {
    fn field<A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        match key {
            "type" => once(&mut self.kind, map),
            "command" => once(&mut self.command, map),
            "argv" => once(&mut self.argv, map),
            "timeout" => once(&mut self.timeout, map),
            "enabled" => once(&mut self.enabled, map),
            _ => map.next_value().map(|Anything| ()),
        }
    }
}

/// Reads the value of a key that has not come before.
fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    value: &mut Option<T>,
    map: &mut A,
) -> Result<(), A::Error> {
    if value.is_some() {
        return Err(A::Error::custom(""));
    }
    *value = Some(map.next_value()?);
    Ok(())
}

struct Read<T>(T);

impl<'de, T: Object<'de>> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Object<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
                let mut object = T::default();
                while let Some(Text(key)) = map.next_key()? {
                    object.field(&key, &mut map)?;
                }
                Ok(object)
            }
        }

        json.deserialize_map(Fields(PhantomData)).map(Read)
    }
}

/// A text, in the file itself where it stands there as it is.
struct Text<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Text<'de>;

            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }

        json.deserialize_str(Any)
    }
}

/// A value of which only this counts, that it is valid.
struct Anything;

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(Anything)
    }
}

impl<'de> Visitor<'de> for Anything {
    type Value = Anything;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Anything, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Anything, A::Error> {
        while items.next_element::<Anything>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Anything, A::Error> {
        while fields.next_entry::<Anything, Anything>()?.is_some() {}
        Ok(self)
    }
}
