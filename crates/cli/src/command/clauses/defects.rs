//! `opconform clauses --defects`: the known defects of documents as a page of Markdown, for those who write them.

use std::fmt::Write as _;

use opconform_report::{code, plain, plural, prose};
use opconform_spec::{Defect, Document, Effect, Quote};

/// What the page is, and how it is read.
const LEAD: &str = "Places at which a document contradicts itself, another one, or what it means to say, found while the suite was written. Each \
    has an id that stays, and the words at fault, or beside which others are missing, as they stand (formulas in plain text). Where a verdict of the suite turns on it, \
    that is said, with a case: `opconform replay CASE` shows what each clause says of it.";

/// The page, document by document.
pub(super) fn page(title: &str, defects: &[&Defect]) -> String {
    let turning = defects.iter().filter(|defect| defect.effect != Effect::NoVerdict).count();
    let count = plural(defects.len() as u64, "defect");
    let mut page = format!("# {}: known defects\n\n{LEAD}\n\n{count}; on {turning} a verdict turns.\n", prose(title));
    let mut documents: Vec<&str> = Vec::new();
    for defect in defects {
        if !documents.contains(&defect.document) {
            documents.push(defect.document);
        }
    }
    for document in documents {
        let own: Vec<&Defect> = defects.iter().copied().filter(|defect| defect.document == document).collect();
        let _ = write!(page, "\n## {}\n", prose(document));
        let links = links(&own);
        if !links.is_empty() {
            let _ = write!(page, "\nQuoted from {}.\n", links.join(", "));
        }
        for defect in own {
            section(&mut page, defect);
        }
    }
    page
}

/// Links to the documents that are quoted.
fn links(defects: &[&Defect]) -> Vec<String> {
    let mut documents: Vec<Document> = Vec::new();
    for quote in defects.iter().flat_map(|defect| defect.quotes) {
        if !documents.contains(&quote.document) {
            documents.push(quote.document);
        }
    }
    documents.iter().map(|it| format!("[{}]({})", prose(it.title()), it.link())).collect()
}

fn section(page: &mut String, defect: &Defect) {
    let mut letters = defect.text.chars();
    let sentence: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let _ = write!(page, "\n### {}\n\n{}.\n\n", defect.id, prose(&sentence));
    let quotes: Vec<String> = defect.quotes.iter().map(quoted).collect();
    if !quotes.is_empty() {
        let _ = write!(page, "{}\n\n", quotes.join("\n>\n"));
    }
    let such_as = defect.effect.example().map_or_else(String::new, |id| format!(" Such as {}.", code(id)));
    let _ = match defect.effect {
        Effect::NoVerdict => writeln!(page, "*Verdict:* none turns on it."),
        Effect::Gap { name, .. } => writeln!(page, "*Verdict:* none can be given, a gap: “{}”.{such_as}", prose(name)),
        Effect::Verdict { says, .. } => writeln!(page, "*Verdict:* {}{such_as}", prose(says)),
    };
    if let Some(proposed) = defect.proposed {
        let _ = write!(page, "\n*Proposed:* {}\n", prose(&plain(proposed)));
    }
}

/// Words with their place, as a quotation.
fn quoted(quote: &Quote) -> String {
    let heading = quote.heading.iter().map(|heading| prose(&plain(&heading.replace("**", "")))).collect::<Vec<_>>();
    let place: Vec<String> = quote.file.map(code).into_iter().chain(heading).collect();
    let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(" › ")) };
    format!("> “{}”{place}", prose(&plain(quote.words)))
}
