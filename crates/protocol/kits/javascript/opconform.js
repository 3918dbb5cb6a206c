// Shows functions of JavaScript that take a maximum to opconform. A program that calls `serve` with its functions is an adapter:
// opconform runs it as a child, and judges what the functions return.
//
//     const { serve } = require("opconform");
//     serve({ name: "mine", version: "1.0", max: { f32: (x, y) => (x > y ? x : y) }, claims: "ecmascript" });
//
//     opconform run --adapter 'node mine.js'
//
// The functions take numbers, or typed arrays of contiguous elements. What ONNX's operators do besides is this module's doing, and
// is judged with the functions: it broadcasts operands of several shapes before a call, gathers the elements along the axes of a
// reduction for one, and refuses cases that ONNX calls ill-formed. What no function is given for is not offered, and is never
// counted as a refusal. The module does not touch bits on their way into and out of typed arrays; what JavaScript makes of an
// element that it reads is judged.
//
// The module needs node alone. PROTOCOL.md of opconform describes the protocol, and `opconform backends check 'node mine.js'` tries a
// program on it.
"use strict";

const fs = require("node:fs");
const os = require("node:os");

const PROTOCOL = 1;
// The longest frame and the longest header, in bytes.
const FRAME_LIMIT = 2 ** 26;
const HEADER_LIMIT = 2 ** 23;

/** Each element type has a name in a frame, a typed array that functions are given, and one by which bits are moved. */
const DTYPES = {
  bf16: { frame: "BF16", array: Uint16Array, bits: Uint16Array },
  f16: { frame: "F16", array: Uint16Array, bits: Uint16Array },
  f32: { frame: "F32", array: Float32Array, bits: Uint32Array },
  f64: { frame: "F64", array: Float64Array, bits: BigUint64Array },
  i8: { frame: "I8", array: Int8Array, bits: Uint8Array },
  i16: { frame: "I16", array: Int16Array, bits: Uint16Array },
  i32: { frame: "I32", array: Int32Array, bits: Uint32Array },
  i64: { frame: "I64", array: BigInt64Array, bits: BigUint64Array },
  u8: { frame: "U8", array: Uint8Array, bits: Uint8Array },
  u16: { frame: "U16", array: Uint16Array, bits: Uint16Array },
  u32: { frame: "U32", array: Uint32Array, bits: Uint32Array },
  u64: { frame: "U64", array: BigUint64Array, bits: BigUint64Array },
  bool: { frame: "BOOL", array: Uint8Array, bits: Uint8Array },
};

/** Thrown where the implementation refuses the case as ill-formed. */
class Rejected extends Error {}
/** Thrown where the implementation has nothing for what the case asks for. */
class Unsupported extends Error {}
/** Thrown where the implementation gave something that is no answer. */
class Malformed extends Error {}

/** Says an error in a line. */
const said = (error) => String(error?.message ?? error).replace(/\s+/g, " ");

const product = (numbers) => numbers.reduce((all, number) => all * number, 1);

// ---- frames --------------------------------------------------------------------------------------------------------------

