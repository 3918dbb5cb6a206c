    let mut arrays = Vec::new();
    for (shape, bits) in inputs {
        let elements: Vec<Element> = bits.iter().copied().map(from_bits).collect();
        arrays.push(ArrayD::from_shape_vec(IxDyn(shape), elements)?);
    }
    let shape = IxDyn(&@SHAPE@);
    let (first, rest) = arrays.split_first().ok_or("no operand")?;
    let mut result: ArrayD<Element> = first.broadcast(shape.clone()).ok_or("it does not broadcast")?.to_owned();
    for operand in rest {
        let operand = operand.broadcast(shape.clone()).ok_or("it does not broadcast")?;
        Zip::from(&mut result).and(operand).for_each(|a, &b| *a = @PICK@);
    }
    Ok((result.shape().to_vec(), result.iter().copied().map(to_bits).collect()))
