#!/usr/bin/env node
// Adapters of opconform for JavaScript: `node opconform_adapter.js BACKEND [FOLDER]`, one of math-max, wasm-max, wasm-pmax,
// onnxruntime-node and onnxruntime-web; the package of the last two is looked for in the node_modules of FOLDER.
//
// They are written with the kit for JavaScript, opconform.js, which lies beside this file when it is run. Nothing else is needed than
// node and the library that is judged. Bits pass untouched into and out of typed arrays; what JavaScript makes of an element when it
// reads one is what it is judged on.
"use strict";

const { createRequire } = require("node:module");
const path = require("node:path");

const { DTYPES, Malformed, Rejected, Unsupported, converse, implementation, isExhausted, said } = require("./opconform.js");
const wasm = require("./wasm_maximum.js");

// Loaded models kept by a backend.
const MODELS = 1024;

// ---- Math.max and Math.min, over typed arrays ------------------------------------------------------------------------------

/** A function of numbers as one of the bits of f16, for an engine that has a typed array of those. */
function ofFloat16(math) {
  const number = (bits) => new globalThis.Float16Array(Uint16Array.of(bits).buffer)[0];
  return (...operands) => new Uint16Array(globalThis.Float16Array.of(math(...operands.map(number))).buffer)[0];
}

function mathMax(name) {
  // i64 and u64 are BigInts, which Math.max does not take.
  const dtypes = ["f32", "f64", "i8", "i16", "i32", "u8", "u16", "u32"];
  const table = (math) => ({
    ...Object.fromEntries(dtypes.map((dtype) => [dtype, math])),
    ...(globalThis.Float16Array ? { f16: ofFloat16(math) } : {}),
  });
  return implementation({
    name,
    version: process.versions.v8,
    configuration: "Math.max and Math.min of all operands at once, read from and written to typed arrays",
    claims: "ecmascript",
    operands: "any",
    max: table(Math.max),
    min: table(Math.min),
  });
}

// ---- WebAssembly's vector instructions, over bytes ---------------------------------------------------------------------------

/** A maximum of WebAssembly: `max`, or `pmax`, which is a comparison. */
function wasmMaximum(name, prefix) {
  const bytes = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  // The last vector is a whole one, and what lies beyond the operand is not looked at.
  const padded = (array) => {
    const whole = new Uint8Array(Math.ceil(array.byteLength / 16) * 16);
    whole.set(bytes(array));
    return whole;
  };
  const table = (end) => {
    const taken = (lanes) => (x, y, result) => {
      const vectors = wasm.taken(`${lanes}.${prefix}${end}`, padded(x), padded(y));
      bytes(result).set(vectors.subarray(0, result.byteLength));
    };
    return { f32: taken("f32x4"), f64: taken("f64x2") };
  };
  return implementation({
    name,
    version: process.versions.v8,
    language: `WebAssembly, node ${process.versions.node}`,
    configuration: `f32x4.${prefix}max, f64x2.${prefix}max and their minima, in a loop of a module of its own`,
    claims: `wasm-${prefix}max`,
    operands: "fold",
    maxArrays: table("max"),
    minArrays: table("min"),
  });
}

// ---- ONNX models, as far as an adapter must know them ------------------------------------------------------------------------

/** The code of an element type in an ONNX model, and onnxruntime's name of it. */
const ONNX = {
  bf16: { code: 16, ort: "bfloat16" },
  f16: { code: 10, ort: "float16" },
  f32: { code: 1, ort: "float32" },
  f64: { code: 11, ort: "float64" },
  i8: { code: 3, ort: "int8" },
  i16: { code: 5, ort: "int16" },
  i32: { code: 6, ort: "int32" },
  i64: { code: 7, ort: "int64" },
  u8: { code: 2, ort: "uint8" },
  u16: { code: 4, ort: "uint16" },
  u32: { code: 12, ort: "uint32" },
  u64: { code: 13, ort: "uint64" },
  bool: { code: 9, ort: "bool" },
};

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
    const tensor = [field(1, ONNX[dtype].code), field(2, field(1, field(1, 1)))];
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

  async function answer({ operator, inputs, model }) {
    if (model === null) throw new Unsupported(`${library} runs ONNX models, and ${operator.domain}.${operator.name} has none`);
    if (inputs.some(({ dtype }) => dtype === "bf16")) throw new Unsupported(`a tensor of ${library} has no bf16`);
    const ready = await session(model);
    const tensor = ({ dtype, shape, elements }) => new ort.Tensor(ONNX[dtype].ort, elements, shape);
    const results = await ready.run(Object.fromEntries(ready.inputNames.map((name, k) => [name, tensor(inputs[k])])));
    return ready.outputNames.map((name) => {
      const { type, dims, data } = results[name];
      const dtype = Object.keys(ONNX).find((name) => ONNX[name].ort === type);
      if (dtype === undefined) throw new Malformed(`gave a tensor of ${type}`);
      return { dtype, shape: [...dims], elements: data };
    });
  }

  // What came of the plainest case of an operator, operator set and element type: null, or what the library said.
  const probes = new Map();

  /** What the library lacks for a case: its answer to the plainest case of one of its element types, if that fails. */
  async function lacks(of) {
    for (const dtype of new Set(of.inputs.map((input) => input.dtype))) {
      const key = [of.operator.name, of.opset, dtype, of.inputs.length > 1].join();
      if (!probes.has(key)) {
        const model = plainestModel(of, dtype);
        const zero = { dtype, shape: [1], elements: new DTYPES[dtype].array(1) };
        const plainest = { ...of, attributes: {}, model, inputs: Array(graphInputs(model)).fill(zero) };
        const failed = await answer(plainest).then(() => null, (error) => error);
        if (isExhausted(failed)) throw failed;
        probes.set(key, failed && `${dtype}: ${said(failed)}`);
      }
      if (probes.get(key) !== null) return probes.get(key);
    }
    return null;
  }

  return {
    name: library,
    version: ort.env.versions[library.slice("onnxruntime-".length)],
    configuration: [
      `${library === "onnxruntime-web" ? "WebAssembly" : "CPU"}, one thread, all graph optimisations, on a single-node ONNX model`,
    ],
    claims: "onnx",
    operators: ["Max", "Min", "ReduceMax", "ReduceMin"],
    // Its tensors have no bfloat16.
    dtypes: Object.keys(DTYPES).filter((dtype) => dtype !== "bf16"),

    async run(of) {
      try {
        return await answer(of);
      } catch (error) {
        if (error instanceof Unsupported || error instanceof Malformed || isExhausted(error)) throw error;
        const reason = await lacks(of);
        throw reason === null ? new Rejected(said(error)) : new Unsupported(reason);
      }
    },
  };
}

const BACKENDS = {
  "math-max": mathMax,
  "wasm-max": (name) => wasmMaximum(name, ""),
  "wasm-pmax": (name) => wasmMaximum(name, "p"),
  "onnxruntime-node": onnxRuntime,
  "onnxruntime-web": onnxRuntime,
};

const [name, folder] = process.argv.slice(2);
if (!Object.hasOwn(BACKENDS, name ?? "")) {
  process.stderr.write(`usage: node opconform_adapter.js ${Object.keys(BACKENDS).join("|")}\n`);
  process.exit(2);
}
converse(() => {
  try {
    return BACKENDS[name](name, folder);
  } catch (error) {
    throw Object.assign(new Error(`${name} cannot be loaded: ${said(error)}`), { remedy: `npm install ${name}` });
  }
});
