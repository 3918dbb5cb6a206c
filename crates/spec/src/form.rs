//! How operators are called: what stands at each input, and what the attributes mean.

/// The way in which an operator is called. Nobody tells operators apart by their names, but where names are read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A node of an ONNX model on one or more tensors, which are stretched to one shape.
    OnnxVariadic,
    /// A node of an ONNX model on a tensor that is reduced: `axes` are an attribute or the second input, by the operator set.
    OnnxReduction,
    /// A node of an ONNX model on a tensor and the bounds that limit its elements, each of which may be missing: attributes, or from
    /// operator set 11 on the inputs whose places attributes name.
    OnnxLimits,
    /// A call on spans of one memory, input 0: `x` and `y`, and the `destination` that is written to.
    Spans,
    /// A call on a span `x` of a memory and a scalar, input 1, with a `destination`.
    SpanAndScalar,
    /// A call on a span `x` of a memory, whose result is a scalar.
    SpanReduction,
    /// A universal function of NumPy on two arrays that broadcast, with `out` and `where`.
    Ufunc,
    /// A reduction of an array along `axis`, as NumPy has it, with `initial` and `where`.
    UfuncReduction,
    /// A call on two tensors of which the second has a part of the first one's shape, from `axis` on.
    Subsequence,
}

impl Form {
    /// How many of the leading inputs are compared with each other, at most; the rest say how.
    pub const fn operands(self) -> usize {
        match self {
            Self::OnnxVariadic => usize::MAX,
            Self::OnnxLimits => 3,
            Self::SpanAndScalar | Self::Ufunc | Self::Subsequence => 2,
            // Spans lie in one memory.
            Self::OnnxReduction | Self::Spans | Self::SpanReduction | Self::UfuncReduction => 1,
        }
    }

    /// Whether elements of one tensor or span meet in an element of the result, and not those of several.
    pub const fn is_reduction(self) -> bool {
        matches!(self, Self::OnnxReduction | Self::SpanReduction | Self::UfuncReduction)
    }

    /// Whether it is that of a node of an ONNX model.
    pub const fn is_onnx(self) -> bool {
        matches!(self, Self::OnnxVariadic | Self::OnnxReduction | Self::OnnxLimits)
    }

    /// Whether it is a call on spans of a memory.
    pub const fn is_of_spans(self) -> bool {
        matches!(self, Self::Spans | Self::SpanAndScalar | Self::SpanReduction)
    }

    /// Whether it is a call of NumPy's, of which attributes name further inputs by their places.
    pub const fn is_ufunc(self) -> bool {
        matches!(self, Self::Ufunc | Self::UfuncReduction)
    }

    /// Whether it is a call on arrays, which lie in memory as a program has them.
    pub const fn is_of_arrays(self) -> bool {
        matches!(self, Self::Ufunc | Self::UfuncReduction | Self::Subsequence)
    }

    /// Whether elements of several tensors or spans are compared, each of which could be the result of any operand.
    pub const fn compares(self) -> bool {
        !self.is_reduction() && !matches!(self, Self::OnnxLimits)
    }

    /// Whether a tensor is reduced along axes.
    pub const fn has_axes(self) -> bool {
        matches!(self, Self::OnnxReduction | Self::UfuncReduction)
    }

    /// Whether operands are stretched to one shape by the rules of NumPy.
    pub const fn broadcasts(self) -> bool {
        matches!(self, Self::OnnxVariadic | Self::Ufunc)
    }
}
