#!/bin/sh
# Stands between cargo and rustc (RUSTC_WRAPPER) and adds the counters that libFuzzer steers by, with the flags that
# `cargo fuzz --sanitizer none` uses, which a stable compiler has. Only what is fuzzed gets them, and the parsers that it
# hands bytes to: with counters in every dependency the build takes four times as long.
rustc=$1
shift
case " $* " in
*" --crate-name bulkhead_"* | *" --crate-name toml"* | *" --crate-name serde_json "* | *" fuzz_targets/"*)
    exec "$rustc" "$@" --cfg fuzzing -C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=4 \
        -C llvm-args=-sanitizer-coverage-inline-8bit-counters -C llvm-args=-sanitizer-coverage-pc-table \
        -C llvm-args=-sanitizer-coverage-trace-compares
    ;;
*) exec "$rustc" "$@" ;;
esac