/** Runs a call on a pipe again while that is busy. */
function patiently(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Reads so many bytes of standard input, or as many as there are before its end. */
function readBytes(count) {
  const bytes = Buffer.alloc(count);
  let done = 0;
  while (done < count) {
    const found = patiently(() => fs.readSync(0, bytes, done, count - done, null));
    if (found === 0) break;
    done += found;
  }
  return bytes.subarray(0, done);
}

/** Reads the message of the next frame and its tensors by name; null at the end of the stream. */
function readFrame() {
  const first = readBytes(8);
  if (first.length === 0) return null;
  const length = first.length === 8 ? Number(first.readBigUInt64LE()) : 0;
  if (length < 8 || length > FRAME_LIMIT) throw new Error(`a frame of ${length} bytes, expected 8 to ${FRAME_LIMIT}`);
  const frame = readBytes(length);
  if (frame.length < length) throw new Error("the stream ended within a frame");
  const headerLength = Number(frame.readBigUInt64LE());
  if (headerLength > length - 8 || headerLength > HEADER_LIMIT) {
    throw new Error(`a header of ${headerLength} bytes in a frame of ${length}`);
  }
  const { __metadata__: metadata, ...entries } = JSON.parse(frame.toString("utf8", 8, 8 + headerLength));
  const data = frame.subarray(8 + headerLength);
  const tensors = new Map(Object.entries(entries).map(([name, entry]) => [name, readTensor(entry, data)]));
  return { message: JSON.parse(metadata.opconform), tensors };
}

function readTensor({ dtype, shape, data_offsets: [begin, end] }, data) {
  const name = Object.keys(DTYPES).find((name) => DTYPES[name].frame === dtype);
  const isLength = (number) => Number.isSafeInteger(number) && number >= 0;
  const isSound = name !== undefined && [...shape, begin, end].every(isLength) && begin <= end && end <= data.length;
  if (!isSound || end - begin !== product(shape) * DTYPES[name].array.BYTES_PER_ELEMENT) {
    throw new Error(`a tensor of ${dtype} [${shape}] at bytes ${begin} to ${end} of ${data.length}`);
  }
  // A copy: a typed array must begin at a multiple of its element's size.
  const bytes = new Uint8Array(data.subarray(begin, end));
  return { dtype: name, shape, elements: new DTYPES[name].array(bytes.buffer) };
}

/** Writes a message and tensors by name. */
function writeFrame(message, tensors = new Map()) {
  const header = { __metadata__: { opconform: JSON.stringify(message) } };
  const pieces = [];
  let position = 0;
  for (const [name, { dtype, shape, elements }] of tensors) {
    const end = position + elements.byteLength;
    header[name] = { dtype: DTYPES[dtype].frame, shape, data_offsets: [position, end] };
    pieces.push(Buffer.from(elements.buffer, elements.byteOffset, elements.byteLength));
    position = end;
  }
  const text = Buffer.from(JSON.stringify(header));
  const padding = Buffer.alloc(-text.length & 7, " ");
  const lengths = Buffer.alloc(16);
  lengths.writeBigUInt64LE(BigInt(8 + text.length + padding.length + position), 0);
  lengths.writeBigUInt64LE(BigInt(text.length + padding.length), 8);
  const frame = Buffer.concat([lengths, text, padding, ...pieces]);
  for (let done = 0; done < frame.length; ) done += patiently(() => fs.writeSync(1, frame, done));
}

// ---- shapes --------------------------------------------------------------------------------------------------------------

/** Finds the shape that shapes broadcast to, aligned at the right. */
function broadcast(shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) => {
    const dims = shapes.map((shape) => shape[shape.length - rank + axis] ?? 1).filter((dim) => dim !== 1);
    if (dims.some((dim) => dim !== dims[0])) throw new Rejected("the shapes of the operands do not broadcast");
    return dims[0] ?? 1;
  });
}

/** Counts the elements of a result, for which an answer must have room. */
function roomFor(dtype, shape) {
  const count = product(shape);
  if (!(count * DTYPES[dtype].array.BYTES_PER_ELEMENT <= FRAME_LIMIT)) throw new Unsupported("the result is longer than a frame");
  return count;
}

/** Moves the bits of elements to where they are wanted: `next` gives, one by one, the position from which each is taken. */
function moved({ dtype, elements }, count, next) {
  const { array, bits } = DTYPES[dtype];
  const from = new bits(elements.buffer, elements.byteOffset, elements.length);
  const to = new bits(count);
  for (let at = 0; at < count; at += 1) to[at] = from[next()];
  return new array(to.buffer);
}

/** Gives, call by call, the positions of an index that runs over a shape in row-major order, where each axis has a stride. */
function positions(shape, strides) {
  const index = shape.map(() => 0);
  let position = 0;
  return () => {
    const found = position;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      index[axis] += 1;
      position += strides[axis];
      if (index[axis] < shape[axis]) break;
      position -= index[axis] * strides[axis];
      index[axis] = 0;
    }
    return found;
  };
}

