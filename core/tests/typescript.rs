//! Holds the page's types (`ui/src/gen/view.ts`) to the view they are generated from.
//!
//! `VULTS_WRITE_TYPES=1 cargo test -p vults-core --features ts --test typescript` rewrites them.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};
use vults_core::{ApprovalsView, Content, HistoryPage, Prefer, PreferencesView, SetupView, View};

const HEADER: &str = "// Generated from core/src (view, content, hooks, diff, setup, approvals, preferences) by core/tests/typescript.rs. Do not edit.\n";

/// Collects the declaration of a type and of every type it is made of, by name: the order in which
/// they are visited changes from one build to the next.
struct Declarations {
    config: Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type without a path of its own is TypeScript's, not ours.
        let ours = T::output_path().is_some();
        if ours {
            let docs = T::docs().unwrap_or_default();
            let declaration = T::decl(&self.config);
            let text = format!("\n{docs}export {declaration}\n");
            if self.by_name.insert(T::ident(&self.config), text).is_some() {
                return;
            }
        }
        if ours || T::IS_OPTION {
            T::visit_dependencies(self);
        }
    }
}

fn generated() -> String {
    let mut declarations = Declarations { config: Config::new(), by_name: BTreeMap::new() };
    declarations.visit::<View>();
    // The page asks for it by itself.
    declarations.visit::<Content>();
    declarations.visit::<SetupView>();
    declarations.visit::<ApprovalsView>();
    declarations.visit::<HistoryPage>();
    declarations.visit::<PreferencesView>();
    declarations.visit::<Prefer>();
    let text: String = declarations.by_name.into_values().collect();
    // The declarations come with trailing spaces.
    let lines = text.lines().flat_map(|line| [line.trim_end(), "\n"]);
    [HEADER].into_iter().chain(lines).collect()
}

#[test]
fn the_page_has_the_types_of_the_view() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/gen/view.ts");
    let generated = generated();
    if std::env::var_os("VULTS_WRITE_TYPES").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "ui/src/gen/view.ts differs from the view; rewrite it with VULTS_WRITE_TYPES=1"
    );
}
