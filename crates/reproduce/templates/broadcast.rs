    let rank = inputs.iter().map(|(shape, _)| shape.len()).max().ok_or("no operand")?;
    let dim = |own: &[usize], axis: usize| (axis + own.len()).checked_sub(rank).map_or(1, |axis| own[axis]);
    let mut shape = vec![1; rank];
    for (axis, common) in shape.iter_mut().enumerate() {
        for own in inputs.iter().map(|(shape, _)| dim(shape, axis)).filter(|&own| own != 1) {
            if *common != 1 && *common != own {
                return Err(format!("dimensions {common} and {own} do not broadcast"));
            }
            *common = own;
        }
    }
    let element = |(own, bits): &(&[usize], &[Word]), position: usize| {
        let (mut rest, mut stride, mut index) = (position, 1, 0);
        for axis in (0..rank).rev() {
            let size = dim(own, axis);
            index += (rest % shape[axis]).min(size - 1) * stride;
            (rest, stride) = (rest / shape[axis], stride * size);
        }
        from_bits(bits[index])
    };
    let maximum = |position| inputs.iter().map(|input| element(input, position)).reduce(@PICK@);
    let result: Vec<Element> = (0..shape.iter().product()).filter_map(maximum).collect();
    Ok((shape, result.into_iter().map(to_bits).collect()))
