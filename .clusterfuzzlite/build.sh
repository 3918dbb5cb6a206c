#!/bin/bash -eu
# Builds the fuzz targets into $OUT, each with its seeds: what OSS-Fuzz and ClusterFuzzLite run in their containers. Elsewhere:
# OUT=some/folder SANITIZER=none .clusterfuzzlite/build.sh
cd "$(dirname "$(realpath "${BASH_SOURCE[0]}")")"
# In the container the script is copied beside the source.
[ -d ../crates ] && cd .. || cd "$SRC/opconform"

# The binary that a check has built before, or else one of its own, which is not instrumented: the container's flags are for the targets.
opconform=target/release/opconform
[ -x "$opconform" ] || {
  env --unset=RUSTFLAGS --unset=CFLAGS --unset=CXXFLAGS cargo build --locked -p opconform-cli
  opconform=target/debug/opconform
}
rm -rf target/oss-fuzz-corpus
"$opconform" seeds encode --output target/oss-fuzz-corpus
cargo fuzz build -O --sanitizer "${SANITIZER:-address}"
for target in $(cargo fuzz list); do
    cp "fuzz/target/$(rustc -vV | sed -n 's/^host: //p')/release/$target" "$OUT/"
    (cd "target/oss-fuzz-corpus/$target" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
done
