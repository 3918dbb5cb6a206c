//! A backend with a fault: the right maximum, written as naively as can be, and a closure that spoils it.

use std::sync::LazyLock;

use opconform_backends::{Backend, Description, Entry, MadeOf};
use opconform_reproduce::Implementation;
use opconform_spec::{Case, Claim, Family, Layout, OPERATORS, Outcome};
use opconform_tensor::{Class, DType, Format, Tensor, broadcast, broadcast_indices};

/// What is known at one element of a result.
pub(crate) struct Lane<'a> {
    pub(crate) case: &'a Case,
    pub(crate) dtype: DType,
    pub(crate) position: usize,
    /// The elements of the result.
    pub(crate) length: usize,
    /// The operands that meet here, in order.
    pub(crate) operands: &'a [u64],
}

type Run = dyn Fn(&[Case]) -> Vec<Outcome> + Send + Sync;

/// A backend made of a function from cases to outcomes.
pub(crate) struct Planted {
    description: Description,
    run: Box<Run>,
    /// Another one, that was asked nothing yet.
    fresh: Option<Box<dyn Fn() -> Planted + Send + Sync>>,
    is_isolated: bool,
}

impl Planted {
    /// A backend that answers a whole batch.
    pub(crate) fn batch(name: &str, run: impl Fn(&[Case]) -> Vec<Outcome> + Send + Sync + 'static) -> Self {
        let description = Description {
            name: name.to_owned(),
            version: "0".to_owned(),
            implementation: None,
            claims: Family::SOURCES.map(|family| Claim::family(family, "a test")).into(),
            language: "Rust".to_owned(),
            configuration: Vec::new(),
            cpu_features: Vec::new(),
            dtypes: DType::ALL.to_vec(),
            operators: OPERATORS.iter().map(|operator| operator.qualified().into_owned()).collect(),
            models: true,
            layouts: Layout::ALL.into(),
        };
        Self { description, run: Box::new(run), fresh: None, is_isolated: false }
    }

    /// A backend that answers case by case.
    pub(crate) fn each(name: &str, answer: impl Fn(&Case) -> Outcome + Send + Sync + 'static) -> Self {
        Self::batch(name, move |cases| cases.iter().map(&answer).collect())
    }

    /// A backend that refuses what it must, and works out every element on its own.
    pub(crate) fn elementwise(name: &str, element: fn(&Lane) -> u64) -> Self {
        Self::each(name, move |case| elementwise(case, element))
    }

    /// The same backend, in a version.
    pub(crate) fn of_version(mut self, version: &str) -> Self {
        version.clone_into(&mut self.description.version);
        self
    }

    /// The same backend, which offers these operators and types and no others.
    pub(crate) fn offering(mut self, operators: &[&str], dtypes: &[DType]) -> Self {
        self.description.operators = operators.iter().map(|&name| name.to_owned()).collect();
        self.description.dtypes = dtypes.to_vec();
        self
    }

    /// The same backend, which claims these.
    pub(crate) fn claiming(mut self, claims: &[Claim]) -> Self {
        self.description.claims = claims.into();
        self
    }

    /// The same backend, as a process, of which this is another.
    pub(crate) fn isolated(self, fresh: impl Fn() -> Planted + Send + Sync + 'static) -> Self {
        Self { is_isolated: true, ..self.renewed(fresh) }
    }

    /// The same backend, of which this is another, in the process of the suite.
    pub(crate) fn renewed(mut self, fresh: impl Fn() -> Planted + Send + Sync + 'static) -> Self {
        self.fresh = Some(Box::new(fresh));
        self
    }

    /// The same backend, as one that an implementation reproduces.
    pub(crate) fn reproduced_by(mut self, implementation: Implementation) -> Self {
        self.description.implementation = Some(implementation);
        self
    }

    /// A backend without a fault.
    pub(crate) fn right() -> Self {
        Self::elementwise("right", |lane| maximum(lane.dtype, lane.operands))
    }
}

