// What the kit for JavaScript does wherever it runs: frames as bytes, shapes, ONNX's operators by functions, and answers to
// requests. Nothing here is node's or a browser's own.
"use strict";

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

// ---- the time of calls ------------------------------------------------------------------------------------------------------

/** How long the own calls of what is judged took since that was last asked, in milliseconds. */
let own = 0;

/** Calls a function of what is judged, or waits for its promise, and counts how long that takes, whatever comes of it. */
async function timed(call) {
  const began = performance.now();
  try {
    const result = call();
    return result instanceof Promise ? await result : result;
  } finally {
    own += performance.now() - began;
  }
}

/** Gives what was counted, in nanoseconds, and begins anew. */
function ownNanoseconds() {
  const counted = Math.round(own * 1e6);
  own = 0;
  return counted;
}

// ---- frames --------------------------------------------------------------------------------------------------------------

/** Reads the length of a frame, which stands before it in eight bytes. */
function frameLength(bytes) {
  const isWhole = bytes.length === 8;
  const length = isWhole ? Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true)) : 0;
  if (length < 8 || length > FRAME_LIMIT) throw new Error(`a frame of ${length} bytes, expected 8 to ${FRAME_LIMIT}`);
  return length;
}

/** Takes the message of a frame, without its length before it, and its tensors by name. */
function decoded(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const headerLength = Number(view.getBigUint64(0, true));
  if (headerLength > frame.length - 8 || headerLength > HEADER_LIMIT) {
    throw new Error(`a header of ${headerLength} bytes in a frame of ${frame.length}`);
  }
  const data = frame.subarray(8 + headerLength);
  const { __metadata__: metadata, ...entries } = JSON.parse(new TextDecoder().decode(frame.subarray(8, 8 + headerLength)));
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

/** Makes a frame, with its length before it, of a message and tensors by name. */
function encoded(message, tensors = new Map()) {
  const header = { __metadata__: { opconform: JSON.stringify(message) } };
  let position = 0;
  for (const [name, { dtype, shape, elements }] of tensors) {
    const end = position + elements.byteLength;
    header[name] = { dtype: DTYPES[dtype].frame, shape, data_offsets: [position, end] };
    position = end;
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const headerLength = Math.ceil(text.length / 8) * 8;
  const frame = new Uint8Array(16 + headerLength + position).fill(32, 16, 16 + headerLength);
  const view = new DataView(frame.buffer);
  view.setBigUint64(0, BigInt(frame.length - 8), true);
  view.setBigUint64(8, BigInt(headerLength), true);
  frame.set(text, 16);
  for (const [name, { elements }] of tensors) {
    const bytes = new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);
    frame.set(bytes, 16 + headerLength + header[name].data_offsets[0]);
  }
  return frame;
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
    if (arrays !== undefined) await timed(() => arrays(...given, result));
    else for (let at = 0; at < count; at += 1) {
      const most = numbers(...given.map((array) => array[at]));
      // Waiting for what is there already would take longer than most functions do.
      result[at] = most instanceof Promise ? await most : most;
    }
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

// What a table says beside its functions.
const ABOUT = ["name", "version", "language", "claims", "configuration", "operands", "neverEmpty", "models"];

// What the functions under a key look like.
const FORMS = { arrays: "(x, y, result) => { … }", numbers: "(x, y) => …", all: "(elements) => …" };

/** Makes an error that says what would help. */
const mendable = (what, remedy) => Object.assign(new Error(what), { remedy });

/** Says what is misspelt in a table: what is not known would be asked for by nobody. */
function checked(table) {
  const forms = Object.fromEntries(
    Object.values(OPERATORS).flatMap((kinds) => Object.entries(kinds).map(([kind, key]) => [key, FORMS[kind]])),
  );
  const expected = (what, names) => mendable(`${what}: expected ${names.join(", ")}`, "write one of those, or leave it out");
  for (const [key, functions] of Object.entries(table).filter(([key]) => !ABOUT.includes(key))) {
    if (!(key in forms)) throw expected(`a table has no ${key}`, [...Object.keys(forms), ...ABOUT]);
    if (functions === null || typeof functions !== "object") {
      throw mendable(`${key} is no table of functions by type`, `write \`${key}: { f32: ${forms[key]} }\``);
    }
    const unknown = Object.keys(functions).find((dtype) => !(dtype in DTYPES));
    if (unknown !== undefined) throw expected(`${key} has a function of ${unknown}`, Object.keys(DTYPES));
  }
}

/** Makes of a table of functions an implementation that is given whole cases. */
function implementation(table) {
  checked(table);
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

/** Runs the cases of a batch, and makes the frame of the answer. */
async function ran({ seq, cases }, tensors, of) {
  const answers = new Map();
  const outcomes = [];
  let room = FRAME_LIMIT;
  ownNanoseconds();
  const named = (name) => {
    if (!tensors.has(name)) throw new Error(`a case names a tensor ${name}, which its frame does not have`);
    return tensors.get(name);
  };
  for (const [index, { operator, opset, attributes = {}, inputs, model }] of cases.entries()) {
    const bytes = model === undefined ? null : named(model).elements;
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
  const counted = ownNanoseconds();
  return encoded({ type: "ran", seq, outcomes, ...(counted > 0 ? { own_nanoseconds: counted } : {}) }, answers);
}

/** Says what an implementation is, and what can be asked of it; `where` has the language and the system of whoever runs it. */
function started(of, where) {
  return {
    type: "started",
    protocol: PROTOCOL,
    name: of.name,
    version: of.version,
    language: of.language ?? where.language,
    os: where.os,
    cpu_features: [],
    dtypes: of.dtypes,
    operators: of.operators.map((operator) => ({ domain: "", name: operator })),
    models: of.models ?? false,
    profile: of.claims ?? null,
    configuration: of.configuration,
  };
}

/** Makes the frame that says why an implementation cannot run here, and what would help. */
const unavailable = (error) =>
  encoded({ type: "unavailable", reason: said(error), remedy: error.remedy ?? "mend that in what `serve` or `converse` is given" });

/** Says what a report needs to know of an implementation that does not say it. */
function introduced(of) {
  for (const [key, example] of [["name", "mine"], ["version", "1.0"]]) {
    if (typeof of[key] !== "string" || of[key] === "") {
      throw mendable(`the implementation does not say its ${key}`, `write \`${key}: "${example}"\` beside its functions`);
    }
  }
  return of;
}

/**
 * Makes a function that gives the frame of the answer to a request, or null to the last; `open` is called when the conversation
 * starts, and returns or promises the implementation.
 */
function answerer(open, where) {
  let of = null;
  return async (frame) => {
    const { message, tensors } = decoded(frame);
    if (message.type === "stop") return null;
    if (message.type === "run") return ran(message, tensors, of);
    if (message.type !== "start") throw new Error(`a request of type ${message.type}, expected start, run or stop`);
    try {
      of = introduced(await open());
      return encoded(started(of, where));
    } catch (error) {
      return unavailable(error);
    }
  };
}

module.exports = {
  answerer, frameLength, implementation, isExhausted, reduced, said, timed, unavailable, Rejected, Unsupported, Malformed, DTYPES,
};
