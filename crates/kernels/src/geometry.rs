//! How several tensors are walked together: the dimensions of the walk, and each tensor's strides along them.

use crate::small::Small;

/// The walk over `dims`, row-major, and where it leads in each tensor.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// At least one dimension, the last being the innermost.
    pub(crate) dims: Small<usize>,
    /// The tensors' paths.
    pub(crate) paths: Vec<Path>,
}

/// One tensor's way: where it starts in its span, and a stride for each dimension, in elements.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub(crate) start: usize,
    pub(crate) strides: Small<isize>,
}

impl Geometry {
    /// The walk in as few dimensions as it takes: those of size 1 dropped, and neighbours merged wherever every tensor
    /// steps through both as through one.
    pub(crate) fn new(mut dims: Small<usize>, mut paths: Vec<Path>) -> Self {
        let mut merged = 0;
        for axis in 0..dims.len() {
            if dims[axis] == 1 {
                continue;
            }
            let inner = dims[axis] as isize;
            let steps_on = |path: &Path| Some(path.strides[merged - 1]) == path.strides[axis].checked_mul(inner);
            if merged > 0 && paths.iter().all(steps_on) {
                dims[merged - 1] *= dims[axis];
            } else {
                dims[merged] = dims[axis];
                merged += 1;
            }
            for path in &mut paths {
                path.strides[merged - 1] = path.strides[axis];
            }
        }
        if merged == 0 {
            dims = Small::filled(1, 1);
            for path in &mut paths {
                path.strides = Small::filled(1, 1);
            }
        } else {
            dims.truncate(merged);
            for path in &mut paths {
                path.strides.truncate(merged);
            }
        }
        Self { dims, paths }
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
        let mut index = Small::filled(0, outer);
        let mut starts = Small::filled(0, self.paths.len());
        for (start, path) in starts.iter_mut().zip(&self.paths) {
            *start = path.start;
        }
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
