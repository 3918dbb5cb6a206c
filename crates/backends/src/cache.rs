//! A cache of a bounded number of values, which forgets the ones that were not asked for lately.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values of one generation. Two are kept.
const GENERATION: usize = 256;

/// Up to two generations of values. One that is asked for is moved to the young generation; when that is full, the old one is
/// forgotten and takes its place.
pub(crate) struct Cache<K, V> {
    generations: Mutex<Generations<K, V>>,
}

struct Generations<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K: Hash + Eq + Clone, V: Clone> Cache<K, V> {
    /// An empty cache.
    pub(crate) fn new() -> Self {
        Self { generations: Mutex::new(Generations { young: HashMap::new(), old: HashMap::new() }) }
    }

    /// The value of a key, made if it is not there. Nothing is locked while it is made: two threads may make the same one.
    pub(crate) fn get_or_insert(&self, key: K, make: impl FnOnce() -> V) -> V {
        if let Some(value) = self.lock().get(&key) {
            return value;
        }
        let value = make();
        self.lock().insert(key, value.clone());
        value
    }

    fn lock(&self) -> MutexGuard<'_, Generations<K, V>> {
        // Every state of the maps is a good one.
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq + Clone, V: Clone> Generations<K, V> {
    fn get(&mut self, key: &K) -> Option<V> {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.insert(key, value.clone());
        Some(value)
    }

    fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= GENERATION {
            self.old = mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays_and_the_number_is_bounded() {
        let cache = Cache::new();
        for key in 0..10 * GENERATION {
            assert_eq!(cache.get_or_insert(key, || key), key);
            assert_eq!(cache.get_or_insert(0, || 7), 0, "asked for at every step");
            let kept = cache.lock();
            assert!(kept.young.len() + kept.old.len() <= 2 * GENERATION);
        }
        assert_eq!(cache.get_or_insert(1, || 8), 8, "not asked for lately");
    }
}
