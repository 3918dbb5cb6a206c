//! One adapter process, and the conversation with it: a request out, an answer in, within a deadline.
//!
//! Each pipe has a thread of its own, so that nothing that the other side does or leaves undone blocks the suite: a
//! request that it does not read, an answer that breaks off, a flood on standard error. Of a flood of answers, one frame is
//! held.

use std::io;
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use opconform_protocol::{FrameError, Introduction, PacketError, Region, read_frame_telling, suite, write_frame};
use opconform_spec::{Crash, Outcome};

use super::AdapterSettings;
use super::loaded;
use super::process::{Process, ending};
use super::tail::Tail;

/// How long a child may take to end after it closed its standard output, or was told to stop.
const LEAVE: Duration = Duration::from_secs(2);
/// How long what comes behind a letter or two is waited for: the length of a frame comes in one piece, and a prompt alone.
const BETWEEN: Duration = Duration::from_secs(3);
/// How long nothing but the answer is waited for: then it may be that the run is interrupted.
const SLICE: Duration = Duration::from_millis(50);

/// Bytes that a pipe is asked to hold: the fewer times the two processes wait for each other.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

/// What is said of a case that an interrupted run no longer asks.
pub(super) const INTERRUPTED: &str = "not asked: the run was interrupted";

/// What went wrong with a child. It is not to be used again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has ended.
    Crashed(Crash),
    /// It has not answered within this time.
    TimedOut(Duration),
    /// It has broken a rule of the protocol.
    Malformed(String),
    /// The answer was not waited for any longer.
    Interrupted,
}

impl From<PacketError> for Fault {
    fn from(error: PacketError) -> Self {
        Self::Malformed(error.to_string())
    }
}

impl From<Fault> for Outcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Crashed(crash) => Self::Crashed(crash),
            Fault::TimedOut(after) => Self::TimedOut(after),
            Fault::Malformed(why) => Self::Malformed(why),
            Fault::Interrupted => Self::Unsupported(INTERRUPTED.to_owned()),
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Crashed(crash) => crash.fmt(f),
            Self::Malformed(text) => f.write_str(text),
            Self::TimedOut(after) => write!(
                f,
                "no answer after {} s, though it runs on: does it flush its standard output after every answer (rule 5 of \
                 PROTOCOL.md)? If it only takes long, give it longer with --timeout",
                after.as_secs_f64()
            ),
            Self::Interrupted => f.write_str(INTERRUPTED),
        }
    }
}

/// When the first bytes of a length came, and what they are if no more of it comes; `None` where nothing or all of it has come.
type Begun = Arc<Mutex<Option<(Instant, Option<FrameError>)>>>;

/// A child that speaks the protocol.
pub(super) struct Child {
    /// `None` once it has been told to stop.
    requests: Option<SyncSender<Vec<u8>>>,
    answers: Receiver<Result<Vec<u8>, FrameError>>,
    begun: Begun,
    stderr: Tail,
    /// The memory that it was offered, and from its answer on what it shares.
    shared: Option<Region>,
    process: Process,
    sequence: u64,
    /// Once it is set, no answer is waited for.
    stop: Arc<AtomicBool>,
}