impl Backend for Planted {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn on_one_thread(&self) -> Option<&str> {
        Entry::on_one_thread(&self.description.name)
    }

    fn is_isolated(&self) -> bool {
        self.is_isolated
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        Some(Box::new(self.fresh.as_ref()?()))
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        (self.run)(cases)
    }
}

/// The right outcome of a case.
pub(crate) fn right(case: &Case) -> Outcome {
    elementwise(case, |lane| maximum(lane.dtype, lane.operands))
}

/// What our own kernels make of a case of an operator that is not written out here.
fn of_kernels(case: &Case) -> Outcome {
    static PORTABLE: LazyLock<Box<dyn Backend>> =
        LazyLock::new(|| Entry::named("portable").expect("a backend").open().expect("it runs everywhere"));
    PORTABLE.run(std::slice::from_ref(case)).remove(0)
}

/// Of `Max`, a refusal of the ill-formed; otherwise the result, element by element. Other operators are answered rightly.
pub(crate) fn elementwise(case: &Case, element: impl Fn(&Lane) -> u64) -> Outcome {
    if case.operator.qualified() != "Max" {
        return of_kernels(case);
    }
    let (types, shapes): (Vec<DType>, Vec<&[usize]>) =
        case.inputs.iter().map(|input| (input.dtype(), input.shape())).unzip();
    let same_shape = shapes.windows(2).all(|pair| pair[0] == pair[1]);
    let listed = types.first().is_some_and(|dtype| (case.operator.types)(case.opset).contains(dtype));
    match broadcast(shapes) {
        Ok(shape) if listed && (same_shape || case.opset >= 8) && types.windows(2).all(|pair| pair[0] == pair[1]) => {
            Outcome::Output(vec![result(case, types[0], &shape, element)])
        }
        _ => Outcome::Rejected("ill-formed".to_owned()),
    }
}

fn result(case: &Case, dtype: DType, shape: &[usize], element: impl Fn(&Lane) -> u64) -> Tensor {
    let operands: Vec<(Vec<u64>, Vec<usize>)> =
        case.inputs.iter().map(|input| (input.to_bits(), broadcast_indices(input.shape(), shape))).collect();
    let length = shape.iter().product();
    let bits = |position: usize| {
        let operands: Vec<u64> = operands.iter().map(|(bits, indices)| bits[indices[position]]).collect();
        element(&Lane { case, dtype, position, length, operands: &operands })
    };
    Tensor::from_bits(dtype, shape, &(0..length).map(bits).collect::<Vec<_>>()).expect("as many bits as elements")
}

/// The first NaN; else the greatest, +0 over −0.
pub(crate) fn maximum(dtype: DType, operands: &[u64]) -> u64 {
    let nan = operands.iter().find(|&&bits| is_nan(dtype, bits));
    *nan.or(operands.iter().max_by_key(|&&bits| rank(dtype, bits))).expect("an operand")
}

/// The greatest of the numbers; the maximum where there is none.
pub(crate) fn maximum_number(dtype: DType, operands: &[u64]) -> u64 {
    let numbers: Vec<u64> = operands.iter().copied().filter(|&bits| !is_nan(dtype, bits)).collect();
    maximum(dtype, if numbers.is_empty() { operands } else { &numbers })
}

pub(crate) fn is_nan(dtype: DType, bits: u64) -> bool {
    Class::of(dtype, bits).is_nan()
}

/// An integer in the order of the values, −0 below +0.
pub(crate) fn rank(dtype: DType, bits: u64) -> i128 {
    let sign = 1_i128 << (dtype.bits() - 1);
    match (dtype.format(), i128::from(bits)) {
        (Format::Float(_), bits) if bits >= sign => sign - 1 - bits,
        (Format::Signed, bits) if bits >= sign => bits - 2 * sign,
        (_, bits) => bits,
    }
}
