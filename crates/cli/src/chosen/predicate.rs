//! One condition of an expression: what it names is looked up when the expression is read.

use opconform_cases::SOURCES;
use opconform_harness::Glob;
use opconform_spec::{Case, Clause, Facts, Family, OPERATORS, Operator, Profile, Scope, Way, clauses, profiles};
use opconform_tensor::DType;
use opconform_text::line;
use opconform_text::near::nearest;

use super::part::may_be_of;
use crate::near::SHOWN;

/// The source of ONNX's own node tests, which are read from a folder.
const NODE_TEST: &str = "node-test";

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Predicate {
    Operator(Pattern),
    /// The type of an operand.
    Type(Pattern),
    Source(Pattern),
    /// One of these clauses, by their indices, speaks of the case; the profiles that they belong to.
    Clause(Vec<&'static Clause>, Vec<&'static Profile>),
    /// One of these profiles speaks of it.
    Profile(Vec<&'static Profile>),
    /// The way in which it is put.
    Way(Pattern),
    Id(String),
}

/// What a condition may be.
const CONDITIONS: [&str; 7] = ["operator", "type", "source", "clause", "profile", "way", "id"];

/// A pattern, and capitals are one with small letters.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(Glob);

impl Pattern {
    fn new(text: &str) -> Self {
        Self(Glob::new(&text.to_lowercase()))
    }

    fn fits(&self, name: &str) -> bool {
        self.0.matches(&name.to_lowercase())
    }
}

impl Predicate {
    /// The condition of a name and its argument; the error says whether the name is wrong, and why.
    pub(super) fn of(name: &str, given: &str) -> Result<Self, (bool, String)> {
        let argument = |why: String| (false, why);
        match name.to_lowercase().as_str() {
            "operator" => {
                let known: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
                pattern("operator", given, known.iter().map(AsRef::as_ref)).map(Self::Operator).map_err(argument)
            }
            "type" => {
                let known = DType::ALL.iter().map(|dtype| dtype.name()).chain(["mixed", "none"]);
                pattern("type", given, known).map(Self::Type).map_err(argument)
            }
            "source" => {
                let known = SOURCES.iter().map(|source| source.name).chain([NODE_TEST]);
                pattern("source", given, known).map(Self::Source).map_err(argument)
            }
            "clause" => {
                let fits = pattern("clause", given, clauses().map(|clause| clause.id)).map_err(argument)?;
                let meant: Vec<_> = clauses().filter(|clause| fits.fits(clause.id)).collect();
                let is_of_one = |it: &&Profile| meant.iter().any(|clause| clause.profiles.contains(&it.name));
                let profiles = profiles().filter(is_of_one).collect();
                Ok(Self::Clause(meant, profiles))
            }
            "profile" => {
                let known = profiles().map(|it| it.name).chain(Family::ALL.map(Family::name));
                let fits = pattern("profile", given, known).map_err(argument)?;
                let is_meant = |it: &&Profile| fits.fits(it.name) || fits.fits(it.family.name());
                Ok(Self::Profile(profiles().filter(is_meant).collect()))
            }
            "way" => {
                let known: Vec<_> = Way::all().map(Way::name).collect();
                pattern("way", given, known.iter().copied()).map(Self::Way).map_err(argument)
            }
            "id" => Ok(Self::Id(given.to_owned())),
            _ => Err((true, unknown("condition", name, CONDITIONS))),
        }
    }

    /// Whether it is so of a case.
    pub(super) fn takes(&self, case: &Case) -> bool {
        match self {
            Self::Operator(pattern) => pattern.fits(&case.operator.qualified()),
            Self::Type(pattern) => {
                let of_operands = case.operands().iter().map(|operand| operand.dtype().name());
                of_operands.chain([case.types().name()]).any(|name| pattern.fits(name))
            }
            Self::Source(pattern) => pattern.fits(&case.origin.source),
            Self::Clause(meant, profiles) => {
                let mut of_operator = meant.iter().filter(|it| it.operators.contains(&case.operator)).peekable();
                // What is known of a case takes a while to find out.
                of_operator.peek().is_some() && {
                    let scope = Scope::of(&Facts::new(case), profiles);
                    of_operator.any(|clause| scope.includes(clause))
                }
            }
            Self::Profile(meant) => !Scope::of(&Facts::new(case), meant).profiles().is_empty(),
            Self::Way(pattern) => pattern.fits(case.way.name()),
            Self::Id(text) => case.id().contains(text.as_str()),
        }
    }

    /// Whether it is so of all cases of an operator with an operand of a type, or of none; `None` where the two do not tell.
    pub(super) fn of_all(&self, operator: &Operator, dtype: DType) -> Option<bool> {
        match self {
            Self::Operator(pattern) => Some(pattern.fits(&operator.qualified())),
            Self::Clause(meant, _) => {
                let is_of_operator = meant.iter().any(|it| it.operators.contains(&operator));
                (!is_of_operator).then_some(false)
            }
            Self::Id(text) => (!may_be_of(text, operator, dtype)).then_some(false),
            // A case may have operands of several types.
            Self::Type(_) | Self::Source(_) | Self::Profile(_) | Self::Way(_) => None,
        }
    }
}

/// A pattern that fits one of the known names.
fn pattern<'k>(what: &str, given: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> Result<Pattern, String> {
    let pattern = Pattern::new(given);
    if known.clone().into_iter().any(|name| pattern.fits(name)) {
        return Ok(pattern);
    }
    Err(unknown(what, given, known))
}

/// Why a name is none of those that are known; of long lists only what is near is said.
fn unknown<'k>(what: &str, given: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> String {
    const FEW: usize = 100;
    let names: Vec<&str> = known.clone().into_iter().collect();
    let shown = line(given, SHOWN);
    match nearest(given, known) {
        Some(near) => format!("no {what} is `{shown}`: did you mean `{near}`?"),
        None if names.len() > FEW => format!("no {what} is `{shown}`: `opconform clauses` lists them"),
        None => format!("no {what} is `{shown}`: expected {}", names.join(", ")),
    }
}
