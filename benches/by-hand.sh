#!/bin/sh
# What rowpress spares: each compressor by hand over a dump, one after the other, against one run of rowpress over the same candidates.
#
#   benches/by-hand.sh DUMP
#
# Wanted: rowpress takes at most 0.7 of the time by hand, although it restores every byte and compares, which by hand is not done.
# ROWPRESS is the program, target/release/rowpress where it is not set. Compressed files go to a temporary directory, one at a time.
set -eu

dump=${1:?usage: by-hand.sh DUMP}
rowpress=${ROWPRESS:-target/release/rowpress}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

now() { date +%s.%N; }
# calc EXPRESSION: to three places.
calc() { awk "BEGIN { printf \"%.3f\", $1 }"; }

# The dump is in the page cache for all of them.
cat "$dump" >/dev/null

begin=$(now)
for command in 'gzip -1' 'gzip -6' 'gzip -9' 'zstd -1' 'zstd -3' 'zstd -9' 'xz -1' 'lz4' 'bzip2 -9'; do
    start=$(now)
    $command -c <"$dump" >"$scratch/compressed"
    printf '%-10s %12d bytes %9s s\n' "$command" "$(wc -c <"$scratch/compressed")" "$(calc "$(now) - $start")"
    rm "$scratch/compressed"
done
by_hand=$(calc "$(now) - $begin")

begin=$(now)
"$rowpress" analyze --quiet --unit whole \
    --codec zlib:1,6,9 --codec zstd:1,3,9 --codec xz:1 --codec lz4 --codec bzip2:9 \
    --format csv --output "$scratch/report.csv" "$dump"
program=$(calc "$(now) - $begin")

echo "by hand $by_hand s, rowpress $program s, ratio $(calc "$program / $by_hand")"
