//! `opconform ask`: what each specification says of one answer, without any backend.

use std::fmt::Write as _;

use anyhow::bail;
use clap::Args;
use opconform_report::{plain, plural};
use opconform_spec::{
    Attribute, Attributes, Case, Clause, Decision, Direction, Expectation, Facts, Form, InvalidCase, Operator, Origin,
    Outcome, Profile, Ruling, Scope, Trial, Verdict, clauses, judge, profiles,
};
use opconform_tensor::{Tensor, Value, shape_text};

use crate::exit::Exit;
use crate::known::{Known, known};
use crate::question::Question;
use crate::{output, selection};

const AFTER: &str = "\
Operands are values in parentheses, or one list in brackets for a reduction: bits such as 0x7fc00001, numbers, or names \
such as nan, snan, -inf and min_subnormal. `nan` stands for one quiet NaN, `snan` for one signalling NaN: give the bits where \
they matter. The \
result `error` says that the call was refused, and is asked of every operator that takes so many operands. `max` and `min` ask every specification that `opconform specs` lists for its \
own; the name of an operator, such as numpy.fmax or ReduceMax, asks those that speak of it.

Examples:
  opconform ask 'max f32 (nan, 1.0) = 1.0'
  opconform ask 'max f32 (-0.0, 0.0) = -0.0'
  opconform ask 'max f32 [1.0, nan] = 1.0'
  opconform ask 'ReduceMax f32 [] = error'
  opconform ask 'max f64 (nan, 1.0) = 1.0' --against c-fmax
  opconform ask 'numpy.fmax f64 (nan, 1.0) = 1.0' --against numpy
  opconform ask 'max f32 ([1.0, 2.0], [1.0, 2.0, 3.0]) = error'

Exit codes: 0 the question is answered, and with --against each of those specifications allows the result, 1 one of them does not, \
4 each of them leaves it open, 2 it is no question, or none of them says anything of these operands.";

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub(crate) struct AskArgs {
    /// The question: operator, element type, operands, `=`, result
    #[arg(allow_hyphen_values = true)]
    question: String,

    /// Ask these specifications alone, separated by commas; the exit code is then 1 where one of them does not allow the result
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    against: Vec<String>,

    /// Say of those that allow the result, too, in which words, and name everyone who is known to answer so, and who does not, in place
    /// of the first five
    #[arg(long, short)]
    verbose: bool,
}

pub(crate) fn ask(args: &AskArgs) -> anyhow::Result<Exit> {
    let question = Question::parse(&args.question)?;
    let asked: Vec<_> =
        if args.against.is_empty() { profiles().collect() } else { selection::profiles(&args.against)? };
    let answers_of = |any: bool| -> Vec<Answer> { asked.iter().flat_map(|it| answers(&question, it, any)).collect() };
    let mut answers = answers_of(false);
    // An answer of a shape that no operator gives the operands is an answer all the same.
    if answers.is_empty() {
        answers = answers_of(true);
    }
    // A document on absolute values defines another function: it has a word where somebody asks for it by name, or where it alone
    // knows the answer.
    if args.against.is_empty() {
        let is_allowed = |answer: &Answer| answer.ruling == Ruling::Allowed;
        let is_known = answers.iter().any(|answer| is_allowed(answer) && !answer.profile.choices.is_of_magnitudes());
        answers.retain(|answer| !answer.profile.choices.is_of_magnitudes() || is_allowed(answer) && !is_known);
    }
    if answers.is_empty() {
        bail!(
            "none of the specifications asked speaks of these operands: ask for another operator or element type, or others \
             that `opconform specs` lists"
        );
    }
    let is_named = !args.against.is_empty();
    let silent = silent(&args.against, &answers)?;
    let said = text(&question, &answers, is_named, is_named || args.verbose);
    output::print_folded(&(said + &silent + &who(&question, args.verbose)))?;
    let is_bug = answers.iter().any(|answer| answer.ruling == Ruling::Bug);
    let is_judged = answers.iter().any(|answer| answer.ruling != Ruling::Gap);
    Ok(match (is_named, is_bug, is_judged) {
        (true, true, _) => Exit::Violations,
        (true, false, false) => Exit::NothingJudged,
        _ => Exit::AsExpected,
    })
}

