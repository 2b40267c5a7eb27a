//! When the window is shown a view.

use super::*;

fn stopped(session: &str) -> Value {
    let mut event = ended(session, "ls");
    event["event"] = json!("Stop");
    event["payload"]["hook_event_name"] = json!("Stop");
    event
}

#[tokio::test(start_paused = true)]
async fn a_burst_is_shown_in_two_views() {
    let mut app = App::start();
    // The view at the start, then the first of the burst at once.
    settle().await;
    advance(FRAME).await;
    settle().await;
    while app.shown.try_recv().is_ok() {}
    for session in 0..20 {
        app.send(&ended(&session.to_string(), "ls")).await;
    }
    settle().await;
    assert_eq!(app.shown.try_recv().unwrap().sessions.len(), 1);
    assert!(app.shown.try_recv().is_err(), "more than one view in a frame");
    advance(FRAME).await;
    settle().await;
    assert_eq!(app.shown.try_recv().unwrap().sessions.len(), 20);
    // What changes nothing is not shown: a session that does what it did is heard again.
    for (event, shows) in [(stopped("7"), true), (stopped("7"), false)] {
        advance(FRAME).await;
        app.send(&event).await;
        settle().await;
        assert_eq!(app.shown.try_recv().is_ok(), shows);
    }
    assert_eq!(app.outcomes().await, [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn two_hundred_events_in_a_second_are_at_most_sixty_views() {
    let mut app = App::start();
    settle().await;
    advance(FRAME).await;
    settle().await;
    while app.shown.try_recv().is_ok() {}
    let mut views = 0;
    for number in 0..200 {
        let session = (number % 3).to_string();
        // Each changes what is shown.
        let event = if number % 6 < 3 { ended(&session, "ls") } else { stopped(&session) };
        app.send(&event).await;
        settle().await;
        advance(5 * MILLISECOND).await;
        settle().await;
        while app.shown.try_recv().is_ok() {
            views += 1;
        }
    }
    assert!((50..=60).contains(&views), "{views}");
}
