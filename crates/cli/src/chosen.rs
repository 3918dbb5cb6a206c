//! Which cases of the suite are meant: by a text in their id, by an expression, by what failed last.

use std::collections::HashSet;
use std::path::Path;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;
use opconform_cases::Asked;
use opconform_report::Standing;
use opconform_spec::{Case, Operator};
use opconform_text::near::nearest;

use crate::suite::SuiteArgs;
use crate::{output, published, selection};

mod expression;
mod part;
mod predicate;

use expression::Expression;
use part::may_be_of;

/// Which cases are meant; all of them when nothing is said.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cases")]
pub(crate) struct ChosenArgs {
    /// Only cases whose id contains this text: `--only TEXT` is `--expression 'id(TEXT)'`
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    only: Option<String>,

    #[command(flatten)]
    by: ExpressionArgs,
}

/// The same, where cases are all that a command is about: a text needs no option.
#[derive(Args, Debug)]
pub(crate) struct CasesOfArgs {
    /// Only cases whose id contains this text
    text: Option<String>,

    /// The same text, as `opconform run` takes it
    #[arg(long, value_name = "TEXT", conflicts_with = "text", value_parser = NonEmptyStringValueParser::new())]
    only: Option<String>,

    #[command(flatten)]
    by: ExpressionArgs,
}

/// An expression over cases, if there is one.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cases")]
struct ExpressionArgs {
    /// Only cases of which this is so, such as 'type(f16) & clause(NET-*)': operator, type, source, clause, profile and way take a
    /// pattern of names, in which `*` stands for any text, and id takes a part of an id; `&`, `|`, `!` and parentheses join them, as do
    /// `and`, `or`, `not` and `-`
    #[arg(long, short = 'E', value_name = "EXPR", value_parser = Expression::parse)]
    expression: Option<Expression>,
}

impl ChosenArgs {
    /// Whether nothing is left out.
    pub(crate) fn is_all(&self) -> bool {
        self.only.is_none() && self.by.expression.is_none()
    }

    /// Whether a case is meant.
    pub(crate) fn takes(&self, case: &Case) -> bool {
        self.only.as_ref().is_none_or(|text| case.id().contains(text.as_str())) && self.by.takes(case)
    }

    /// The cases of the suite that are meant; an error where none is.
    pub(crate) fn of(&self, suite: &SuiteArgs) -> anyhow::Result<Vec<Case>> {
        self.by.of(suite, self.only.as_deref())
    }
}

impl CasesOfArgs {
    /// The cases of the suite that are meant; an error where none is.
    pub(crate) fn of(&self, suite: &SuiteArgs) -> anyhow::Result<Vec<Case>> {
        self.by.of(suite, self.text.as_deref().or(self.only.as_deref()))
    }
}

impl ExpressionArgs {
    fn takes(&self, case: &Case) -> bool {
        self.expression.as_ref().is_none_or(|expression| expression.takes(case))
    }

    /// The cases of the suite that are meant, of those whose id contains a text; an error where none is.
    fn of(&self, suite: &SuiteArgs, only: Option<&str>) -> anyhow::Result<Vec<Case>> {
        let is_none = |operator: &Operator, dtype| {
            only.is_some_and(|part| !may_be_of(part, operator, dtype))
                || self.expression.as_ref().is_some_and(|it| it.of_all(operator, dtype) == Some(false))
        };
        let mut cases = selection::cases(suite, Asked::of(&|operator, dtype| !is_none(operator, dtype)))?;
        if let Some(text) = only {
            cases.retain(|case| case.id().contains(text));
            if cases.is_empty() {
                bail!("no case of the suite has `{text}` in its id: `opconform cases list` shows them all");
            }
        }
        cases.retain(|case| self.takes(case));
        if cases.is_empty() {
            bail!("none of the cases is as the expression says: `opconform cases list -E EXPR` shows which cases are");
        }
        Ok(cases)
    }
}

/// Those of the cases from which the departures of a report come that are claimed or asked of everyone; all of them where none does, as
/// after what was wrong is mended.
pub(crate) fn failed_last(cases: Vec<Case>, folder: &Path) -> anyhow::Result<Vec<Case>> {
    let report = published::read(folder)?;
    let departs = report.findings.iter().filter(|finding| finding.standing != Standing::Distance);
    let named: HashSet<&str> =
        departs.flat_map(|finding| [finding.witness.shrunk_from.as_str(), finding.witness.case.as_str()]).collect();
    if !cases.iter().any(|case| named.contains(case.id())) {
        output::remark(&format!("none of the cases has failed in {}: all of them are run", folder.display()));
        return Ok(cases);
    }
    Ok(cases.into_iter().filter(|case| named.contains(case.id())).collect())
}

/// The case of the suite that has this id; `otherwise` says where it is not, and what to do.
pub(crate) fn case(id: &str, suite: &SuiteArgs, otherwise: &str) -> anyhow::Result<Case> {
    let is_asked = |operator: &Operator, dtype| may_be_of(id, operator, dtype);
    let found = selection::cases(suite, Asked::of(&is_asked))?.into_iter().find(|case| case.id() == id);
    let unknown = || match nearest(id, selection::cases(suite, Asked::ALL)?.iter().map(Case::id)) {
        Some(near) => Err(anyhow!("no case `{id}` {otherwise}; did you mean `{near}`?")),
        None => Err(anyhow!("no case `{id}` {otherwise}")),
    };
    found.map_or_else(unknown, Ok)
}
