//! The C program of a case, on a function of the C library.

use opconform_spec::Direction;
use opconform_tensor::DType;

use crate::allowed::Allowed;
use crate::implementation::Function;
use crate::rows::{Row, rows};
use crate::template::{fill, hex, plain};
use crate::why::Why;
use crate::{About, Reproducer};

const TEMPLATE: &str = include_str!("../templates/c/reproduce.c");

/// The program that calls a function.
pub(crate) fn program(about: &About, function: Function) -> Result<Reproducer, Why> {
    let (dtype, rows) = rows(about.case, about.expected, "a function of libm")?;
    let (element, word, suffix) = match dtype {
        DType::F32 => ("float", "uint32_t", "f"),
        DType::F64 => ("double", "uint64_t", ""),
        dtype => return Err(Why::Type { language: "libm", dtype }),
    };
    let [max, min] = match function {
        Function::Fmaximum => ["fmaximum", "fminimum"],
        Function::FmaximumNum => ["fmaximum_num", "fminimum_num"],
        Function::FmaximumMag => ["fmaximum_mag", "fminimum_mag"],
        Function::FmaximumMagNum => ["fmaximum_mag_num", "fminimum_mag_num"],
        Function::Fmax => ["fmax", "fmin"],
    };
    let function = if about.case.operator.direction() == Some(Direction::Max) { max } else { min };
    let (floor, nan) = about.expected.nan(dtype);
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@VERSION@", &about.version()),
            ("@ELEMENT@", element),
            ("@WORD@", word),
            ("@FUNCTION@", &format!("{function}{suffix}")),
            // An array has one element at least.
            ("@ROWS@", &if rows.is_empty() { "    {0}".to_owned() } else { lines(&rows) }),
            ("@COUNT@", &rows.len().to_string()),
            ("@MAGNITUDE@", &format!("{:#x}", dtype.mask() >> 1)),
            ("@INFINITY@", &format!("{floor:#x}")),
            ("@NAN@", nan),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    );
    Ok(Reproducer::text("C", "reproduce.c", text))
}

fn lines(rows: &[Row]) -> String {
    let array = |bits: &[u64]| format!("{}, (const word[]){{{}}}", bits.len(), hex(bits, ""));
    let allowed = |allowed: &Allowed| match allowed {
        Allowed::Bits(bits) => format!("0, {}", array(bits)),
        Allowed::AnyNan => "1, 0, NULL".to_owned(),
        Allowed::QuietNanOr(bits) if bits.is_empty() => "1, 0, NULL".to_owned(),
        Allowed::NanOr(bits) | Allowed::QuietNanOr(bits) => format!("1, {}", array(bits)),
        Allowed::Anything => "0, 0, NULL".to_owned(),
    };
    let row = |row: &Row| format!("    {{{}, {}}},", array(&row.operands), allowed(row.allowed));
    rows.iter().map(row).collect::<Vec<_>>().join("\n")
}
