//! What a monitor says of itself: its maker and its model.

/// The first block; others follow.
const BLOCK: usize = 128;
const MAGIC: [u8; 8] = [0, 255, 255, 255, 255, 255, 255, 0];
/// Where its four descriptors begin, and how long each is.
const DESCRIPTORS: usize = 54;
const DESCRIPTOR: usize = 18;
/// A descriptor that holds the model's name.
const NAME: [u8; 4] = [0, 0, 0, 0xfc];

/// The model's name, else the maker's three letters; none of something that is no such record.
pub(super) fn model(edid: &[u8]) -> Option<String> {
    let block = edid.get(..BLOCK).filter(|block| block.starts_with(&MAGIC))?;
    let descriptors = block.get(DESCRIPTORS..DESCRIPTORS + 4 * DESCRIPTOR)?;
    let name = descriptors.chunks_exact(DESCRIPTOR).find_map(|descriptor| {
        let (kind, text) = (descriptor.get(..4)?, descriptor.get(5..)?);
        (kind == NAME).then(|| text.split(|byte| *byte == b'\n').next())?
    });
    let name = name.map(|name| String::from_utf8_lossy(name).trim().to_owned());
    name.filter(|name| !name.is_empty()).or_else(|| maker(block))
}

/// Five bits for each of three capital letters.
fn maker(block: &[u8]) -> Option<String> {
    let [high, low] = *block.get(8..10)? else { return None };
    let packed = u16::from_be_bytes([high, low]);
    let letter = |shift: u16| {
        let number = u8::try_from(packed >> shift & 31).ok()?;
        (1..=26).contains(&number).then(|| char::from(b'A' + number - 1))
    };
    [10, 5, 0].into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record of this maker's, with these descriptors.
    fn record(maker: [u8; 2], descriptors: &[[u8; DESCRIPTOR]]) -> Vec<u8> {
        let mut block = [0; BLOCK];
        block[..8].copy_from_slice(&MAGIC);
        block[8..10].copy_from_slice(&maker);
        for (index, descriptor) in descriptors.iter().enumerate() {
            let at = DESCRIPTORS + index * DESCRIPTOR;
            block[at..at + DESCRIPTOR].copy_from_slice(descriptor);
        }
        block.to_vec()
    }

    fn descriptor(kind: u8, text: &[u8]) -> [u8; DESCRIPTOR] {
        let mut descriptor = [0; DESCRIPTOR];
        descriptor[3] = kind;
        descriptor[5..5 + text.len()].copy_from_slice(text);
        descriptor
    }

    #[test]
    fn a_monitor_is_called_by_its_model() {
        #[track_caller]
        fn check(edid: &[u8], expected: Option<&str>) {
            assert_eq!(model(edid).as_deref(), expected);
        }
        // D-E-L.
        let dell = [0x10, 0xac];
        let timing = descriptor(0x10, b"something");
        let name = descriptor(0xfc, b"DELL U2720Q\n ");
        check(&record(dell, &[timing, name]), Some("DELL U2720Q"));
        // As long as there is room.
        check(&record(dell, &[descriptor(0xfc, b"ABCDEFGHIJKLM")]), Some("ABCDEFGHIJKLM"));
        // A panel of a laptop often has no name.
        check(&record(dell, &[timing]), Some("DEL"));
        check(&record(dell, &[descriptor(0xfc, b"\n")]), Some("DEL"));
        check(&record([0, 0], &[]), None);
        check(&record(dell, &[name])[..BLOCK - 1], None);
        check(&[1; BLOCK], None);
        check(&[], None);
    }
}
