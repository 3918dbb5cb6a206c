// The vector instructions of WebAssembly that take a maximum, as functions over bytes: a module that is written here, byte by
// byte, and compiled by the engine that is judged. Nothing of JavaScript's touches an element, so that NaNs keep their bits.
"use strict";

// The bytes of an operand that lie in memory at a time, a page: the first at 0, then the second, then the result.
const PAGE = 65536;
// The bytes of a vector.
const VECTOR = 16;

/** The opcodes, behind the prefix of vector instructions. */
const INSTRUCTIONS = {
  "f32x4.min": 0xe8, "f32x4.max": 0xe9, "f32x4.pmin": 0xea, "f32x4.pmax": 0xeb,
  "f64x2.min": 0xf4, "f64x2.max": 0xf5, "f64x2.pmin": 0xf6, "f64x2.pmax": 0xf7,
};

/** An unsigned integer in as few bytes as it takes. */
function integer(number) {
  return number < 128 ? [number] : [(number % 128) + 128, ...integer(Math.floor(number / 128))];
}

/** A list, with its length before it. */
const list = (items) => [...integer(items.length), ...items.flat()];

const section = (id, items) => [id, ...list(list(items))];

/** The body of a function: every vector below the number of bytes that it is given. */
function body(instruction) {
  const [count, at] = [0, 1];
  const local = (which) => [0x20, which];
  const vector = (opcode, offset) => [0xfd, opcode, 4, ...integer(offset)];
  const code = [
    [0x03, 0x40],
    local(at), local(at), vector(0x00, 0), local(at), vector(0x00, PAGE),
    [0xfd, ...integer(INSTRUCTIONS[instruction])],
    vector(0x0b, 2 * PAGE),
    local(at), [0x41, VECTOR], [0x6a], [0x22, at],
    local(count), [0x49], [0x0d, 0], [0x0b, 0x0b],
  ].flat();
  // One more local, an i32.
  return list([1, 1, 0x7f, ...code].map((byte) => [byte]));
}

function compiled() {
  const names = Object.keys(INSTRUCTIONS);
  const text = (name) => list([...Buffer.from(name)].map((byte) => [byte]));
  const exported = names.map((name, index) => [...text(name), 0x00, index]);
  const bytes = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [[0x60, 1, 0x7f, 0]]),
    section(3, names.map(() => [0])),
    section(5, [[0x00, 3]]),
    section(7, [...exported, [...text("memory"), 0x02, 0]]),
    section(10, names.map(body)),
  ].flat();
  return new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports;
}

let module_ = null;

/** The bytes that an instruction makes of two operands' of one length. */
function taken(instruction, first, second) {
  module_ ??= compiled();
  const memory = new Uint8Array(module_.memory.buffer);
  const result = new Uint8Array(first.length);
  for (let start = 0; start < first.length; start += PAGE) {
    const end = Math.min(first.length, start + PAGE);
    memory.set(first.subarray(start, end), 0);
    memory.set(second.subarray(start, end), PAGE);
    module_[instruction](end - start);
    result.set(memory.subarray(2 * PAGE, 2 * PAGE + end - start), start);
  }
  return result;
}

module.exports = { taken };
