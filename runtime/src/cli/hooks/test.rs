//! `vults hooks test`.

use serde_json::{Value, json};
use vults_agents::Installation;
use vults_core::ReviewView;

use super::super::{json as reading, words};
use super::{Hooks, Report, words_of};
use crate::install::{Folder, Picture};

impl Hooks {
    /// `test`.
    pub(in crate::cli) fn test(&self) -> Report {
        let mut report = Report::new();
        let pictures = self.pictures();
        self.absent(&mut report, &pictures);
        let mut files = Vec::new();
        for Picture { installation, folder, .. } in &pictures {
            files.push(self.test_one(&mut report, installation, folder));
        }
        report.json = json!({ "files": files });
        report
    }

    fn test_one(
        &self,
        report: &mut Report,
        installation: &'static Installation,
        folder: &Folder,
    ) -> Value {
        let file = self.short(&folder.file);
        match self.installer().test(installation, folder) {
            Err(error) => {
                let sentence = words_of(&error);
                report.trouble(&format!("{file} cannot be read. {sentence}"));
                json!({ "agent": folder.agent, "file": folder.file.to_string_lossy(), "trouble": sentence })
            }
            Ok(test) if test.hooks.is_empty() => {
                report.trouble(&format!("{file} holds no hook of Vults."));
                reading::test(folder, &test)
            }
            Ok(test) => {
                report.line(&format!("{}  {file}", installation.name));
                let rows = test.hooks.iter().map(words::tested).collect::<Vec<_>>();
                report.rows("  ", &rows, &[]);
                report.good &= test.hooks.iter().all(|hook| hook.trouble.is_none());
                if let Some(program) = &test.program {
                    report.line(&format!("  {}", words::program(program)));
                }
                if let Some(review) = &test.review {
                    report.line(&format!("  {}", words::review(installation.name, review)));
                    report.good &= *review == ReviewView::Given;
                }
                reading::test(folder, &test)
            }
        }
    }
}
