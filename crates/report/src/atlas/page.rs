//! A page of the site.

/// A page of the site, or a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its path, from the folder of the site, with `/` between its parts.
    pub path: String,
    /// What is in it.
    pub text: String,
}
