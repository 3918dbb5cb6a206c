//! The tensor maximum: portable and vector kernels of one semantics.
