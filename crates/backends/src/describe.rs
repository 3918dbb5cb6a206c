//! What a backend says of itself: the part of a report's provenance that is about it.

use opconform_reproduce::Implementation;
use opconform_spec::{Case, Claim, Layout, Way};
use opconform_tensor::{DType, Tensor};
use serde::{Deserialize, Serialize};

/// What a backend is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name that it is asked for by.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// What a program calls to do without this suite what the backend does; `None` where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// What it says that it follows: what a verdict goes by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// The language that the implementation is written in.
    pub language: String,
    /// How it is set up and called, a sentence each.
    pub configuration: Vec<String>,
    /// The CPU features that it may use on this machine.
    pub cpu_features: Vec<String>,
    /// The element types that it can be asked for.
    pub dtypes: Vec<DType>,
    /// The operators that it can be asked for, as their sources spell them.
    pub operators: Vec<String>,
    /// Whether it runs the models of cases, and so can be asked for them in every way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub models: bool,
    /// How it can lay the arrays of a call out, besides as fresh ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layouts: Vec<Layout>,
}

impl Description {
    /// Why the backend is not to be asked for a case: the operator, or the type of an operand, that it does not offer. What it
    /// would say of such a case is no refusal. Operands of two types that it offers are asked for: refusing them is judged.
    pub fn lacks(&self, case: &Case) -> Option<String> {
        if !self.operators.iter().any(|name| case.operator.is_named(name)) {
            return Some(format!("does not offer {}", case.operator.qualified()));
        }
        match case.way.layout() {
            Some(_) if self.layouts.is_empty() => return Some("lays out no arrays".to_owned()),
            Some(layout) if !self.layouts.contains(&layout) => {
                return Some(format!("lays out no arrays as {}", layout.name()));
            }
            None if case.way != Way::Plain && !self.models => return Some("runs no models".to_owned()),
            _ => {}
        }
        // An input that is not compared, such as axes or a mask, is of a type that the operator asks for.
        let mut types = case.operands().iter().map(Tensor::dtype);
        types.find(|dtype| !self.dtypes.contains(dtype)).map(|dtype| format!("does not offer {dtype}"))
    }
}

/// The CPU features of this machine that change what a float maximum is compiled to, by the names of the instruction sets.
pub fn cpu_features() -> Vec<String> {
    #[cfg(target_arch = "x86_64")]
    let features = [
        ("sse4.1", std::is_x86_feature_detected!("sse4.1")),
        ("avx", std::is_x86_feature_detected!("avx")),
        ("avx2", std::is_x86_feature_detected!("avx2")),
        ("fma", std::is_x86_feature_detected!("fma")),
        ("f16c", std::is_x86_feature_detected!("f16c")),
        ("avx512f", std::is_x86_feature_detected!("avx512f")),
        ("avx512bw", std::is_x86_feature_detected!("avx512bw")),
        ("avx512fp16", std::is_x86_feature_detected!("avx512fp16")),
    ];
    #[cfg(target_arch = "aarch64")]
    let features = [
        ("neon", std::arch::is_aarch64_feature_detected!("neon")),
        ("fp16", std::arch::is_aarch64_feature_detected!("fp16")),
        ("sve", std::arch::is_aarch64_feature_detected!("sve")),
    ];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let features: [(&str, bool); 0] = [];
    features.into_iter().filter(|&(_, found)| found).map(|(name, _)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};
    use opconform_tensor::DType::{Bool, F16, F32, F64, I64};

    use super::*;

    /// Who offers some operators in two types, and has arrays lie as strided views.
    fn description() -> Description {
        Description {
            implementation: None,
            claims: Vec::new(),
            name: "some".to_owned(),
            version: "1".to_owned(),
            language: "none".to_owned(),
            configuration: Vec::new(),
            cpu_features: Vec::new(),
            dtypes: vec![DType::F32, DType::F64],
            operators: ["Max", "ReduceMax", "numpy.maximum"].map(ToOwned::to_owned).into(),
            models: false,
            layouts: vec![Layout::Strided],
        }
    }

    #[test]
    fn a_way_is_asked_for_where_models_are_run_or_arrays_laid_out() {
        let put = |operator: &str, way: &str| {
            let operator = Operator::named(operator).expect("an operator");
            let operands = [[0, 1], [2, 3]].map(|bits| Tensor::from_bits(F32, &[2], &bits).expect("a tensor"));
            let origin = Origin { source: "test".into(), seed: None };
            let way = Way::named(way).expect("a way");
            description().lacks(&Case::new(operator, 18, operands.into(), "test", origin).with_way(way))
        };
        assert_eq!(put("Max", "slice").as_deref(), Some("runs no models"));
        assert_eq!(put("numpy.maximum", "strided-rest"), None);
        assert_eq!(put("numpy.maximum", "reversed-first").as_deref(), Some("lays out no arrays as reversed"));
    }

    #[test]
    fn what_is_not_offered_is_not_asked_for() {
        let description = description();
        let lacks = |operator: &str, types: &[DType]| {
            let operator = Operator::named(operator).expect("an operator");
            let operand = |&dtype: &DType| Tensor::from_bits(dtype, &[1], &[0]).expect("a tensor");
            let origin = Origin { source: "test".into(), seed: None };
            description.lacks(&Case::new(operator, 18, types.iter().map(operand).collect(), "test", origin))
        };
        for (operator, types) in [
            ("Max", &[F32, F32][..]),
            // Of two types, which is to be refused; and of none at all.
            ("Max", &[F32, F64]),
            ("Max", &[]),
            // Axes, and a mask.
            ("ReduceMax", &[F32, I64]),
            ("numpy.maximum", &[F64, F64, Bool]),
        ] {
            assert_eq!(lacks(operator, types), None, "{operator} {types:?}");
        }
        for (operator, types, lacking) in [
            ("Min", &[F32, F32][..], "does not offer Min"),
            ("numpy.fmax", &[F16, F64], "does not offer numpy.fmax"),
            ("dotnet.SpanMax", &[F32], "does not offer dotnet.SpanMax"),
            ("Max", &[F16, F16], "does not offer f16"),
            ("Max", &[F32, F16], "does not offer f16"),
            ("ReduceMax", &[I64, I64], "does not offer i64"),
        ] {
            assert_eq!(lacks(operator, types).as_deref(), Some(lacking), "{operator} {types:?}");
        }
    }
}
