//! What is known of a command that is under way, and when to say what of it. Times are given, so that nothing here waits.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use opconform_harness::Stage;
use opconform_report::{plural, thousands, visible};

/// When the first line is due, and how long a start takes before it is spoken of.
const FIRST: Duration = Duration::from_secs(5);
/// The time from one line to the next.
const BETWEEN: Duration = Duration::from_secs(30);
/// How long a backend takes over an answer before it is named beside the bar.
const LONG: Duration = Duration::from_secs(1);

/// The characters of a name that there is room for.
const NAME: usize = 40;

/// A command under way.
pub(super) struct State {
    began: Instant,
    due: Instant,
    /// What is tried, of a command that tries one kind of thing after the other.
    tried: Option<&'static str>,
    doing: Option<Doing>,
    done: usize,
    all: usize,
    /// In the order in which they began.
    starts: Vec<Start>,
    backends: BTreeMap<String, Asked>,
}

/// What a command is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doing {
    /// A run, at this stage.
    Run(Stage),
    /// Runs side by side, one of each recording.
    Recordings,
    /// Runs one after the other, one of the faults of each document.
    Documents,
    /// Cases that are drawn until the time is up.
    Seconds,
}

/// What there is to be seen of a command at a moment.
pub(super) struct Snapshot {
    /// What is going on, in a word or a few.
    pub(super) stage: String,
    pub(super) done: usize,
    pub(super) all: usize,
    /// What is being waited for, where that takes long.
    pub(super) waits: Option<String>,
}

/// A backend that is being started.
struct Start {
    name: String,
    began: Instant,
    is_told: bool,
}

/// What a backend has been asked.
#[derive(Default)]
struct Asked {
    /// When it was asked what it has not answered yet.
    open: Vec<Instant>,
    /// The time that its answers took, added up.
    spent: Duration,
    /// The cases that it has answered.
    cases: usize,
}

impl State {
    pub(super) fn new(now: Instant) -> Self {
        Self {
            began: now,
            due: now + FIRST,
            tried: None,
            doing: None,
            done: 0,
            all: 0,
            starts: Vec::new(),
            backends: BTreeMap::new(),
        }
    }

    /// So much of so much is done. Threads may come late with what they know.
    pub(super) fn at(&mut self, done: usize, all: usize, doing: Doing) {
        let is_the_same = (self.all, self.doing) == (all, Some(doing));
        self.done = if is_the_same { self.done.max(done) } else { done };
        (self.all, self.doing) = (all, Some(doing));
    }

    /// From here on this is tried.
    pub(super) fn tries(&mut self, what: &'static str) {
        self.tried = Some(what);
    }

    pub(super) fn starts(&mut self, backend: &str, now: Instant) {
        // What names an adapter may be a command.
        let name = visible(backend).chars().take(NAME).collect();
        self.starts.push(Start { name, began: now, is_told: false });
    }

    /// A backend whose start began at a time has started.
    pub(super) fn started(&mut self, began: Instant) {
        self.starts.retain(|start| start.began != began);
    }

    pub(super) fn asks(&mut self, backend: &str, now: Instant) {
        if !self.backends.contains_key(backend) {
            self.backends.insert(backend.to_owned(), Asked::default());
        }
        if let Some(asked) = self.backends.get_mut(backend) {
            asked.open.push(now);
        }
    }

    /// The backend has answered so many cases that it was asked at a time.
    pub(super) fn answers(&mut self, backend: &str, since: Instant, cases: usize, now: Instant) {
        let Some(asked) = self.backends.get_mut(backend) else { return };
        if let Some(place) = asked.open.iter().position(|open| *open == since) {
            asked.open.swap_remove(place);
            asked.spent += now.saturating_duration_since(since);
            asked.cases += cases;
        }
    }

