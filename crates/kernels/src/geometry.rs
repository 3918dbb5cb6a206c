//! How several tensors are walked together: the dimensions of the walk, and each tensor's strides along them.

/// The walk over `dims`, row-major, and where it leads in each tensor.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// At least one dimension, the last being the innermost.
    pub(crate) dims: Vec<usize>,
    /// The tensors' paths.
    pub(crate) paths: Vec<Path>,
}

/// One tensor's way: where it starts in its span, and a stride for each dimension, in elements.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) start: usize,
    pub(crate) strides: Vec<isize>,
}

impl Geometry {
    /// The same walk in as few dimensions as it takes: those of size 1 dropped, and neighbours merged wherever every
    /// tensor steps through both as through one.
    pub(crate) fn new(dims: &[usize], paths: Vec<Path>) -> Self {
        let mut merged = Self {
            dims: Vec::with_capacity(dims.len().max(1)),
            paths: paths
                .iter()
                .map(|path| Path { start: path.start, strides: Vec::with_capacity(dims.len()) })
                .collect(),
        };
        for (axis, &dim) in dims.iter().enumerate().filter(|&(_, &dim)| dim != 1) {
            let joins = !merged.dims.is_empty()
                && merged
                    .paths
                    .iter()
                    .zip(&paths)
                    .all(|(to, from)| to.strides.last().copied() == from.strides[axis].checked_mul(dim as isize));
            if joins {
                *merged.dims.last_mut().expect("checked above") *= dim;
            } else {
                merged.dims.push(dim);
            }
            for (to, from) in merged.paths.iter_mut().zip(&paths) {
                if joins {
                    to.strides.pop();
                }
                to.strides.push(from.strides[axis]);
            }
        }
        if merged.dims.is_empty() {
            merged.dims.push(1);
            merged.paths.iter_mut().for_each(|path| path.strides.push(1));
        }
        merged
    }

    /// The part of the walk that takes these steps along `axis`.
    #[cfg(feature = "rayon")]
    pub(crate) fn part(&self, axis: usize, steps: core::ops::Range<usize>) -> Self {
        let mut part = self.clone();
        part.dims[axis] = steps.len();
        for path in &mut part.paths {
            path.start = path.after(path.start, axis, steps.start);
        }
        part
    }

    /// Calls `visit` with every index of the first `outer` dimensions, row-major, and each path's start there.
    pub(crate) fn walk(&self, outer: usize, mut visit: impl FnMut(&[usize], &[usize])) {
        let mut index = vec![0; outer];
        let mut starts: Vec<usize> = self.paths.iter().map(|path| path.start).collect();
        loop {
            visit(&index, &starts);
            let mut axis = outer;
            loop {
                if axis == 0 {
                    return;
                }
                axis -= 1;
                index[axis] += 1;
                let wraps = index[axis] == self.dims[axis];
                for (start, path) in starts.iter_mut().zip(&self.paths) {
                    let back = if wraps { self.dims[axis] as isize - 1 } else { -1 };
                    *start = start.wrapping_add_signed(path.strides[axis].wrapping_mul(-back));
                }
                if !wraps {
                    break;
                }
                index[axis] = 0;
            }
        }
    }
}

impl Path {
    /// Where the walk is after `steps` along `axis` from `start`.
    pub(crate) fn after(&self, start: usize, axis: usize, steps: usize) -> usize {
        start.wrapping_add_signed(self.strides[axis].wrapping_mul(steps as isize))
    }
}
