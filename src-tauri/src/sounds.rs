//! The sounds of news: made here, and played by the player of the desktop's own sound server.
//!
//! A program of the desktop plays them because that is the lightest way: a library in the app would
//! bring its threads, its buffers and the system's sound library along all day, for half a second now
//! and then. The sound is in memory only, and the player reads it from there. Where there is no player,
//! or no sound server, it is silent.

mod tones;

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{MemfdFlags, memfd_create};
use serde::Deserialize;
use vults_core::Told;

use crate::environment;
use crate::island::Shared;
use crate::mark::mark;

/// A sound begins this long after the one before at the earliest.
const APART: Duration = Duration::from_millis(600);
/// No sound takes longer, however many players are tried; one that hangs is ended.
const LONGEST: Duration = Duration::from_secs(6);
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);

/// The players, the first that works counts: PipeWire's, PulseAudio's, ALSA's. Each reads a file.
const PLAYERS: [(&str, &[&str]); 3] = [
    ("pw-play", &["--media-role=Notification"]),
    ("paplay", &["--property=media.role=event"]),
    ("aplay", &["--quiet"]),
];
/// The file that they read: what they are given as standard input, opened by its name, so that they
/// may go back and forth in it.
const FILE: &str = "/dev/stdin";

/// What a sound says, from what matters least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Sound {
    /// An agent has finished.
    Finished,
    /// An agent has stopped with an error.
    Failed,
    /// An agent asks.
    Asks,
}

impl Sound {
    pub(crate) fn of(told: Told) -> Sound {
        match told {
            Told::Asks | Told::AsksQuestions | Told::AsksInTerminal => Sound::Asks,
            Told::Finished => Sound::Finished,
            Told::Failed => Sound::Failed,
        }
    }
}

/// Why nothing is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silent {
    /// None of the players is installed.
    NoPlayer,
    /// None of them could play it: no sound server answers.
    NoServer,
}

/// Plays one sound after the other, the one that matters most of those that come at once. A thread
/// lives as long as there is something to play.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sounds(Shared<Queue>);

#[derive(Debug, Default)]
struct Queue {
    next: Option<Sound>,
    playing: bool,
}

impl Sounds {
    /// Plays a sound, soon. Never blocks.
    pub(crate) fn play(&self, sound: Sound) {
        let mut queue = self.0.lock();
        queue.next = queue.next.max(Some(sound));
        if std::mem::replace(&mut queue.playing, true) {
            return;
        }
        drop(queue);
        let sounds = self.clone();
        let spawned = thread::Builder::new().name("vults-sounds".into()).spawn(move || {
            while let Some(sound) = sounds.next() {
                let began = Instant::now();
                if let Err(why) = play(sound) {
                    tracing::debug!(?why, "nothing is heard");
                }
                thread::sleep(APART.saturating_sub(began.elapsed()));
            }
        });
        if spawned.is_err() {
            self.0.lock().playing = false;
        }
    }

    fn next(&self) -> Option<Sound> {
        let mut queue = self.0.lock();
        let next = queue.next.take();
        queue.playing = next.is_some();
        next
    }

    /// Plays a sound for a person who wants to hear it, and waits for its end.
    ///
    /// # Errors
    ///
    /// Why nothing was heard. It is no error that another sound is just being heard.
    pub(crate) fn hear(&self, sound: Sound) -> Result<(), Silent> {
        if std::mem::replace(&mut self.0.lock().playing, true) {
            return Ok(());
        }
        let heard = play(sound);
        // What has come meanwhile is heard after it.
        let mut queue = self.0.lock();
        queue.playing = false;
        if let Some(next) = queue.next.take() {
            drop(queue);
            self.play(next);
        }
        heard
    }
}

/// Plays a sound with the first player that can, and waits for its end.
fn play(sound: Sound) -> Result<(), Silent> {
    mark!("sound", sound = ?sound);
    let (wav, end) = (sound.wav(), Instant::now() + LONGEST);
    let mut why = Silent::NoPlayer;
    for (name, arguments) in PLAYERS {
        let Some(program) = find(name) else { continue };
        why = Silent::NoServer;
        match play_with(&program, arguments, &wav, end) {
            Ok(true) => return Ok(()),
            Ok(false) => tracing::debug!(player = name, "it plays nothing"),
            Err(error) => tracing::debug!(player = name, %error, "it plays nothing"),
        }
    }
    Err(why)
}

fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(name)).find(|program| program.is_file())
}

/// Whether a player has played it until then.
fn play_with(program: &Path, arguments: &[&str], wav: &[u8], end: Instant) -> io::Result<bool> {
    let mut file = File::from(memfd_create("vults-sound", MemfdFlags::CLOEXEC)?);
    file.write_all(wav)?;
    file.rewind()?;
    let mut command = Command::new(program);
    command.args(arguments).arg(FILE).stdin(file).stdout(Stdio::null()).stderr(Stdio::null());
    // What we have changed for our own window is none of the other program's.
    for (name, value) in environment::before() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut child = command.spawn()?;
    ended_well(&mut child, end)
}

fn ended_well(child: &mut Child, end: Instant) -> io::Result<bool> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(BETWEEN_LOOKS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_sounds_that_come_at_once_the_one_that_matters_most_is_next() {
        let sounds = Sounds::default();
        sounds.0.lock().playing = true;
        for sound in [Sound::Failed, Sound::Asks, Sound::Finished] {
            sounds.play(sound);
        }
        assert_eq!(sounds.next(), Some(Sound::Asks));
        assert!(sounds.0.lock().playing);
        assert_eq!(sounds.next(), None);
        assert!(!sounds.0.lock().playing);
    }

    /// A program is given the whole sound under the name that it is told.
    #[test]
    fn a_player_reads_the_whole_sound() {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("heard.wav");
        let wav = Sound::Asks.wav();
        let script = format!("cat \"$0\" > '{}'", copy.display());
        let end = Instant::now() + LONGEST;
        assert!(play_with(Path::new("/bin/sh"), &["-c", &script], &wav, end).unwrap());
        assert_eq!(std::fs::read(&copy).unwrap(), wav);
        assert!(!play_with(Path::new("/bin/false"), &[], &wav, end).unwrap());
    }

    #[test]
    fn a_player_that_hangs_is_ended() {
        let mut child = Command::new("/bin/sleep").arg("60").spawn().unwrap();
        let end = Instant::now() + Duration::from_millis(100);
        assert!(!ended_well(&mut child, end).unwrap());
        assert!(child.try_wait().unwrap().is_some());
    }
}
