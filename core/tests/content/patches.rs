//! Files that a patch deletes or changes in places.

use super::*;

#[test]
fn a_file_that_goes() {
    let goes = |unread| FileChange::Deleted { unread };
    check(Change::Delete, Ok(Some("a\nb\n")), goes(None), &["@1,1", "-a", "-b"]);
    check(Change::Delete, Ok(Some("")), goes(None), &[]);
    // It goes all the same where nobody can say what it holds.
    for why in [Unread::UnclearPath, Unread::NotAFile, Unread::TooLarge, Unread::NotText] {
        check(Change::Delete, Err(why), goes(Some(why)), &[]);
    }
    check(Change::Delete, Ok(None), goes(Some(Unread::Missing)), &[]);
}

#[test]
fn a_request_says_what_becomes_of_all_of_its_files() {
    #[track_caller]
    fn check(changes: &[(Change, Result<Option<&str>, Unread>)], is_new: bool, goes: bool) {
        let edit =
            |(change, _): &(Change, _)| FileEdit { path: "/a".into(), change: change.clone() };
        let edits = changes.iter().map(edit).collect();
        let places = changes.iter().map(|(_, text)| place(*text)).collect();
        let action = Action::Files { edits, facts: Vec::new() };
        let (call, input) = (Call::new("Tool", &json!({})), json!({}));
        let ask = Ask { call, input, comments: None, action };
        let present = Present { places, ..Present::default() };
        let (origin, connection) = (origin("one"), ConnectionId(1));
        let request = Request::prepare(&origin, ask, &present).map(Box::new);
        let (arrived, request) = (Duration::ZERO, request.expect("it fits on a card"));
        let mut world = World::default();
        world.take(Input::Asked { origin, connection, arrived, request });
        let card = world.view().front.expect("a card");
        let ActionView::Files { new, deleted, .. } = card.action else { panic!("files") };
        assert_eq!((new, deleted), (is_new, goes));
    }
    let write = || Change::Write("a".into());
    check(&[(write(), Ok(None))], true, false);
    check(&[(write(), Ok(Some("")))], false, false);
    check(&[(Change::Delete, Ok(Some("a")))], false, true);
    let unread = (Change::Delete, Err(Unread::UnclearPath));
    check(&[(Change::Delete, Ok(Some(""))), unread.clone()], false, true);
    check(&[(write(), Ok(None)), unread], false, false);
}

#[test]
fn a_link_goes_without_what_it_leads_to() {
    for text in [Ok(Some("a\n")), Ok(None), Err(Unread::NotAFile)] {
        let link = Place { leads_to: Some("/b".into()), is_link: true, ..place(text) };
        let file = file_at(Change::Delete, link);
        assert_eq!(file.change, FileChange::Deleted { unread: Some(Unread::Link) });
        assert_eq!(written(&file), [""; 0]);
    }
    // What is written goes through it.
    let link = Place { leads_to: Some("/b".into()), is_link: true, ..place(Ok(Some("a\n"))) };
    let file = file_at(Change::Write("b\n".into()), link);
    assert_eq!(
        (file.change, written(&file)),
        (FileChange::Changed, vec!["@1,1".to_owned(), "-a".to_owned(), "+b".to_owned()])
    );
}

/// A place of a patch, as a patch writes it.
fn hunk(text: &[&str]) -> Hunk {
    let mut hunk = Hunk::default();
    for line in text {
        match (line.split_at(1), *line) {
            (_, "end") => hunk.at_end = true,
            (("@", below), _) => hunk.below = Some(below.to_owned()),
            (("+", text), _) => hunk.lines.push((LineChange::Added, text.to_owned())),
            (("-", text), _) => hunk.lines.push((LineChange::Removed, text.to_owned())),
            ((_, text), _) => hunk.lines.push((LineChange::Same, text.to_owned())),
        }
    }
    hunk
}

#[test]
fn a_file_that_is_patched() {
    let patch = |hunks: &[&[&str]]| Change::Patch(hunks.iter().map(|text| hunk(text)).collect());
    let text = Ok(Some("one\ntwo\nthree\ntwo\nfour\n"));
    // The first place counts, and the next one is below it.
    let first = ["@1,1", " one", "-two", "+2", " three", " two", " four"];
    check(patch(&[&["-two", "+2"]]), text, FileChange::Changed, &first);
    let second = ["@1,1", " one", " two", " three", "-two", "+2", " four"];
    check(patch(&[&["@three", "-two", "+2"]]), text, FileChange::Changed, &second);
    check(patch(&[&[" three", "-two", "+2"]]), text, FileChange::Changed, &second);
    let both = ["@1,1", " one", "-two", "+2", " three", "-two", "+2", " four"];
    check(patch(&[&["-two", "+2"], &["-two", "+2"]]), text, FileChange::Changed, &both);
    let end = ["@2,2", " two", " three", " two", "-four", "+4", "+5"];
    check(patch(&[&["-four", "+4", "+5", "end"]]), text, FileChange::Changed, &end);
    check(patch(&[]), text, FileChange::Changed, &[]);
    // A last line that does not end gets its end.
    let ends = ["@1,1", "-a⟨no line break⟩", "+a", "+b"];
    check(patch(&[&[" a", "+b"]]), Ok(Some("a")), FileChange::Changed, &ends);
    check(patch(&[&["-a"]]), Ok(Some("a\n")), FileChange::Changed, &["@1,1", "-a"]);
    // Of empty lines at the end one goes.
    let one_less = ["@1,1", "-a", "-", "+b", " "];
    check(patch(&[&["-a", "+b"]]), Ok(Some("a\n\n\n")), FileChange::Changed, &one_less);
    check(patch(&[&["-a"]]), Ok(Some("a\n\n")), FileChange::Changed, &["@1,1", "-a", "-"]);

    let missing = |hunk: &[&str], shown: &[&str]| {
        check(patch(&[hunk]), text, unread(Unread::OldTextMissing), shown);
    };
    missing(&["@five", "-two", "+2"], &["@0,0", " five", "-two", "+2"]);
    missing(&["@three", "-one"], &["@0,0", " three", "-one"]);
    missing(&["-tw", "+2"], &["@0,0", "-tw", "+2"]);
    missing(&[" two ", "+2"], &["@0,0", " two⟨1 space⟩", "+2"]);
    missing(&["-three", "end"], &["@0,0", "-three"]);
    // Beside which line it comes in is not said.
    missing(&["+five"], &["@0,0", "+five"]);
    check(patch(&[&["-a", "+b"]]), Ok(None), unread(Unread::Missing), &["@0,0", "-a", "+b"]);
    let unclear = unread(Unread::UnclearPath);
    check(
        patch(&[&["-a"], &[" b"]]),
        Err(Unread::UnclearPath),
        unclear,
        &["@0,0", "-a", "@0,0", " b"],
    );
}
