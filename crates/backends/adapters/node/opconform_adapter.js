#!/usr/bin/env node
// Adapters of opconform for JavaScript: `node opconform_adapter.js BACKEND [FOLDER]`, one of math-max, wasm-max, wasm-pmax,
// onnxruntime-node and onnxruntime-web; the package of the last two is looked for in the node_modules of FOLDER.
//
// A child of opconform: reads requests from standard input and writes answers to standard output, as PROTOCOL.md says. Two
// files, and nothing but node and the library that is judged. Bits pass untouched into and out of typed arrays; what
// JavaScript makes of an element when it reads one is what it is judged on.
"use strict";

const fs = require("node:fs");
const { createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");

const wasm = require("./wasm_maximum.js");

const PROTOCOL = 1;
// The longest frame, in bytes.
const FRAME_LIMIT = 2 ** 26;
// Loaded models kept by a backend.
const MODELS = 1024;

// Names of the protocol: the name in a frame, bytes of an element, the typed array that holds the bits, the code in an ONNX
// model, and onnxruntime's name.
const DTYPES = {
  bf16: { safetensors: "BF16", size: 2, bits: Uint16Array, onnx: 16, ort: "bfloat16" },
  f16: { safetensors: "F16", size: 2, bits: Uint16Array, onnx: 10, ort: "float16" },
  f32: { safetensors: "F32", size: 4, bits: Float32Array, onnx: 1, ort: "float32" },
  f64: { safetensors: "F64", size: 8, bits: Float64Array, onnx: 11, ort: "float64" },
  i8: { safetensors: "I8", size: 1, bits: Int8Array, onnx: 3, ort: "int8" },
  i16: { safetensors: "I16", size: 2, bits: Int16Array, onnx: 5, ort: "int16" },
  i32: { safetensors: "I32", size: 4, bits: Int32Array, onnx: 6, ort: "int32" },
  i64: { safetensors: "I64", size: 8, bits: BigInt64Array, onnx: 7, ort: "int64" },
  u8: { safetensors: "U8", size: 1, bits: Uint8Array, onnx: 2, ort: "uint8" },
  u16: { safetensors: "U16", size: 2, bits: Uint16Array, onnx: 4, ort: "uint16" },
  u32: { safetensors: "U32", size: 4, bits: Uint32Array, onnx: 12, ort: "uint32" },
  u64: { safetensors: "U64", size: 8, bits: BigUint64Array, onnx: 13, ort: "uint64" },
  bool: { safetensors: "BOOL", size: 1, bits: Uint8Array, onnx: 9, ort: "bool" },
};

const dtypeBy = (key, value) => Object.keys(DTYPES).find((name) => DTYPES[name][key] === value);

/** The library has nothing for what the case asks for. */
class Unsupported extends Error {}
/** The library gave something that is no answer. */
class Broken extends Error {}

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

/** So many bytes of standard input, or as many as there were before its end. */
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

/** The message of the next frame and its tensors by name; null at the end of the stream. */
function readFrame() {
  const first = readBytes(8);
  if (first.length === 0) return null;
  const length = first.length === 8 ? Number(first.readBigUInt64LE()) : 0;
  if (length < 8 || length > FRAME_LIMIT) throw new Error(`a frame of ${length} bytes, expected 8 to ${FRAME_LIMIT}`);
  const frame = readBytes(length);
  if (frame.length < length) throw new Error("the stream ended within a frame");
  const headerLength = Number(frame.readBigUInt64LE());
  if (headerLength > length - 8) throw new Error(`a header of ${headerLength} bytes in a frame of ${length}`);
  const { __metadata__: metadata, ...entries } = JSON.parse(frame.toString("utf8", 8, 8 + headerLength));
  const data = frame.subarray(8 + headerLength);
  const tensors = new Map(Object.entries(entries).map(([name, entry]) => [name, readTensor(entry, data)]));
  return { message: JSON.parse(metadata.opconform), tensors };
}

function readTensor({ dtype, shape, data_offsets: [begin, end] }, data) {
  const name = dtypeBy("safetensors", dtype);
  const count = shape.reduce((product, dim) => product * dim, 1);
  if (name === undefined || !(0 <= begin && begin <= end && end <= data.length) || end - begin !== count * DTYPES[name].size) {
    throw new Error(`a tensor of ${dtype} [${shape}] at bytes ${begin} to ${end} of ${data.length}`);
  }
  // A copy: a typed array must begin at a multiple of its element's size.
  const bytes = new Uint8Array(data.subarray(begin, end));
  return { dtype: name, shape, elements: new DTYPES[name].bits(bytes.buffer) };
}

/** Writes a message and tensors by name. */
function writeFrame(message, tensors = new Map()) {
  const header = { __metadata__: { opconform: JSON.stringify(message) } };
  const pieces = [];
  let position = 0;
  for (const [name, { dtype, shape, elements }] of tensors) {
    const end = position + elements.byteLength;
    header[name] = { dtype: DTYPES[dtype].safetensors, shape, data_offsets: [position, end] };
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

// ---- Math.max and Math.min, over typed arrays ------------------------------------------------------------------------------

/** The shape that shapes broadcast to, aligned at the right. */
function broadcast(shapes) {
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length: rank }, (_, axis) => {
    const dims = shapes.map((shape) => shape[shape.length - rank + axis] ?? 1).filter((dim) => dim !== 1);
    if (dims.some((dim) => dim !== dims[0])) throw new RangeError("the shapes of the operands do not broadcast");
    return dims[0] ?? 1;
  });
}

/** Where each element of the result finds its operand's, as positions. */
function positions(shape, result) {
  let found = Uint32Array.of(0);
  let stride = shape.reduce((product, dim) => product * dim, 1);
  for (let axis = 0; axis < result.length; axis += 1) {
    const own = shape[shape.length - result.length + axis] ?? 1;
    stride = own === 0 ? 0 : stride / own;
    const next = new Uint32Array(found.length * result[axis]);
    for (let at = 0; at < next.length; at += 1) {
      const index = own === 1 ? 0 : at % result[axis];
      next[at] = found[Math.trunc(at / result[axis])] + index * stride;
    }
    found = next;
  }
  return found;
}

const MATH = { Max: Math.max, Min: Math.min };

const mathMax = {
  version: process.versions.v8,
  language: `JavaScript, node ${process.versions.node}`,
  configuration: ["Math.max and Math.min of all operands at once, read from and written to typed arrays"],
  profile: "ecmascript",
  operators: Object.keys(MATH),
  // i64 and u64 are BigInts, which Math.max does not take. Newer versions have a typed array of f16.
  dtypes: ["f32", "f64", "i8", "i16", "i32", "u8", "u16", "u32", ...(globalThis.Float16Array ? ["f16"] : [])],

  async run({ operator, opset, inputs }) {
    const math = operator.domain === "" ? MATH[operator.name] : undefined;
    if (math === undefined) throw new Unsupported("JavaScript's Math has no such operator");
    if (opset < 8) throw new Unsupported("before operator set 8 it does not broadcast, this adapter does");
    const lacking = inputs.find(({ dtype }) => !mathMax.dtypes.includes(dtype));
    if (lacking !== undefined) throw new Unsupported(`Math.max takes no element of ${lacking.dtype}`);
    if (inputs.length === 0) throw new TypeError("no operand, so no type of a result");
    const [{ dtype }] = inputs;
    if (inputs.some((input) => input.dtype !== dtype)) throw new TypeError("operands of two types: a typed array has one");
    const numbers = dtype === "f16" ? globalThis.Float16Array : DTYPES[dtype].bits;
    const operands = inputs.map(({ elements }) => new numbers(elements.buffer));
    const shape = broadcast(inputs.map((input) => input.shape));
    const at = inputs.map((input) => positions(input.shape, shape));
    const result = new numbers(at[0].length);
    for (let element = 0; element < result.length; element += 1) {
      result[element] = math(...operands.map((operand, k) => operand[at[k][element]]));
    }
    return [{ dtype, shape, elements: result }];
  },

  plainest: null,
};

// ---- WebAssembly's vector instructions, over the bytes of broadcast operands ---------------------------------------------------

/** A maximum of WebAssembly: `max`, or `pmax`, which is a comparison. */
function wasmMaximum(prefix) {
  const instructions = { Max: `${prefix}max`, Min: `${prefix}min` };
  const lanes = { f32: "f32x4", f64: "f64x2" };
  return {
    version: process.versions.v8,
    language: `WebAssembly, node ${process.versions.node}`,
    configuration: [
      `${lanes.f32}.${instructions.Max}, ${lanes.f64}.${instructions.Max} and their minima, in a loop of a module of its own`,
      "Max and Min are left folds over operands that this adapter has broadcast",
    ],
    profile: `wasm-${prefix}max`,
    operators: Object.keys(instructions),
    dtypes: Object.keys(lanes),

    async run({ operator, opset, inputs }) {
      const instruction = operator.domain === "" ? instructions[operator.name] : undefined;
      if (instruction === undefined) throw new Unsupported("WebAssembly has no such instruction");
      if (opset < 8) throw new Unsupported("before operator set 8 it does not broadcast, this adapter does");
      const lacking = inputs.find(({ dtype }) => lanes[dtype] === undefined);
      if (lacking !== undefined) throw new Unsupported(`there are no vectors of ${lacking.dtype}`);
      if (inputs.length === 0) throw new TypeError("no operand, so no type of a result");
      const [{ dtype }] = inputs;
      if (inputs.some((input) => input.dtype !== dtype)) throw new TypeError("operands of two types: a vector has one");
      const shape = broadcast(inputs.map((input) => input.shape));
      const width = DTYPES[dtype].bits.BYTES_PER_ELEMENT;
      const bits = width === 4 ? Uint32Array : BigUint64Array;
      const [first, ...others] = inputs.map((input) => {
        const elements = new bits(input.elements.buffer);
        const whole = bits.from(positions(input.shape, shape), (at) => elements[at]);
        // The last vector is a whole one, and what lies beyond the operand is not looked at.
        const padded = new Uint8Array(Math.ceil(whole.byteLength / 16) * 16);
        padded.set(new Uint8Array(whole.buffer));
        return padded;
      });
      const result = others.reduce((most, next) => wasm.taken(`${lanes[dtype]}.${instruction}`, most, next), first);
      const count = shape.reduce((product, dim) => product * dim, 1);
      return [{ dtype, shape, elements: new DTYPES[dtype].bits(result.buffer, 0, count) }];
    },

    plainest: null,
  };
}

// ---- ONNX models, as far as an adapter must know them ------------------------------------------------------------------------

/** A protocol-buffers integer. */
function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number & 127) | 128);
  return Buffer.from([...bytes, number]);
}

