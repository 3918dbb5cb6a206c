//! How much there may be of what the other side sends.

/// The bytes that the results of one case may have: no case is asked for whose result has more than 2^22 elements.
pub const RESULT_LIMIT: usize = 32 << 20;
/// The bytes that the JSON header of a frame may have.
pub const HEADER_LIMIT: usize = 8 << 20;
/// The tensors that a frame may have, and the outcomes of an answer may name.
pub const TENSOR_LIMIT: usize = 1 << 16;
/// The bytes of a tensor's name.
pub const NAME_LIMIT: usize = 256;
/// The dimensions of a tensor: as many as numpy has.
pub const RANK_LIMIT: usize = 64;
/// The characters of a name, a version, a feature.
pub const WORD_LIMIT: usize = 64;
/// The characters of a message, a reason, a sentence.
pub const TEXT_LIMIT: usize = 4096;
/// The words and sentences of one kind that an adapter may say of itself.
pub const LIST_LIMIT: usize = 256;
/// The tensors that one outcome may name.
pub const OUTPUT_LIMIT: usize = 64;
