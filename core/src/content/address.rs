//! Addresses: where a request would go, as the agent's program will understand it.

use url::{Position, Url};

use super::{Content, Fact, Room};
use crate::visible;

/// An address with its parts; none where it has no host, so that nobody can say where it leads.
pub(super) fn draw(
    url: &str,
    prompt: Option<&str>,
    facts: Vec<Fact>,
    room: &mut Room,
) -> Option<Content> {
    let parsed = parse(url)?;
    let ascii = parsed.host_str()?;
    let readable = readable(ascii);
    let user = match parsed.password() {
        Some(password) => format!("{}:{password}", parsed.username()),
        None => parsed.username().to_owned(),
    };
    Some(Content::Open {
        scheme: room.line(parsed.scheme())?,
        user: if user.is_empty() { None } else { Some(room.line(&user)?) },
        punycode: if readable == ascii { None } else { Some(room.line(ascii)?) },
        host: room.line(&readable)?,
        port: parsed.port(),
        rest: room.line(&parsed[Position::BeforePath..])?,
        url: room.line(url)?,
        prompt: room.optional(prompt)?,
        facts,
    })
}

/// An address that has a host.
pub(crate) fn parse(url: &str) -> Option<Url> {
    Url::parse(url).ok().filter(|url| url.host_str().is_some_and(|host| !host.is_empty()))
}

/// The host of an address in its readable form, with its letters of a to z where they differ:
/// for a line, where a name that only looks like another must not stand alone.
pub(crate) fn host(url: &str) -> Option<String> {
    let parsed = parse(url)?;
    let ascii = parsed.host_str()?;
    let readable = readable(ascii);
    Some(if readable == ascii { readable } else { format!("{readable} ({ascii})") })
}

fn readable(ascii: &str) -> String {
    let (readable, valid) = idna::domain_to_unicode(ascii);
    // A name that is not valid is shown as it is asked for.
    if valid.is_ok() && visible::whole_line(&readable, 0).is_some() {
        readable
    } else {
        ascii.to_owned()
    }
}