/// Which of the specifications that were named say nothing of the operands.
fn silent(names: &[String], answers: &[Answer]) -> anyhow::Result<String> {
    let mut silent = Vec::new();
    for name in names {
        let profiles = selection::profiles(std::slice::from_ref(name))?;
        if !answers.iter().any(|answer| profiles.contains(&answer.profile)) {
            silent.push(name.as_str());
        }
    }
    let names = silent.join(", ");
    Ok(if names.is_empty() {
        String::new()
    } else {
        format!("\nsilent    {names}\n          nothing is said of these operands\n")
    })
}

/// What one specification says of an answer.
struct Answer {
    profile: &'static Profile,
    /// Who says it, and of which operator.
    who: String,
    ruling: Ruling,
    /// What would be allowed, and the gap, in words.
    why: String,
    /// The words by which an answer is allowed.
    words: Vec<&'static str>,
    /// The clauses that the answer breaks.
    broken: Vec<&'static Clause>,
    /// Which end of the order is asked for: documents speak of the maximum, and of the minimum in the same words at most.
    direction: Direction,
    /// Whether the answer is a number: of a NaN, both ends say the same.
    is_number: bool,
}

impl Answer {
    /// What it says, without who says it: answers that are alike here stand in one paragraph. An answer that is allowed is told in full
    /// only where that is asked for.
    fn parts(&self, in_full: bool) -> (Ruling, &str, &[&str], Vec<&str>) {
        let broken = self.broken.iter().map(|clause| clause.id).collect();
        if self.is_told(in_full) {
            (self.ruling, &self.why, &self.words, broken)
        } else {
            (self.ruling, "", &[], broken)
        }
    }

    fn is_told(&self, in_full: bool) -> bool {
        in_full || self.ruling != Ruling::Allowed
    }

    /// Where it can be read what is said: the specification, and the sentences that stand elsewhere.
    fn links(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.profile.link).chain(self.broken.iter().flat_map(|clause| clause.links()))
    }
}

/// What a specification says of an answer, once for each operator that gives the operands a result of the answer's shape, or of `any`
/// shape.
fn answers(question: &Question, profile: &'static Profile, any: bool) -> Vec<Answer> {
    let of = |operator: &&'static Operator| profile.operators.contains(operator);
    question.asked_of(of).into_iter().filter_map(|operator| answer(question, profile, operator, any)).collect()
}

fn answer(question: &Question, profile: &'static Profile, operator: &'static Operator, any: bool) -> Option<Answer> {
    let candidates = cases(question, operator).filter_map(|(case, outcome)| {
        let facts = Facts::new(&case);
        let expectation = profile.expectation(&facts).ok()?;
        // A call that has a meaning, and a result of this shape, comes before one that has not.
        let is_open = matches!(expectation, Expectation::Silent(_));
        let fits = fits(&facts, &outcome);
        let is_asked = fits || question.names_one() || any && is_a_call(&facts);
        is_asked.then(|| ((!fits, is_open), case.clone(), outcome))
    });
    let (_, case, outcome) = candidates.min_by_key(|(rank, ..)| *rank)?;
    let facts = Facts::new(&case);
    let trial = Trial::new(&facts, &outcome);
    let ruling = profile.ruling(&trial)?;
    let values = found(&outcome);
    let why = match profile.judge(&trial) {
        Verdict::Violates(_) if matches!(outcome, Outcome::Rejected(_)) => "expected a result".to_owned(),
        Verdict::Violates(witness) => witness.symptom.to_string(),
        Verdict::SpecGap(gap) => gap.to_owned(),
        _ => match values[..] {
            [value] => format!("allows {}", profile.element_set(&facts, 0).describe(value.dtype())),
            _ => profile.gap(&facts).unwrap_or_default().to_owned(),
        },
    };
    let mut words = Vec::new();
    for (position, &value) in values.iter().enumerate().filter(|_| ruling == Ruling::Allowed) {
        let new = profile.words_at(&facts, position, value).into_iter().filter(|it| !words.contains(it));
        words.extend(new.collect::<Vec<_>>());
    }
    let is_unsaid = words.is_empty() && values.len() == 1 && operator.direction().is_some();
    let why = if ruling == Ruling::Allowed && is_unsaid { why + ": no sentence of it decides that" } else { why };
    let decided = judge(&trial, &Scope::of(&facts, &[profile]));
    let broken =
        clauses().zip(&decided).filter(|(_, decision)| Decision::is_violation(decision)).map(|(clause, _)| clause);
    let who = format!("{} ({})", profile.name, operator.qualified());
    let direction = operator.direction().unwrap_or(Direction::Max);
    let is_number = !values.iter().any(|value| value.class().is_nan());
    Some(Answer { profile, who, ruling, why, words, broken: broken.collect(), direction, is_number })
}

