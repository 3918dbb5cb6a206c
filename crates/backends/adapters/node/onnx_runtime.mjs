// ONNX Runtime in JavaScript, for node and for pages: it is given the ONNX models of the protocol, and looks at no operator.

// Loaded models kept.
const MODELS = 1024;

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

const joined = (pieces) => Uint8Array.from(pieces.flatMap((piece) => [...piece]));

/** A protocol-buffers integer. */
function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number & 127) | 128);
  return [...bytes, number];
}

/** A protocol-buffers field: an integer, or a text, or a message that is encoded already. */
function field(number, value) {
  if (typeof value === "number") return joined([varint(number * 8), varint(value)]);
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return joined([varint(number * 8 + 2), varint(bytes.length), bytes]);
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
    graph.filter(([found]) => found === number).map(([, value]) => new TextDecoder().decode(new Map(fields(value)).get(key)));
  const constants = names(5, 8);
  return names(11, 1).filter((name) => !constants.includes(name)).length;
}

/** The model of the plainest well-formed case: each operand one element, no attributes. */
function plainestModel({ operator, opset, model }, dtype) {
  const value = (name) => {
    const tensor = [field(1, ONNX[dtype].code), field(2, field(1, field(1, 1)))];
    return joined([field(1, name), field(2, field(1, joined(tensor)))]);
  };
  // One is enough for an operator of one operand; of more, any two are.
  const names = ["x0", "x1"].slice(0, graphInputs(model));
  const node = [...names.map((name) => field(1, name)), field(2, "y"), field(4, operator.name), field(7, operator.domain)];
  const graph = [field(1, joined(node)), field(2, "plainest"), ...names.map((name) => field(11, value(name)))];
  const set = joined([field(1, operator.domain), field(2, opset)]);
  const version = new Map(fields(model)).get(1) ?? 3;
  return joined([field(1, version), field(7, joined([...graph, field(12, value("y"))])), field(8, set)]);
}

// ---- the implementation -----------------------------------------------------------------------------------------------------------

/**
 * Makes of an ONNX Runtime of JavaScript an implementation that is given whole cases: `kit` is opconform.js, `ort` the package;
 * `options` go with each session, and `where` and `optimised` say in words what they choose.
 */
export function onnxRuntime(kit, ort, { name, options, where, optimised = "all graph optimisations" }) {
  const { DTYPES, Malformed, Rejected, Unsupported, isExhausted, said, timed } = kit;
  ort.env.wasm.numThreads = 1;
  const threads = (options?.intraOpNumThreads ?? 1) === 1 ? "one thread" : `${options.intraOpNumThreads} threads`;
  const loaded = new Map();

  async function session(model) {
    const key = new TextDecoder("latin1").decode(model);
    if (!loaded.has(key)) {
      const quiet = { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 4, ...options };
      loaded.set(key, await ort.InferenceSession.create(model, quiet).then((session) => ({ session }), (error) => ({ error })));
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
    if (model === null) throw new Unsupported(`${name} runs ONNX models, and ${operator.domain}.${operator.name} has none`);
    if (inputs.some(({ dtype }) => dtype === "bf16")) throw new Unsupported(`a tensor of ${name} has no bf16`);
    const ready = await session(model);
    const tensor = ({ dtype, shape, elements }) => new ort.Tensor(ONNX[dtype].ort, elements, shape);
    const feeds = Object.fromEntries(ready.inputNames.map((name, k) => [name, tensor(inputs[k])]));
    const results = await timed(() => ready.run(feeds));
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
    name,
    version: ort.env.versions.node ?? ort.env.versions.web,
    configuration: [`${where}, ${threads}, ${optimised}, on an ONNX model for each case: one node, or the way that the case names`],
    claims: "onnx",
    models: true,
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
