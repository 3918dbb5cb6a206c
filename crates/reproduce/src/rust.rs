//! The Rust test of a case.

use opconform_onnx::encode_model;
use opconform_spec::Direction;
use opconform_tensor::{DType, Format, Tensor};

use crate::expected::{Allowed, Answer, infinity};
use crate::{About, Reproducer, fill};

const TEMPLATE: &str = include_str!("../templates/reproduce.rs");
const BROADCAST: &str = include_str!("../templates/broadcast.rs");
const KERNELS: &str = include_str!("../templates/kernels.rs");
const TRACT: &str = include_str!("../templates/tract.rs");

/// The version of tract that the backends link.
const TRACT_VERSION: &str = "0.23.9";

/// How the implementation is called.
struct Call {
    /// What has to be done to run the test.
    how: String,
    /// What comes before everything else, with a line between.
    uses: String,
    body: String,
}

/// The test; `None` where the case has operands of several element types, or an operator that is not called from Rust.
pub(crate) fn test(about: &About) -> Option<Reproducer> {
    let case = about.case;
    let (first, rest) = case.inputs.split_first()?;
    let dtype = first.dtype();
    if rest.iter().any(|input| input.dtype() != dtype) || dtype == DType::Bool {
        return None;
    }
    let call = call(about, dtype)?;
    let (element, word) = (element(dtype), format!("u{}", dtype.bits()));
    let is_float = matches!(dtype.format(), Format::Float { .. });
    let from_bits = if is_float { "Element::from_bits(bits)" } else { "bits as Element" };
    let to_bits = if is_float { "element.to_bits()" } else { "element as Word" };
    let inputs: Vec<String> = case.inputs.iter().map(|input| format!("    {},", operand(input))).collect();
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@HOW@", &call.how),
            ("@USES@", &call.uses),
            ("@ELEMENT@", element),
            ("@WORD@", &word),
            ("@INPUTS@", &inputs.join("\n")),
            ("@EXPECTED@", &expected(&about.expected.answer)),
            ("@MAGNITUDE@", &format!("{:#x}", dtype.mask() >> 1)),
            ("@INFINITY@", &format!("{:#x}", infinity(dtype).unwrap_or_default())),
            ("@RUN@", call.body.trim_end()),
            ("@FROM_BITS@", from_bits),
            ("@TO_BITS@", to_bits),
            ("@UNDER@", &about.expected.under),
        ],
    );
    Some(Reproducer::text("Rust", "reproduce.rs", text))
}

fn call(about: &About, dtype: DType) -> Option<Call> {
    let half = if matches!(dtype, DType::Bf16 | DType::F16) { "half = \"2.7\"" } else { "" };
    let in_a_package = |dependencies: &[&str]| {
        let dependencies: Vec<&str> = dependencies.iter().copied().filter(|line| !line.is_empty()).collect();
        format!("Put it into the `tests` folder of a package with these dependencies: {}.", dependencies.join(", "))
    };
    let is_fold = matches!(about.operator(), ("", "Max" | "Min"));
    let (method, sign, kernel) = match about.case.operator.direction {
        Direction::Max => ("max", '>', "Maximum"),
        Direction::Min => ("min", '<', "Minimum"),
    };
    match about.backend {
        "tract" | "tract-optimized" if about.case.operator.domain.is_empty() => {
            let into = if about.backend == "tract" { "into_typed" } else { "into_optimized" };
            let model = encode_model(about.case);
            Some(Call {
                how: in_a_package(&[&format!("tract-onnx = \"={TRACT_VERSION}\""), half]),
                uses: format!("use tract_onnx::prelude::*;\n\nconst MODEL: &[u8] = &{model:?};\n\n"),
                body: fill(TRACT, &[("@INTO@", into)]),
            })
        }
        "portable" | "avx2" | "avx512" | "neon" if is_fold => Some(Call {
            how: in_a_package(&["opconform-kernels = { path = \"crates/kernels\" }", half]),
            uses: format!("use opconform_kernels::{{Isa, Kernel, {kernel}, View, broadcast_shape}};\n\n"),
            body: fill(KERNELS, &[("@ISA@", isa(about.backend)), ("@OPERATOR@", kernel)]),
        }),
        _ if is_fold => {
            let pick = match about.backend {
                "ndarray-compare" => format!("|a, b| if a {sign} b {{ a }} else {{ b }}"),
                _ => format!("|a, b| a.{method}(b)"),
            };
            Some(Call {
                how: match half {
                    "" => "Run it with `rustc --test reproduce.rs && ./reproduce`.".to_owned(),
                    half => in_a_package(&[half]),
                },
                uses: String::new(),
                body: fill(BROADCAST, &[("@PICK@", &pick)]),
            })
        }
        _ => None,
    }
}

/// The variant of `Isa` that a backend of ours is forced onto.
fn isa(backend: &str) -> &'static str {
    match backend {
        "avx2" => "Avx2",
        "avx512" => "Avx512",
        "neon" => "Neon",
        _ => "Portable",
    }
}

/// An operand: shape, bits.
fn operand(tensor: &Tensor) -> String {
    let bits: Vec<String> = tensor.to_bits().iter().map(|bits| format!("{bits:#x}")).collect();
    format!("(&{:?}, &[{}])", tensor.shape(), bits.join(", "))
}

/// What is allowed, as an expression.
fn expected(answer: &Answer) -> String {
    match answer {
        Answer::Refusal(breach) => format!("Err({breach:?})"),
        Answer::Tensor { dtype, shape, elements } => {
            let allowed = |one: &Allowed| match one {
                Allowed::Bits(bits) => format!("Some({bits:#x})"),
                Allowed::AnyNan => "None".to_owned(),
            };
            let element = |&set| Allowed::of(set, *dtype).iter().map(allowed).collect::<Vec<_>>().join(", ");
            let elements: Vec<String> = elements.iter().map(|set| format!("&[{}]", element(set))).collect();
            format!("Ok((&{shape:?}, &[{}]))", elements.join(", "))
        }
    }
}

/// The Rust type of an element type.
fn element(dtype: DType) -> &'static str {
    match dtype {
        DType::Bf16 => "half::bf16",
        DType::F16 => "half::f16",
        _ => dtype.name(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_of_tract_is_the_one_linked() {
        let lock = include_str!("../../../Cargo.lock");
        assert!(lock.contains(&format!("name = \"tract-onnx\"\nversion = \"{}\"\n", super::TRACT_VERSION)));
    }
}
