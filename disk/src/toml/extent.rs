//! How far a table goes, and what lies within.

use toml_edit::{Item, Table};

/// Where the last thing of a table ends, its sub-tables included.
pub(super) fn end_of_table(table: &Table) -> Option<usize> {
    let own = if table.is_dotted() { None } else { table.span().map(|span| span.end) };
    table.iter().filter_map(|(_, item)| end_of_item(item)).chain(own).max()
}

fn end_of_item(item: &Item) -> Option<usize> {
    match item {
        Item::None => None,
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(table) => end_of_table(table),
        Item::ArrayOfTables(tables) => tables.iter().filter_map(end_of_table).max(),
    }
}

/// Where an item ends that stands on lines of its table: a value, perhaps behind a dotted key.
pub(super) fn end_of_own_lines(item: &Item) -> Option<usize> {
    match item {
        Item::Value(value) => value.span().map(|span| span.end),
        Item::Table(table) if table.is_dotted() => end_of_table(table),
        _ => None,
    }
}

/// Where the headers of a table and its sub-tables begin. False where it is (also) made by dotted
/// keys, whose lines may stand anywhere.
pub(super) fn headers(table: &Table, at: &mut Vec<usize>) -> bool {
    let mut whole = !table.is_dotted();
    if !table.is_dotted() && !table.is_implicit() && table.span().is_some_and(|span| span.end > 0) {
        at.extend(table.span().map(|span| span.start));
    }
    for (_, item) in table.iter() {
        match item {
            // Within a section dotted keys are lines of that section.
            Item::Table(inner) if inner.is_dotted() => {}
            Item::Table(inner) => whole &= headers(inner, at),
            Item::ArrayOfTables(tables) => {
                for inner in tables.iter() {
                    whole &= headers(inner, at);
                }
            }
            Item::None | Item::Value(_) => {}
        }
    }
    whole
}
