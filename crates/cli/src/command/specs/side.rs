//! One side of a comparison: what the specifications of a name allow of each pair of operands, those that allow the same together.

use std::fmt::Write as _;

use anyhow::anyhow;
use opconform_spec::{Direction, ElementSet, Profile, profiles};
use opconform_tensor::DType;

use crate::specification::Named;

/// The specifications of one name that are named in each sentence.
const NAMED: usize = 2;

/// What is compared of a name.
pub(super) struct Side {
    /// The specifications that say something of the operands, those that allow the same as one agreement.
    pub(super) agreements: Vec<Agreement>,
    /// The name, where it is that of a family.
    family: Option<&'static str>,
    /// Those of the family that say nothing of the type.
    silent: Vec<&'static Profile>,
    dtype: DType,
}

/// Specifications that allow the same.
pub(super) struct Agreement {
    /// What they are called in sentences.
    pub(super) name: String,
    /// Whether that is the name of one of them, or of all versions of a document together.
    is_one: bool,
    /// What they allow of every pair of the operands, the second running fastest.
    pub(super) sets: Vec<ElementSet>,
    profiles: Vec<&'static Profile>,
}

impl Agreement {
    /// What they do with a result, behind their name.
    pub(super) const fn allow(&self) -> &'static str {
        if self.is_one { "allows" } else { "allow" }
    }
}

impl Side {
    pub(super) fn of(named: &Named, dtype: DType, operands: &[u64]) -> anyhow::Result<Self> {
        let family = (named.profiles.len() > 1).then_some(named.title);
        let mut side = Self { agreements: Vec::new(), family, silent: Vec::new(), dtype };
        for &profile in &named.profiles {
            let Some(sets) = sets(profile, dtype, operands) else {
                side.silent.push(profile);
                continue;
            };
            match side.agreements.iter_mut().find(|it| it.sets == sets) {
                Some(known) => known.profiles.push(profile),
                None => {
                    side.agreements.push(Agreement {
                        name: String::new(),
                        is_one: true,
                        sets,
                        profiles: vec![profile],
                    });
                }
            }
        }
        let is_one = side.agreements.len() == 1;
        for agreement in &mut side.agreements {
            agreement.is_one = is_one || agreement.profiles.len() == 1;
            agreement.name = if is_one { named.title.to_owned() } else { together(&agreement.profiles) };
        }
        if side.agreements.is_empty() {
            return Err(says_nothing(named, dtype));
        }
        Ok(side)
    }

    /// What is to be known of a side before it is compared.
    pub(super) fn remarks(&self) -> String {
        let mut text = String::new();
        let mut all: Vec<&'static Profile> =
            self.agreements.iter().flat_map(|agreement| agreement.profiles.iter().copied()).collect();
        all.sort_by_key(|profile| profiles().position(|it| it == *profile));
        if let Some(family) = self.family {
            let _ = writeln!(text, "{family}: {}", names(&all));
        }
        for Agreement { name, profiles, .. } in
            self.agreements.iter().filter(|agreement| agreement.name == together(&agreement.profiles))
        {
            if profiles.len() > NAMED {
                let _ = writeln!(text, "{name}: {}", names(profiles));
            }
        }
        let of_rows: Vec<&'static Profile> =
            all.into_iter().filter(|profile| profile.is_of_rows_alone(self.dtype)).collect();
        let mut remark = |profiles: &[&'static Profile], singular: &str, plural: &str| {
            let says = if profiles.len() == 1 { singular } else { plural };
            let _ = match profiles {
                [] => Ok(()),
                profiles => writeln!(text, "{} {says}", names(profiles)),
            };
        };
        remark(
            &of_rows,
            "speaks of reductions alone: it is asked of a row of the two",
            "speak of reductions alone: they are asked of a row of the two",
        );
        let dtype = self.dtype;
        remark(&self.silent, &format!("says nothing of two {dtype}"), &format!("say nothing of two {dtype}"));
        text
    }
}

/// The error of who asks for a type that none of these specifications speaks of.
pub(super) fn says_nothing(named: &Named, dtype: DType) -> anyhow::Error {
    let types = types(&named.profiles).join(", ");
    let all = DType::F32;
    let title = named.title;
    anyhow!(
        "{title} says nothing of two {dtype}, but of {types}: ask with --dtype {all}, of which every specification speaks"
    )
}

/// What a specification allows of every pair of the operands; `None` where it says nothing of the type.
fn sets(profile: &Profile, dtype: DType, operands: &[u64]) -> Option<Vec<ElementSet>> {
    let pairs = operands.iter().flat_map(|&a| operands.iter().map(move |&b| [a, b]));
    pairs.map(|pair| profile.allows(Direction::Max, dtype, pair)).collect()
}

/// The types of which one of these says something.
fn types(profiles: &[&'static Profile]) -> Vec<&'static str> {
    let is_of = |dtype: &DType| profiles.iter().any(|it| it.says_of_two(*dtype));
    DType::ALL.into_iter().filter(is_of).map(DType::name).collect()
}

/// How those are called together in sentences: by their names, or of many by the first.
fn together(profiles: &[&'static Profile]) -> String {
    match profiles {
        [first, more @ ..] if profiles.len() > NAMED => format!("{} and {} more", first.name, more.len()),
        few => names(few),
    }
}

fn names(profiles: &[&'static Profile]) -> String {
    profiles.iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ")
}