impl Child {
    /// Starts a child.
    pub(super) fn spawn(settings: &AdapterSettings) -> io::Result<Self> {
        let (program, arguments) = settings
            .command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"))?;
        let mut command = match settings.setting {
            Some(setting) => setting.command(program)?,
            None => Command::new(program),
        };
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A backtrace for every panic that is caught and every error that is an outcome takes longer than the cases do.
        command.env("RUST_BACKTRACE", "0");
        let shared = settings.shares.then(Region::new).flatten();
        let mut process = Process::spawn(command, settings.memory, shared.as_ref())?;
        let child = process.child();
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe to the child is missing"));
        };
        widen(&stdin);
        widen(&stdout);
        let begun = Begun::default();
        Ok(Self {
            requests: Some(writer(stdin)),
            answers: reader(stdout, Arc::clone(&begun)),
            begun,
            stderr: Tail::of(stderr),
            shared,
            process,
            sequence: 0,
            stop: Arc::clone(&settings.stop),
        })
    }

    /// Begins the conversation.
    pub(super) fn start(&mut self, deadline: Duration) -> Result<Introduction, Fault> {
        // What a child says before it is asked is read as its answer: which of the two came first is a matter of load.
        let answer = self.ask(suite::start(self.shared.as_ref())?, deadline)?;
        Ok(suite::read_introduction(&answer, &mut self.shared)?)
    }

    /// The memory that it shares, or was offered where it has not answered yet.
    pub(super) fn shared(&self) -> Option<&Region> {
        self.shared.as_ref()
    }

    /// The same, for who reads that answer.
    pub(super) fn shared_mut(&mut self) -> &mut Option<Region> {
        &mut self.shared
    }

    /// The libraries that it has loaded by now, where the system tells.
    pub(super) fn libraries(&mut self) -> Vec<PathBuf> {
        loaded::libraries(self.process.child().id())
    }

    /// Whether it has not been asked to run anything yet.
    pub(super) fn is_fresh(&self) -> bool {
        self.sequence == 0
    }

    /// The number of the next batch.
    pub(super) fn next(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Sends a request to a child that has said nothing since its last answer, and waits for the next.
    pub(super) fn exchange(&mut self, request: Vec<u8>, deadline: Duration) -> Result<Vec<u8>, Fault> {
        match self.answers.try_recv() {
            Ok(Ok(_)) => Err(Fault::Malformed("a frame that no request asked for".to_owned())),
            Ok(Err(error)) => Err(self.broken(&error)),
            Err(_) => self.ask(request, deadline),
        }
    }

    /// Sends a request and waits for an answer.
    fn ask(&mut self, request: Vec<u8>, deadline: Duration) -> Result<Vec<u8>, Fault> {
        match self.requests.as_ref().map(|requests| requests.try_send(request)) {
            // It has closed its standard input, and has perhaps ended: the answers tell.
            Some(Ok(()) | Err(TrySendError::Disconnected(_))) | None => {}
            Some(Err(TrySendError::Full(_))) => {
                return Err(Fault::Malformed("answered before it had read the whole request".to_owned()));
            }
        }
        let asked = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            let left = deadline.saturating_sub(asked.elapsed());
            match self.answers.recv_timeout(left.min(SLICE)) {
                Ok(Ok(answer)) => return Ok(answer),
                Ok(Err(error)) => return Err(self.broken(&error)),
                Err(RecvTimeoutError::Timeout) if left > SLICE => self.has_gone_on()?,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::TimedOut(deadline)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.broken(&FrameError::Ended)),
            }
        }
    }

    /// An error where a letter or two came, and nothing behind them.
    fn has_gone_on(&self) -> Result<(), Fault> {
        match &*self.begun.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((since, Some(printed))) if since.elapsed() >= BETWEEN => {
                Err(Fault::Malformed(format!("{printed}, and nothing came behind it for {} s", BETWEEN.as_secs())))
            }
            _ => Ok(()),
        }
    }

    /// What a broken stream of answers is due to.
    fn broken(&mut self, error: &FrameError) -> Fault {
        let is_end = matches!(error, FrameError::Ended | FrameError::Truncated { .. });
        if !is_end {
            return Fault::Malformed(error.to_string());
        }
        if !self.process.ends_within(LEAVE) {
            return Fault::Malformed(format!("{error}: it closed its standard output and ran on"));
        }
        let how = self.process.end().map_or_else(|error| error.to_string(), ending);
        let heard = self.stderr.last_words();
        match error {
            FrameError::Truncated { .. } if how == "exited with code 0" => {
                Fault::Malformed(Crash { how: error.to_string(), heard }.to_string())
            }
            _ => Fault::Crashed(Crash { how, heard }),
        }
    }

    /// Tells the child to stop; nothing more can be asked of it.
    pub(super) fn tell_to_stop(&mut self) {
        if let (Some(requests), Ok(stop)) = (self.requests.take(), suite::stop()) {
            // One that reads nothing does not hear it, and is killed.
            let _ = requests.try_send(stop);
        }
    }

    /// Closes its standard input.
    pub(super) fn hang_up(&mut self) {
        self.requests = None;
    }

    /// How the child ends on its own after it has been told to stop; `None` if it does not, and is killed.
    pub(super) fn leave(mut self) -> Option<String> {
        let leaves = self.process.ends_within(LEAVE);
        let how = self.process.end().map_or_else(|error| error.to_string(), ending);
        leaves.then_some(how)
    }
}

/// Asks for a larger pipe. A smaller one works too.
#[cfg(target_os = "linux")]
fn widen(pipe: &impl std::os::fd::AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES);
}

#[cfg(not(target_os = "linux"))]
fn widen<T>(_pipe: &T) {}

/// A thread that writes requests. It holds one that is not being written yet.
fn writer(mut stdin: ChildStdin) -> SyncSender<Vec<u8>> {
    let (sender, requests) = sync_channel::<Vec<u8>>(1);
    thread::spawn(move || {
        for request in requests {
            if write_frame(&mut stdin, &request).is_err() {
                break;
            }
        }
    });
    sender
}

/// A thread that reads answers. It holds one that nobody has asked for, and reads no further.
fn reader(mut stdout: ChildStdout, begun: Begun) -> Receiver<Result<Vec<u8>, FrameError>> {
    let (answers, receiver) = sync_channel(0);
    thread::spawn(move || {
        let set = |now| *begun.lock().unwrap_or_else(PoisonError::into_inner) = now;
        loop {
            let answer =
                read_frame_telling(&mut stdout, |bytes| set(Some((Instant::now(), FrameError::printed(bytes)))));
            set(None);
            let ended = answer.is_err();
            if answers.send(answer).is_err() || ended {
                break;
            }
        }
    });
    receiver
}
