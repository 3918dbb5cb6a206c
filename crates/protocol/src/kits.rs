//! The kits: what makes an adapter of a function in another language. Adapters of this project are written with them.

/// The header for C and C++, `opconform.h`.
pub const C: &str = include_str!("../kits/c/opconform.h");

/// The module for JavaScript, `opconform.js`.
pub const JAVASCRIPT: &str = include_str!("../kits/javascript/opconform.js");

/// The files of the kit for C# that have the conversation, by their names.
pub const CSHARP: [(&str, &str); 3] = [
    ("Frame.cs", include_str!("../kits/csharp/wire/Frame.cs")),
    ("Case.cs", include_str!("../kits/csharp/wire/Case.cs")),
    ("Conversation.cs", include_str!("../kits/csharp/wire/Conversation.cs")),
];
