    let model = Model::load(MODEL.to_vec())?;
    let elements = |(_, bits): &(&[usize], &[Word])| bits.iter().copied().map(from_bits).collect::<Vec<Element>>();
    let operands: Vec<Vec<Element>> = inputs.iter().map(elements).collect();
    let mut values = Vec::new();
    for (&id, (elements, (shape, _))) in model.input_ids().iter().zip(operands.iter().zip(inputs)) {
        values.push((id, ValueOrView::View(ValueView::from_shape(shape, elements.as_slice())?)));
    }
    let options = RunOptions::default().with_thread_pool(Some(ThreadPool::with_num_threads(1).into()));
    let outputs = model.run(values, model.output_ids(), Some(options))?;
    let Some(Value::@VARIANT@(tensor)) = outputs.first() else { return Err("an output of another type".into()) };
    Ok((tensor.shape().to_vec(), tensor.to_vec().into_iter().map(to_bits).collect()))
