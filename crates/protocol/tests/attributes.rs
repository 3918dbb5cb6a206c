//! Attributes, as they are written for adapters.

use opconform_spec::Attribute;

#[test]
fn a_float_is_written_as_every_language_reads_it() {
    let of = |bits: u32, text: &str| {
        let attribute = Attribute::Float { f32: bits };
        let written = serde_json::to_string(&attribute).expect("JSON");
        assert_eq!(written, format!("{{\"f32\":\"{text}\"}}"));
        assert_eq!(serde_json::from_str::<Attribute>(&written).expect("an attribute"), attribute);
    };
    for (bits, text) in [(0x7f80_0000, "inf"), (0xff80_0000, "-inf"), (0x8000_0000, "-0.0"), (0x3fc0_0000, "1.5")] {
        of(bits, text);
    }
    for bits in [0x0080_0000, 1, 0x007f_ffff, 0x7f7f_ffff, 0xff7f_ffff, 0x4b7f_ffff] {
        of(bits, &format!("{:?}", f32::from_bits(bits)));
    }
    of(0xffc0_0001, "nan:0xffc00001");
}
