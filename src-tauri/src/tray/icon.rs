//! The icon with its sign: a mark in its lower right corner, drawn here. Each has a shape of its own
//! besides its colour, and a gap around it, so that it stands out on any panel.

use ksni::Icon;
use tauri::image::Image;

use super::standing::Sign;

/// The icon without a sign, in the sizes that panels use.
const ICONS: [Image<'_>; 2] =
    [tauri::include_image!("icons/32x32.png"), tauri::include_image!("icons/128x128.png")];

/// How much of the icon is left while the app is paused, of 255.
const PAUSED: u8 = 110;

/// The mark's radius, and the gap around it, as parts of the icon's width.
const RADIUS: f32 = 0.23;
const GAP: f32 = 0.06;
/// The hole of a ring, as a part of its radius.
const HOLE: f32 = 0.52;
/// A smaller mark, for what needs nobody.
const SMALL: f32 = 0.62;
/// Points that a pixel is looked at in each direction, for a smooth edge.
const POINTS: usize = 4;

/// Each has at least three times the contrast of a light and of a dark panel.
const AMBER: [u8; 3] = [0xc2, 0x78, 0x03];
const CYAN: [u8; 3] = [0x12, 0x8a, 0xad];
const RED: [u8; 3] = [0xdb, 0x46, 0x41];
const NEUTRAL: [u8; 3] = [0x82, 0x85, 0x8d];

/// A mark: its colour, and how much of it is there at a distance from its centre, as a part of its
/// radius.
struct Mark {
    colour: [u8; 3],
    covers: fn(x: f32, y: f32) -> bool,
}

/// The icon that says this, in each size.
pub(super) fn of(sign: Sign) -> Vec<Icon> {
    ICONS.iter().map(|image| with_sign(image, sign)).collect()
}

fn mark(sign: Sign) -> Option<Mark> {
    fn disc(x: f32, y: f32) -> bool {
        x * x + y * y <= 1.0
    }
    fn small(x: f32, y: f32) -> bool {
        disc(x / SMALL, y / SMALL)
    }
    fn ring(x: f32, y: f32) -> bool {
        disc(x, y) && !disc(x / HOLE, y / HOLE)
    }
    // A disc with a bar across it.
    fn barred(x: f32, y: f32) -> bool {
        disc(x, y) && !(y.abs() <= 0.2 && x.abs() <= 0.62)
    }
    fn bars(x: f32, y: f32) -> bool {
        (0.2..=0.7).contains(&x.abs()) && y.abs() <= 0.85
    }
    let (colour, covers): (_, fn(f32, f32) -> bool) = match sign {
        Sign::Quiet => return None,
        Sign::Waits => (AMBER, disc),
        Sign::WaitsForAnswers => (CYAN, disc),
        Sign::WaitsInTerminal => (AMBER, ring),
        Sign::Failed => (RED, barred),
        Sign::Working => (NEUTRAL, small),
        Sign::Paused => (NEUTRAL, bars),
    };
    Some(Mark { colour, covers })
}

fn with_sign(image: &Image<'_>, sign: Sign) -> Icon {
    let (width, height) = (image.width(), image.height());
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let mut pixels = pixels.to_vec();
    if sign == Sign::Paused {
        for [.., alpha] in &mut pixels {
            *alpha = (u16::from(*alpha) * u16::from(PAUSED) / 255) as u8;
        }
    }
    if let Some(mark) = mark(sign) {
        put(&mut pixels, width, &mark);
    }
    let (width, height) = (width.cast_signed(), height.cast_signed());
    Icon { width, height, data: pixels.iter().flat_map(argb).collect() }
}

/// Draws a mark over the icon, with a gap around it.
fn put(pixels: &mut [[u8; 4]], width: u32, mark: &Mark) {
    let size = width as f32;
    let (radius, gap) = (RADIUS * size, GAP * size);
    let centre = size - radius - 0.5;
    for (at, pixel) in pixels.iter_mut().enumerate() {
        let (left, top) = ((at % width as usize) as f32, (at / width as usize) as f32);
        let share = |covers: &dyn Fn(f32, f32) -> bool| {
            let points = (0..POINTS * POINTS).filter(|point| {
                let part = |number: usize| (number as f32 + 0.5) / POINTS as f32;
                covers(left + part(point % POINTS) - centre, top + part(point / POINTS) - centre)
            });
            points.count() as f32 / (POINTS * POINTS) as f32
        };
        let around = share(&|x, y| (x * x + y * y).sqrt() <= radius + gap);
        let within = share(&|x, y| (mark.covers)(x / radius, y / radius));
        if around > 0.0 {
            *pixel = blend(*pixel, mark.colour, around, within);
        }
    }
}

/// A pixel from which a part was cut out, and which a colour covers in part.
fn blend([red, green, blue, alpha]: [u8; 4], colour: [u8; 3], cut: f32, share: f32) -> [u8; 4] {
    let left = f32::from(alpha) / 255.0 * (1.0 - cut);
    let whole = share + left * (1.0 - share);
    if whole <= 0.0 {
        return [0; 4];
    }
    let mix = |under: u8, over: u8| {
        let sum = f32::from(over) * share + f32::from(under) * left * (1.0 - share);
        (sum / whole).round() as u8
    };
    let [over_red, over_green, over_blue] = colour;
    [
        mix(red, over_red),
        mix(green, over_green),
        mix(blue, over_blue),
        (whole * 255.0).round() as u8,
    ]
}

/// The bus wants each pixel's opacity first.
fn argb([red, green, blue, alpha]: &[u8; 4]) -> [u8; 4] {
    [*alpha, *red, *green, *blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNS: [Sign; 7] = [
        Sign::Quiet,
        Sign::Working,
        Sign::Failed,
        Sign::WaitsInTerminal,
        Sign::Waits,
        Sign::WaitsForAnswers,
        Sign::Paused,
    ];

    #[test]
    fn the_opacity_of_a_pixel_comes_first() {
        let image = Image::new(&[1, 2, 3, 4, 5, 6, 7, 8], 2, 1);
        let icon = with_sign(&image, Sign::Quiet);
        assert_eq!((icon.width, icon.height), (2, 1));
        assert_eq!(icon.data, [4, 1, 2, 3, 8, 5, 6, 7]);
    }

    #[test]
    fn every_sign_is_another_picture_and_quiet_is_none() {
        let pictures: Vec<Vec<u8>> = SIGNS.iter().map(|sign| of(*sign)[1].data.clone()).collect();
        for (at, picture) in pictures.iter().enumerate() {
            assert!(!pictures[..at].contains(picture), "{:?}", SIGNS[at]);
        }
        let plain: Vec<u8> = ICONS[1].rgba().as_chunks().0.iter().flat_map(argb).collect();
        assert_eq!(pictures[0], plain);
    }

    /// Signs of one shape would be told apart by their colour alone.
    #[test]
    fn a_sign_is_known_by_its_shape_but_for_what_waits_on_the_island() {
        let shape = |sign: Sign| {
            let mark = mark(sign).unwrap();
            let points =
                (0..400).map(|at| ((at % 20) as f32 / 10.0 - 1.0, (at / 20) as f32 / 10.0 - 1.0));
            points.map(|(x, y)| (mark.covers)(x, y)).collect::<Vec<_>>()
        };
        let signs = [Sign::Working, Sign::Failed, Sign::WaitsInTerminal, Sign::Waits, Sign::Paused];
        let shapes = signs.map(shape);
        for (at, one) in shapes.iter().enumerate() {
            assert!(!shapes[..at].contains(one), "{:?}", signs[at]);
        }
    }

    #[test]
    fn a_sign_is_seen_on_light_and_dark_panels() {
        for colour in [AMBER, CYAN, RED, NEUTRAL] {
            for panel in [[255, 255, 255], [0x1e, 0x1e, 0x22]] {
                let contrast = contrast(colour, panel);
                assert!(contrast >= 3.0, "{colour:?} on {panel:?}: {contrast}");
            }
        }
    }

    /// As WCAG 2 counts it.
    fn contrast(one: [u8; 3], other: [u8; 3]) -> f32 {
        let light = |colour: [u8; 3]| {
            let [red, green, blue] = colour.map(|value| {
                let value = f32::from(value) / 255.0;
                if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let [one, other] = [light(one), light(other)];
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}
