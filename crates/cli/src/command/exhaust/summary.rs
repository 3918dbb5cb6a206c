//! What came of all pairs, in words: what specifications say of it, some pairs that are forbidden, and what their places in a call do.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use opconform_exhaust::{Failure, Kind, Order, Part, Rung};
use opconform_harness::enumerate::{Bisected, Enumeration, Group, OwnCalls, Place, Session};
use opconform_report::{plural, thousands, visible};
use opconform_spec::{Crash, claimed};

/// The witnesses that are shown of each enumeration.
const SHOWN: usize = 8;

/// The kinds of operands that are shown of who is held against no specification.
const ROWS: usize = 16;

/// What came of all pairs, in words.
pub(crate) fn summary(enumeration: &Enumeration) -> anyhow::Result<String> {
    let Enumeration { asked, pairs, complete, digest, specifications, witnesses, remarks, sessions, .. } = enumeration;
    let all = asked.course()?.all();
    let mut text = format!(
        "{} {}: {} of {}, {} of {} {}\n",
        visible(&asked.backend),
        visible(&asked.version),
        asked.operator,
        asked.dtype,
        thousands(*pairs),
        thousands(all),
        if asked.rung == Rung::AllPairs {
            "ordered pairs".to_owned()
        } else {
            format!("pairs of the rung {}", asked.rung)
        }
    );
    if sessions.last().is_some_and(|session| session.interrupted) && !complete {
        text.push_str("interrupted: what follows is of the pairs counted until then\n");
    }
    let _ = writeln!(text, "range: {}\nassumed: {}", asked.range, asked.assumed);
    if *pairs > 0 {
        let _ = writeln!(text, "digest {digest}");
    }
    let not_offered: u64 =
        enumeration.cells.iter().filter(|it| it.came.failure() == Some(Failure::NotOffered)).map(|it| it.pairs).sum();
    if not_offered > 0 {
        let _ = writeln!(text, "  not offered, and judged by nothing: {}", thousands(not_offered));
    }
    for it in specifications.iter().filter(|it| it.claimed) {
        let counts =
            [("allowed", it.allowed), ("open", it.open), ("against its advice", it.should), ("forbidden", it.must)];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{} {what}", thousands(count)))
            .collect();
        let _ = writeln!(text, "  {}: {}", it.specification, counts.join(", "));
        for (clause, count) in &it.clauses {
            let _ = writeln!(text, "    {clause} {}", thousands(*count));
        }
    }
    text.push_str(&unclaimed(enumeration));
    let others = specifications.iter().filter(|it| !it.claimed && it.must > 0);
    let others: Vec<String> = others.map(|it| format!("{} {}", it.specification, plural(it.must, "pair"))).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "  not claimed, and forbidden there: {}", others.join(", "));
    }
    for witness in witnesses.iter().take(SHOWN) {
        let [first, second] = &witness.operands;
        let came = witness.found.as_ref().map_or_else(
            || match asked.bisection {
                0 => format!("stood in a call of which this came: {},", witness.came),
                _ => format!("{},", witness.came),
            },
            |found| format!("gave {found},"),
        );
        let expected = witness.expected.as_deref().map(|it| format!("; {it}")).unwrap_or_default();
        let place = witness.place.map(|place| format!(", {place}")).unwrap_or_default();
        let (pairs, clauses) = (thousands(witness.pairs), witness.clauses.join(", "));
        let _ = writeln!(text, "  {first}, {second} {came} as {pairs} did{place}: {clauses}{expected}");
    }
    text.push_str(&bisected(&enumeration.bisected));
    let heard = sessions.iter().find_map(|session| session.heard.as_ref());
    for remark in remarks {
        let whole = if asked.bisection == 0 { "whole calls, of which every pair is counted so; " } else { "" };
        let said = match remark.came.failure() {
            Some(Failure::Crashed) => Crash { how: remark.said.clone(), heard: heard.cloned() }.to_string(),
            _ => remark.said.clone(),
        };
        let first = &remark.first;
        let _ =
            writeln!(text, "  {}: {whole}the first had {first} as its first operand: {}", remark.came, visible(&said));
    }
    text.push_str(&places(enumeration)?);
    text.push_str(&own_calls(sessions));
    text.push_str(&models(sessions));
    Ok(text)
}

