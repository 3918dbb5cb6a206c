//! How a script has the arrays of a call lie in memory, where the case is put in a way that says so.

use opconform_spec::{Attribute, Case, Layout, Way, repeated_axes};
use opconform_tensor::{Tensor, broadcast};

/// The bodies of a function that makes a view of `array`, in a library that has such; the shape to spread out to is `@SHAPE@`, and
/// `@ONCE@` the slices of which the others are copies.
pub(super) struct Views {
    strided: &'static [&'static str],
    reversed: Option<&'static [&'static str]>,
    transposed: &'static [&'static str],
    broadcast: &'static [&'static str],
    misaligned: Option<&'static [&'static str]>,
    stepped: &'static [&'static str],
    turned: Option<&'static [&'static str]>,
    repeated: &'static [&'static str],
    read_only: Option<&'static [&'static str]>,
    swapped: Option<&'static [&'static str]>,
    /// Whether a result can be written over an operand.
    out: bool,
}

pub(super) const NUMPY: Views = Views {
    strided: &[
        "room = np.zeros((*array.shape[:-1], 2 * array.shape[-1] + 1), array.dtype)",
        "room[..., 1::2] = array[..., ::-1]",
        "room[..., :-1:2] = array",
        "return room[..., :-1:2]",
    ],
    reversed: Some(&["return array[..., ::-1].copy()[..., ::-1]"]),
    transposed: &["return array.T.copy().T"],
    broadcast: &["return np.broadcast_to(array, @SHAPE@)"],
    misaligned: Some(&[
        "room = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)",
        "room[...] = array",
        "return room",
    ]),
    stepped: &["room = np.repeat(array[..., ::-1], 5, -1)", "room[..., ::5] = array", "return room[..., ::5]"],
    turned: Some(&["return array[::-1].copy()[::-1] if array.ndim > 1 else array"]),
    repeated: &["return np.broadcast_to(array[@ONCE@].copy(), @SHAPE@)"],
    read_only: Some(&["array.flags.writeable = False", "return array"]),
    swapped: Some(&["return array.astype(array.dtype.newbyteorder())"]),
    out: true,
};

pub(super) const TORCH: Views = Views {
    strided: &[
        "room = torch.zeros((*array.shape[:-1], 2 * array.shape[-1] + 1), dtype=array.dtype)",
        "room[..., 1::2] = array.flip(-1)",
        "room[..., :-1:2] = array",
        "return room[..., :-1:2]",
    ],
    reversed: None,
    transposed: &[
        "turned = tuple(reversed(range(array.ndim)))",
        "return array.permute(turned).contiguous().permute(turned)",
    ],
    broadcast: &["return array.expand(@SHAPE@)"],
    misaligned: None,
    stepped: &["room = array.flip(-1).repeat_interleave(5, -1)", "room[..., ::5] = array", "return room[..., ::5]"],
    turned: None,
    repeated: &["return array[@ONCE@].clone(memory_format=torch.contiguous_format).expand(@SHAPE@)"],
    read_only: None,
    swapped: None,
    out: false,
};

/// The body of a function that gives a result in this machine's order of bytes.
const NATIVE: &[&str] = &["return result.astype(result.dtype.newbyteorder(\"=\"))"];

/// Statements that make room for a result beside the first operand, which has the elements `@FIRST@` of it, and the result `@OUT@`.
const BESIDE: [&str; 4] = [
    "room = np.zeros(inputs[0].size + 1, inputs[0].dtype)",
    "first, out = room[@FIRST@].reshape(inputs[0].shape), room[@OUT@].reshape(inputs[0].shape)",
    "first[...] = inputs[0]",
    "inputs = [first, *inputs[1:], out]",
];

