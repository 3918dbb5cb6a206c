//! Lists in few words: a witness of a reduction may have thousands of operands, most of them alike.

/// The runs that a list shows before it only counts.
const RUNS: usize = 8;
/// The items of a run that are written out.
const WRITTEN_OUT: usize = 4;

/// Items of a list that are alike and next to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run<'a, T> {
    /// The position of the first.
    pub(crate) start: usize,
    /// How many.
    pub(crate) length: usize,
    /// What they are.
    pub(crate) item: &'a T,
}

/// The first runs of a list, and the items that come after them.
pub(crate) fn runs<T: PartialEq>(items: &[T]) -> (Vec<Run<'_, T>>, usize) {
    let mut all = Vec::new();
    let mut start = 0;
    for run in items.chunk_by(|a, b| a == b).take(RUNS) {
        all.push(Run { start, length: run.len(), item: &run[0] });
        start += run.len();
    }
    (all, items.len() - start)
}

/// A list in one line: `4,095 × +normal, nan`. A few of a kind are written out: three zeros are no product.
pub fn listed<T: PartialEq>(items: &[T], text: impl Fn(&T) -> String) -> String {
    let (runs, more) = runs(items);
    let run = |run: Run<T>| {
        let one = text(run.item);
        match run.length {
            few @ ..=WRITTEN_OUT => vec![one; few].join(", "),
            many => format!("{} × {one}", crate::text::thousands(many as u64)),
        }
    };
    let shown = runs.into_iter().map(run).collect::<Vec<_>>().join(", ");
    if more == 0 { shown } else { format!("{shown} and {} more", crate::text::thousands(more as u64)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_counted() {
        let items: Vec<String> =
            [vec!["+normal"; 4_095], vec!["nan", "-0", "-0"]].concat().into_iter().map(str::to_owned).collect();
        assert_eq!(listed(&items, String::clone), "4,095 × +normal, nan, -0, -0");
        assert_eq!(listed(&items[..0], String::clone), "");
        assert_eq!(runs(&items).0[1], Run { start: 4_095, length: 1, item: &"nan".to_owned() });
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let items: Vec<u8> = (0..10).collect();
        assert_eq!(listed(&items, u8::to_string), "0, 1, 2, 3, 4, 5, 6, 7 and 2 more");
    }
}
