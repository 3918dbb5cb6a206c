def run(inputs):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = @THREADS@
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(MODEL, options, providers=["CPUExecutionProvider"])
    names = [node.name for node in session.get_inputs()]
    return session.run(None, dict(zip(names, inputs)))[0]
