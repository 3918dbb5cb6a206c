//! The other side of a check: adapters, started one after another, and what has become of the one that is talked to.

use opconform_protocol::{Introduction, PacketError, Region, Started, suite};
use opconform_spec::{Case, Outcome};

use super::super::AdapterSettings;
use super::super::child::{Child, Fault};
use super::super::identity::changed;

/// Unanswered requests after which nothing more is tried.
const PATIENCE: u32 = 3;

/// Who a check talks to. The real one starts processes; a fuzzer answers from bytes.
pub trait Launch {
    /// An adapter that has been started.
    type Peer: Peer;

    /// Starts an adapter; the error is why it cannot be started.
    fn launch(&mut self) -> Result<Self::Peer, String>;
}

/// One adapter, and what it answers. Frames are bytes without their length.
pub trait Peer {
    /// The memory that it was offered, and from its answer on what it shares.
    fn shared(&mut self) -> &mut Option<Region>;
    /// The answer to `start`.
    fn start(&mut self, request: Vec<u8>) -> Result<Vec<u8>, Fault>;
    /// The answer to `run`.
    fn run(&mut self, request: Vec<u8>) -> Result<Vec<u8>, Fault>;
    /// How it ends once it is told to stop; `None` where it runs on.
    fn stop(self) -> Option<String>;
    /// How it ends once its standard input does; `None` where it runs on.
    fn hang_up(self) -> Option<String>;
}

/// The processes of a command.
pub(super) struct Processes<'s>(pub(super) &'s AdapterSettings);

/// A process, and the settings that say how long it may take.
pub(super) struct Running<'s>(Child, &'s AdapterSettings);

impl<'s> Launch for Processes<'s> {
    type Peer = Running<'s>;

    fn launch(&mut self) -> Result<Running<'s>, String> {
        self.0.spawn().map(|child| Running(child, self.0)).map_err(|unavailable| unavailable.reason)
    }
}

impl Peer for Running<'_> {
    fn shared(&mut self) -> &mut Option<Region> {
        self.0.shared_mut()
    }

    fn start(&mut self, request: Vec<u8>) -> Result<Vec<u8>, Fault> {
        self.0.exchange(request, self.1.start)
    }

    fn run(&mut self, request: Vec<u8>) -> Result<Vec<u8>, Fault> {
        self.0.exchange(request, self.1.deadline)
    }

    fn stop(mut self) -> Option<String> {
        self.0.tell_to_stop();
        self.0.leave()
    }

    fn hang_up(mut self) -> Option<String> {
        self.0.hang_up();
        self.0.leave()
    }
}

/// A conversation that goes on with a new adapter where one has not survived.
pub(super) struct Conversation<L: Launch> {
    launch: L,
    /// The adapter that is talked to, and the number of its last batch.
    peer: Option<(L::Peer, u64)>,
    first: Option<Started>,
    unanswered: u32,
}

/// Why the conversation is over.
pub(super) enum Over {
    /// No adapter can be started any more.
    NoStart(String),
    /// It has left too much without an answer.
    Silent,
}

impl<L: Launch> Conversation<L> {
    /// Starts a first adapter and asks what it is. The outer error is that nothing can be started at all.
    pub(super) fn begin(mut launch: L) -> Result<(Self, Result<Introduction, Fault>), String> {
        let mut peer = launch.launch()?;
        let introduction = introduction(&mut peer);
        let first = match &introduction {
            Ok(Introduction::Started(started)) => Some(started.clone()),
            _ => None,
        };
        Ok((Self { launch, peer: Some((peer, 0)), first, unanswered: 0 }, introduction))
    }

    /// Whether the adapter that is talked to shares memory.
    pub(super) fn shares(&mut self) -> bool {
        self.peer.as_mut().is_some_and(|(peer, _)| peer.shared().is_some())
    }

    /// Runs a batch that `request` makes of its number, and reads as many outcomes as there are cases.
    pub(super) fn ask(
        &mut self,
        request: impl FnOnce(u64, Option<&Region>) -> Result<Vec<u8>, PacketError>,
        count: usize,
    ) -> Result<Result<Vec<Outcome>, Fault>, Over> {
        if self.unanswered >= PATIENCE {
            return Err(Over::Silent);
        }
        let (mut peer, number) = self.alive()?;
        let number = number + 1;
        let answer = request(number, peer.shared().as_ref()).map_err(Fault::from).and_then(|request| peer.run(request));
        let shared = peer.shared().as_ref();
        let answered = answer.and_then(|answer| Ok(suite::read_ran(&answer, number, count, shared)?.outcomes));
        let outcomes = answered.map(|all| all.into_iter().map(|one| one.unwrap_or_else(Outcome::from)).collect());
        self.unanswered += u32::from(matches!(outcomes, Err(Fault::TimedOut(_))));
        if outcomes.is_ok() {
            self.peer = Some((peer, number));
        }
        Ok(outcomes)
    }

    /// Runs a batch of cases.
    pub(super) fn run(&mut self, cases: &[Case]) -> Result<Result<Vec<Outcome>, Fault>, Over> {
        self.ask(|number, shared| suite::run(number, cases, shared), cases.len())
    }

    /// The adapter, or a new one, which is the same as the first.
    pub(super) fn alive(&mut self) -> Result<(L::Peer, u64), Over> {
        if let Some(alive) = self.peer.take() {
            return Ok(alive);
        }
        let mut peer = self.launch.launch().map_err(Over::NoStart)?;
        let again = introduction(&mut peer).map_err(|fault| Over::NoStart(fault.to_string()))?;
        match self.first.as_ref().and_then(|first| changed(first, &again)) {
            Some(change) => Err(Over::NoStart(format!("it is another: {change}"))),
            None => Ok((peer, 0)),
        }
    }
}

fn introduction(peer: &mut impl Peer) -> Result<Introduction, Fault> {
    let request = suite::start(peer.shared().as_ref())?;
    let answer = peer.start(request)?;
    Ok(suite::read_introduction(&answer, peer.shared())?)
}
