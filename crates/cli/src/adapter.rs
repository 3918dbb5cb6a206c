//! How backends are chosen, and run in processes of their own: the arguments in common to several commands.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::{Adapter, AdapterSettings, Backend, Choice, Entry, Open, Unavailable, callable, library};

use crate::number::number;

/// The most characters of an adapter's name: a report repeats it wherever it speaks of the adapter.
const LONGEST_NAME: usize = 64;

use crate::interrupt;

/// Backends, and how those in other processes are run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Backends")]
pub(crate) struct BackendArgs {
    /// Backends to try, separated by commas; `all` is every one that is available, `recorded:FILE` a recording, NAME-SETTING
    /// one whose library is told to run other code, such as `numpy-baseline`, NAME@VERSION one that can be had in versions, such
    /// as `dotnet@9.0.23`, and the name of a planted fault of `opconform qualify` the
    /// suite's own implementation with that fault. When nothing is named, here or below: all but the Python libraries that
    /// nobody has set up for this, see `opconform backends`
    #[arg(long, short, value_delimiter = ',', value_name = "NAME")]
    pub(crate) backend: Vec<String>,

    /// A program that speaks the adapter protocol, to be tried under NAME (letters, digits, `.`, `_`, `-` and `@`, 64 at most)
    /// or the name that it gives itself; may be given
    /// several times. The command is split into words as a shell does, but not run by one
    #[arg(long, value_name = "[NAME=]COMMAND")]
    pub(crate) adapter: Vec<String>,

    /// Functions of a shared library, to be tried without an adapter, with operands of one shape: SYMBOL is one whose name ends with
    /// a type, such as `void max_f32(const float *x, const float *y, float *result, size_t count)`, or what the names of several
    /// have before the type (`max`, of `max_f32`, `max_f64`, `max_i8` …). Where SYMBOL has `max` in it, the same with `min` is the
    /// minimum, if there is one. Takes a C compiler; may be given several times
    #[arg(long, value_name = "FILE:SYMBOL")]
    pub(crate) dylib: Vec<String>,

    /// A callable of Python's, to be tried without an adapter: of a file (`mine.py:maximum`), or of a module (`numpy:maximum`). Of two
    /// arrays it is a maximum; of one, with the keywords `axis` and `keepdims`, a reduction; `fmax` and `nanmax` in its name say that it
    /// ignores NaNs as numpy's do. Where its name has `max` in it, the same with `min` is the minimum, if there is one. Takes a Python with numpy: the one that `OPCONFORM_PYTHON` names, that of
    /// `opconform setup python`, or the python3 of the path; may be given several times
    #[arg(long, value_name = "FILE:CALLABLE")]
    pub(crate) python: Vec<String>,

    #[command(flatten)]
    pub(crate) isolation: IsolationArgs,
}

/// Opens what a text on the command line names.
pub(crate) type Opener = fn(&IsolationArgs, &str) -> anyhow::Result<Box<dyn Backend>>;

impl BackendArgs {
    /// What is tried besides backends of this binary: the text that names it, and what opens it.
    pub(crate) fn own(&self) -> impl Iterator<Item = (&str, Opener)> {
        let kinds: [(&[String], Opener); 3] = [
            (&self.adapter, IsolationArgs::open_adapter),
            (&self.dylib, IsolationArgs::open_library),
            (&self.python, IsolationArgs::open_callable),
        ];
        kinds.into_iter().flat_map(|(texts, open)| texts.iter().map(move |text| (text.as_str(), open)))
    }
}

/// Which backends are run in processes of their own, and how.
#[derive(Args, Debug)]
#[command(next_help_heading = "Processes of backends")]
pub(crate) struct IsolationArgs {
    #[command(flatten)]
    limits: LimitArgs,

    /// Run foreign native code in this process: a crash of it is then the end of the run
    #[arg(long)]
    in_process: bool,
}

/// What a backend in a process of its own may take.
#[derive(Args, Debug)]
#[command(next_help_heading = "Processes of backends")]
pub(crate) struct LimitArgs {
    /// Seconds that a backend in a process of its own may take for a batch of cases, and to start; when left out, 10 for a
    /// batch, and 300 to start, because some runtimes take long to load
    #[arg(long, value_name = "SECONDS", value_parser = number::<u32>(1..=u32::MAX.into()))]
    timeout: Option<u32>,

    /// Mebibytes of data that such a process may hold (on Linux)
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = number::<u32>(1..=u32::MAX.into()))]
    memory: u32,
}

impl IsolationArgs {
    /// Opens a backend of this binary, in a child where it runs foreign native code.
    pub(crate) fn open(&self, choice: &Choice) -> Result<Box<dyn Backend>, Unavailable> {
        let isolated = match choice.entry().open {
            Open::Here(open) => return open(choice.entry()),
            Open::Foreign(_) if self.in_process => return choice.open(),
            Open::Foreign(_) => served(choice.entry())?,
            Open::Program(program) => program.command(choice.version())?,
        };
        Ok(Box::new(Adapter::open(self.limits.settings(AdapterSettings::of_choice(choice, isolated)))?))
    }