/** Computes the strides of a shape, in elements. */
const strides = (shape) => shape.map((_, axis) => product(shape.slice(axis + 1)));

/** Copies the elements of an operand to where a result of this shape has them. */
function spread(operand, shape) {
  const own = [...Array(shape.length - operand.shape.length).fill(1), ...operand.shape];
  const each = strides(own).map((stride, axis) => (own[axis] === 1 ? 0 : stride));
  return moved(operand, product(shape), positions(shape, each));
}

// ---- ONNX's operators, by functions ----------------------------------------------------------------------------------------

// An operator is computed by functions of arrays, of numbers, or of all elements, under these keys of a table.
const OPERATORS = {
  Max: { arrays: "maxArrays", numbers: "max" },
  Min: { arrays: "minArrays", numbers: "min" },
  ReduceMax: { all: "reduceMax" },
  ReduceMin: { all: "reduceMin" },
};

/** Finds the functions that there are for an operator and a type. */
function functionsOf(table, operator, dtype) {
  const found = Object.entries(OPERATORS[operator]).map(([kind, key]) => [kind, table[key]?.[dtype]]);
  return Object.fromEntries(found.filter(([, call]) => call !== undefined));
}

const has = (table, operator, dtype) => Object.keys(functionsOf(table, operator, dtype)).length > 0;

async function elementwise({ arrays, numbers }, table, { opset, inputs }) {
  if (opset < 8) throw new Unsupported("before operator set 8 it does not broadcast, this adapter does");
  const [{ dtype }] = inputs;
  if (inputs.some((input) => input.dtype !== dtype)) throw new Rejected("operands of two types: a function takes one");
  const { operands = 2 } = table;
  if (operands === 2 && inputs.length !== 2) throw new Unsupported("the functions take two operands");
  const shape = broadcast(inputs.map((input) => input.shape));
  const count = roomFor(dtype, shape);
  const taken = async (given) => {
    const result = new DTYPES[dtype].array(count);
    if (arrays !== undefined) await arrays(...given, result);
    else for (let at = 0; at < count; at += 1) result[at] = numbers(...given.map((array) => array[at]));
    return result;
  };
  const given = inputs.map((input) => spread(input, shape));
  if (operands === "any") return [{ dtype, shape, elements: await taken(given) }];
  let [most, ...others] = given;
  for (const next of others) most = await taken([most, next]);
  return [{ dtype, shape, elements: most }];
}

/** Finds the axes that a reduction reduces, and whether it keeps them with a length of 1; an error if its definition does not say. */
function reduced({ opset, attributes, inputs: [operand, input, ...more] }) {
  const byInput = opset >= 18;
  const known = ["keepdims", byInput ? "noop_with_empty_axes" : "axes"];
  const { keepdims = 1, noop_with_empty_axes: noop = 0, axes: attribute } = attributes;
  const strange = Object.keys(attributes).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Rejected(`the operator has no attribute ${strange}`);
  if (![keepdims, noop].every((flag) => flag === 0 || flag === 1)) throw new Rejected("an attribute that is neither 0 nor 1");
  if (more.length > 0 || (input !== undefined && !byInput)) throw new Rejected("more inputs than the operator has");
  const isList = input === undefined ? Array.isArray(attribute ?? []) : input.dtype === "i64" && input.shape.length === 1;
  if (!isList) throw new Rejected("axes that are no list of i64");
  const named = input !== undefined ? Array.from(input.elements, Number) : (attribute ?? []);
  if (attribute !== undefined && named.length === 0) {
    throw new Unsupported("before operator set 18 an empty list of axes has no meaning");
  }
  const rank = operand.shape.length;
  const axes = named.map((axis) => (axis < 0 && opset >= 11 ? axis + rank : axis));
  if (axes.some((axis) => !(axis >= 0 && axis < rank)) || new Set(axes).size < axes.length) {
    throw new Rejected(`axes ${named} of a tensor of rank ${rank}: one is out of range, or is named twice`);
  }
  return { axes: named.length === 0 && !noop ? operand.shape.map((_, axis) => axis) : axes, keeps: keepdims === 1 };
}

