//! Faults of NumPy's maxima, each with a case of its own.

use opconform_spec::Attribute;
use opconform_tensor::DType;

use super::family::{Sown, another_type, case, floats, gives, of, refused, sow, types};
use crate::common::tensor;

pub(super) fn of_two(all: &mut Vec<Sown>) {
    let place = |name, at| (name, Attribute::Int(at));
    for &dtype in types("numpy.maximum") {
        let (x, y) = (of(dtype, &[2], &["1", "2"]), of(dtype, &[2], &["2", "1"]));
        let plain = case("numpy.maximum", 1, vec![x.clone(), y.clone()], &[]);
        let right = gives(dtype, &[2], &["2", "2"]);
        sow(all, "the first operand", (dtype, &plain), &right, gives(dtype, &[2], &["1", "2"]), &["MARS-MAX-VALUE"]);
        // What others add to NumPy may be refused.
        let in_vain: &[&str] = if dtype.is_float8() { &[] } else { &["MARS-MAX-BROADCAST"] };
        sow(all, "refused in vain", (dtype, &plain), &right, refused(), in_vain);
        sow(all, "an array of others", (dtype, &plain), &right, another_type(dtype, &[2]), &["MARS-MAX-ARRAY"]);
        let mask = tensor(DType::Bool, &[2], &[0, 1]);
        let is_of_fmax = types("numpy.fmax").contains(&dtype);
        let (masked, computed) =
            if is_of_fmax { ("numpy.fmax", "MARS-FMAX") } else { ("numpy.maximum", "MARS-MAX-VALUE") };
        let masked = case(
            masked,
            1,
            vec![x.clone(), y.clone(), of(dtype, &[2], &["1", "1"]), mask],
            &[place("out", 2), place("where", 3)],
        );
        let right = gives(dtype, &[2], &["1", "2"]);
        sow(all, "the mask is ignored", (dtype, &masked), &right, gives(dtype, &[2], &["2", "2"]), &["MARS-WHERE"]);
        let fault = gives(dtype, &[2], &["1", "1"]);
        sow(all, "nothing is computed", (dtype, &masked), &right, fault, &[computed]);
        let narrow = vec![x, y, of(dtype, &[1], &["1"])];
        let narrow = case("numpy.minimum", 1, narrow, &[place("out", 2)]);
        sow(all, "an out of one", (dtype, &narrow), &refused(), gives(dtype, &[2], &["1", "1"]), &["MARS-OUT-SHAPE"]);
    }
    for dtype in floats("numpy.fmax") {
        for (names, right, fault, expected) in [
            (["nan1", "1.0"], "1.0", "nan1", &["MARS-FMAX"][..]),
            (["nan1", "nan2"], "nan1", "1.0", &["MARS-MAX-NUMBER", "MARS-FMAX"]),
        ] {
            let inputs = names.map(|name| of(dtype, &[1], &[name])).into();
            let call = case("numpy.fmax", 1, inputs, &[]);
            let (right, fault) = (gives(dtype, &[1], &[right]), gives(dtype, &[1], &[fault]));
            sow(all, "fmax", (dtype, &call), &right, fault, expected);
        }
    }
    for dtype in [DType::F64, DType::I64] {
        let inputs = vec![of(dtype, &[1], &["1"]), of(dtype, &[1], &["2"])];
        let example = case("numpy.maximum", 1, inputs, &[]).with_published(of(dtype, &[1], &["2"]));
        let (right, fault) = (gives(dtype, &[1], &["2"]), gives(dtype, &[1], &["1"]));
        sow(all, "not what Mars prints", (dtype, &example), &right, fault, &["MARS-MAX-VALUE", "MARS-EXAMPLE"]);
    }
}

pub(super) fn reductions(all: &mut Vec<Sown>) {
    for &dtype in types("numpy.amax") {
        let both = [("numpy.amax", "MARS-AMAX"), ("numpy.nanmax", "MARS-NANMAX")];
        for (name, clause) in both.into_iter().filter(|(name, _)| types(name).contains(&dtype)) {
            let data = of(dtype, &[2, 2], &["1", "2", "2", "1"]);
            let call = case(name, 1, vec![data], &[("axis", Attribute::Ints(vec![1]))]);
            let right = gives(dtype, &[2], &["2", "2"]);
            sow(all, name, (dtype, &call), &right, gives(dtype, &[2], &["1", "2"]), &[clause]);
            let kept = gives(dtype, &[2, 1], &["2", "2"]);
            sow(all, name, (dtype, &call), &right, kept, &["MARS-AMAX-AXIS"]);
            let in_vain: &[&str] = if dtype.is_float8() { &[] } else { &["MARS-AMAX-AXIS"] };
            sow(all, name, (dtype, &call), &right, refused(), in_vain);
            sow(all, name, (dtype, &call), &right, another_type(dtype, &[2]), &["MARS-MAX-ARRAY"]);
            let nothing = case(name, 1, vec![tensor(dtype, &[0], &[])], &[]);
            sow(all, name, (dtype, &nothing), &refused(), gives(dtype, &[], &["1"]), &["MARS-AMAX-EMPTY"]);
        }
    }
    for dtype in floats("numpy.amax") {
        let row = of(dtype, &[3], &["2.0", "nan1", "1.0"]);
        let (amax, nanmax) = (case("numpy.amax", 1, vec![row.clone()], &[]), case("numpy.nanmax", 1, vec![row], &[]));
        let scalar = |name| gives(dtype, &[], &[name]);
        sow(all, "amax loses a NaN", (dtype, &amax), &scalar("nan1"), scalar("2.0"), &["MARS-AMAX"]);
        // Of NaNs alone, too: what is left where NaNs are passed over is the maximum of nothing.
        let nans = case("numpy.amax", 1, vec![of(dtype, &[2], &["nan", "nan"])], &[]);
        let has_infinity = dtype.float().is_some_and(|float| float.infinity().is_some());
        let nothing = if has_infinity { "-inf" } else { "-max_finite" };
        sow(all, "amax of NaNs alone is none", (dtype, &nans), &scalar("nan"), scalar(nothing), &["MARS-AMAX"]);
        if !types("numpy.nanmax").contains(&dtype) {
            continue;
        }
        sow(all, "nanmax gives a NaN", (dtype, &nanmax), &scalar("2.0"), scalar("nan1"), &["MARS-NANMAX"]);
        // A running maximum that a NaN resets: the tile before it is lost.
        let expected = ["MARS-MAX-NUMBER", "MARS-NANMAX"];
        sow(all, "nanmax loses a tile", (dtype, &nanmax), &scalar("2.0"), scalar("1.0"), &expected);
    }
}
