    let mut tensors = Vec::new();
    for (shape, bits) in inputs {
        let elements: Vec<Element> = bits.iter().copied().map(from_bits).collect();
        tensors.push(Tensor::from_slice(&elements, *shape, &Device::Cpu)?);
    }
    let (first, rest) = tensors.split_first().ok_or("no operand")?;
    let mut result = first.clone();
    for operand in rest {
        result = result.@BROADCAST@(operand)?;
    }@REDUCE@
    let elements = result.flatten_all()?.to_vec1::<Element>()?;
    Ok((result.dims().to_vec(), elements.into_iter().map(to_bits).collect()))
