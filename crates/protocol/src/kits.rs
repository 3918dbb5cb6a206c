//! The kits: what makes an adapter of a function in another language. Adapters of this project are written with them.

/// The header for C and C++, `opconform.h`.
pub const C: &str = include_str!("../kits/c/opconform.h");

/// The files of the kit for JavaScript that make an adapter of a program of node's, by their names.
pub const JAVASCRIPT: [(&str, &str); 2] = [
    ("opconform.js", include_str!("../kits/javascript/opconform.js")),
    ("core.js", include_str!("../kits/javascript/core.js")),
];

/// The file of the kit for JavaScript that judges in the tests of node's, beside those.
pub const JAVASCRIPT_JUDGE: &str = include_str!("../kits/javascript/judge.js");

/// What says of the kit for JavaScript which kind of modules its files are.
pub const JAVASCRIPT_PACKAGE: &str = include_str!("../kits/javascript/package.json");

/// The files of the kit for JavaScript that make an adapter of a page of a browser, by their names.
pub const BROWSER: [(&str, &str); 4] = [
    ("browser.js", include_str!("../kits/javascript/browser.js")),
    ("page.mjs", include_str!("../kits/javascript/page.mjs")),
    ("watch.js", include_str!("../kits/javascript/watch.js")),
    JAVASCRIPT[1],
];

/// The files of the kit for Python that have the conversation, as a package of its name that has nothing else.
pub const PYTHON: [(&str, &str); 9] = [
    ("opconform/__init__.py", ""),
    ("opconform/element.py", include_str!("../kits/python/python/opconform/element.py")),
    ("opconform/shared.py", include_str!("../kits/python/python/opconform/shared.py")),
    ("opconform/wire.py", include_str!("../kits/python/python/opconform/wire.py")),
    ("opconform/own.py", include_str!("../kits/python/python/opconform/own.py")),
    ("opconform/huge.py", include_str!("../kits/python/python/opconform/huge.py")),
    ("opconform/layout.py", include_str!("../kits/python/python/opconform/layout.py")),
    ("opconform/onnx_model.py", include_str!("../kits/python/python/opconform/onnx_model.py")),
    ("opconform/conversation.py", include_str!("../kits/python/python/opconform/conversation.py")),
];

/// The files of the kit for C# that have the conversation, by their names.
pub const CSHARP: [(&str, &str); 3] = [
    ("Frame.cs", include_str!("../kits/csharp/wire/Frame.cs")),
    ("Case.cs", include_str!("../kits/csharp/wire/Case.cs")),
    ("Conversation.cs", include_str!("../kits/csharp/wire/Conversation.cs")),
];
