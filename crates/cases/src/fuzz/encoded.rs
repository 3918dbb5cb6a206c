//! A case as bytes that a fuzzer can change one at a time.
//!
//! ```text
//! operator  opset  attributes  operands           the operator by its index among the target's; 2 bytes for the operands
//! attribute: length, name, kind, count, numbers   kind 0: one integer; 1: `count` of them; 2: the bits of a float;
//!                                                 3: the place of an input; 8 bytes each
//! operand:   type, offset, rank, dimensions       a byte each; 4 bytes a dimension
//! slug:      length, text
//! elements of each operand
//! way                                             by its index among the numbered; the plain one where this byte is missing
//! later way                                       by its place among those without a number, from 1 on; none where this byte is missing
//! ```
//!
//! Numbers are little-endian. An index that is too large wraps around, so that a changed byte mostly gives another case.

use std::borrow::Cow;

use opconform_spec::{Attribute, Attributes, Case, Operator, Origin, Way};
use opconform_tensor::{ALIGNMENT, DType, Tensor, element_count};

/// The elements that a reduction may make of an operand without any, which no bytes bound: more of them are judged for minutes.
const FROM_NOTHING: usize = 1 << 16;

/// The origin of a case that was read from bytes.
const SOURCE: &str = "bytes";

/// The case; `None` where the bytes end before it does. Takes memory in proportion to the bytes.
pub(super) fn read(operators: &[&'static Operator], bytes: &[u8]) -> Option<Case> {
    let mut bytes = Reader(bytes);
    let operator = *operators.get(usize::from(bytes.byte()?).checked_rem(operators.len())?)?;
    let opset = u32::from(bytes.byte()?);
    let (attributes, operands) = (bytes.byte()?, bytes.short()?);
    let attributes = (0..attributes).map(|_| attribute(&mut bytes)).collect::<Option<Attributes>>()?;
    let operands = (0..operands).map(|_| operand(&mut bytes)).collect::<Option<Vec<_>>>()?;
    let slug = bytes.text()?;
    let inputs = operands.into_iter().map(|(dtype, offset, shape)| {
        let count = element_count(&shape)?.checked_mul(dtype.size())?;
        let mut elements = Cow::Borrowed(bytes.take(count)?);
        if dtype == DType::Bool {
            elements.to_mut().iter_mut().for_each(|byte| *byte &= 1);
        }
        Some(Tensor::from_le_bytes(dtype, &shape, &elements).ok()?.with_offset(offset))
    });
    let inputs = inputs.collect::<Option<Vec<Tensor>>>()?;
    let case = Case::new(operator, opset, inputs, &slug, Origin { source: SOURCE.into(), seed: None });
    let case = if attributes.is_empty() { case } else { case.with_attributes(attributes) };
    let [numbered, later] = [(); 2].map(|()| usize::from(bytes.byte().unwrap_or(0)));
    let way = match later.checked_sub(1) {
        None => Way::numbered().nth(numbered % Way::numbered().count())?,
        Some(later) => later_ways().nth(later % later_ways().count())?,
    };
    Some(if way.suits(&case) { case.with_way(way) } else { case })
}

/// The ways that came when the others had numbers, by which bytes go on to stand for those.
fn later_ways() -> impl Iterator<Item = Way> {
    Way::all().skip(Way::numbered().count())
}

fn attribute(bytes: &mut Reader) -> Option<(String, Attribute)> {
    let name = bytes.text()?;
    let (kind, count) = (bytes.byte()?, bytes.byte()?);
    let value = match kind % 4 {
        0 => Attribute::Int(bytes.number()?),
        2 => Attribute::Float { f32: bytes.number()? as u32 },
        3 => Attribute::Input { input: usize::try_from(bytes.number()?).unwrap_or(usize::MAX >> 1) },
        _ => Attribute::Ints((0..count).map(|_| bytes.number()).collect::<Option<_>>()?),
    };
    Some((name, value))
}

fn operand(bytes: &mut Reader) -> Option<(DType, usize, Vec<usize>)> {
    let dtype = DType::ALL[usize::from(bytes.byte()?) % DType::ALL.len()];
    let offset = usize::from(bytes.byte()?) % (ALIGNMENT + 1);
    let rank = bytes.byte()?;
    let dimension = |_| bytes.take(4)?.try_into().map(|four| u32::from_le_bytes(four) as usize).ok();
    let shape = (0..rank).map(dimension).collect::<Option<Vec<usize>>>()?;
    let others = shape.iter().filter(|&&dim| dim > 0).try_fold(1, |product: usize, &dim| product.checked_mul(dim))?;
    (!shape.contains(&0) || others <= FROM_NOTHING).then_some((dtype, offset, shape))
}

/// Adds the case to the bytes; `None` where these do not count what it has.
pub(super) fn write(operators: &[&'static Operator], case: &Case, bytes: &mut Vec<u8>) -> Option<()> {
    let index = operators.iter().position(|operator| *operator == case.operator)?;
    bytes.extend([byte(index)?, byte(case.opset as usize)?, byte(case.attributes.len())?]);
    bytes.extend(u16::try_from(case.inputs.len()).ok()?.to_le_bytes());
    for (name, value) in &case.attributes {
        write_text(name, bytes)?;
        let (kind, numbers) = value.numbers();
        bytes.extend([kind, byte(numbers.len())?]);
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    }
    for input in &case.inputs {
        bytes.extend([input.dtype() as u8, byte(input.offset())?, byte(input.shape().len())?]);
        for &dim in input.shape() {
            bytes.extend(u32::try_from(dim).ok()?.to_le_bytes());
        }
    }
    write_text(case.slug(), bytes)?;
    case.inputs.iter().for_each(|input| bytes.extend(input.to_le_bytes()));
    let is_own = |way: Way| way == case.way;
    match Way::numbered().position(is_own) {
        Some(0) => {}
        Some(number) => bytes.push(byte(number)?),
        None => bytes.extend([0, byte(later_ways().position(is_own)? + 1)?]),
    }
    Some(())
}

fn byte(number: usize) -> Option<u8> {
    u8::try_from(number).ok()
}

fn write_text(text: &str, bytes: &mut Vec<u8>) -> Option<()> {
    bytes.push(byte(text.len())?);
    bytes.extend(text.as_bytes());
    Some(())
}

/// What is left of the bytes.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    fn short(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn number(&mut self) -> Option<i64> {
        self.take(8)?.try_into().ok().map(i64::from_le_bytes)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.byte()?;
        Some(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }
}
