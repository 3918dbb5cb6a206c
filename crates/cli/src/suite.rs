//! The arguments that say which cases the suite has.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use opconform_cases::{Lengths, Ways};

use crate::number::{MOST_CASES, number};

/// In how many types every way of putting a case is tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WaysArg {
    /// In the types that programs use most, and some in each of the others
    #[default]
    Few,
    /// In every type
    All,
}

impl From<WaysArg> for Ways {
    fn from(ways: WaysArg) -> Self {
        match ways {
            WaysArg::Few => Self::Few,
            WaysArg::All => Self::All,
        }
    }
}

/// At how many lengths operators are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LengthsArg {
    /// Those next to vectors and chunks
    #[default]
    Few,
    /// Those about every power of two up to 2^20, too
    All,
}

impl From<LengthsArg> for Lengths {
    fn from(lengths: LengthsArg) -> Self {
        match lengths {
            LengthsArg::Few => Self::Few,
            LengthsArg::All => Self::All,
        }
    }
}

/// What is to be run, in common to several commands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Cases")]
pub(crate) struct SuiteArgs {
    /// The seed of everything random
    #[arg(long, default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,

    /// How many random cases to draw, up to 100000; 800 when left out
    #[arg(long, value_name = "N", value_parser = number::<usize>(0..=MOST_CASES))]
    pub(crate) random: Option<usize>,

    /// In how many types to try every way in which operands get to an operator: constants, views and branches of a model of ONNX, and
    /// how the arrays of a call lie in memory
    #[arg(long, value_name = "HOW-MANY", default_value = "few")]
    pub(crate) ways: WaysArg,

    /// At how many lengths to try every operator, where another path of an implementation may begin
    #[arg(long, value_name = "HOW-MANY", default_value = "few")]
    pub(crate) lengths: LengthsArg,

    /// Add ONNX's own node tests from this folder (onnx/backend/test/data/node of the onnx package)
    #[arg(long, value_name = "DIR")]
    pub(crate) node_tests: Option<PathBuf>,
}
