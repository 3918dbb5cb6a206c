def run(inputs):
    evaluator = onnx.reference.ReferenceEvaluator(onnx.load_model_from_string(MODEL))
    return evaluator.run(None, dict(zip(evaluator.input_names, inputs)))[0]
