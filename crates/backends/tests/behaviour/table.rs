//! What each backend makes of every pair of special values, kept in `snapshots/backends` as tables: an upgrade that changes
//! anything shows in a diff that can be read.

use std::fmt::Write as _;

use opconform_backends::Backend;
use opconform_spec::{Operator, Outcome};
use opconform_tensor::{DType, Format, Tensor};

use super::{case, full, open};

/// The element types of Max-13.
fn dtypes() -> impl Iterator<Item = DType> {
    let max = Operator::named("Max").expect("Max");
    (max.types)(13).iter().copied()
}

/// How often an operand is repeated, and how often the other: alone; whole vectors of every width and what is left over;
/// against a scalar on either side.
const LAYOUTS: &[(&str, &[usize], &[usize])] = &[
    ("one element", &[1], &[1]),
    ("67 elements", &[67], &[67]),
    ("67 elements and a scalar", &[67], &[]),
    ("a scalar and 67 elements", &[], &[67]),
];

/// The special values of a type by name, in the order of the table.
fn values(dtype: DType) -> Vec<(&'static str, u64)> {
    let (mask, sign) = (dtype.mask(), 1 << (dtype.bits() - 1));
    let wide = |entries: &[(&'static str, u64)]| if dtype.bits() == 64 { entries.to_vec() } else { Vec::new() };
    match dtype.format() {
        Format::Float(float) => {
            let (one, infinity) = (float.one(), float.infinity().expect("a float type of Max has infinities"));
            let (nan, signalling) = (float.nan(0), float.signalling_nan(1).expect("and signalling NaNs"));
            vec![
                ("-snan", sign | signalling),
                ("-nan", sign | nan),
                ("-inf", sign | infinity),
                ("-max", sign | (infinity - 1)),
                ("-1", sign | one),
                ("-min", sign | float.min_normal()),
                ("-sub", sign | 1),
                ("-0", sign),
                ("+0", 0),
                ("+sub", 1),
                ("+min", float.min_normal()),
                ("+1", one),
                ("+max", infinity - 1),
                ("+inf", infinity),
                ("nan", nan),
                ("nan1", float.nan(1)),
                ("snan", signalling),
            ]
        }
        Format::Signed => {
            let low = wide(&[("-2^32", mask << 32)]);
            let high = wide(&[("2^32-1", mask >> 32), ("2^53+1", (1 << 53) + 1)]);
            let ends = [("max-1", sign - 2), ("max", sign - 1)];
            [vec![("min", sign), ("min+1", sign + 1)], low, vec![("-1", mask), ("0", 0), ("1", 1)], high, ends.into()]
                .concat()
        }
        Format::Unsigned | Format::Boolean => {
            let high = wide(&[("2^32-1", mask >> 32), ("2^53+1", (1 << 53) + 1)]);
            let ends = [("top-1", sign - 1), ("top", sign), ("max-1", mask - 1), ("max", mask)];
            [vec![("0", 0), ("1", 1)], high, ends.into()].concat()
        }
    }
}

/// What a backend makes of each pair in a layout, row by row: the distinct results in the order of their places.
fn results(backend: &dyn Backend, dtype: DType, first: &[usize], second: &[usize]) -> Vec<Vec<u64>> {
    let values = values(dtype);
    let pairs = values.iter().flat_map(|&(_, a)| values.iter().map(move |&(_, b)| (a, b)));
    let cases: Vec<_> = pairs.map(|(a, b)| case(13, vec![full(dtype, first, a), full(dtype, second, b)])).collect();
    let distinct = |output: &Tensor| {
        let mut seen = Vec::new();
        for bits in output.to_bits() {
            if !seen.contains(&bits) {
                seen.push(bits);
            }
        }
        seen
    };
    let outcomes = backend.run(&cases);
    outcomes
        .iter()
        .map(|outcome| match outcome {
            Outcome::Output(outputs) => outputs.iter().flat_map(distinct).collect(),
            other => panic!("{}: {other:?}", backend.describe().name),
        })
        .collect()
}

/// The table of a backend; what `ours` gives otherwise is marked.
fn table(backend: &dyn Backend, ours: &dyn Backend, dtype: DType) -> String {
    let about = backend.describe();
    let head = format!("{} {}: Max-13 of {dtype}, the row's value first", about.name, about.version);
    let probe = case(13, vec![full(dtype, &[1], 0), full(dtype, &[1], 0)]);
    if let [Outcome::Unsupported(reason)] = backend.run(&[probe]).as_slice() {
        return format!("{head}\nnot supported: {reason}\n");
    }
    let values = values(dtype);
    let name = |bits: &u64| {
        let named = values.iter().find(|(_, value)| value == bits);
        named.map_or_else(|| format!("{bits:#x}"), |(name, _)| (*name).to_owned())
    };
    let mut text = format!("{head}\n* our kernels give something else; a/b it depends on the place\n\n");
    for (name, bits) in &values {
        let _ = writeln!(text, "{name:<6} {bits:#0width$x}", width = dtype.bits() as usize / 4 + 2);
    }
    for &(layout, first, second) in LAYOUTS {
        let (found, ours) = (results(backend, dtype, first, second), results(ours, dtype, first, second));
        let cells: Vec<String> = found
            .iter()
            .zip(&ours)
            .map(|(found, ours)| {
                let names = found.iter().map(name).collect::<Vec<_>>().join("/");
                if found == ours { names } else { names + "*" }
            })
            .collect();
        let width = cells.iter().map(String::len).max().unwrap_or(0).max(6) + 1;
        let line = |head: &str, cells: &[String]| {
            let mut line = format!("{head:<6}");
            for cell in cells {
                let _ = write!(line, "{cell:>width$}");
            }
            line + "\n"
        };
        let heads: Vec<String> = values.iter().map(|(name, _)| (*name).to_owned()).collect();
        let _ = write!(text, "\n{layout}\n{}", line("", &heads));
        for ((name, _), row) in values.iter().zip(cells.chunks(values.len())) {
            text += &line(name, row);
        }
    }
    text
}

fn assert_snapshot(folder: &str, dtype: DType, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../../../snapshots/backends/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(dtype.name(), text));
}

fn assert_table(name: &str) {
    let (backend, ours) = (open(name), open("portable"));
    for dtype in dtypes() {
        assert_snapshot(name, dtype, &table(&*backend, &*ours, dtype));
    }
}

/// One table for all of ours: they are the same, bit for bit.
#[test]
fn our_kernels() {
    let portable = open("portable");
    for dtype in dtypes() {
        let text = table(&*portable, &*portable, dtype);
        let marks = |text: &str| text.lines().skip(2).any(|line| line.contains(['*', '/']));
        assert!(!marks(&text), "a kernel that differs from itself: {text}");
        assert_snapshot("kernels", dtype, &text.replacen("portable", "kernels", 1));
        for kernel in super::kernels::ours() {
            let name = kernel.describe().name.clone();
            assert_eq!(table(&*kernel, &*portable, dtype).replacen(&name, "portable", 1), text, "{name}");
        }
    }
}

#[test]
fn ndarray_f32max() {
    assert_table("ndarray-f32max");
}

#[test]
fn ndarray_compare() {
    assert_table("ndarray-compare");
}

#[cfg(feature = "tract")]
#[test]
fn tract() {
    assert_table("tract");
}

#[cfg(feature = "tract")]
#[test]
fn tract_optimized() {
    assert_table("tract-optimized");
}

#[test]
#[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
fn onnxruntime() {
    assert_table("onnxruntime");
}
