//! Requests with all that stands around them.

use std::time::Duration;

use serde_json::{Value, json};
use vults_core::{
    Action, Ask, Call, Change, ConnectionId, FileEdit, Ground, Input, Origin, Present, Request,
};

use crate::world::{ask, origin, present};

/// A request, who makes it, and what is on disk around it.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) origin: Origin,
    pub(crate) ask: Ask,
    pub(crate) present: Present,
}

impl Case {
    pub(crate) fn new(ask: Ask) -> Case {
        let origin = origin("one");
        Case { present: present(&origin), origin, ask }
    }

    /// The same from another folder, wherever its path really leads.
    pub(crate) fn in_folder(self, cwd: &str, project: &str, folder: &str) -> Case {
        let ground = Ground { project: project.into(), folder: folder.into() };
        let present = Present { ground: Some(ground), ..Present::default() };
        Case { origin: Origin { cwd: Some(cwd.into()), ..self.origin }, present, ..self }
    }

    pub(crate) fn by(self, origin: Origin) -> Case {
        Case { origin, ..self }
    }

    pub(crate) fn input(&self, connection: u64, ms: u64) -> Input {
        let (origin, connection) = (self.origin.clone(), ConnectionId(connection));
        let request = Request::prepare(&origin, self.ask.clone(), &self.present);
        let request = Box::new(request.expect("a request that a card shows"));
        Input::Asked { origin, connection, arrived: Duration::from_millis(ms), request }
    }
}

pub(crate) fn command(command: &str) -> Case {
    Case::new(ask(command))
}

/// Any tool's call.
pub(crate) fn tool(server: Option<&str>, tool: &str, input: &Value) -> Case {
    let name = server.map_or(tool.to_owned(), |server| format!("mcp__{server}__{tool}"));
    Case::new(Ask {
        call: Call::new(name, input),
        input: input.clone(),
        comments: Some(&[]),
        action: Action::Tool {
            server: server.map(str::to_owned),
            tool: tool.to_owned(),
            arguments: input.as_object().expect("an object").clone(),
            paths: &[],
        },
    })
}

pub(crate) fn write(content: &str) -> Case {
    let input = json!({ "file_path": "/home/me/one/a", "content": content });
    let change = Change::Write(content.to_owned());
    let edits = vec![FileEdit { path: "/home/me/one/a".to_owned(), change }];
    Case::new(Ask {
        call: Call::new("Write", &input),
        input,
        comments: Some(&[]),
        action: Action::Files { edits, facts: Vec::new() },
    })
}
