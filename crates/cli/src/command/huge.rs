//! `opconform run --huge`: calls of more than 2^31 elements, within the memory that there is.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use anyhow::bail;
use opconform_backends::Backend;
use opconform_cases::huge::{BOUNDARY, Huge, huge as calls, small_types};
use opconform_harness::huge::ask;
use opconform_report::{thousands, visible};
use opconform_tensor::DType;

use super::run::RunArgs;
use crate::exit::Exit;
use crate::output::{print, remark};
use crate::watch::Watch;
use crate::{interrupt, selection};

/// Asks every backend for the calls that are meant.
pub(crate) fn huge(args: &RunArgs) -> anyhow::Result<Exit> {
    selection::are_there(&args.backends)?;
    let against = selection::claims(&args.judging.against)?;
    let is_meant = |call: &Huge| args.judging.chosen.is_all() || args.judging.chosen.takes(&call.condensed(&[0]));
    let calls: Vec<Huge> = small_types().flat_map(|dtype| calls(dtype, BOUNDARY)).filter(is_meant).collect();
    if calls.is_empty() {
        let types: Vec<&str> = small_types().map(DType::name).collect();
        bail!("none of the calls of more than 2^31 elements is meant: they are of {}", types.join(", "));
    }
    let (backends, _) = selection::backends(&args.backends, &Watch::new(args.judging.quiet))?;
    let room = available();
    let mut needs = Vec::new();
    for backend in backends.iter().map(AsRef::as_ref) {
        needs.extend(offered(&calls, backend).map(|call| needed(call, backend)));
    }
    has_room(&needs, room)?;
    let stop = interrupt::flag()?;
    let (mut judged, mut wrong) = (0, 0);
    for backend in &backends {
        let described = backend.describe();
        let claims = if against.is_empty() { &described.claims } else { &against };
        let name = visible(&described.name);
        let mut not_asked: BTreeMap<String, Vec<&Huge>> = BTreeMap::new();
        let lacking = calls.len() - offered(&calls, backend.as_ref()).count();
        if lacking > 0 {
            remark(&format!(
                "{name}: {lacking} of {} calls are of operators or types that it does not offer",
                calls.len()
            ));
        }
        let is_held = |call: &&Huge| room.is_none_or(|room| needed(call, backend.as_ref()) <= room);
        let (held, too_large): (Vec<&Huge>, Vec<&Huge>) = offered(&calls, backend.as_ref()).partition(is_held);
        if let Some(most) = too_large.iter().map(|call| needed(call, backend.as_ref())).max() {
            let (all, most) = (calls.len(), gibibytes(most));
            remark(&format!("{name}: {} of {all} calls are not asked: they take up to {most}", too_large.len()));
        }
        for call in held {
            let memory = available().map_or(u64::MAX, |bytes| bytes as u64);
            let came = ask(backend.as_ref(), call, memory, claims, args.judging.strict);
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            match came {
                Err(reason) => not_asked.entry(reason).or_default().push(call),
                Ok(came) => {
                    judged += came.compared;
                    wrong += came.broken.len() as u64;
                    let comparisons = format!("{} comparisons", thousands(came.compared));
                    let verdict = match (&came.refusal, came.broken.is_empty(), came.compared) {
                        (Some(refusal), _, _) => format!("refused: {}, {comparisons}", visible(refusal)),
                        (None, false, _) => format!("departs, {comparisons}"),
                        (None, true, 0) => "not judged: nothing that it claims speaks of it".to_owned(),
                        (None, true, _) => format!("conforms, {comparisons}"),
                    };
                    print(&format!("{name}: {call}: {verdict}\n"))?;
                    for broken in came.broken {
                        let place = broken.element.map_or_else(String::new, |element| format!("element {element}: "));
                        print(&format!("  {} {place}{}\n", broken.clause.id, visible(&broken.said)))?;
                    }
                }
            }
        }
        for (reason, calls) in not_asked {
            let more = if calls.len() > 1 { format!(" and {} more", calls.len() - 1) } else { String::new() };
            remark(&format!("{name}: {}{more}: not asked: {}", calls[0], visible(&reason)));
        }
    }
    Ok(super::exhaust::exit(judged, wrong))
}

/// Those of the calls that are of an operator and of a type that a backend offers.
fn offered<'a>(calls: &'a [Huge], backend: &'a dyn Backend) -> impl Iterator<Item = &'a Huge> {
    calls.iter().filter(|call| backend.describe().lacks(&call.condensed(&[0])).is_none())
}

/// The bytes that a call of a backend takes.
fn needed(call: &Huge, backend: &dyn Backend) -> usize {
    call.memory(backend.is_isolated())
}

/// Whether there is room for one of the calls that take so many bytes; how much is taken is said beforehand.
fn has_room(needs: &[usize], available: Option<usize>) -> anyhow::Result<()> {
    let held = needs.iter().copied().filter(|&bytes| available.is_none_or(|available| bytes <= available)).max();
    match (held, needs.iter().min(), available) {
        (None, Some(&least), Some(available)) => bail!(
            "the smallest of these calls takes {} of memory, found {} available: free some",
            gibibytes(least),
            gibibytes(available)
        ),
        (held, _, Some(available)) => remark(&format!(
            "up to {} of memory are taken, of {} available",
            gibibytes(held.unwrap_or_default()),
            gibibytes(available)
        )),
        (held, _, None) => {
            let taken = gibibytes(held.unwrap_or_default());
            remark(&format!("up to {taken} of memory are taken; how many are available is not known here"));
        }
    }
    Ok(())
}

/// So many bytes, in words.
fn gibibytes(bytes: usize) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30))
}

/// The bytes that this machine has left, where it says so.
fn available() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_memory_than_any_call_needs_is_refused_with_both_numbers() {
        let error = has_room(&[16 << 30, 8 << 30], Some(3 << 30)).expect_err("too little").to_string();
        assert!(error.contains("takes 8.0 GiB") && error.contains("found 3.0 GiB"), "{error}");
        has_room(&[16 << 30, 8 << 30], Some(8 << 30)).expect("enough for one");
        has_room(&[8 << 30], None).expect("not known");
        has_room(&[], Some(8 << 30)).expect("nobody offers any");
    }
}
