//! How much of each backend there is room for, where what a person can read or a browser show has a limit.

/// Divides `room` among lists of these lengths: all of a list where that fits, and as much of one as of another where not.
pub(crate) fn divided(lengths: &[usize], room: usize) -> Vec<usize> {
    let mut shortest_first: Vec<usize> = (0..lengths.len()).collect();
    shortest_first.sort_by_key(|&index| lengths[index]);
    let mut parts = vec![0; lengths.len()];
    let mut left = room;
    for (done, index) in shortest_first.into_iter().enumerate() {
        parts[index] = lengths[index].min(left / (lengths.len() - done));
        left -= parts[index];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_list_does_not_need_is_left_to_the_others() {
        assert_eq!(divided(&[1, 100, 0, 50], 61), [1, 30, 0, 30]);
        assert_eq!(divided(&[1, 100, 0, 20], 61), [1, 40, 0, 20]);
        assert_eq!(divided(&[3, 2], 100), [3, 2]);
        assert_eq!(divided(&[3, 2], 0), [0, 0]);
        assert_eq!(divided(&[], 5), [0_usize; 0]);
    }
}
