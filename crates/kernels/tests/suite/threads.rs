//! The same bits for any number of threads.

use opconform_kernels::View;
use rayon::ThreadPoolBuilder;

use crate::everywhere::{Calls, Check, best};
use crate::oracle::assert_same;
use crate::sample::{Random, Sample};

struct AnyNumber;

impl Check for AnyNumber {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        const LEN: usize = 600_000;
        let mut random = Random::new(15);
        let (mut x, row) = (random.numbers::<T>(LEN), random.elements::<T>(6000));
        if let Some([one, other]) = T::nans() {
            (x[LEN / 2], x[LEN - 1], x[LEN / 3]) = (one, one, other);
        }
        // Reduced from the front, from the back, from both ends, in the middle, altogether; few results and many.
        let reductions: [(&[usize], &[isize]); 8] = [
            (&[LEN], &[0]),
            (&[100, 6000], &[0]),
            (&[6000, 100], &[0]),
            (&[100, 6000], &[1]),
            (&[2, LEN / 2], &[0]),
            (&[10, 6000, 10], &[0, 2]),
            (&[10, 6000, 10], &[1]),
            (&[LEN], &[]),
        ];
        let all = |kernel: &dyn Calls<T>| {
            let mut results = vec![];
            let mut out = vec![T::of_bits(0); LEN];
            kernel
                .broadcast(
                    &[View::new(x.as_slice(), &[100, 6000]).unwrap(), View::new(row.as_slice(), &[6000]).unwrap()],
                    &mut out,
                )
                .unwrap();
            results.push(out.clone());
            kernel.elementwise(&x, &x, &mut out).unwrap();
            results.push(out.clone());
            for (shape, axes) in reductions {
                let mut out = vec![T::of_bits(0); LEN];
                kernel.reduce_axes(&View::new(x.as_slice(), shape).unwrap(), axes, &mut out).unwrap();
                results.push(out);
            }
            results
        };
        let (alone, threaded) = (all(kernel), kernel.with_threads());
        for threads in [1, 2, 5] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            for (found, expected) in pool.install(|| all(&*threaded)).iter().zip(&alone) {
                assert_same(found, expected, || format!("{threads} threads on {}", kernel.isa().name()));
            }
        }
    }
}

#[test]
fn any_number() {
    best(&AnyNumber);
}