/// What a script needs for the way of a case.
#[derive(Clone, Default)]
pub(super) struct Laid {
    /// The statements of the function `laid`, where an array goes through it.
    pub(super) body: Vec<String>,
    /// Statements before the call, which has an `out` where there are any.
    pub(super) prepare: Vec<String>,
    /// The statements that make of a result what is compared, where they are not the library's.
    pub(super) back: Option<&'static [&'static str]>,
    way: Way,
    /// The place of the input that is written to.
    written: Option<usize>,
}

impl Laid {
    /// What the way of a case needs; `None` where the library cannot have it.
    pub(super) fn of(case: &Case, views: Option<&Views>) -> Option<Self> {
        let laid = Self { way: case.way, written: place(case, "out"), ..Self::default() };
        let Some(layout) = case.way.layout() else { return Some(laid) };
        let views = views?;
        let over = |lines: &[&str]| {
            let prepare = lines.iter().map(|&line| line.to_owned()).collect();
            views.out.then_some(Self { prepare, ..laid.clone() })
        };
        let beside = |[first, out]: [&str; 2]| {
            let lines = BESIDE.map(|line| line.replace("@FIRST@", first).replace("@OUT@", out));
            over(&lines.each_ref().map(String::as_str))
        };
        let body = match layout {
            Layout::Strided => views.strided,
            Layout::Reversed => views.reversed?,
            Layout::Transposed => views.transposed,
            Layout::Broadcast => views.broadcast,
            Layout::Misaligned => views.misaligned?,
            Layout::Stepped => views.stepped,
            Layout::Turned => views.turned?,
            Layout::Repeated => views.repeated,
            Layout::ReadOnly => views.read_only?,
            Layout::Swapped => views.swapped?,
            Layout::InPlace => return over(&["inputs = [*inputs, inputs[0]]"]),
            Layout::InPlaceSecond => return over(&["inputs = [*inputs, inputs[1]]"]),
            Layout::Overlapping => return beside([":-1", "1:"]),
            Layout::OverlappingBefore => return beside(["1:", ":-1"]),
        };
        let shape = broadcast(case.operands().iter().map(Tensor::shape)).unwrap_or_default();
        let once = case.operands().first().map(once).unwrap_or_default();
        let filled = |line: &&str| line.replace("@SHAPE@", &format!("{shape:?}")).replace("@ONCE@", &once);
        let back = (layout == Layout::Swapped).then_some(NATIVE);
        Some(Self { body: body.iter().map(filled).collect(), back, ..laid })
    }

    /// The input of a place as the call is given it.
    pub(super) fn given(&self, place: usize) -> String {
        let goes_through = match self.way {
            Way::Laid(Layout::Broadcast, which) => which.includes(place) && place < 2,
            Way::Laid(Layout::Repeated, _) => place == 0,
            Way::Laid(Layout::ReadOnly, which) => which.includes(place) && self.written != Some(place),
            Way::Laid(_, which) => which.includes(place) && !self.body.is_empty(),
            _ => false,
        };
        if goes_through { format!("laid(to(inputs[{place}]))") } else { format!("to(inputs[{place}])") }
    }

    /// The place of the input that the call is given by a keyword: by `out` also the one that the way brings along.
    pub(super) fn keyword(&self, case: &Case, name: &str) -> Option<usize> {
        match place(case, name) {
            None if name == "out" && !self.prepare.is_empty() => Some(case.inputs.len()),
            place => place,
        }
    }
}

/// The place of the input that an attribute names.
fn place(case: &Case, name: &str) -> Option<usize> {
    match case.attributes.get(name) {
        Some(&Attribute::Int(place)) => usize::try_from(place).ok(),
        _ => None,
    }
}

/// The index of the slices of an array of which the others are copies.
fn once(array: &Tensor) -> String {
    let repeated: Vec<usize> = repeated_axes(array).collect();
    let of_axis = |axis: usize| if repeated.contains(&axis) { ":1" } else { ":" };
    (0..array.shape().len()).map(of_axis).collect::<Vec<_>>().join(", ")
}
