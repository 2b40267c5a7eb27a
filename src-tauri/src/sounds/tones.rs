//! The sounds themselves, as numbers: soft strokes on a bar of wood, made here. Nothing is recorded and
//! nothing is shipped as a file.

use std::f32::consts::TAU;

use super::Sound;

/// Samples a second. There is nothing above 5 kHz in them.
const RATE: u32 = 24_000;
/// The loudest that a sample gets, as a part of what is possible.
const LOUDEST: f32 = 0.22;
/// A stroke begins within this many seconds: at once would be a click.
const ATTACK: f32 = 0.006;
/// What is left at the end of a sound fades out over this many seconds.
const FADE: f32 = 0.06;

/// One stroke: its pitch in hertz, when it begins and how long it rings on, in seconds, and how strong
/// it is.
struct Stroke {
    pitch: f32,
    begins: f32,
    rings: f32,
    strength: f32,
}

const fn stroke(pitch: f32, begins: f32, rings: f32, strength: f32) -> Stroke {
    Stroke { pitch, begins, rings, strength }
}

// A4 = 440 Hz.
const E4: f32 = 329.63;
const G4: f32 = 392.0;
const C5: f32 = 523.25;
const E5: f32 = 659.26;
const A5: f32 = 880.0;

impl Sound {
    /// A question goes up, an end comes to rest on one note, a failure goes down.
    fn strokes(self) -> &'static [Stroke] {
        const ASKS: [Stroke; 2] = [stroke(E5, 0.0, 0.16, 0.8), stroke(A5, 0.13, 0.26, 1.0)];
        const FINISHED: [Stroke; 2] = [stroke(C5, 0.0, 0.24, 0.8), stroke(G4, 0.0, 0.3, 0.4)];
        const FAILED: [Stroke; 2] = [stroke(G4, 0.0, 0.18, 0.9), stroke(E4, 0.17, 0.3, 1.0)];
        match self {
            Sound::Asks => &ASKS,
            Sound::Finished => &FINISHED,
            Sound::Failed => &FAILED,
        }
    }

    /// Its length in seconds.
    fn length(self) -> f32 {
        match self {
            Sound::Asks => 0.75,
            Sound::Finished => 0.65,
            Sound::Failed => 0.85,
        }
    }

    /// Its samples.
    fn samples(self) -> Vec<i16> {
        let length = self.length();
        let count = (length * RATE as f32) as usize;
        let raw: Vec<f32> = (0..count).map(|at| self.at(at as f32 / RATE as f32)).collect();
        let loudest = raw.iter().fold(f32::EPSILON, |loudest, sample| loudest.max(sample.abs()));
        let sample = |(at, sample): (usize, &f32)| {
            let left = length - at as f32 / RATE as f32;
            let fade = (left / FADE).min(1.0);
            (sample / loudest * LOUDEST * fade * f32::from(i16::MAX)) as i16
        };
        raw.iter().enumerate().map(sample).collect()
    }

    /// The air at a moment.
    fn at(self, seconds: f32) -> f32 {
        let heard = |stroke: &Stroke| {
            let since = seconds - stroke.begins;
            if since < 0.0 {
                return 0.0;
            }
            let attack = (since / ATTACK).min(1.0);
            // The overtones of a bar lie at about 4 and 10 times its pitch, and die away first.
            let tone = |times: f32, share: f32, rings: f32| {
                share * (-since / rings).exp() * (TAU * stroke.pitch * times * since).sin()
            };
            let rings = stroke.rings;
            let wood = tone(1.0, 1.0, rings) + tone(3.93, 0.14, rings / 4.0);
            stroke.strength * attack * (wood + tone(2.0, 0.06, rings / 2.0))
        };
        self.strokes().iter().map(heard).sum()
    }

    /// It as a WAV file: one channel of 16 bits.
    pub(super) fn wav(self) -> Vec<u8> {
        let samples = self.samples();
        let data = samples.len() as u32 * 2;
        let mut file = Vec::with_capacity(44 + data as usize);
        file.extend(b"RIFF");
        file.extend((36 + data).to_le_bytes());
        file.extend(b"WAVEfmt ");
        file.extend(16_u32.to_le_bytes());
        for number in [1_u16, 1] {
            file.extend(number.to_le_bytes());
        }
        file.extend(RATE.to_le_bytes());
        file.extend((RATE * 2).to_le_bytes());
        for number in [2_u16, 16] {
            file.extend(number.to_le_bytes());
        }
        file.extend(b"data");
        file.extend(data.to_le_bytes());
        file.extend(samples.into_iter().flat_map(i16::to_le_bytes));
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Sound; 3] = [Sound::Finished, Sound::Failed, Sound::Asks];

    #[test]
    fn a_sound_is_short_and_soft_and_neither_begins_nor_ends_with_a_click() {
        for sound in ALL {
            let samples = sound.samples();
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.3..1.0).contains(&seconds), "{sound:?}: {seconds} s");
            let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            let share = f32::from(loudest) / f32::from(i16::MAX);
            assert!((0.2..0.25).contains(&share), "{sound:?}: {share}");
            assert!(samples[0] == 0 && samples.last().unwrap().abs() < 20, "{sound:?}");
            // The steepest step of a pure tone of 4 kHz at that loudness is less than this.
            let steps = samples.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
            assert!(steps.max().unwrap() < 7_000, "{sound:?}");
        }
    }

    /// How often a sound crosses zero in a part of it, which is twice its pitch.
    fn pitch(sound: Sound, from: f32, to: f32) -> f32 {
        let samples = sound.samples();
        let [from, to] = [from, to].map(|at| (at * RATE as f32) as usize);
        let crossings = samples[from..to].windows(2).filter(|pair| (pair[0] < 0) != (pair[1] < 0));
        crossings.count() as f32 * RATE as f32 / (to - from) as f32 / 2.0
    }

    #[test]
    fn one_tells_them_apart_without_looking() {
        let [asks, failed] = [Sound::Asks, Sound::Failed].map(|sound| {
            let [before, after] = [pitch(sound, 0.06, 0.12), pitch(sound, 0.45, 0.6)];
            after / before
        });
        assert!(asks > 1.2, "a question goes up: {asks}");
        assert!(failed < 0.85, "a failure goes down: {failed}");
        assert!(pitch(Sound::Finished, 0.3, 0.5) > pitch(Sound::Failed, 0.45, 0.6) * 1.2);
    }

    #[test]
    fn a_wav_file_says_what_is_in_it() {
        for sound in ALL {
            let file = sound.wav();
            let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
            assert_eq!(
                (&file[..4], &file[8..16], &file[36..40]),
                (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..])
            );
            assert_eq!(number(4) as usize, file.len() - 8);
            assert_eq!(number(40) as usize, file.len() - 44);
            assert_eq!((number(24), number(28)), (RATE, RATE * 2));
        }
    }
}
