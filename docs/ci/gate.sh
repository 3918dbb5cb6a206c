#!/bin/sh
# Holds a maximum against what is known of it, in any CI that has a shell: installs the program once for each commit of these sources,
# judges, writes the report and its form for the pages of a CI, and ends as `opconform gate` does. OPCONFORM_ARGUMENTS says what is
# judged, in words as a shell splits them, such as `--adapter 'node mine.js'`: quotes are read, and nothing is run that stands in them.
set -eu

checkout=$(cd "$(dirname "$0")/../.." && pwd)
root=${OPCONFORM_ROOT:-$PWD/.cache/opconform}
report=${OPCONFORM_OUTPUT:-opconform-report}
expectations=${OPCONFORM_EXPECTATIONS:-expectations}
arguments=${OPCONFORM_ARGUMENTS:?what is judged, such as --adapter ./conformance}

commit=$(git -C "$checkout" rev-parse HEAD 2>/dev/null || echo unknown)
if [ ! -x "$root/bin/opconform" ] || [ "$(cat "$root/commit" 2>/dev/null)" != "$commit" ]; then
  # From a folder of nobody's: the toolchain and the settings of cargo that a repository chooses are for its own sources.
  (cd / && cargo install --force --locked --no-default-features --path "$checkout/crates/cli" --root "$root")
  printf '%s\n' "$commit" >"$root/commit"
fi
mkdir -p "$expectations"
# A word to a line, whose quotes have been read.
words=$(printf '%s\n' "$arguments" | xargs printf '%s\n') || exit 2
set --
while IFS= read -r word; do
  set -- "$@" "$word"
done <<WORDS
$words
WORDS
code=0
"$root/bin/opconform" gate --color never --expectations "$expectations" --output "$report" "$@" || code=$?
[ ! -f "$report/report.json" ] || "$root/bin/opconform" report "$report" --format junit --output "$report/junit.xml"
exit "$code"