/// Of who is held against no specification, what came of which kinds of operands, and what to type to have it judged.
fn unclaimed(enumeration: &Enumeration) -> String {
    let Enumeration { asked, pairs, specifications, .. } = enumeration;
    if specifications.iter().any(|it| it.claimed) || *pairs == 0 {
        return String::new();
    }
    let why = match claimed(&asked.claims).next() {
        Some(_) => "nothing that it claims speaks of these pairs",
        None => "it claims no specification that is known here",
    };
    let mut text = format!(
        "  {why}: held against nothing but what is asked of everyone; --against onnx judges it by ONNX, and `opconform specs` lists the others\n"
    );
    let allowed: Vec<&str> = specifications
        .iter()
        .filter(|it| (it.must, it.should) == (0, 0) && it.allowed > 0)
        .map(|it| it.specification.as_str())
        .collect();
    if !allowed.is_empty() {
        let _ = writeln!(text, "  not claimed, and nothing forbidden there: {}", allowed.join(", "));
    }
    let (rows, usual) = enumeration.rows();
    for row in rows.iter().take(ROWS) {
        let (operands, count) = (row.operands.join(", "), thousands(row.pairs));
        let _ = writeln!(text, "  of {operands} came {}: {count}, such as {}", row.came, row.example);
    }
    if rows.len() > ROWS {
        let _ = writeln!(text, "  and {}, which the file has", plural((rows.len() - ROWS) as u64, "other row"));
    }
    if usual > 0 {
        let of = if rows.is_empty() { "all" } else { "all others" };
        let _ = writeln!(text, "  of {of} came the greater, or both, which are the same: {}", thousands(usual));
    }
    text
}

/// How calls were bisected, in words.
fn bisected(of: &Bisected) -> String {
    if of.calls == 0 {
        return String::new();
    }
    let mut text = format!("  failed, and bisected: {}, in {}", plural(of.calls, "call"), plural(of.parts, "part"));
    if of.left > 0 {
        let _ = write!(
            text,
            "; left as they failed, whole: {}, since as many had failed in a block as --bisect says, or the backend was given up",
            thousands(of.left)
        );
    }
    text + "\n"
}

/// In which parts of their calls pairs came out otherwise than elsewhere, in words, with one of each.
fn places(enumeration: &Enumeration) -> anyhow::Result<String> {
    let course = enumeration.asked.course()?;
    let of_operands = enumeration.cells.chunk_by(|one, other| operands(one) == operands(other));
    // Where a call has no answer, that is told of all of its pairs.
    let answered = |groups: &[Group]| groups.iter().filter(|group| group.came.is_element()).count();
    let several: Vec<&[Group]> = of_operands.filter(|groups| answered(groups) > 1).collect();
    if !several.is_empty() && !course.tells_places() {
        let length = if course.dtype().size() == 1 { 37 } else { 61 };
        return Ok(format!(
            "in several ways: {}; whether by their place in a call, --length {length} may tell\n",
            if several.len() == 1 {
                "one class of operands".to_owned()
            } else {
                format!("{} classes of operands", several.len())
            }
        ));
    }
    let mut parts: BTreeMap<Part, Vec<&[Group]>> = BTreeMap::new();
    for groups in several {
        if let Some(place) = groups[0].place {
            parts.entry(place.part).or_default().push(groups);
        }
    }
    let mut text = String::new();
    for (part, classes) in parts {
        let sum = |of: fn(&Place) -> u64| classes.iter().filter_map(|of| of[0].place).map(|it| of(&it)).sum::<u64>();
        let (inside, outside) = (sum(|it| it.inside), sum(|it| it.outside));
        let _ =
            write!(text, "  otherwise in {part}: {} pairs, and {} elsewhere", thousands(inside), thousands(outside));
        let is_forbidden = |groups: &&&[Group]| groups.iter().any(|group| !group.must.is_empty());
        let shown = classes.iter().find(is_forbidden).unwrap_or(&classes[0]);
        let example = |within: bool| {
            let is_it = |group: &&Group| group.place.is_some_and(|place| place.within == within);
            shown.iter().find(is_it).map(came).unwrap_or_default()
        };
        let of = if classes.len() == 1 { String::new() } else { format!("of {} classes of operands, ", classes.len()) };
        let _ = writeln!(text, ", {of}such as {}; {}", example(true), example(false));
    }
    Ok(text)
}

/// What is the same of groups that something else came of.
fn operands(group: &Group) -> (Kind, Kind, Order) {
    (group.first, group.second, group.order)
}

/// A pair of a group and what came of it, in words.
fn came(group: &Group) -> String {
    let bits: Vec<&str> = group.examples.first().map_or("", String::as_str).split(' ').collect();
    match bits[..] {
        [first, second, found] => format!("{first}, {second} gave {found}"),
        _ => format!("{} {}", bits.join(", "), group.came),
    }
}

/// How many models the backend was given, in words, where every session tells.
fn models(sessions: &[Session]) -> String {
    let Some(told) = sessions.iter().map(|session| session.models).collect::<Option<Vec<_>>>() else {
        return String::new();
    };
    let models = told.into_iter().fold(0, u64::saturating_add);
    format!("{} put to it: whoever compiles makes a program of each\n", plural(models, "model"))
}

/// How long the backend's own calls took, in words, where it was told for every session.
fn own_calls(sessions: &[Session]) -> String {
    let Some(told) = sessions.iter().map(|session| session.own).collect::<Option<Vec<_>>>() else {
        return String::new();
    };
    let sum = |of: fn(&OwnCalls) -> u64| told.iter().map(of).fold(0, u64::saturating_add) as f64 / 1000.0;
    let (own, all) = (sum(|it| it.milliseconds), sum(|it| it.of));
    format!("all of it took {all:.2} s; the backend's own calls, added up over its processes, {own:.2} s\n")
}
