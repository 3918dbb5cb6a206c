//! Two results of `opconform exhaust` side by side: the digests of their blocks first, then the classes of operands of which something
//! else came. No backend is asked.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use opconform_exhaust::Failure;
use opconform_harness::enumerate::Enumeration;
use opconform_report::{thousands, visible};
use opconform_tensor::Class;

use crate::command::exhaust::kept::read_all;
use crate::exit::Exit;
use crate::output;

/// The classes of operands that are shown.
const SHOWN: usize = 8;

/// How many pairs of two classes came to what on either side.
type Counted = BTreeMap<(Class, Class), BTreeMap<String, [u64; 2]>>;

/// Compares what two files hold.
pub(super) fn exhausted(files: &[PathBuf; 2]) -> anyhow::Result<Exit> {
    let named = read_all(files)?;
    let [(_, first), (_, second)] = &named[..] else { bail!("expected two results of `opconform exhaust`") };
    let sides = [first, second];
    for (name, side) in &named {
        side.counts().with_context(|| format!("{name} cannot be compared"))?;
    }
    let pairs = |side: &Enumeration| format!("{} of {}, {}", side.asked.operator, side.asked.dtype, side.asked.range);
    if pairs(first) != pairs(second) {
        bail!("two results of other pairs: {}; and {}", pairs(first), pairs(second));
    }
    let digests = sides.map(Enumeration::digests);
    let common: Vec<u8> = digests[0].keys().filter(|block| digests[1].contains_key(block)).copied().collect();
    let differing = common.iter().filter(|block| digests[0][block] != digests[1][block]).count();
    let is_silent =
        |side: &Enumeration| side.cells.iter().all(|group| group.came.failure() == Some(Failure::NotOffered));
    let compared =
        if sides.into_iter().any(is_silent) { 0 } else { first.asked.course()?.pairs(common.iter().copied()) };
    let names = sides.map(|side| visible(&format!("{} {}", side.asked.backend, side.asked.version)));
    let mut text = format!("{} and {}\n{}\n", names[0], names[1], pairs(first));
    let _ = writeln!(text, "{} pairs in {} blocks compared", thousands(compared), common.len());
    if digests[0].len() != common.len() || digests[1].len() != common.len() {
        text.push_str("not compared: the blocks that one of the two does not have; merge its shards first\n");
    }
    match (compared, differing) {
        (0, _) => {}
        (_, 0) => text.push_str("\nno bit differs\n"),
        _ => _ = writeln!(text, "\n{differing} blocks have other digests"),
    }
    if differing > 0 && digests[0].keys().eq(digests[1].keys()) {
        text.push_str(&classes(sides, &names));
    }
    output::print_folded(&text)?;
    Ok(match (compared, differing) {
        (0, _) => Exit::NothingJudged,
        (_, 0) => Exit::AsExpected,
        _ => Exit::Violations,
    })
}

/// The classes of operands of which the two came to something else, those with the most pairs first.
fn classes(sides: [&Enumeration; 2], names: &[String; 2]) -> String {
    let mut counted = Counted::new();
    for (side, enumeration) in sides.into_iter().enumerate() {
        for group in &enumeration.cells {
            let came = counted.entry((group.first.class(), group.second.class())).or_default();
            came.entry(group.came.to_string()).or_default()[side] += group.pairs;
        }
    }
    let mut differing: Vec<_> = counted
        .into_iter()
        .map(|(met, came)| (met, came.into_iter().filter(|(_, [a, b])| a != b).collect::<Vec<_>>()))
        .filter(|(_, came)| !came.is_empty())
        .collect();
    if differing.is_empty() {
        return "of all classes of operands as many pairs came to as much: which of them differ, the counts do not tell\n"
            .to_owned();
    }
    differing.sort_by_key(|(_, came)| std::cmp::Reverse(came.iter().map(|(_, [a, b])| a.abs_diff(*b)).sum::<u64>()));
    let widths = names.each_ref().map(|name| name.chars().count().max(13));
    let mut text = format!("{:>w0$}  {:>w1$}\n", names[0], names[1], w0 = widths[0], w1 = widths[1]);
    for ((first, second), came) in differing.iter().take(SHOWN) {
        let _ = writeln!(text, "{first}, {second}");
        for (came, [a, b]) in came {
            let [a, b] = [a, b].map(|count| thousands(*count));
            let _ = writeln!(text, "{a:>w0$}  {b:>w1$}  {came}", w0 = widths[0], w1 = widths[1]);
        }
    }
    if differing.len() > SHOWN {
        let _ = writeln!(text, "and {} other classes of operands", differing.len() - SHOWN);
    }
    text
}