    /// What there is to be seen at a moment.
    pub(super) fn snapshot(&self, now: Instant) -> Snapshot {
        let stage = match self.doing {
            None => "starting",
            Some(Doing::Run(Stage::Judging) | Doing::Recordings | Doing::Documents | Doing::Seconds) => "judging",
            Some(Doing::Run(Stage::JudgingAgain)) => "judging again, since answers have changed",
            Some(Doing::Run(Stage::Shrinking)) => "shrinking",
        };
        let stage = self.tried.map_or_else(|| stage.to_owned(), |tried| format!("{tried}, {stage}"));
        Snapshot { stage, done: self.done, all: self.all, waits: self.waits(now) }
    }

    /// What is being waited for, where that takes long.
    fn waits(&self, now: Instant) -> Option<String> {
        if let Some(start) = self.starts.first() {
            return Some(starting(start, now));
        }
        let (name, asked) = self.slowest(now)?;
        let oldest = asked.open.iter().min()?;
        let wait = now.saturating_duration_since(*oldest);
        let answered = plural(asked.cases as u64, "answer");
        (wait >= LONG).then(|| format!("waiting for {}: {} s, {answered} so far", visible(name), wait.as_secs()))
    }

    /// Of the backends that have not answered yet, the one that has taken the most time in all.
    fn slowest(&self, now: Instant) -> Option<(&String, &Asked)> {
        let taken = |asked: &Asked| {
            asked.open.iter().fold(asked.spent, |taken, open| taken + now.saturating_duration_since(*open))
        };
        let open = self.backends.iter().filter(|(_, asked)| !asked.open.is_empty());
        open.max_by_key(|(_, asked)| taken(asked))
    }

    /// The line that is due, if one is.
    pub(super) fn due(&mut self, now: Instant) -> Option<String> {
        let is_due = |start: &&mut Start| !start.is_told && now >= start.began + FIRST;
        if let Some(start) = self.starts.iter_mut().find(is_due) {
            start.is_told = true;
            self.due = now + BETWEEN;
            return Some(starting(start, now));
        }
        if now < self.due {
            return None;
        }
        let Snapshot { stage, done, all, waits } = self.snapshot(now);
        let seconds = now.saturating_duration_since(self.began).as_secs();
        let what = match self.doing {
            None => None,
            Some(Doing::Run(Stage::Judging | Stage::JudgingAgain)) => Some(plural(all as u64, "case")),
            Some(Doing::Run(Stage::Shrinking)) => Some(plural(all as u64, "violation")),
            Some(Doing::Recordings) => Some(plural(all as u64, "recording")),
            Some(Doing::Documents) => Some(plural(all as u64, "document")),
            Some(Doing::Seconds) => Some(plural(all as u64, "second")),
        };
        let line = match what {
            None => waits,
            Some(what) => {
                let waits = waits.map(|waits| format!("; {waits}")).unwrap_or_default();
                Some(format!("{stage}: {} of {what} after {seconds} s{waits}", thousands(done as u64)))
            }
        };
        // What there was nothing to say of is said as soon as there is.
        self.due = if line.is_some() { now + BETWEEN } else { now };
        line
    }
}