    /// Opens the functions of a `FILE:SYMBOL`.
    fn open_library(&self, given: &str) -> anyhow::Result<Box<dyn Backend>> {
        let own = Own::of(given, "--dylib ./libmine.so:max_f32")?;
        self.open_own(given, "--dylib", &own, library(Path::new(own.place), own.function))
    }

    /// Opens the callable of a `FILE|MODULE:CALLABLE`.
    fn open_callable(&self, given: &str) -> anyhow::Result<Box<dyn Backend>> {
        let own = Own::of(given, "--python mine.py:maximum")?;
        let file = Path::new(own.place)
            .extension()
            .is_some_and(|it| it == "py")
            .then(|| std::path::absolute(own.place))
            .transpose()?;
        let place = file.map_or_else(|| own.place.to_owned(), |file| file.display().to_string());
        self.open_own(given, "--python", &own, callable(&place, own.function))
    }

    fn open_own(
        &self,
        given: &str,
        flag: &str,
        own: &Own,
        command: Result<Vec<String>, Unavailable>,
    ) -> anyhow::Result<Box<dyn Backend>> {
        let opened = command.and_then(|command| {
            let selection = format!("{flag} {}", quoted(given));
            let remedy = "see that it can be loaded here, and has this function";
            let settings = AdapterSettings { selection, remedy, ..AdapterSettings::of(&own.name, command) };
            Adapter::open(self.limits.settings(settings))
        });
        Ok(Box::new(opened.with_context(|| format!("`{given}` cannot run here"))?))
    }

    /// Opens the adapter of a `[NAME=]COMMAND`.
    pub(crate) fn open_adapter(&self, given: &str) -> anyhow::Result<Box<dyn Backend>> {
        let (name, command) = match given.split_once('=') {
            Some((name, command)) if !name.is_empty() && name.chars().all(is_of_name) => {
                if name.len() > LONGEST_NAME {
                    bail!("the name of an adapter has more than {LONGEST_NAME} characters: give it a shorter one");
                }
                (Some(name.to_owned()), command)
            }
            _ => (None, given),
        };
        let selection = format!("--adapter {}", quoted(given));
        let remedy = "`opconform backends check` says what it gets wrong";
        let settings = AdapterSettings { name, selection, remedy, ..AdapterSettings::of("", words(command)?) };
        let adapter = Adapter::open(self.limits.settings(settings));
        Ok(Box::new(adapter.with_context(|| format!("the adapter `{command}` cannot run here{}", no_name(given)))?))
    }
}

/// What a name is, where what stands before the `=` of a `[NAME=]COMMAND` is none: it may be meant for one, or be a part of the command.
fn no_name(given: &str) -> String {
    match given.split_once('=') {
        Some((before, _)) if !before.chars().all(is_of_name) => {
            format!(" (if `{before}` is meant for its name: a name has letters, digits, `.`, `_`, `-` and `@`)")
        }
        _ => String::new(),
    }
}

/// A place and a function of it, as `PLACE:FUNCTION`, and the name that it is reported under.
struct Own<'a> {
    place: &'a str,
    function: &'a str,
    name: String,
}

impl<'a> Own<'a> {
    /// The parts of a text; `example` shows how it is written.
    fn of(given: &'a str, example: &str) -> anyhow::Result<Self> {
        let is_name = |text: &str| {
            let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            begins && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let parts = given.rsplit_once(':').filter(|(place, function)| !place.is_empty() && is_name(function));
        let Some((place, function)) = parts else {
            bail!("`{given}` names no function: name the place and the function of it, as in `{example}`");
        };
        let stem = Path::new(place).file_stem().unwrap_or_default().to_string_lossy();
        let name = format!("{stem}.{function}").chars().filter(|&c| is_of_name(c)).take(LONGEST_NAME).collect();
        Ok(Self { place, function, name })
    }
}

impl LimitArgs {
    /// The settings with these limits.
    pub(crate) fn settings(&self, settings: AdapterSettings) -> AdapterSettings {
        let (memory, stop) = (u64::from(self.memory) << 20, interrupt::stop());
        match self.timeout.map(u64::from).map(Duration::from_secs) {
            Some(timeout) => AdapterSettings { start: timeout, deadline: timeout, memory, stop, ..settings },
            None => AdapterSettings { memory, stop, ..settings },
        }
    }
}

/// The command by which this program is the adapter of a backend of its own.
fn served(entry: &Entry) -> Result<Vec<String>, Unavailable> {
    let program = std::env::current_exe().map_err(|error| Unavailable {
        reason: format!("this program cannot be found, to be run in a child: {error}"),
        remedy: "use --in-process".to_owned(),
    })?;
    Ok(vec![program.display().to_string(), "serve".to_owned(), entry.name.to_owned()])
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-@".contains(c)
}

/// The words of a command line.
pub(crate) fn words(command: &str) -> anyhow::Result<Vec<String>> {
    match shlex::split(command) {
        Some(words) if !words.is_empty() => Ok(words),
        Some(_) => bail!("the adapter's command is empty: name a program, such as `python3 adapter.py`"),
        None => bail!("`{command}` ends within a quotation: close it"),
    }
}

/// A text as a shell takes it for one word.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
