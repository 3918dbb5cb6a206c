//! Which cases of the suite are meant: by a text in their id, by an expression, by what failed last.

use std::collections::HashSet;
use std::path::Path;

use anyhow::bail;
use clap::Args;
use opconform_report::Standing;
use opconform_spec::Case;

use crate::{output, published, selection};

mod expression;
mod predicate;

use expression::Expression;

/// Which cases are meant; all of them when nothing is said.
#[derive(Args, Debug)]
pub(crate) struct ChosenArgs {
    /// Only cases whose id contains this text: `--only TEXT` is `--expression 'id(TEXT)'`
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    #[command(flatten)]
    by: ExpressionArgs,
}

/// An expression over cases, if there is one.
#[derive(Args, Debug)]
pub(crate) struct ExpressionArgs {
    /// Only cases of which this is so, such as 'type(f16) & clause(NET-*)': operator, type, source, clause and profile take a
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

    /// Those of the cases that are meant; an error where none is.
    pub(crate) fn of(&self, cases: Vec<Case>) -> anyhow::Result<Vec<Case>> {
        self.by.of(selection::only(cases, self.only.as_deref())?)
    }
}

impl ExpressionArgs {
    fn takes(&self, case: &Case) -> bool {
        self.expression.as_ref().is_none_or(|expression| expression.takes(case))
    }

    /// Those of the cases that are meant; an error where none is.
    pub(crate) fn of(&self, mut cases: Vec<Case>) -> anyhow::Result<Vec<Case>> {
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
