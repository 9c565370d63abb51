#!/usr/bin/env bash
# Runs every test and ends with one line that counts them all: cargo prints one for each of its test programs.
set -uo pipefail
cd "$(dirname "$0")/.."

log=target/tests.log
cargo test --release --workspace --no-fail-fast 2>&1 | tee "$log"
status=${PIPESTATUS[0]}

awk '/^test result:/ { passed += $4; failed += $6 } END { printf "%d passed, %d failed\n", passed, failed }' "$log"
exit "$status"
