#!/bin/sh
# Holds a maximum against what is known of it, in any CI that has a shell: installs the program once, judges, writes the report and its
# form for the pages of a CI, and ends as `opconform gate` does. OPCONFORM_ARGUMENTS says what is judged, such as
# `--adapter ./conformance`, in words that are split at spaces.
set -eu

checkout=$(cd "$(dirname "$0")/../.." && pwd)
root=${OPCONFORM_ROOT:-$PWD/.opconform}
report=${OPCONFORM_OUTPUT:-opconform-report}
expectations=${OPCONFORM_EXPECTATIONS:-expectations}
arguments=${OPCONFORM_ARGUMENTS:?what is judged, such as --adapter ./conformance}

[ -x "$root/bin/opconform" ] || cargo install --locked --no-default-features --path "$checkout/crates/cli" --root "$root"
mkdir -p "$expectations"
code=0
# shellcheck disable=SC2086 # These are words.
"$root/bin/opconform" gate --color never --expectations "$expectations" --output "$report" $arguments || code=$?
[ ! -f "$report/report.json" ] || "$root/bin/opconform" report "$report" --format junit --output "$report/junit.xml"
exit "$code"
