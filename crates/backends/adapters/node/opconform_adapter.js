#!/usr/bin/env node
// Adapters of opconform for JavaScript: `node opconform_adapter.js BACKEND [FOLDER]`, one of math-max, wasm-max, wasm-pmax,
// onnxruntime-node and onnxruntime-web; the package of the last two is looked for in the node_modules of FOLDER.
//
// They are written with the kit for JavaScript, opconform.js, which lies beside this file when it is run. Nothing else is needed than
// node and the library that is judged. Bits pass untouched into and out of typed arrays; what JavaScript makes of an element when it
// reads one is what it is judged on.
"use strict";

const { createRequire } = require("node:module");
const os = require("node:os");
const path = require("node:path");

const kit = require("./opconform.js");
const wasm = require("./wasm_maximum.js");

const { converse, implementation, said } = kit;

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

// ---- ONNX Runtime, for node and for browsers ------------------------------------------------------------------------------------

/** What is said of a level of graph optimisation, by the name that the suite asks for it by, which is ONNX Runtime's. */
const OPTIMISED = {
  all: "all graph optimisations",
  extended: "the basic and the extended graph optimisations",
  basic: "the basic graph optimisations",
  disabled: "no graph optimisation",
};

/** What a variable of the suite's says, of what is known; what it says otherwise, where it is not there. */
function told(variable, known, otherwise) {
  const word = process.env[variable] ?? otherwise;
  if (!Object.hasOwn(known, word)) throw new Error(`${variable} is ${word}, expected one of ${Object.keys(known).join(", ")}`);
  return known[word];
}

const SWITCH = { on: true, off: false };

async function onnxRuntimeOf(library, folder = ".") {
  const { onnxRuntime } = await import("./onnx_runtime.mjs");
  const ort = createRequire(path.resolve(folder, "adapter.js"))(library);
  const isWeb = library === "onnxruntime-web";
  const optimised = told("OPCONFORM_GRAPH_OPTIMIZATION", OPTIMISED, "all");
  const executionMode = told("OPCONFORM_EXECUTION", { sequential: "sequential", parallel: "parallel" }, "sequential");
  const options = {
    graphOptimizationLevel: process.env.OPCONFORM_GRAPH_OPTIMIZATION ?? "all",
    intraOpNumThreads: told("OPCONFORM_THREADS", { one: 1, many: Math.max(2, os.availableParallelism()) }, "one"),
    interOpNumThreads: executionMode === "parallel" ? 2 : 1,
    executionMode,
    enableCpuMemArena: told("OPCONFORM_MEMORY_ARENA", SWITCH, "on"),
    enableMemPattern: told("OPCONFORM_MEMORY_PATTERN", SWITCH, "on"),
    ...(isWeb ? { executionProviders: ["wasm"] } : {}),
  };
  return onnxRuntime(kit, ort, { name: library, options, where: isWeb ? "WebAssembly" : "CPU", optimised });
}

const BACKENDS = {
  "math-max": mathMax,
  "wasm-max": (name) => wasmMaximum(name, ""),
  "wasm-pmax": (name) => wasmMaximum(name, "p"),
  "onnxruntime-node": onnxRuntimeOf,
  "onnxruntime-web": onnxRuntimeOf,
};

const [name, folder] = process.argv.slice(2);
if (!Object.hasOwn(BACKENDS, name ?? "")) {
  process.stderr.write(`usage: node opconform_adapter.js ${Object.keys(BACKENDS).join("|")}\n`);
  process.exit(2);
}
converse(async () => {
  try {
    return await BACKENDS[name](name, folder);
  } catch (error) {
    throw Object.assign(new Error(`${name} cannot be loaded: ${said(error)}`), { remedy: `npm install ${name}` });
  }
});
