//! Tensors as bits.
