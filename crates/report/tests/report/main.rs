//! What people and machines read of a report, kept in `snapshots/report`, and how reports arrive on disk.

mod atlas;
mod diff;
mod fit;
mod formats;
mod formula;
mod html;
mod issue;
mod json;
mod junit;
mod kill;
mod markdown;
mod publish;
mod sample;
mod sarif;
mod site;
mod summary;
mod terminal;

/// Compares with the snapshot of this name, in the workspace's own folder of snapshots.
fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../../snapshots/report");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
