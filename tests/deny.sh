#!/usr/bin/env bash
# Runs `cargo deny check` with what .deny.toml says. Builds cargo-deny into .tools of the checkout when it is not there:
# without optimisation, because a minute of compiling is saved for each second that the check itself takes longer.
#
#   tests/deny.sh licenses bans sources
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.20.2
home=.tools
if [ "$("$home/bin/cargo-deny" --version 2>/dev/null)" != "cargo-deny $version" ]; then
    mkdir -p "$home"
    log=$home/setup.log
    # Two minutes of processor time are usual; a registry that does not answer must not be waited for without end.
    if ! CARGO_PROFILE_DEV_DEBUG=0 timeout 1800 cargo install cargo-deny --locked --debug --version "$version" \
        --root "$home" --target-dir "$home/build" >"$log" 2>&1; then
        echo "cargo-deny: installing failed; the last lines of $log:" >&2
        tail -n 5 "$log" >&2
        exit 1
    fi
    rm -rf "$home/build"
    echo "cargo-deny: installed $version into $home"
fi
# An exception that nothing needs any more is one that nobody looks at.
exec "$home/bin/cargo-deny" --locked check --hide-inclusion-graph \
    -D unmatched-skip -D unnecessary-skip -D license-not-encountered "$@"
