//! Who was asked what.

use opconform_backends::{Description, cpu_features};
use opconform_exhaust::Rung;
use opconform_spec::{Claim, Operator};
use opconform_tensor::DType;
use serde::{Deserialize, Serialize};

use super::course::{Course, Unfit};
use super::judged::Bench;
use super::layout::PairLayout;
use crate::panel::Under;

/// Who was asked what. What was counted in parts is of one of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The version of the suite.
    pub suite: String,
    /// The backend.
    pub backend: String,
    /// Its version.
    pub version: String,
    /// The operator.
    pub operator: String,
    /// The version of the operator.
    pub opset: u32,
    /// The element type.
    pub dtype: DType,
    /// Which pairs were put.
    #[serde(default)]
    pub rung: Rung,
    /// Which pairs these are, in words.
    #[serde(default = "all_pairs")]
    pub range: String,
    /// How the two operands of each pair lay.
    #[serde(default)]
    pub layout: PairLayout,
    /// How many pairs were in a call at most; `None` where as many as a row has.
    #[serde(default)]
    pub length: Option<u64>,
    /// Whether each call was the first of a process.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cold: bool,
    /// How many calls, or parts of them, might end the process while calls that failed in a block were bisected; none was, where it is 0.
    #[serde(default, skip_serializing_if = "is_none")]
    pub bisection: u32,
    /// What is assumed: how the operands of the calls lie, and what was asked before. Other calls may be answered otherwise.
    pub assumed: String,
    /// What the backend is judged by.
    pub claims: Vec<Claim>,
    /// The features of the machine's CPU that change what a float maximum is compiled to.
    pub cpu_features: Vec<String>,
}

impl Asked {
    /// That a backend was asked so, and is judged by these, or else by what it claims.
    pub fn of(course: &Course, described: &Description, against: &[Claim]) -> Self {
        let operator = course.layout().operator();
        Self {
            suite: env!("CARGO_PKG_VERSION").to_owned(),
            backend: described.name.clone(),
            version: described.version.clone(),
            operator: operator.qualified().into_owned(),
            opset: operator.newest(),
            dtype: course.dtype(),
            rung: course.rung(),
            range: course.range(),
            layout: course.layout(),
            length: course.length(),
            cold: course.is_cold(),
            bisection: course.bisection(),
            assumed: course.assumed(),
            claims: if against.is_empty() { described.claims.clone() } else { against.to_vec() },
            cpu_features: cpu_features(),
        }
    }

    /// Which pairs were put, and in what calls.
    pub fn course(&self) -> Result<Course, Unfit> {
        let course = Course::new(self.dtype, self.rung, self.layout, self.length)?;
        let course = course.bisecting(self.bisection);
        Ok(if self.cold { course.cold() } else { course })
    }

    /// By what it is judged; `None` of an operator that is not known.
    pub(super) fn bench(&self) -> Option<Bench> {
        let operator = Operator::named(&self.operator)?;
        let profiles = Under::Claims.of(&self.claims);
        Some(Bench { operator, dtype: self.dtype, profiles, claims: self.claims.clone() })
    }

    /// Whether it is judged by a specification of the maximum of absolute values: the order of those is not counted.
    pub fn is_of_magnitudes(&self) -> bool {
        self.bench().is_some_and(|bench| bench.profiles.iter().any(|profile| profile.choices.is_of_magnitudes()))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(bisection: &u32) -> bool {
    *bisection == 0
}

/// The range of results that were kept before there were other rungs.
fn all_pairs() -> String {
    Rung::AllPairs.range(DType::F16)
}
