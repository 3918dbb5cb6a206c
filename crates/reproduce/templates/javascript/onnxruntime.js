// @TITLE@
//
// Ends with 0 where the departure does not show, with 2 where it cannot be tried, and otherwise with 1.
// To run it: npm install --ignore-scripts @PACKAGE@@@VERSION@ && node reproduce.js
"use strict";

// The ONNX model: a node, @NODE@.
const MODEL = Buffer.from("@MODEL@", "base64");

// Each operand: element type, shape, elements as bits.
const INPUTS = [
@INPUTS@
];

// What is allowed: element type, shape, and at each element these bits, null for @NAN@; empty: anything. Null: it must be refused.
const EXPECTED = @EXPECTED@;

// By element type, the typed array that holds the bits, and the one that holds the elements.
const TYPES = {
  float16: [Uint16Array, Uint16Array],
  float32: [Uint32Array, Float32Array],
  float64: [BigUint64Array, Float64Array],
  int8: [Uint8Array, Int8Array],
  int16: [Uint16Array, Int16Array],
  int32: [Uint32Array, Int32Array],
  int64: [BigUint64Array, BigInt64Array],
  uint8: [Uint8Array, Uint8Array],
  uint16: [Uint16Array, Uint16Array],
  uint32: [Uint32Array, Uint32Array],
  uint64: [BigUint64Array, BigUint64Array],
  bool: [Uint8Array, Uint8Array],
};

function tensor(ort, [type, shape, bits]) {
  const [Words, Elements] = TYPES[type];
  const words = Words.from(Words === BigUint64Array ? bits : bits.map(Number));
  return new ort.Tensor(type, new Elements(words.buffer), shape);
}

async function run(ort) {
@THREADS@  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4@PROVIDERS@ };
  const session = await ort.InferenceSession.create(MODEL, options);
  const feeds = Object.fromEntries(session.inputNames.map((name, k) => [name, tensor(ort, INPUTS[k])]));
  return (await session.run(feeds))[session.outputNames[0]];
}

async function departures(ort) {
  let result;
  try {
    result = await run(ort);
  } catch (error) {
    return EXPECTED === null ? [] : [`refused: ${error.message}`];
  }
  const shape = [...result.dims];
  if (EXPECTED === null) return [`answered ${result.type} of shape [${shape}], where @REFUSAL@`];
  const [type, wanted, elements] = EXPECTED;
  if (result.type !== type || shape.join() !== wanted.join()) {
    return [`gave ${result.type} of shape [${shape}], expected ${type} of shape [${wanted}]`];
  }
  const { buffer, byteOffset, length } = result.data;
  const words = [...new TYPES[type][0](buffer, byteOffset, length)].map(BigInt);
  return words.flatMap((bits, position) => {
    const allowed = elements[position];
    const holds = allowed.length === 0 || allowed.includes(bits) || (allowed.includes(null) && (bits & @MAGNITUDE@n) > @INFINITY@n);
    const expected = allowed.map((one) => (one === null ? "@NAN@" : `0x${one.toString(16)}`)).join(" or ");
    return holds ? [] : [`element ${position}: 0x${bits.toString(16)}, expected ${expected}`];
  });
}

async function main() {
  let ort;
  try {
    ort = require("@PACKAGE@");
  } catch (error) {
    console.log(`cannot be tried: ${error.message}`);
    return 2;
  }
  const lines = await departures(ort);
  console.log(lines.length ? `departs from @UNDER@:\n${lines.join("\n")}` : "conforms to @UNDER@");
  return lines.length ? 1 : 0;
}

// Some runtimes leave threads behind that keep the process alive.
main().then((code) => process.exit(code));
