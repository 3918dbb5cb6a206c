//! JSON with a line to each field and to each list.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// Objects over several lines, lists on one.
#[derive(Default)]
struct Layout(PrettyFormatter<'static>);

impl Formatter for Layout {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

/// The text of a document whose keys are strings, with a line break at its end.
pub(super) fn json(document: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    document
        .serialize(&mut Serializer::with_formatter(&mut bytes, Layout::default()))
        .expect("memory takes every write, and every key is a string");
    bytes.push(b'\n');
    String::from_utf8(bytes).expect("JSON is UTF-8")
}
