//! The way back from a result that was kept to what was counted: whatever in a file does not follow from that is damage.

use std::collections::BTreeMap;

use opconform_exhaust::{Cell, Counted, Order, PairClass, Rung, classes};
use opconform_tensor::{DType, Value};

use super::counts::Counts;
use super::course::{Course, Unfit};
use super::layout::PairLayout;
use super::result::{Enumeration, Group};

/// Why a result cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It is of a suite of another version, which may say other things of the same.
    #[error("of suite {0}, and this is {version}: enumerate again", version = env!("CARGO_PKG_VERSION"))]
    Suite(String),
    /// Nothing like it is enumerated.
    #[error("no enumeration of {0} is known here")]
    Unknown(String),
    /// No backend is asked so.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// Its counts are judged otherwise here.
    #[error("what it says of its counts is not what this suite says: have it judged again")]
    Judged,
    /// A part of it is not as it was written.
    #[error("damaged: {0}")]
    Part(String),
}

impl Enumeration {
    /// What was counted, where all of the result follows from it.
    pub fn counts(&self) -> Result<Counts, Damage> {
        let counts = self.counted()?;
        let again = Self::of(self.asked.clone(), &counts, self.sessions.clone());
        if again.cells != self.cells || again.specifications != self.specifications {
            return Err(Damage::Judged);
        }
        (again == *self).then_some(counts).ok_or_else(|| Damage::Part("it is no summary of its counts".to_owned()))
    }

    /// The digest of each block, by the number of the block.
    pub fn digests(&self) -> BTreeMap<u8, &str> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_hex = |text: &str, digits: usize| text.len() == digits && text.bytes().all(is_digit);
        let digests = self.blocks.iter().filter(|(block, digest)| is_hex(block, 2) && is_hex(digest, 64));
        digests.filter_map(|(block, digest)| Some((u8::from_str_radix(block, 16).ok()?, digest.as_str()))).collect()
    }

    /// What was counted, whatever is said of it.
    pub(super) fn counted(&self) -> Result<Counts, Damage> {
        if self.asked.suite != env!("CARGO_PKG_VERSION") {
            return Err(Damage::Suite(self.asked.suite.clone()));
        }
        let (dtype, course) = (self.asked.dtype, self.asked.course()?);
        if self.asked.operator != course.layout().operator().qualified() {
            return Err(Damage::Unknown(self.asked.operator.clone()));
        }
        let damage = |what: &str| Damage::Part(what.to_owned());
        let blocks = self.digests().into_iter().map(|(block, digest)| (block, digest.to_owned())).collect();
        let mut counts = Counts { blocks, bisected: self.bisected, ..Counts::default() };
        if (&self.asked.range, &self.asked.assumed) != (&course.range(), &course.assumed()) {
            return Err(damage("its range or what it assumes is not that of its rung and layout"));
        }
        if counts.blocks.len() != self.blocks.len() {
            return Err(damage("what should be the digest of a block is none"));
        }
        for group in &self.cells {
            let (cell, counted) =
                group.counted(dtype).ok_or_else(|| damage("a cell of other pairs than its examples or places"))?;
            if counts.cells.insert(cell, counted).is_some() {
                return Err(damage("a cell is there twice"));
            }
        }
        for remark in &self.remarks {
            let first = Value::parse(dtype, &remark.first).map_err(|error| damage(&error.to_string()))?;
            counts.said.insert(remark.came, (first.bits(), remark.said.clone()));
        }
        let pairs: Option<u64> = counts.cells.values().try_fold(0_u64, |sum, it| sum.checked_add(it.count));
        let asked = course.pairs(counts.blocks.keys().copied());
        if pairs != Some(asked) {
            return Err(damage(&format!("its blocks have {asked} pairs, and its cells another number")));
        }
        let mut counted: BTreeMap<PairClass, u64> = BTreeMap::new();
        for (cell, it) in &counts.cells {
            *counted.entry((cell.first, cell.second, cell.order)).or_default() += it.count;
        }
        if of_blocks(&course, &counts).is_some_and(|classes| classes != counted) {
            return Err(damage("its cells have more pairs of some operands, and fewer of others, than its blocks"));
        }
        Ok(counts)
    }
}

/// How many pairs of which class the blocks have that were counted; `None` where these are not all pairs of a first operand.
fn of_blocks(course: &Course, counts: &Counts) -> Option<BTreeMap<PairClass, u64>> {
    if course.rung() != Rung::AllPairs {
        return None;
    }
    let classes = classes(course.dtype(), counts.blocks.keys().flat_map(|&block| course.rows(block)));
    let turned = |((first, second, order), count)| ((second, first, Order::turned(order)), count);
    let is_second = course.layout() == PairLayout::ScalarSecond;
    Some(if is_second { classes.into_iter().map(turned).collect() } else { classes })
}

impl Group {
    /// The cell, and what was counted of it; `None` where its examples are not of the cell, or not such as are kept, or its places
    /// those of others.
    fn counted(&self, dtype: DType) -> Option<(Cell, Counted)> {
        let &Self { first, second, order, came, pairs, .. } = self;
        let cell = Cell { first, second, order, came };
        let bits = |text: &str| Value::parse(dtype, text).ok().map(Value::bits);
        let example = |text: &String| {
            let bits: Vec<u64> = text.split(' ').map(bits).collect::<Option<_>>()?;
            let (operands, found) = match (bits.as_slice(), came.is_element()) {
                (&[first, second, found], true) => ([first, second], found),
                (&[first, second], false) => ([first, second], 0),
                _ => return None,
            };
            let told = Cell::of(dtype, operands, found);
            let told = if came.is_element() { told } else { Cell { came, ..told } };
            (told == cell).then_some([operands[0], operands[1], found])
        };
        let examples: Vec<[u64; 3]> = self.examples.iter().map(example).collect::<Option<_>>()?;
        let is_kept = examples.is_sorted() && examples.len() as u64 == pairs.min(cell.most_examples() as u64);
        let has_all = self.places.as_ref().is_none_or(|places| places.count() == pairs);
        (is_kept && has_all && pairs > 0)
            .then(|| (cell, Counted { count: pairs, examples, places: self.places.clone() }))
    }
}
