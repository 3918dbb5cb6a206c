//! What a stream of cases reaches: so that a fuzzer that runs fast on next to nothing is seen to.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use opconform_spec::{Case, Facts};
use opconform_tensor::{Class, DType};

/// Bytes of a vector register, as far as the path through a kernel goes: half of AVX-512's, twice NEON's.
const VECTOR: usize = 32;

/// Elements of a result at which operands meet, as far as they are counted.
const MOST: usize = 64;

/// The distribution of a stream of cases.
#[derive(Clone, Debug, Default)]
pub struct Spread {
    /// Cases.
    pub cases: u64,
    /// By operator.
    pub operators: BTreeMap<String, u64>,
    /// By element type, as in their ids.
    pub dtypes: BTreeMap<&'static str, u64>,
    /// By the rank of the result; a case without a result has none.
    pub ranks: BTreeMap<usize, u64>,
    /// By target and plan of shapes, the first word of a generated case's slug.
    pub plans: BTreeMap<(&'static str, String), u64>,
    /// By path through a vector kernel.
    pub paths: BTreeMap<Path, u64>,
    /// Cases that break a rule, or have a type that is not listed: those that are to be refused.
    pub ill_formed: u64,
    /// The first elements of results by type and the classes of two operands, one after the other, that meet there.
    pub pairs: BTreeMap<(DType, Class, Class), u64>,
}

/// The path through a vector kernel that the longest operand suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// No element.
    Empty,
    /// Less than a vector.
    Short,
    /// Whole vectors.
    Whole,
    /// Whole vectors and a tail.
    Tail,
}

impl Path {
    /// Every path.
    pub const ALL: [Self; 4] = [Self::Empty, Self::Short, Self::Whole, Self::Tail];

    /// The path of a case.
    pub fn of(case: &Case) -> Self {
        match case.inputs.iter().map(|input| input.bytes().len()).max().unwrap_or(0) {
            0 => Self::Empty,
            bytes if bytes < VECTOR => Self::Short,
            bytes if bytes.is_multiple_of(VECTOR) => Self::Whole,
            _ => Self::Tail,
        }
    }
}

impl Spread {
    /// Counts a case of a target.
    pub fn add(&mut self, target: &'static str, case: &Case) {
        self.cases += 1;
        *self.operators.entry(case.operator.qualified().into_owned()).or_default() += 1;
        *self.dtypes.entry(case.types().name()).or_default() += 1;
        *self.paths.entry(Path::of(case)).or_default() += 1;
        let slug = case.slug();
        let plan = slug.rsplit_once('-').map_or(slug, |(plan, _)| plan).to_owned();
        *self.plans.entry((target, plan)).or_default() += 1;
        let facts = Facts::new(case);
        let Some(shape) = facts.shape() else {
            self.ill_formed += 1;
            return;
        };
        *self.ranks.entry(shape.len()).or_default() += 1;
        // Elements far into a large result meet in the same pairs as the first ones.
        let met = (0..shape.iter().product()).map(|position| facts.values_at(position));
        for values in met.filter(|values| values.len() > 1).take(MOST) {
            for pair in values.windows(2) {
                *self.pairs.entry((pair[0].dtype(), pair[0].class(), pair[1].class())).or_default() += 1;
            }
        }
    }

    /// The ordered pairs of classes that two values of a type can have, and that met nowhere.
    pub fn missing_pairs(&self, dtype: DType) -> Vec<(Class, Class)> {
        let classes = classes(dtype);
        let ordered = classes.iter().flat_map(|&first| classes.iter().map(move |&second| (first, second)));
        ordered.filter(|&(first, second)| !self.pairs.contains_key(&(dtype, first, second))).collect()
    }
}

/// The classes that the values of a type have.
fn classes(dtype: DType) -> Vec<Class> {
    let mut classes: Vec<Class> = crate::values::specials(dtype).iter().map(|&bits| Class::of(dtype, bits)).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

impl Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64| 100.0 * count as f64 / self.cases.max(1) as f64;
        let mut line = |name: &str, counts: Vec<(String, u64)>| {
            write!(f, "{name:<10}")?;
            for (what, count) in counts {
                write!(f, " {what} {:.1}%", percent(count))?;
            }
            writeln!(f)
        };
        line("operators", self.operators.iter().map(|(name, &count)| (name.clone(), count)).collect())?;
        line("types", self.dtypes.iter().map(|(name, &count)| ((*name).to_owned(), count)).collect())?;
        line("ranks", self.ranks.iter().map(|(rank, &count)| (rank.to_string(), count)).collect())?;
        let plan = |(&(target, ref plan), &count): (&(&str, String), &u64)| (format!("{target}/{plan}"), count);
        line("plans", self.plans.iter().map(plan).collect())?;
        let path = |(path, &count): (&Path, &u64)| (format!("{path:?}").to_lowercase(), count);
        line("vectors", self.paths.iter().map(path).collect())?;
        line("ill-formed", vec![(String::new(), self.ill_formed)])?;
        let (mut met, mut all) = (0, 0);
        for dtype in DType::ALL {
            let pairs = classes(dtype).len().pow(2);
            all += pairs;
            met += pairs - self.missing_pairs(dtype).len();
        }
        writeln!(f, "{:<10} {met} of {all} ordered pairs of classes met, over all types", "pairs")
    }
}
