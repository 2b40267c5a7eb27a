//! What a person is told, and how often.

mod world;

use vults_core::{Choice, ConnectionId, Happening, Input, Told};
use world::{World, origin, subagent, tool_ended};

#[test]
fn a_request_that_no_card_shows_is_told_once() {
    let mut world = World::default();
    world.take(Input::AskedElsewhere(origin("one"), ConnectionId(1)));
    assert_eq!(world.told(), [Told::AsksInTerminal]);
    world.happened(Happening::AsksInTerminal);
    world.take(Input::AskedElsewhere(origin("one"), ConnectionId(2)));
    assert_eq!(world.told(), []);
    world.happened(tool_ended("ls"));
    world.happened(Happening::AsksInTerminal);
    assert_eq!(world.told(), [Told::AsksInTerminal]);
    // Its card was not drawn, or nobody answered it in time.
    for (draws, ms, told) in [
        (false, 800, vec![Told::AsksInTerminal]),
        (true, 108_000, vec![Told::Asks, Told::AsksInTerminal]),
    ] {
        let mut world = World::default();
        world.ask(1, "ls");
        if draws {
            world.draw();
            world.draw();
        }
        world.pass(ms);
        world.happened(Happening::AsksInTerminal);
        assert_eq!(world.told(), told);
    }
    // The person wants its terminal to ask.
    let mut world = World::with_cards(&["ls"]);
    assert_eq!(world.told(), [Told::Asks]);
    world.act(Choice::ReplyInTerminal);
    world.happened(Happening::AsksInTerminal);
    world.take(Input::HandBack { session: "claude/one".into(), handed_back: true });
    world.happened(tool_ended("ls"));
    world.ask(2, "pwd");
    world.happened(Happening::AsksInTerminal);
    world.take(Input::Happened(subagent("one", "a"), Happening::AsksInTerminal));
    assert_eq!(world.told(), []);
    let mut world = World::default();
    world.take(Input::Paused(true));
    world.ask(1, "ls");
    world.take(Input::AskedElsewhere(origin("two"), ConnectionId(3)));
    assert_eq!(world.told(), []);
    // A card of it waits: the person has been told.
    let mut world = World::with_cards(&["ls"]);
    world.take(Input::AskedElsewhere(subagent("one", "a"), ConnectionId(9)));
    world.happened(Happening::AsksInTerminal);
    assert_eq!(world.told(), [Told::Asks]);
}

#[test]
fn news_say_whose_they_are() {
    let mut world = World::default();
    world.ask_for(&origin("one"), 1, world::questions());
    world.draw();
    world.take(Input::Happened(origin("two"), Happening::TurnFailed));
    world.take(Input::Happened(origin("two"), Happening::TurnFailed));
    let told: Vec<_> = world.news.iter().map(|news| (news.what, news.session.as_str())).collect();
    let expected = [(Told::AsksQuestions, "claude/one"), (Told::Failed, "claude/two")];
    assert_eq!(told, expected);
    assert!(world.news.iter().all(|news| news.agent_name == "Claude Code"));
}
