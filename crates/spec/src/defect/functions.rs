//! The documents of other functions, of which no sentence was read but those that clauses quote.

use super::{Defect, Effect};
use crate::family::Family;

pub(super) const DEFECTS: &[Defect] = &[
    Defect {
        id: "TENSORFLOW-D01",
        family: Family::TensorFlow,
        document: "tf.math.maximum",
        quotes: &[],
        text: "\"(i.e. x > y ? x : y)\" gives the second operand beside a NaN; its implementation gives the NaN, wherever it stands",
        effect: Effect::Verdict {
            says: "TENSORFLOW-MAX-FORMULA, of NaNs and of zeros, is SHOULD: TensorFlow departs from advice alone.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "TORCH-D01",
        family: Family::PyTorch,
        document: "torch.maximum",
        quotes: &[],
        text: "\"then that element is returned\": what is returned is a NaN, of which its implementation keeps no payload",
        effect: Effect::Verdict {
            says: "TORCH-MAXIMUM-NAN-BITS, which asks for the operand's own NaN, is SHOULD: PyTorch departs from advice alone.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "TORCH-D02",
        family: Family::PyTorch,
        document: "torch.maximum, torch.fmax",
        quotes: &[],
        text: "neither names the sign of a zero, and torch.maximum no two NaNs",
        effect: Effect::Verdict { says: "Of two zeros either is right, and of two NaNs any.", example: None },
        proposed: None,
    },
    Defect {
        id: "TORCH-D03",
        family: Family::PyTorch,
        document: "torch.fmax",
        quotes: &[],
        text: "\"the non-NaN element is taken\" beside exactly one NaN; its implementation gives a NaN beside a signalling one in bf16, f32 and f64, and the number in f16",
        effect: Effect::Verdict { says: "TORCH-FMAX-NAN asks for the number: PyTorch departs from it.", example: None },
        proposed: None,
    },
    Defect {
        id: "DOTNET-D01",
        family: Family::DotNet,
        document: ".NET TensorPrimitives.MaxNumber",
        quotes: &[],
        text: "\"matches the IEEE 754:2019 `maximumNumber` function\", at the reduction too, which gives a NaN where an element is one (dotnet/runtime#133346)",
        effect: Effect::Verdict {
            says: "DOTNET-MAXNUMBER-NAN asks for the number: the reduction departs from it.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "DOTNET-D02",
        family: Family::DotNet,
        document: ".NET TensorPrimitives.MaxMagnitudeNumber",
        quotes: &[],
        text: "\"matches the IEEE 754:2019 `maximumMagnitudeNumber` function\", at the reduction too, which gives a NaN where an element is one (dotnet/runtime#133346)",
        effect: Effect::Verdict {
            says: "DOTNET-MAXMAGNITUDENUMBER-NAN asks for the number: the reduction departs from it.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "WEBNN-D01",
        family: Family::WebNn,
        document: "WebNN max",
        quotes: &[],
        text: "neither NaN nor the sign of zero is named",
        effect: Effect::Verdict {
            says: "Beside a NaN the result may be a NaN or the greatest number (WEBNN-MAX-NUMBER), and of two zeros either.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "WEBNN-D02",
        family: Family::WebNn,
        document: "WebNN max",
        quotes: &[],
        text: "\"Select the greater values of the two input tensors, element-wise\"; Chromium 147 gives 0 where the greater is a subnormal number of f32, and beside a NaN the lesser of two numbers",
        effect: Effect::Verdict {
            says: "WEBNN-MAX-VALUE and WEBNN-MAX-NUMBER ask for the greater: Chromium departs from them.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "DOTNET-D03",
        family: Family::DotNet,
        document: ".NET Vector128.Max",
        quotes: &[],
        text: "neither NaN nor the sign of zero is named",
        effect: Effect::Verdict {
            says: "Beside a NaN the result may be a NaN or the number (DOTNET-VECTOR128-NUMBER), and of two zeros either.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "MAXNUM-D01",
        family: Family::MaxNum,
        document: "IEEE 754-2008 maxNum",
        quotes: &[],
        text: "a signalling NaN makes a NaN of a number, a quiet one does not: the maximum of three depends on the order in which they meet; the edition of 2019 has it no more",
        effect: Effect::Verdict {
            says: "IEEE-MAXNUM-SNAN asks for a NaN beside a signalling one, IEEE-MAXNUM-NAN for the number beside a quiet one.",
            example: None,
        },
        proposed: None,
    },
    Defect {
        id: "LLVM-D01",
        family: Family::Llvm,
        document: "llvm.maxnum",
        quotes: &[],
        text: "\"-0.0 is considered to be less than +0.0 for this intrinsic\"; its code for x86-64 gives -0 for -0, +0 in f32 and f64 (22.1.0)",
        effect: Effect::Verdict { says: "LLVM-MAXNUM-ZERO asks for +0: LLVM departs from it.", example: None },
        proposed: None,
    },
    Defect {
        id: "TENSORFLOW-D02",
        family: Family::TensorFlow,
        document: "tf.math.maximum",
        quotes: &[],
        text: "by its formula the greater of a subnormal number and 0 is the number; its implementation gives 0 in f32 and f64 (2.21.0)",
        effect: Effect::Verdict {
            says: "TENSORFLOW-MAX-VALUE asks for the greater: TensorFlow departs from it.",
            example: None,
        },
        proposed: None,
    },
];