async function reduction({ all }, table, of) {
  const { axes, keeps } = reduced(of);
  const [operand] = of.inputs;
  const everyAxis = operand.shape.map((_, axis) => axis);
  const kept = everyAxis.filter((axis) => !axes.includes(axis));
  const shape = (keeps ? everyAxis : kept).map((axis) => (axes.includes(axis) ? 1 : operand.shape[axis]));
  const { dtype } = operand;
  const result = new DTYPES[dtype].array(roomFor(dtype, shape));
  // In an operand without elements, the other dimensions may be of any size.
  if (result.length === 0) return [{ dtype, shape, elements: result }];
  const inside = everyAxis.filter((axis) => axes.includes(axis));
  const order = [...kept, ...inside];
  const own = strides(operand.shape);
  const next = positions(order.map((axis) => operand.shape[axis]), order.map((axis) => own[axis]));
  const elements = moved(operand, operand.elements.length, next);
  const each = product(inside.map((axis) => operand.shape[axis]));
  if (each === 0 && table.neverEmpty) throw new Unsupported("the reductions take one element at least");
  for (let at = 0; at < result.length; at += 1) result[at] = await all(elements.slice(at * each, (at + 1) * each));
  return [{ dtype, shape, elements: result }];
}

/** Makes of a table of functions an implementation that is given whole cases. */
function implementation(table) {
  const operators = Object.keys(OPERATORS).filter((operator) => Object.keys(DTYPES).some((dtype) => has(table, operator, dtype)));
  const how = [];
  if (operators.some((operator) => !operator.startsWith("Reduce"))) {
    how.push("the kit for JavaScript broadcasts the operands before each call");
    if (table.operands === "fold") how.push("Max and Min are left folds");
  }
  if (operators.some((operator) => operator.startsWith("Reduce"))) {
    how.push("the kit for JavaScript gathers the elements that each call reduces to one");
  }
  return {
    ...table,
    operators,
    dtypes: Object.keys(DTYPES).filter((dtype) => operators.some((operator) => has(table, operator, dtype))),
    configuration: [...[table.configuration ?? []].flat(), ...how],

    async run(of) {
      const { domain, name } = of.operator;
      if (domain !== "" || !operators.includes(name)) throw new Unsupported("there is no such operator here");
      if (of.inputs.length === 0) throw new Rejected("no operand, so no type of a result");
      const isReduction = name.startsWith("Reduce");
      // The axes of a reduction are of a type of their own.
      const compared = isReduction ? of.inputs.slice(0, 1) : of.inputs;
      const lacking = compared.find(({ dtype }) => !has(table, name, dtype));
      if (lacking !== undefined) throw new Unsupported(`there is no function of ${lacking.dtype}`);
      return (isReduction ? reduction : elementwise)(functionsOf(table, name, of.inputs[0].dtype), table, of);
    },
  };
}

// ---- the conversation ----------------------------------------------------------------------------------------------------------

/** Says whether the machine refuses, and not the implementation: in words of the C library, of C++, or of node. */
const isExhausted = (error) =>
  /Resource temporarily unavailable|Cannot allocate memory|Too many open files|bad_alloc|Array buffer allocation failed/.test(
    said(error),
  );

/** Finds the outcome that an error stands for; one that is none of this module's is reported as a crash. */
function failed(error) {
  const message = said(error);
  if (error instanceof Unsupported) return { outcome: "unsupported", reason: message };
  if (error instanceof Rejected) return { outcome: "rejected", message };
  if (error instanceof Malformed) return { outcome: "malformed", message };
  return { outcome: isExhausted(error) ? "exhausted" : "error", message };
}

