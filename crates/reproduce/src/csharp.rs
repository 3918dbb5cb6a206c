//! The C# program of a case, on .NET's `TensorPrimitives`.

use opconform_spec::{Attribute, Case, Direction};
use opconform_tensor::{DType, Tensor, broadcast, broadcast_indices};

use crate::expected::{Allowed, Answer};
use crate::{About, Reproducer, fill};

const TEMPLATE: &str = include_str!("../templates/Reproduce.cs");

/// C#'s element type, the type of its bits, and the way from and to these.
struct Type {
    element: &'static str,
    word: &'static str,
    from_bits: &'static str,
    to_bits: &'static str,
}

/// The program; `None` where the case is to be refused, or has an element type that .NET lacks, or an operator that is not
/// called from C#.
pub(crate) fn program(about: &About) -> Option<Reproducer> {
    let Answer::Tensor { dtype, shape, elements } = &about.expected.answer else { return None };
    let inputs = &about.case.inputs;
    if inputs.iter().any(|input| input.dtype() != *dtype) {
        return None;
    }
    let call = call(about.case)?;
    let stretches = about.case.operator.domain.is_empty();
    if stretches && broadcast(inputs.iter().map(Tensor::shape)).ok().as_ref() != Some(shape) {
        return None;
    }
    let Type { element, word, from_bits, to_bits } = type_of(*dtype)?;
    let hex = |bits: &u64| format!("{bits:#x}");
    let written_out = |input: &Tensor| {
        let bits = input.to_bits();
        let own: Vec<usize> =
            if stretches { broadcast_indices(input.shape(), shape) } else { (0..bits.len()).collect() };
        let bits = own.into_iter().map(|index| format!("FromBits({})", hex(&bits[index])));
        format!("    [{}],", bits.collect::<Vec<_>>().join(", "))
    };
    let allowed = |one: &Allowed| match one {
        Allowed::Bits(bits) => hex(bits),
        Allowed::AnyNan => "null".to_owned(),
    };
    let at_one = |&set| Allowed::of(set, *dtype).iter().map(allowed).collect::<Vec<_>>().join(", ");
    let expected: Vec<String> = elements.iter().map(|set| format!("[{}]", at_one(set))).collect();
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@INPUTS@", &inputs.iter().map(written_out).collect::<Vec<_>>().join("\n")),
            ("@EXPECTED@", &expected.join(", ")),
            ("@CALL@", &call),
            ("@TO_BITS@", to_bits),
            ("@IS_NAN@", if dtype.is_float() { "@ELEMENT@.IsNaN(result[i])" } else { "false" }),
            ("@FROM_BITS@", from_bits),
            ("@ELEMENT@", element),
            ("@WORD@", word),
            ("@UNDER@", &about.expected.under),
        ],
    );
    Some(Reproducer::text("C#", "Reproduce.cs", text))
}

/// The statements that give `result`.
fn call(case: &Case) -> Option<String> {
    let span = |memory: &str, name: &str| match case.attributes.get(name) {
        Some(Attribute::Ints(span)) if span.len() == 2 => Some(format!("{memory}.AsSpan({}, {})", span[0], span[1])),
        _ => None,
    };
    let method = if case.operator.direction == Direction::Max { "Max" } else { "Min" };
    let method = format!("TensorPrimitives.{method}<@ELEMENT@>");
    let copy = "@ELEMENT@[] result = inputs[0].ToArray();";
    Some(match (case.operator.domain, case.operator.name) {
        ("", "Max" | "Min") => {
            format!("{copy}\nforeach (var operand in inputs.Skip(1))\n{{\n    {method}(result, operand, result);\n}}")
        }
        ("dotnet", "SpanMax" | "SpanMin") => {
            let (x, y, destination) = (span("result", "x")?, span("result", "y")?, span("result", "destination")?);
            format!("{copy}\n{method}({x}, {y}, {destination});")
        }
        ("dotnet", "SpanMaxScalar" | "SpanMinScalar") => {
            let (x, destination) = (span("result", "x")?, span("result", "destination")?);
            format!("{copy}\n{method}({x}, inputs[1][0], {destination});")
        }
        ("dotnet", _) => format!("@ELEMENT@[] result = [{method}({})];", span("inputs[0]", "x")?),
        _ => return None,
    })
}

fn type_of(dtype: DType) -> Option<Type> {
    let of = |element, word, from_bits, to_bits| Some(Type { element, word, from_bits, to_bits });
    match dtype {
        DType::F16 => {
            of("Half", "ushort", "BitConverter.UInt16BitsToHalf(bits)", "BitConverter.HalfToUInt16Bits(result[i])")
        }
        DType::F32 => {
            of("float", "uint", "BitConverter.UInt32BitsToSingle(bits)", "BitConverter.SingleToUInt32Bits(result[i])")
        }
        DType::F64 => {
            of("double", "ulong", "BitConverter.UInt64BitsToDouble(bits)", "BitConverter.DoubleToUInt64Bits(result[i])")
        }
        DType::I8 => of("sbyte", "byte", "unchecked((sbyte)bits)", "unchecked((byte)result[i])"),
        DType::I16 => of("short", "ushort", "unchecked((short)bits)", "unchecked((ushort)result[i])"),
        DType::I32 => of("int", "uint", "unchecked((int)bits)", "unchecked((uint)result[i])"),
        DType::I64 => of("long", "ulong", "unchecked((long)bits)", "unchecked((ulong)result[i])"),
        DType::U8 => of("byte", "byte", "bits", "result[i]"),
        DType::U16 => of("ushort", "ushort", "bits", "result[i]"),
        DType::U32 => of("uint", "uint", "bits", "result[i]"),
        DType::U64 => of("ulong", "ulong", "bits", "result[i]"),
        DType::Bf16 | DType::Bool => None,
    }
}
