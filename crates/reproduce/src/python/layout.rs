//! How a script has the arrays of a call lie in memory, where the case is put in a way that says so.

use opconform_spec::{Attribute, Case, Layout, Way};
use opconform_tensor::{Tensor, broadcast};

/// The bodies of a function that makes a view of `array`, in a library that has such; the shape to spread out to is `@SHAPE@`.
pub(super) struct Views {
    strided: &'static [&'static str],
    reversed: Option<&'static [&'static str]>,
    transposed: &'static [&'static str],
    broadcast: &'static [&'static str],
    misaligned: Option<&'static [&'static str]>,
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
    out: false,
};

/// What a script needs for the way of a case.
pub(super) struct Laid {
    /// The statements of the function `laid`, where an array goes through it.
    pub(super) body: Vec<String>,
    /// Statements before the call, which has an `out` where there are any.
    pub(super) prepare: &'static [&'static str],
    way: Way,
}

impl Laid {
    /// What the way of a case needs; `None` where the library cannot have it.
    pub(super) fn of(case: &Case, views: Option<&Views>) -> Option<Self> {
        let laid = |body: &[&str], prepare| {
            let shape = broadcast(case.operands().iter().map(Tensor::shape)).unwrap_or_default();
            let body = body.iter().map(|line| line.replace("@SHAPE@", &format!("{shape:?}"))).collect();
            Some(Self { body, prepare, way: case.way })
        };
        let Some(layout) = case.way.layout() else { return laid(&[], &[]) };
        let views = views?;
        match layout {
            Layout::Strided => laid(views.strided, &[]),
            Layout::Reversed => laid(views.reversed?, &[]),
            Layout::Transposed => laid(views.transposed, &[]),
            Layout::Broadcast => laid(views.broadcast, &[]),
            Layout::Misaligned => laid(views.misaligned?, &[]),
            Layout::InPlace if views.out => laid(&[], &["inputs = [*inputs, inputs[0]]"]),
            Layout::Overlapping if views.out => laid(
                &[],
                &[
                    "room = np.zeros(inputs[0].size + 1, inputs[0].dtype)",
                    "first, out = room[:-1].reshape(inputs[0].shape), room[1:].reshape(inputs[0].shape)",
                    "first[...] = inputs[0]",
                    "inputs = [first, *inputs[1:], out]",
                ],
            ),
            Layout::InPlace | Layout::Overlapping => None,
        }
    }

    /// The input of a place as the call is given it.
    pub(super) fn given(&self, place: usize) -> String {
        match self.way {
            Way::Laid(Layout::Broadcast, which) if which.includes(place) && place < 2 => {
                format!("laid(to(inputs[{place}]))")
            }
            Way::Laid(Layout::Strided | Layout::Reversed | Layout::Transposed | Layout::Misaligned, which)
                if which.includes(place) =>
            {
                format!("laid(to(inputs[{place}]))")
            }
            _ => format!("to(inputs[{place}])"),
        }
    }

    /// The place of the input that the call is given by a keyword: by `out` also the one that the way brings along.
    pub(super) fn keyword(&self, case: &Case, name: &str) -> Option<usize> {
        match case.attributes.get(name) {
            Some(&Attribute::Int(place)) => usize::try_from(place).ok(),
            None if name == "out" && !self.prepare.is_empty() => Some(case.inputs.len()),
            _ => None,
        }
    }
}