/// The elements of an answer.
fn found(outcome: &Outcome) -> Vec<Value> {
    let outputs = if let Outcome::Output(outputs) = outcome { outputs.as_slice() } else { &[] };
    outputs.iter().flat_map(|output| (0..output.len()).map(|position| output.value(position))).collect()
}

fn sentence(clause: &Clause) -> String {
    format!("{:<6}  {}: “{}” ({})", clause.level.name(), clause.id, plain(clause.words), clause.place)
}

/// Whether an answer may be one to a call: the result of the call has its shape, or of a refusal, the operator takes so many operands.
fn fits(facts: &Facts, outcome: &Outcome) -> bool {
    match (outcome, facts.shape()) {
        (Outcome::Output(outputs), Some(shape)) => outputs.iter().all(|output| output.shape() == shape),
        (Outcome::Rejected(_), _) => is_a_call(facts),
        _ => false,
    }
}

/// Whether operands alone are a call of the operator: as many as it takes, and it wants no spans of a memory beside them.
fn is_a_call(facts: &Facts) -> bool {
    let takes = facts.case.operator.form.operands();
    let is_variadic = takes == usize::MAX;
    (is_variadic || takes == facts.case.inputs.len()) && !matches!(facts.invalid(), Some(InvalidCase::Span(_)))
}

/// The ways in which an operator can be asked, the newest version first: as it is written, and with scalars as tensors of one
/// element.
fn cases(question: &Question, operator: &'static Operator) -> impl Iterator<Item = (Case, Outcome)> {
    let lists = |tensors: &[Tensor]| tensors.iter().map(list_of_one).collect::<Option<Vec<_>>>();
    let as_lists = || {
        let outcome = match &question.outcome {
            Outcome::Output(outputs) => Outcome::Output(lists(outputs)?),
            other => other.clone(),
        };
        Some((lists(&question.operands)?, outcome))
    };
    let written = std::iter::once((question.operands.clone(), question.outcome.clone())).chain(as_lists());
    written.flat_map(move |(inputs, outcome)| {
        operator.versions.iter().rev().flat_map(move |&version| {
            let (inputs, outcome) = (inputs.clone(), outcome.clone());
            calls(operator, version, &inputs).into_iter().map(move |attributes| {
                let origin = Origin { source: "ask".into(), seed: None };
                let case = Case::new(operator, version, inputs.clone(), "asked", origin).with_attributes(attributes);
                (case, outcome.clone())
            })
        })
    })
}

/// The attributes that an operator may be called with: none; without the reduced axes; of a whole span; of the inputs that they name.
fn calls(operator: &Operator, version: u32, inputs: &[Tensor]) -> Vec<Attributes> {
    let with = |name: &str, value: Attribute| Attributes::from([(name.to_owned(), value)]);
    let named = operator.named_inputs(version).zip(1..inputs.len());
    let named = named.map(|(name, input)| (name.to_owned(), Attribute::Input { input }));
    let mut calls = vec![named.collect::<Attributes>()];
    if operator.kind_of("keepdims", version).is_some() {
        calls.push(with("keepdims", Attribute::Int(0)));
    }
    if let (Form::SpanReduction, [memory]) = (operator.form, inputs) {
        calls.push(with("x", Attribute::Ints(vec![0, memory.len() as i64])));
    }
    calls
}

/// A scalar as a tensor of one element.
fn list_of_one(tensor: &Tensor) -> Option<Tensor> {
    let is_scalar = tensor.shape().is_empty();
    is_scalar.then(|| Tensor::from_bits(tensor.dtype(), &[1], &tensor.to_bits()).ok()).flatten()
}