async function ran({ seq, cases }, tensors, of) {
  const answers = new Map();
  const outcomes = [];
  let room = FRAME_LIMIT;
  const named = (name) => {
    if (!tensors.has(name)) throw new Error(`a case names a tensor ${name}, which its frame does not have`);
    return tensors.get(name);
  };
  for (const [index, { operator, opset, attributes = {}, inputs, model }] of cases.entries()) {
    const bytes = model === undefined ? null : Buffer.from(named(model).elements);
    const whole = { operator, opset, attributes, inputs: inputs.map(named), model: bytes };
    try {
      const results = await of.run(whole);
      const length = results.reduce((sum, { elements }) => sum + elements.byteLength, 0);
      if (length > room) throw new Unsupported("the results of this batch are longer than a frame");
      room -= length;
      const names = results.map((_, number) => `${index}.${number}`);
      names.forEach((name, number) => answers.set(name, results[number]));
      outcomes.push({ outcome: "output", tensors: names });
    } catch (error) {
      outcomes.push(failed(error));
    }
  }
  writeFrame({ type: "ran", seq, outcomes }, answers);
}

/** Writes the answer to `start`. */
function started(of) {
  return {
    type: "started",
    protocol: PROTOCOL,
    name: of.name,
    version: of.version,
    language: of.language ?? `JavaScript, node ${process.versions.node}`,
    os: `${os.type()} ${os.machine?.() ?? os.arch()}`,
    cpu_features: [],
    dtypes: of.dtypes,
    operators: of.operators.map((operator) => ({ domain: "", name: operator })),
    profile: of.claims ?? null,
    configuration: of.configuration,
  };
}

/** Answers requests until there are no more. */
async function answerAll(open) {
  // What a function prints must not end up among the answers.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  let of = null;
  for (let frame = readFrame(); frame !== null && frame.message.type !== "stop"; frame = readFrame()) {
    const { message, tensors } = frame;
    if (message.type === "start") {
      try {
        of = open();
        writeFrame(started(of));
      } catch (error) {
        writeFrame({ type: "unavailable", reason: said(error), remedy: error.remedy ?? "see the reason" });
      }
    } else if (message.type === "run") await ran(message, tensors, of);
    else throw new Error(`a request of type ${message.type}, expected start, run or stop`);
  }
}

/**
 * Makes this program an adapter for an implementation that is given whole cases, and ends it when it is told to stop.
 *
 * `open` is called when the conversation starts, and returns `{ name, version, claims, configuration, operators, dtypes, run }`;
 * what it throws says why the implementation cannot run here, and its `remedy` what would help. `run` is given
 * `{ operator: { domain, name }, opset, attributes, inputs, model }`, where each input is `{ dtype, shape, elements }` and `model`
 * holds the bytes of an ONNX model or is null, and returns, or promises, a list of such tensors. It throws `Rejected`, `Unsupported`
 * or `Malformed`; any other error is reported as a crash, but for one that says that the machine has no room (`isExhausted`).
 */
function converse(open) {
  answerAll(open).then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`opconform.js: ${said(error)}\n`);
      process.exit(2);
    },
  );
}

/**
 * Makes this program an adapter for functions, and ends it when it is told to stop.
 *
 * - `name` and `version` are the implementation's own, as reports show them;
 * - `max` and `min` have, by element type, functions of two numbers (of i64 and u64, of two BigInts; f16 and bf16 are their bits);
 * - `maxArrays` and `minArrays` have functions `(x, y, result)` of typed arrays, and come before the others;
 * - `reduceMax` and `reduceMin` have functions of a typed array that return a number. Functions of arrays may return promises;
 * - `operands` says how ONNX's Max of one or of many operands is computed: `"fold"` as a left fold, `"any"` by one call with all of
 *   them. Without it, such cases are not asked for: a maximum of two says nothing of three;
 * - `neverEmpty` says that reductions take one element at least;
 * - `claims` names the document that the implementation promises to keep, or several: a profile or a family of profiles
 *   (`opconform clauses` lists them), such as "onnx" or "ecmascript". A verdict goes by it;
 * - `configuration` says in a sentence how the implementation is called, and `language` what it is written in.
 */
function serve(table) {
  converse(() => implementation(table));
}

module.exports = { serve, converse, implementation, isExhausted, said, Rejected, Unsupported, Malformed, DTYPES };
