    let kernel = Kernel::<@OPERATOR@>::on(Isa::@ISA@)?;
    let elements = |(_, bits): &(&[usize], &[Word])| bits.iter().copied().map(from_bits).collect::<Vec<Element>>();
    let operands: Vec<Vec<Element>> = inputs.iter().map(elements).collect();
    let views = operands.iter().zip(inputs).map(|(elements, (shape, _))| View::new(elements, shape));
    let views: Vec<View<'_, Element>> = views.collect::<Result<_, _>>()?;
    let shape = broadcast_shape(inputs.iter().map(|(shape, _)| *shape))?;
    let mut result = vec![from_bits(0); shape.iter().product()];
    kernel.broadcast(&views, &mut result)?;
    Ok((shape, result.into_iter().map(to_bits).collect()))