/// What is said, in a paragraph for all documents that say the same, with links to their texts; documents that allow the answer are told
/// without words and links, but for `in_full`.
fn text(question: &Question, answers: &[Answer], is_named: bool, in_full: bool) -> String {
    let mut text = String::new();
    for operand in &question.operands {
        let _ = writeln!(text, "operand   {}", shown(operand));
    }
    let result = match &question.outcome {
        Outcome::Output(outputs) => outputs.iter().map(shown).collect(),
        _ => "refused".to_owned(),
    };
    let _ = writeln!(text, "result    {result}");
    if !is_named {
        let _ = writeln!(text, "in short  {}", in_short(answers));
    }
    let mut groups: Vec<Vec<&Answer>> = Vec::new();
    for answer in answers {
        match groups.iter_mut().find(|group| group[0].parts(in_full) == answer.parts(in_full)) {
            Some(group) => group.push(answer),
            None => groups.push(vec![answer]),
        }
    }
    groups.sort_by_key(|group| group[0].ruling);
    for group in groups {
        paragraph(&mut text, &group, in_full);
        if group[0].is_told(in_full) {
            let mut links: Vec<&str> = Vec::new();
            for link in group.iter().flat_map(|answer| answer.links()) {
                if !links.contains(&link) {
                    links.push(link);
                }
            }
            for link in links {
                let _ = writeln!(text, "          {link}");
            }
        }
    }
    text
}

/// How many specifications say what.
fn in_short(answers: &[Answer]) -> String {
    // Asked of several operators, a specification counts by the worst that it says.
    let worst = |name: &str| answers.iter().filter(|it| it.profile.name == name).map(|it| it.ruling).min();
    let by = |ruling: Ruling| {
        let mut names: Vec<&str> = answers.iter().map(|it| it.profile.name).collect();
        names.dedup();
        names.retain(|name| worst(name) == Some(ruling));
        (!names.is_empty()).then(|| format!("{} by {}", ruling.name(), plural(names.len() as u64, "specification")))
    };
    let said = [Ruling::Bug, Ruling::Gap, Ruling::Allowed].into_iter().filter_map(by);
    said.collect::<Vec<_>>().join(", ")
}

/// Who is known to answer so, and who otherwise.
fn who(question: &Question, all: bool) -> String {
    let most = if all { usize::MAX } else { 5 };
    let Some(Known { so, otherwise }) = known(question) else { return String::new() };
    let list = |names: &[String]| {
        let more = names.len().saturating_sub(most);
        let shown = names[..names.len() - more].join(", ");
        match (names.len(), more) {
            (0, _) => "nobody who was asked".to_owned(),
            (_, 0) => shown,
            _ => format!("{shown} and {more} more (-v names them)"),
        }
    };
    // Of an answer that is a NaN, the bits are not compared.
    let is_nan = |tensor: &Tensor| (0..tensor.len()).any(|at| tensor.value(at).class().is_nan());
    let answered = match &question.outcome {
        Outcome::Output(outputs) if outputs.iter().any(is_nan) => "answered NaN by",
        _ => "answered so by",
    };
    format!("\n{answered:<17} {}\notherwise by      {}\n", list(&so), list(&otherwise))
}

/// What several specifications say alike.
fn paragraph(text: &mut String, group: &[&Answer], in_full: bool) {
    let first = group[0];
    let who: Vec<&str> = group.iter().map(|answer| answer.who.as_str()).collect();
    let is_advice_broken = first.ruling != Ruling::Bug && !first.broken.is_empty();
    let advice = if is_advice_broken { ", against its advice" } else { "" };
    let hint = if first.is_told(in_full) { "" } else { ": -v says in which words" };
    let _ = writeln!(text, "\n{:<9} {}{advice}{hint}", first.ruling.name(), who.join(", "));
    let (_, why, words, _) = first.parts(in_full);
    if !why.is_empty() {
        let _ = writeln!(text, "          {why}");
    }
    for words in words {
        let _ = writeln!(text, "          “{}”", plain(words));
    }
    if first.direction == Direction::Min && first.is_number && !words.is_empty() {
        text.push_str("          of a minimum: the same, with the order turned over\n");
    }
    for clause in &first.broken {
        let _ = writeln!(text, "  {}", sentence(clause));
        let asks = clause.asks(first.direction);
        if asks != clause.title {
            let _ = writeln!(text, "          of a minimum: {asks}");
        }
    }
}

/// A tensor with its shape, and its first values as bits and in decimal.
fn shown(tensor: &Tensor) -> String {
    const MOST: usize = 8;
    let values = (0..tensor.len().min(MOST)).map(|at| tensor.value(at));
    let values: Vec<String> = values.map(|value| format!("{} {}", value.hex(), value.decimal())).collect();
    let more = if tensor.len() > MOST { ", …" } else { "" };
    let values = if values.is_empty() { "no element".to_owned() } else { values.join(", ") };
    format!("{} {}: {values}{more}", tensor.dtype(), shape_text(tensor.shape()))
}