/** A protocol-buffers field: an integer, or a text, or a message that is encoded already. */
function field(number, value) {
  if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

/** The integer and length-delimited fields of a message, as pairs of number and value. */
function fields(message) {
  let at = 0;
  const integer = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = message[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const found = [];
  while (at < message.length) {
    const key = integer();
    if ((key & 7) === 0) found.push([key >>> 3, integer()]);
    else if ((key & 7) === 2) {
      const size = integer();
      found.push([key >>> 3, message.subarray(at, at + size)]);
      at += size;
    } else at += (key & 7) === 1 ? 8 : 4;
  }
  return found;
}

/** How many operands a model takes: its graph's inputs without those that are constants of the graph. */
function graphInputs(model) {
  const graph = fields(new Map(fields(model)).get(7));
  const names = (number, key) =>
    graph.filter(([found]) => found === number).map(([, value]) => new Map(fields(value)).get(key).toString());
  const constants = names(5, 8);
  return names(11, 1).filter((name) => !constants.includes(name)).length;
}

/** The model of the plainest well-formed case: each operand one element, no attributes. */
function plainestModel({ operator, opset, model }, dtype) {
  const value = (name) => {
    const tensor = [field(1, DTYPES[dtype].onnx), field(2, field(1, field(1, 1)))];
    return Buffer.concat([field(1, name), field(2, field(1, Buffer.concat(tensor)))]);
  };
  // One is enough for an operator of one operand; of more, any two are.
  const names = ["x0", "x1"].slice(0, graphInputs(model));
  const node = [...names.map((name) => field(1, name)), field(2, "y"), field(4, operator.name), field(7, operator.domain)];
  const graph = [field(1, Buffer.concat(node)), field(2, "plainest"), ...names.map((name) => field(11, value(name)))];
  const set = Buffer.concat([field(1, operator.domain), field(2, opset)]);
  const version = new Map(fields(model)).get(1) ?? 3;
  return Buffer.concat([field(1, version), field(7, Buffer.concat([...graph, field(12, value("y"))])), field(8, set)]);
}

// ---- onnxruntime, for node and for browsers ------------------------------------------------------------------------------------

function onnxRuntime(library, folder = ".") {
  const ort = createRequire(path.resolve(folder, "adapter.js"))(library);
  if (library === "onnxruntime-web") ort.env.wasm.numThreads = 1;
  const loaded = new Map();

  async function session(model) {
    const key = model.toString("latin1");
    if (!loaded.has(key)) {
      const options = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4 };
      if (library === "onnxruntime-web") options.executionProviders = ["wasm"];
      loaded.set(key, await ort.InferenceSession.create(model, options).then((session) => ({ session }), (error) => ({ error })));
      if (loaded.size > MODELS) {
        const [oldest] = loaded.keys();
        const { session } = loaded.get(oldest);
        loaded.delete(oldest);
        await session?.release();
      }
    }
    const { session, error } = loaded.get(key);
    // Where the machine refuses, it may not do so again.
    if (isExhausted(error)) loaded.delete(key);
    if (error !== undefined) throw error;
    return session;
  }

  return {
    version: ort.env.versions[library.slice("onnxruntime-".length)],
    language: `JavaScript, node ${process.versions.node}`,
    configuration: [
      `${library === "onnxruntime-web" ? "WebAssembly" : "CPU"}, one thread, all graph optimisations, on a single-node ONNX model`,
    ],
    operators: ["Max", "Min", "ReduceMax", "ReduceMin"],
    // Its tensors have no bfloat16.
    dtypes: Object.keys(DTYPES).filter((dtype) => dtype !== "bf16"),

    async run({ operator, inputs, model }) {
      if (model === null) throw new Unsupported(`${library} runs ONNX models, and ${operator.domain}.${operator.name} has none`);
      if (inputs.some(({ dtype }) => dtype === "bf16")) throw new Unsupported(`a tensor of ${library} has no bf16`);
      const ready = await session(model);
      const tensor = ({ dtype, shape, elements }) => new ort.Tensor(DTYPES[dtype].ort, elements, shape);
      const results = await ready.run(Object.fromEntries(ready.inputNames.map((name, k) => [name, tensor(inputs[k])])));
      return ready.outputNames.map((name) => {
        const { type, dims, data } = results[name];
        const dtype = dtypeBy("ort", type);
        if (dtype === undefined) throw new Broken(`gave a tensor of ${type}`);
        return { dtype, shape: [...dims], elements: data };
      });
    },

    plainest(of, dtype) {
      const model = plainestModel(of, dtype);
      const zero = { dtype, shape: [1], elements: new DTYPES[dtype].bits(1) };
      return { ...of, attributes: {}, model, inputs: Array(graphInputs(model)).fill(zero) };
    },
  };
}

const BACKENDS = {
  "math-max": () => mathMax,
  "wasm-max": () => wasmMaximum(""),
  "wasm-pmax": () => wasmMaximum("p"),
  "onnxruntime-node": (folder) => onnxRuntime("onnxruntime-node", folder),
  "onnxruntime-web": (folder) => onnxRuntime("onnxruntime-web", folder),
};

// ---- the conversation ----------------------------------------------------------------------------------------------------------

const said = (error) => String(error?.message ?? error).replace(/\s+/g, " ");

/** Whether an error says that the machine, and not the library, refuses: as the C library words it, or C++, or node. */
const isExhausted = (error) =>
  /Resource temporarily unavailable|Cannot allocate memory|Too many open files|bad_alloc|Array buffer allocation failed/.test(said(error));

/** What the library lacks for a case: its answer to the plainest case of one of its element types, if that fails. */
async function lacks(backend, of, probes) {
  if (backend.plainest === null || of.model === null) return null;
  for (const dtype of new Set(of.inputs.map((input) => input.dtype))) {
    const key = [of.operator.name, of.opset, dtype, of.inputs.length > 1].join();
    if (!probes.has(key)) {
      const failed = await backend.run(backend.plainest(of, dtype)).then(() => null, (error) => error);
      if (isExhausted(failed)) throw failed;
      probes.set(key, failed && `${dtype}: ${said(failed)}`);
    }
    if (probes.get(key) !== null) return probes.get(key);
  }
  return null;
}

/** The outcome of a case; the tensors of an output are in `results`. */
async function outcome(backend, of, probes) {
  try {
    return { outcome: "output", results: await backend.run(of) };
  } catch (error) {
    if (error instanceof Unsupported) return { outcome: "unsupported", reason: said(error) };
    if (error instanceof Broken) return { outcome: "malformed", message: said(error) };
    const reason = isExhausted(error) ? error : await lacks(backend, of, probes).catch((failed) => failed);
    if (reason instanceof Error) return { outcome: "exhausted", message: said(reason) };
    return reason === null ? { outcome: "rejected", message: said(error) } : { outcome: "unsupported", reason };
  }
}

async function ran({ seq, cases }, tensors, backend, probes) {
  const answers = new Map();
  const outcomes = [];
  for (const [index, { operator, opset, attributes = {}, inputs, model }] of cases.entries()) {
    const bytes = model === undefined ? null : Buffer.from(tensors.get(model).elements);
    const of = { operator, opset, attributes, inputs: inputs.map((name) => tensors.get(name)), model: bytes };
    const { results, ...answer } = await outcome(backend, of, probes);
    if (results !== undefined) {
      answer.tensors = results.map((_, number) => `${index}.${number}`);
      results.forEach((result, number) => answers.set(answer.tensors[number], result));
    }
    outcomes.push(answer);
  }
  writeFrame({ type: "ran", seq, outcomes }, answers);
}

function started(name, backend) {
  return {
    type: "started",
    protocol: PROTOCOL,
    name,
    version: backend.version,
    language: backend.language,
    os: `${os.type()} ${os.machine()}`,
    cpu_features: [],
    dtypes: backend.dtypes,
    operators: backend.operators.map((operator) => ({ domain: "", name: operator })),
    profile: backend.profile ?? "onnx",
    configuration: backend.configuration,
  };
}

/** The answer to `start`, and the backend if there is one. */
function begin(name, folder) {
  try {
    const backend = BACKENDS[name](folder);
    return [started(name, backend), backend];
  } catch (error) {
    const remedy = `npm install ${name}`;
    return [{ type: "unavailable", reason: `${name} cannot be loaded: ${said(error)}`, remedy }, null];
  }
}

async function main() {
  const [name, folder] = process.argv.slice(2);
  if (!Object.hasOwn(BACKENDS, name ?? "")) throw new Error(`usage: node opconform_adapter.js ${Object.keys(BACKENDS).join("|")}`);
  // What a library prints must not end up among the answers.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const probes = new Map();
  let [introduction, backend] = [null, null];
  for (let frame = readFrame(); frame !== null && frame.message.type !== "stop"; frame = readFrame()) {
    const { message, tensors } = frame;
    if (message.type === "start") {
      [introduction, backend] = begin(name, folder);
      writeFrame(introduction);
    } else if (message.type === "run") await ran(message, tensors, backend, probes);
    else throw new Error(`a request of type ${message.type}, expected start, run or stop`);
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    process.stderr.write(`opconform_adapter.js: ${said(error)}\n`);
    process.exit(2);
  },
);
