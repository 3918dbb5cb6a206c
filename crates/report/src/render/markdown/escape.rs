//! Text as Markdown that shows exactly that text: no markup, no HTML, no link, no formula, no new line.

use crate::text::visible;

/// Writes `text` as running text of Markdown, in a table or outside.
pub fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // These act before or beside Markdown, where a backslash does not stop them.
            '|' => out.push_str("&#124;"),
            '$' => out.push_str("&#36;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    // The two beginnings of what GitHub makes a link of without being asked.
    out.replace("://", ":&#47;/").replace("www.", "www&#46;")
}

/// Writes `text` as code in running text of Markdown, in a table or outside.
///
/// A code span cannot hold a pipe both in a table and outside, nor begin with a backtick in a readable way: such text, and
/// empty text, becomes an HTML code element.
pub fn code(text: &str) -> String {
    if text.contains(['|', '`']) || text.trim().len() != text.len() || text.is_empty() {
        format!("<code>{}</code>", prose(text))
    } else {
        format!("`{}`", visible(text))
    }
}

/// Several texts, each as code.
pub(crate) fn codes<Text: AsRef<str>>(texts: &[Text]) -> String {
    texts.iter().map(|text| code(text.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_markdown_or_html_is_left_in_prose() {
        assert_eq!(
            prose("<script>a | b</script> `c` *d* $e$ http://f\n# g"),
            "&lt;script&gt;a &#124; b&lt;/script&gt; \\`c\\` \\*d\\* &#36;e&#36; http:&#47;/f\\\\n\\# g"
        );
    }

    #[test]
    fn code_holds_pipes_and_backticks() {
        assert_eq!(code("f32::max"), "`f32::max`");
        assert_eq!(code("<b>"), "`<b>`");
        assert_eq!(code("a|`b`"), "<code>a&#124;\\`b\\`</code>");
        assert_eq!(code(""), "<code></code>");
    }
}
