//! A backend as it is asked for: `NAME`, or `NAME-SETTING` where the library has such a switch; and behind either `@VERSION` where it can
//! be had in versions.

use crate::adapter::{Adapter, AdapterSettings};
use crate::backend::{Backend, Unavailable};
use crate::bundled::installation::Installation;
use crate::entries::BACKENDS;
use crate::entry::{Entry, Open};
use crate::setting::Setting;
use crate::version::{Version, VersionError};

/// A backend, and the setting and the version of what is behind it where one is asked for.
#[derive(Clone, Debug)]
pub struct Choice {
    entry: &'static Entry,
    setting: Option<&'static Setting>,
    version: Option<Version>,
}

/// Why a backend cannot be had as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// The version is none.
    #[error("backend `{name}`: {error}")]
    Version {
        /// The backend.
        name: &'static str,
        /// What is wrong with the version.
        error: VersionError,
    },
    /// The backend is the one that is there.
    #[error("backend `{name}` is had as it is here, in no other version; those in versions are {}", versioned().join(", "))]
    Single {
        /// The backend.
        name: &'static str,
    },
    /// Nothing is to be installed for the backend.
    #[error("nothing is installed for `{name}` by itself: `opconform backends` says what is missing")]
    NotInstalled {
        /// The backend, as it was asked for.
        name: String,
    },
}

/// The backends that can be had in versions.
fn versioned() -> Vec<&'static str> {
    BACKENDS.iter().filter(|entry| entry.has_versions()).map(|entry| entry.name).collect()
}

impl Choice {
    /// The name of a backend and the version, as they stand in a text.
    pub fn split(text: &str) -> (&str, Option<&str>) {
        Version::split(text)
    }

    /// A backend as it is here.
    pub(crate) fn any(entry: &'static Entry) -> Self {
        Self { entry, setting: None, version: None }
    }

    /// A backend in a setting and a version, or as it is here.
    pub fn new(
        entry: &'static Entry,
        setting: Option<&'static Setting>,
        version: Option<&str>,
    ) -> Result<Self, ChoiceError> {
        let name = entry.name;
        if version.is_some() && !entry.has_versions() {
            return Err(ChoiceError::Single { name });
        }
        let version = version.map(str::parse).transpose().map_err(|error| ChoiceError::Version { name, error })?;
        Ok(Self { entry, setting, version })
    }

    /// The name that the backend is asked for by, and reported under.
    pub fn name(&self) -> String {
        let name = self.setting.map_or_else(|| self.entry.name.to_owned(), |setting| setting.of(self.entry.name));
        self.version.as_ref().map_or_else(|| name.clone(), |version| version.of(&name))
    }

    /// The name of the same backend without its setting, of a name that asks for one.
    pub fn without_setting(name: &str) -> Option<String> {
        let (words, version) = Self::split(name);
        let (entry, setting) = Entry::asked(words)?;
        setting?;
        Self::new(entry, None, version).ok().map(|plain| plain.name())
    }

    /// The backend, whatever the setting and the version.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The setting, where one is asked for.
    pub fn setting(&self) -> Option<&'static Setting> {
        self.setting
    }

    /// The version, where one is asked for.
    pub fn version(&self) -> Option<&Version> {
        self.version.as_ref()
    }

    /// Opens the backend without a further process in between, whatever that would keep away.
    pub fn open(&self) -> Result<Box<dyn Backend>, Unavailable> {
        match self.entry.open {
            Open::Here(_) | Open::Foreign(_) if self.setting.is_some() => Err(Unavailable {
                reason: "a setting is told to a process of its own, and this one is not".to_owned(),
                remedy: format!("leave out --in-process, or the setting: `{}`", self.entry.name),
            }),
            Open::Here(open) | Open::Foreign(open) => open(self.entry),
            Open::Program(program) => {
                let settings = AdapterSettings::of_choice(self, program.command(self.version())?);
                Ok(Box::new(Adapter::open(settings)?))
            }
        }
    }

    /// What `opconform setup` installs for the version.
    pub fn installation(&self) -> Result<Installation, ChoiceError> {
        let program = match self.entry.open {
            Open::Program(program) => Some(program),
            Open::Here(_) | Open::Foreign(_) => None,
        };
        let installation = program.zip(self.version()).and_then(|(program, version)| program.installation(version));
        installation.ok_or_else(|| ChoiceError::NotInstalled { name: self.name() })
    }
}

