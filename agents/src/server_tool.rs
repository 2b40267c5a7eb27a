//! Tools of servers, and every other tool of which nothing but the name is known.

use serde_json::{Map, Value};
use vults_core::Action;

/// A call of any tool, a server's among them. `paths`: the names of its arguments that are paths.
pub(crate) fn or_any(
    tool: &str,
    server: Option<&str>,
    input: &Map<String, Value>,
    paths: &'static [&'static str],
) -> Action {
    let (server, name) = split(tool, server).unwrap_or((None, tool));
    Action::Tool {
        server: server.map(str::to_owned),
        tool: name.to_owned(),
        arguments: input.clone(),
        paths,
    }
}

/// The server and the tool in `mcp__server__tool`, given the server's own name where the event
/// says it. None where the name can be read in two ways: then it is shown as it is.
pub(crate) fn split<'a>(
    name: &'a str,
    server: Option<&'a str>,
) -> Option<(Option<&'a str>, &'a str)> {
    let rest = name.strip_prefix("mcp__")?;
    if let Some(server) = server {
        // In a tool's name, whatever is no letter, digit, `_` or `-` of a server's stands as `_`.
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let prefix: String = server.chars().map(plain).collect();
        let tool = rest.strip_prefix(&prefix)?.strip_prefix("__")?;
        return Some((Some(server), tool)).filter(|_| !tool.is_empty());
    }
    let (server, tool) = rest.split_once("__")?;
    let clear = !server.is_empty() && !tool.is_empty() && !tool.contains("__");
    clear.then_some((Some(server), tool))
}
