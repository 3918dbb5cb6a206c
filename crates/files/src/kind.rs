//! What a path leads to, in a word for messages.

use std::fs::Metadata;

/// What is there, where it is no regular file.
pub(crate) fn other_than_a_file(metadata: &Metadata) -> Option<&'static str> {
    if metadata.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return Some("a pipe");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
    }
    Some(if metadata.is_dir() { "a folder" } else { "no regular file" })
}
