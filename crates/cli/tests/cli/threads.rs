//! Closed threads of issue trackers, put to `ask`: each ruling is that of the document that the implementation goes by.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::once;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Threads {
    thread: Vec<Thread>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Thread {
    url: String,
    asked: String,
    against: String,
    ruling: String,
    ended: String,
    borrowed: Option<String>,
    differs: Option<String>,
}

#[test]
fn every_thread_is_ruled_as_it_ended_or_says_why_not() {
    let text = include_str!("../../../../corpus/threads.toml");
    let Threads { thread: threads } = toml_edit::de::from_str(text).expect("threads");
    let urls: BTreeSet<&str> = threads.iter().map(|thread| thread.url.as_str()).collect();
    assert!(urls.len() == threads.len() && threads.len() >= 25, "{} threads", threads.len());
    for Thread { url, asked, against, ruling, ended, borrowed, differs } in &threads {
        let done = once(&["ask", asked, "--against", against]);
        let expected = match ruling.as_str() {
            "bug" => 1,
            "allowed" => 0,
            "gap" => 4,
            other => panic!("{url}: no ruling {other}"),
        };
        assert_eq!(done.code, Some(expected), "{url}: {}{}", done.stdout, done.stderr);
        // After the rulings comes who is known to answer so.
        let paragraphs = done.stdout.split("\n\n").skip(1).take_while(|it| !it.starts_with("answered "));
        assert!(paragraphs.clone().all(|paragraph| paragraph.starts_with(ruling)), "{url}: {}", done.stdout);
        assert!(paragraphs.count() > 0 && !ended.is_empty(), "{url}: {}", done.stdout);
        assert!([borrowed, differs].into_iter().flatten().all(|why| !why.is_empty()), "{url}");
    }
}
