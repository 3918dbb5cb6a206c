    let model = tract_onnx::onnx().model_for_read(&mut &MODEL[..])?.@INTO@()?.into_runnable()?;
    let tensor = |(shape, bits): &(&[usize], &[Word])| {
        let elements: Vec<Element> = bits.iter().copied().map(from_bits).collect();
        Ok(Tensor::from_shape(shape, &elements)?.into_tvalue())
    };
    let outputs = model.run(inputs.iter().map(tensor).collect::<TractResult<_>>()?)?;
    let elements = outputs[0].try_as_plain_ram()?.as_slice::<Element>()?.iter().copied();
    Ok((outputs[0].shape().to_vec(), elements.map(to_bits).collect()))
