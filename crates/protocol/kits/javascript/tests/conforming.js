// A maximum and a minimum to which no document objects, of every type: the first NaN, and +0 over -0. What is found in it is a fault
// of opconform.js. Floats are functions of arrays, which compare bits, as JavaScript may change those of a NaN that it reads; the
// others are functions of two numbers, so that both are tried.
"use strict";

const { serve } = require(process.argv[2]);

/** The formats of floats: an array of integers of their size, the sign, the pattern of infinity. */
const FLOATS = {
  f16: [Uint16Array, 0x8000n, 0x7c00n],
  bf16: [Uint16Array, 0x8000n, 0x7f80n],
  f32: [Uint32Array, 0x80000000n, 0x7f800000n],
  f64: [BigUint64Array, 0x8000000000000000n, 0x7ff0000000000000n],
};
const INTEGERS = {
  i8: [-(2 ** 7), 2 ** 7 - 1], i16: [-(2 ** 15), 2 ** 15 - 1], i32: [-(2 ** 31), 2 ** 31 - 1], i64: [-(2n ** 63n), 2n ** 63n - 1n],
  u8: [0, 2 ** 8 - 1], u16: [0, 2 ** 16 - 1], u32: [0, 2 ** 32 - 1], u64: [0n, 2n ** 64n - 1n], bool: [0, 1],
};

/** The one of two bit patterns that is taken. */
function picked([, sign, infinity], minimum, x, y) {
  const isNan = (bits) => (bits & ~sign) > infinity;
  const key = (bits) => (bits & sign ? -1n - (bits & ~sign) : bits);
  if (isNan(x)) return x;
  if (isNan(y)) return y;
  return (minimum ? key(x) <= key(y) : key(x) >= key(y)) ? x : y;
}

const bitsOf = ([bits], array) => new bits(array.buffer, array.byteOffset, array.length);

function arraysOf(format, minimum) {
  return (x, y, result) => {
    const [first, second, to] = [x, y, result].map((array) => bitsOf(format, array));
    const like = typeof to[0] === "bigint" ? BigInt : Number;
    for (let at = 0; at < to.length; at += 1) to[at] = like(picked(format, minimum, BigInt(first[at]), BigInt(second[at])));
  };
}

/** A reduction, as a number: its bits are those of a NaN that JavaScript has read. */
function allOf(format, minimum, values) {
  const [, sign, infinity] = format;
  return (elements) => {
    const bits = [...bitsOf(format, elements)].map(BigInt);
    const pattern = bits.reduce((most, next) => picked(format, minimum, most, next), minimum ? infinity : sign | infinity);
    const like = format[0] === BigUint64Array ? BigInt : Number;
    return new values(new format[0]([like(pattern)]).buffer)[0];
  };
}

function tables(minimum) {
  const entries = (of, make) => Object.fromEntries(Object.entries(of).map(([dtype, about]) => [dtype, make(about, dtype)]));
  const values = { f16: Uint16Array, bf16: Uint16Array, f32: Float32Array, f64: Float64Array };
  const pick = minimum ? (x, y) => (x < y ? x : y) : (x, y) => (x > y ? x : y);
  return {
    arrays: entries(FLOATS, (format) => arraysOf(format, minimum)),
    numbers: entries(INTEGERS, () => pick),
    all: {
      ...entries(FLOATS, (format, dtype) => allOf(format, minimum, values[dtype])),
      // As a promise, which functions of arrays may return.
      ...entries(INTEGERS, ([least, most]) => async (elements) => elements.reduce(pick, minimum ? most : least)),
    },
  };
}

const [max, min] = [tables(false), tables(true)];
serve({
  name: "conforming", version: "1", claims: ["onnx", "sonnx"], operands: "fold",
  max: max.numbers, maxArrays: max.arrays, reduceMax: max.all,
  min: min.numbers, minArrays: min.arrays, reduceMin: min.all,
});
