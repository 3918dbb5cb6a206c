//! The C# program of a case, on .NET's `TensorPrimitives`.

use opconform_spec::{Attribute, Case, Direction, Form};
use opconform_tensor::{DType, Tensor};

use crate::allowed::Allowed;
use crate::expected::Answer;
use crate::template::{fill, hex, indented, is_placed, plain, refusal};
use crate::why::Why;
use crate::{About, Reproducer};

const TEMPLATE: &str = include_str!("../templates/csharp/Reproduce.cs");

/// C#'s element type, the type of its bits, and the way from and to these.
struct Type {
    element: &'static str,
    word: &'static str,
    from_bits: &'static str,
    to_bits: &'static str,
}

/// The program.
pub(crate) fn program(about: &About) -> Result<Reproducer, Why> {
    let inputs = &about.case.inputs;
    let dtype = match inputs.split_first() {
        Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => first.dtype(),
        _ => return Err(Why::MixedTypes("C#")),
    };
    if inputs.iter().any(is_placed) {
        return Err(Why::Placed("C#"));
    }
    let call = call(about.case).ok_or_else(|| about.no_operator("TensorPrimitives"))?;
    let Type { element, word, from_bits, to_bits } = type_of(dtype).ok_or(Why::Type { language: "C#", dtype })?;
    let array = |input: &Tensor| {
        let bits: Vec<String> = input.to_bits().into_iter().map(|bits| format!("FromBits({bits:#x})")).collect();
        format!("    [{}],", bits.join(", "))
    };
    let allowed = |allowed: &Allowed| match allowed {
        Allowed::Bits(bits) => format!("[{}]", hex(bits, "")),
        Allowed::AnyNan => "[null]".to_owned(),
        Allowed::QuietNanOr(bits) if bits.is_empty() => "[null]".to_owned(),
        Allowed::NanOr(bits) | Allowed::QuietNanOr(bits) => format!("[null, {}]", hex(bits, "")),
        Allowed::Anything => "[]".to_owned(),
    };
    let (expected, refusal) = match &about.expected.answer {
        Answer::Refusal(rule) => ("null".to_owned(), refusal(rule)),
        Answer::Tensor { elements, .. } => {
            (format!("[{}]", elements.iter().map(allowed).collect::<Vec<_>>().join(", ")), String::new())
        }
    };
    let (floor, nan) = about.expected.nan(dtype);
    let is_nan =
        if dtype.is_float() { format!("(bits & {:#x}) > {floor:#x}", dtype.mask() >> 1) } else { "false".to_owned() };
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@VERSION@", &about.version()),
            ("@INPUTS@", &inputs.iter().map(array).collect::<Vec<_>>().join("\n")),
            ("@EXPECTED@", &expected),
            ("@REFUSAL@", &plain(&refusal)),
            ("@CALL@", &indented(call.lines())),
            ("@TO_BITS@", to_bits),
            ("@IS_NAN@", &is_nan),
            ("@NAN@", nan),
            ("@FROM_BITS@", from_bits),
            ("@ELEMENT@", element),
            ("@WORD@", word),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    );
    Ok(Reproducer::text("C#", "Reproduce.cs", text))
}

/// The statements that give `result`; `None` where .NET has no such operator.
fn call(case: &Case) -> Option<String> {
    let span = |memory: &str, name: &str| match case.attributes.get(name) {
        Some(Attribute::Ints(span)) if span.len() == 2 => Some(format!("{memory}.AsSpan({}, {})", span[0], span[1])),
        _ => None,
    };
    let method = if case.operator.direction() == Some(Direction::Max) { "Max" } else { "Min" };
    let method = format!("TensorPrimitives.{method}<@ELEMENT@>");
    let copy = "@ELEMENT@[] result = inputs[0].ToArray();";
    Some(match case.operator.form {
        Form::OnnxVariadic => {
            format!("{copy}\nforeach (var operand in inputs.Skip(1))\n{{\n    {method}(result, operand, result);\n}}\n")
        }
        Form::Spans => {
            let (x, y, destination) = (span("result", "x")?, span("result", "y")?, span("result", "destination")?);
            format!("{copy}\n{method}({x}, {y}, {destination});")
        }
        Form::SpanAndScalar => {
            let (x, destination) = (span("result", "x")?, span("result", "destination")?);
            format!("{copy}\n{method}({x}, inputs[1][0], {destination});")
        }
        Form::SpanReduction => format!("@ELEMENT@[] result = [{method}({})];", span("inputs[0]", "x")?),
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
        _ => None,
    }
}
