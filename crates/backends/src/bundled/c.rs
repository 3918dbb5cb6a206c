//! The adapter in C for functions of two arrays: of the C library, of processors, of Java, of somebody's shared library. It is compiled
//! when it is first needed, with the kit's header and the one that has the functions.

use std::path::Path;
use std::process::{Command, Stdio};

use opconform_files::sha256_of;
use opconform_protocol::kits;
use opconform_text::line;
use xxhash_rust::xxh3::xxh3_64;

use super::build::{Stage, built};
use super::files;
use crate::backend::Unavailable;

const FILES: &[(&str, &str)] = &[
    ("opconform_maximum.c", include_str!("../../adapters/c/opconform_maximum.c")),
    ("opconform.h", kits::C),
    ("glibc.h", include_str!("../../adapters/c/glibc.h")),
    ("instructions.h", include_str!("../../adapters/c/instructions.h")),
    ("java.h", include_str!("../../adapters/c/java.h")),
    ("dylib.h", include_str!("../../adapters/c/dylib.h")),
];

/// The adapter for a function of libm.
pub(crate) fn libm(function: &str) -> Result<Vec<String>, Unavailable> {
    let program = compiled("glibc.h", "cc", "glibc", &["-lm"], "install a C compiler and glibc 2.35 or newer")?;
    Ok(vec![program, function.to_owned()])
}

/// A processor, and what stands in for it elsewhere.
pub(crate) struct Processor {
    /// What Rust calls its architecture.
    pub(crate) architecture: &'static str,
    /// The compiler and the emulator on another one, where there can be such.
    pub(crate) elsewhere: Option<Emulation>,
}

/// How a program for another processor is made and run, by the tools of a Linux distribution.
pub(crate) struct Emulation {
    compiler: &'static str,
    emulators: [&'static str; 2],
    remedy: &'static str,
}

pub(crate) const X86_64: Processor = Processor { architecture: "x86_64", elsewhere: None };
pub(crate) const AARCH64: Processor = Processor {
    architecture: "aarch64",
    elsewhere: Some(Emulation {
        compiler: "aarch64-linux-gnu-gcc",
        emulators: ["qemu-aarch64-static", "qemu-aarch64"],
        remedy: "install a C compiler for aarch64 and qemu-user: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and \
                 qemu-user-static of Debian",
    }),
};
pub(crate) const RISCV64: Processor = Processor {
    architecture: "riscv64",
    elsewhere: Some(Emulation {
        compiler: "riscv64-linux-gnu-gcc",
        emulators: ["qemu-riscv64-static", "qemu-riscv64"],
        remedy: "install a C compiler for RISC-V and qemu-user: gcc-riscv64-linux-gnu, libc6-dev-riscv64-cross and \
                 qemu-user-static of Debian",
    }),
};

impl Processor {
    /// The adapter for an instruction, on the processor itself or on its emulator.
    pub(crate) fn command(&self, instruction: &str) -> Result<Vec<String>, Unavailable> {
        let Self { architecture, .. } = *self;
        if std::env::consts::ARCH == architecture {
            let program = compiled("instructions.h", "cc", architecture, &[], "install a C compiler")?;
            return Ok(vec![program, instruction.to_owned()]);
        }
        let Some(Emulation { compiler, emulators, remedy }) = self.elsewhere else {
            return Err(Unavailable {
                reason: format!("instruction set unavailable: expected {architecture}"),
                remedy: format!("run on a CPU of {architecture}"),
            });
        };
        let (emulator, version) = emulators
            .into_iter()
            .find_map(|emulator| Some((emulator, version_of(emulator)?)))
            .ok_or_else(|| Unavailable {
                reason: format!("there is neither {architecture} nor its emulator"),
                remedy: remedy.to_owned(),
            })?;
        // The emulator need not find the other processor's C library.
        let program = compiled("instructions.h", compiler, architecture, &["-static"], remedy)?;
        Ok(vec![emulator.to_owned(), program, instruction.to_owned(), version])
    }
}

/// The adapter for a method of Java's `Math`, with the virtual machine that the `java` of the path is of.
pub(crate) fn java(method: &str) -> Result<Vec<String>, Unavailable> {
    const REMEDY: &str = "install a C compiler and a JDK 10 or newer: default-jdk-headless of Debian";
    let home = java_home().ok_or_else(|| Unavailable {
        reason: "there is no `java` on the path".to_owned(),
        remedy: REMEDY.to_owned(),
    })?;
    let (include, library) = (format!("-I{home}/include"), format!("-L{home}/lib/server"));
    let (system, found_at) = (format!("{include}/linux"), format!("-Wl,-rpath,{home}/lib/server"));
    // Built once for each virtual machine.
    let name = format!("java-{:016x}", xxh3_64(home.as_bytes()));
    let program = compiled("java.h", "cc", &name, &[&include, &system, &library, &found_at, "-ljvm"], REMEDY)?;
    Ok(vec![program, method.to_owned()])
}

/// The adapter for functions of a shared library: of a symbol that has a type at its end, `max_f32`, or of all that are this word
/// with a type after it. Their version is the hash of the file.
///
/// # Errors
/// There is no such file, or nothing to compile the adapter with.
pub fn library(file: &Path, symbol: &str) -> Result<Vec<String>, Unavailable> {
    let unreadable = |error: std::io::Error| Unavailable {
        reason: format!("cannot read {}: {error}", file.display()),
        remedy: "name a shared library, and behind a colon a function of it".to_owned(),
    };
    // By a path with a slash in it, the loader looks nowhere else.
    let file = std::path::absolute(file).map_err(unreadable)?;
    let hash = sha256_of(&file).map_err(unreadable)?;
    let program = compiled("dylib.h", "cc", "dylib", &["-ldl"], "install a C compiler")?;
    Ok(vec![program, file.display().to_string(), symbol.to_owned(), format!("sha256 {}", &hash[..12])])
}

/// The folder of the virtual machine that the path has.
fn java_home() -> Option<String> {
    let mut java = Command::new("java");
    let output = java.args(["-XshowSettings:properties", "-version"]).stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8(output.stderr).ok()?;
    let home = said.lines().find_map(|line| line.trim().strip_prefix("java.home = "))?;
    Path::new(home).is_dir().then(|| home.to_owned())
}

/// The version of an emulator, as it prints it: `qemu-aarch64 version 7.2.22 (…)`; `None` where it does not run.
fn version_of(emulator: &str) -> Option<String> {
    let output = Command::new(emulator).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let version = said.split_whitespace().skip_while(|&word| word != "version").nth(1)?;
    Some(line(&format!("qemu {version}"), 64))
}

/// The program that a compiler makes of the adapter and a header.
fn compiled(
    header: &str,
    compiler: &str,
    name: &str,
    arguments: &[&str],
    remedy: &'static str,
) -> Result<String, Unavailable> {
    let folder = files::written("c", FILES)?;
    let program = folder.join(name);
    built(&program, |output| {
        let mut command = Command::new(compiler);
        // A compiler that knows the functions would put its own idea of them in the place of the library's.
        command.args(["-std=c11", "-O2", "-fno-builtin"]).arg(format!("-DMAXIMA=\"{header}\"")).arg("-o").arg(output);
        command.arg(folder.join(FILES[0].0)).args(arguments);
        vec![Stage { command, remedy }]
    })?;
    Ok(program.display().to_string())
}