impl AdapterSettings {
    /// How a backend of this binary is run as an adapter.
    pub fn of_choice(choice: &Choice, command: Vec<String>) -> Self {
        let entry = choice.entry();
        let settings = Self::of(&choice.name(), command);
        let is_slow = entry.is_compiling() || choice.setting().is_some_and(Setting::is_slow);
        let deadline = if is_slow { settings.start } else { settings.deadline };
        // Who runs the implementation without this suite would not be told of a setting.
        let implementation = entry.implementation.filter(|_| choice.setting().is_none());
        let is_compiled = entry.is_compiled();
        Self { setting: choice.setting(), implementation, claims: entry.claims, is_compiled, deadline, ..settings }
    }
}

impl Entry {
    /// The backend as it is here, in no version in particular.
    pub fn choice(&'static self) -> Choice {
        Choice::any(self)
    }

    /// Opens it as it is here, without a further process in between, whatever that would keep away.
    pub fn open(&'static self) -> Result<Box<dyn Backend>, Unavailable> {
        self.choice().open()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str) -> Result<Choice, ChoiceError> {
        let (name, version) = Choice::split(text);
        let (entry, setting) = Entry::asked(name).expect("a backend");
        Choice::new(entry, setting, version)
    }

    #[test]
    fn one_spelling_serves_every_backend_in_versions() {
        for name in [
            "dotnet@9.0.23",
            "numpy@1.26.4",
            "onnxruntime-python@1.18.1",
            "onnxruntime-node@1.20.0",
            "dotnet",
            "numpy-baseline",
            "onnxruntime-python-unoptimized",
            "dotnet-math-max-no-avx2@9.0.23",
            "torch-avx2@2.15.0+cpu",
        ] {
            assert_eq!(choice(name).expect("a choice").name(), name);
        }
        let error = choice("portable@1").expect_err("it has no versions").to_string();
        assert!(error.contains("`portable`") && error.contains("dotnet") && !error.contains("mars"), "{error}");
        for unsound in ["dotnet@", "dotnet@latest", "dotnet@1@2"] {
            assert!(matches!(choice(unsound), Err(ChoiceError::Version { name: "dotnet", .. })), "{unsound}");
        }
    }

    #[test]
    fn a_name_without_its_setting_keeps_its_version() {
        assert_eq!(Choice::without_setting("numpy-baseline@1.26.4").as_deref(), Some("numpy@1.26.4"));
        assert_eq!(Choice::without_setting("onnxruntime-no-arena").as_deref(), Some("onnxruntime"));
        assert_eq!(["numpy", "numpy@1.26.4", "nobody-at-all"].map(Choice::without_setting), [const { None }; 3]);
    }

    #[test]
    fn a_version_that_nobody_has_set_up_says_how() {
        let unavailable = choice("numpy@0.0.1").expect("a choice").open().err().expect("it is not there");
        assert!(unavailable.remedy.contains("`opconform setup numpy@0.0.1`"), "{unavailable}");
    }

    #[test]
    fn a_setting_is_not_left_out_where_there_is_no_process_to_be_told() {
        let unavailable =
            choice("onnxruntime-no-arena").expect("a choice").open().err().expect("no process of its own");
        assert!(unavailable.remedy.contains("leave out --in-process"), "{unavailable}");
    }

    #[test]
    fn what_is_built_or_there_is_not_installed() {
        for name in ["dotnet@9.0.23", "numpy", "portable"] {
            assert!(matches!(choice(name).expect("a choice").installation(), Err(ChoiceError::NotInstalled { .. })));
        }
        assert!(choice("numpy@1.26.4").expect("a choice").installation().is_ok());
    }
}
