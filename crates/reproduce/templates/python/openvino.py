def run(inputs):
    core = openvino.Core()
    settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1}
    request = core.compile_model(core.read_model(MODEL), "CPU", settings).create_infer_request()
    request.infer([tensor(array) for array in inputs], share_inputs=True)
    output = request.output_tensors[0]
    if output.element_type != openvino.Type.bf16:
        return output.data.copy()
    return output.data.view(np.uint16).copy().view("bfloat16")


def tensor(array):
    if array.dtype.name != "bfloat16":
        return openvino.Tensor(array, shared_memory=True)
    return openvino.Tensor(array.view(np.uint16), array.shape, openvino.Type.bf16)