fn starting(start: &Start, now: Instant) -> String {
    format!("starting {} … {} s", start.name, now.saturating_duration_since(start.began).as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_short_run_says_nothing_and_a_long_one_a_line_now_and_then() {
        let began = Instant::now();
        let mut state = State::new(began);
        let mut told = Vec::new();
        for second in 0..70 {
            state.at(second, 12_345, Doing::Run(Stage::Judging));
            told.extend(state.due(began + seconds(second as u64)));
        }
        assert_eq!(
            told,
            [
                "judging: 5 of 12,345 cases after 5 s",
                "judging: 35 of 12,345 cases after 35 s",
                "judging: 65 of 12,345 cases after 65 s",
            ]
        );
    }

    #[test]
    fn the_backend_that_takes_longest_is_named_while_it_is_waited_for() {
        let began = Instant::now();
        let mut state = State::new(began);
        state.at(0, 100, Doing::Run(Stage::Judging));
        let at = |second| began + seconds(second);
        state.asks("quick", at(0));
        state.answers("quick", at(0), 64, at(1));
        state.asks("jax", at(1));
        assert_eq!(state.waits(at(1)), None, "it has only been asked");
        assert_eq!(state.waits(at(4)).as_deref(), Some("waiting for jax: 3 s, 0 answers so far"));
        state.answers("jax", at(1), 64, at(11));
        assert_eq!(state.waits(at(12)), None, "nobody is waited for");
        // jax has taken more time so far, though the other has been waited for longer.
        state.asks("quick", at(12));
        state.asks("jax", at(14));
        assert_eq!(state.waits(at(16)).as_deref(), Some("waiting for jax: 2 s, 64 answers so far"));
        let line = "judging: 0 of 100 cases after 16 s; waiting for jax: 2 s, 64 answers so far";
        assert_eq!(state.due(at(16)).as_deref(), Some(line));
    }

    #[test]
    fn a_start_that_takes_long_is_said_once_and_then_now_and_then() {
        let began = Instant::now();
        let mut state = State::new(began);
        let at = |second| began + seconds(second);
        state.starts("quick", at(0));
        assert_eq!(state.due(at(4)), None);
        state.started(at(0));
        state.starts("slow\u{1b}", at(4));
        let told: Vec<String> = (5..=45).filter_map(|second| state.due(at(second))).collect();
        assert_eq!(told, ["starting slow\\u{1b} … 1 s", "starting slow\\u{1b} … 5 s", "starting slow\\u{1b} … 35 s"]);
        state.started(at(4));
        state.at(1, 2, Doing::Run(Stage::Shrinking));
        assert_eq!(state.due(at(80)).as_deref(), Some("shrinking: 1 of 2 violations after 80 s"));
    }

    #[test]
    fn of_starts_side_by_side_the_first_is_shown_and_each_that_takes_long_is_said() {
        let began = Instant::now();
        let mut state = State::new(began);
        let at = |second| began + seconds(second);
        state.starts("first", at(0));
        state.starts("second", at(1));
        assert_eq!(state.waits(at(4)).as_deref(), Some("starting first … 4 s"));
        assert_eq!(state.due(at(6)).as_deref(), Some("starting first … 6 s"));
        assert_eq!(state.due(at(6)).as_deref(), Some("starting second … 5 s"));
        state.started(at(0));
        assert_eq!(state.waits(at(7)).as_deref(), Some("starting second … 6 s"));
        state.started(at(1));
        assert_eq!(state.waits(at(8)), None);
    }

    #[test]
    fn what_there_was_nothing_to_say_of_is_said_as_soon_as_there_is() {
        let began = Instant::now();
        let mut state = State::new(began);
        assert_eq!(state.due(began + seconds(7)), None, "the cases are being made");
        state.at(0, 2, Doing::Run(Stage::Judging));
        assert_eq!(state.due(began + seconds(8)).as_deref(), Some("judging: 0 of 2 cases after 8 s"));
    }

    #[test]
    fn a_late_thread_does_not_turn_progress_back() {
        let began = Instant::now();
        let mut state = State::new(began);
        state.at(128, 200, Doing::Run(Stage::Judging));
        state.at(64, 200, Doing::Run(Stage::Judging));
        assert_eq!(state.snapshot(began).done, 128);
        state.at(0, 3, Doing::Run(Stage::Shrinking));
        let Snapshot { stage, done, all, .. } = state.snapshot(began);
        assert_eq!((stage.as_str(), done, all), ("shrinking", 0, 3));
        // The same is done once more, with less.
        state.at(1, 2, Doing::Run(Stage::Shrinking));
        let Snapshot { done, all, .. } = state.snapshot(began);
        assert_eq!((done, all), (1, 2));
    }
}
