//! Mars' `mars.tensor.maximum` with its see-also, the page that the project was given.

use super::{MARKUP, Row, heading, judged, not_judged};

const COMPLEX: &str = "the suite has no complex tensors";
const OBJECTS: &str = "of Python's objects, which the protocol does not carry: an adapter passes one tensor, or none";
const ARRAY_LIKE: &str = "what is like an array, and no tensor yet, is a Python object, which the protocol does not carry; of tensors of two \
                          types no sentence says which type comes out";

pub(super) const STATEMENTS: &[Row] = &[
    heading("mars.tensor.maximum"),
    not_judged("mars.tensor.maximum(x1, x2, out=None, where=None, **kwargs)[source]", MARKUP),
    judged("Element-wise maximum of tensor elements.", &["MARS-MAX-VALUE", "MARS-MAX-NUMBER"]),
    judged(
        "Compare two tensors and returns a new array containing the element-wise maxima.",
        &["MARS-MAX-VALUE", "MARS-MAX-ARRAY"],
    ),
    judged(
        "If one of the elements being compared is a NaN, then that element is returned.",
        &["MARS-MAX-NAN", "MARS-MAX-NAN-BITS"],
    ),
    judged("If both elements are NaNs then the first is returned.", &["MARS-MAX-FIRST"]),
    not_judged("The latter distinction is important for complex NaNs", COMPLEX),
    judged("The net effect is that NaNs are propagated.", &["MARS-MAX-NAN"]),
    not_judged("x1, x2 : array_like The tensors holding the elements to be compared.", ARRAY_LIKE),
    judged(
        "They must have the same shape, or shapes that can be broadcast to a single shape.",
        &["MARS-MAX-BROADCAST"],
    ),
    // Where `out` is given, the answer is what stands in it after the call.
    judged(
        "out : Tensor, None, or tuple of Tensor and None, optional A location into which the result is stored.",
        &["MARS-MAX-VALUE", "MARS-WHERE"],
    ),
    judged("If provided, it must have a shape that the inputs broadcast to.", &["MARS-OUT-SHAPE"]),
    not_judged("If not provided or None, a freshly-allocated tensor is returned.", OBJECTS),
    not_judged("A tuple (possible only as a keyword argument)", OBJECTS),
    judged(
        "where : array_like, optional Values of True indicate to calculate the ufunc at that position",
        &["MARS-WHERE"],
    ),
    not_judged("**kwargs", MARKUP),
    judged("y : ndarray or scalar The maximum of x1 and x2, element-wise.", &["MARS-MAX-VALUE"]),
    judged("Returns scalar if both x1 and x2 are scalars.", &["MARS-MAX-BROADCAST"]),
    judged("minimum : Element-wise minimum of two tensors, propagates NaNs.", &["MARS-MAX-NAN", "MARS-MAX-VALUE"]),
    judged("fmax : Element-wise maximum of two tensors, ignores NaNs.", &["MARS-FMAX"]),
    judged(
        "amax : The maximum value of a tensor along a given axis, propagates NaNs.",
        &["MARS-AMAX", "MARS-AMAX-AXIS"],
    ),
    judged(
        "nanmax : The maximum value of a tensor along a given axis, ignores NaNs.",
        &["MARS-NANMAX", "MARS-AMAX-AXIS"],
    ),
    judged("fmin, amin, nanmin", &["MARS-FMAX", "MARS-AMAX", "MARS-NANMAX"]),
    judged("The maximum is equivalent to mt.where(x1 >= x2, x1, x2)", &["MARS-MAX-VALUE", "MARS-MAX-BROADCAST"]),
    not_judged(">>> import mars.tensor as mt", MARKUP),
    judged(">>> mt.maximum(", &["MARS-EXAMPLE"]),
];
