//! A badge in the form that shields.io reads from an address ("endpoint badge").

use serde_json::json;

use crate::departure::{departures, levels};
use crate::digest;
use crate::model::Report;
use crate::text::{plural, visible};

pub(super) fn render(report: &Report) -> String {
    let judged = |name: &str| digest::backend(report, name).is_some_and(|backend| digest::compared(backend) > 0);
    let groups = digest::findings_by_backend(report);
    let counts: Vec<(u64, u64)> = groups.iter().map(|(_, findings)| levels(&departures(report, findings))).collect();
    let is_judged = groups.iter().any(|(name, _)| judged(name));
    let (must, should) = counts.iter().fold((0, 0), |(must, should), it| (must + it.0, should + it.1));
    let clean = groups.iter().zip(&counts).filter(|((name, _), counts)| judged(name) && **counts == (0, 0)).count();
    let (message, colour) = match (groups.as_slice(), must, should) {
        _ if report.partial => ("interrupted".to_owned(), "lightgrey"),
        _ if !is_judged => ("nothing judged".to_owned(), "lightgrey"),
        ([_], 0, 0) => ("no departure".to_owned(), "brightgreen"),
        ([_], 0, _) => (format!("{} from SHOULD", plural(should, "departure")), "yellow"),
        ([_], _, _) => (format!("{} from MUST", plural(must, "departure")), "red"),
        (all, _, _) => {
            let colour = if must > 0 {
                "red"
            } else if clean < all.len() {
                "yellow"
            } else {
                "brightgreen"
            };
            (format!("{clean} of {} without departure", all.len()), colour)
        }
    };
    let label = match groups.as_slice() {
        [(name, _)] => format!("maximum: {}", visible(name)),
        _ => "maximum".to_owned(),
    };
    let badge = json!({ "schemaVersion": 1, "label": label, "message": message, "color": colour });
    format!("{badge}\n")
}
