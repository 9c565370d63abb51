#!/usr/bin/env bash
# Installs the official MCP clients that the tests use into .clients of the checkout: Python's in a virtual environment,
# TypeScript's in node_modules. Does nothing when they are there.
set -euo pipefail
cd "$(dirname "$0")/../.."

home=.clients
sources=tests/e2e/clients
# The stamp is what was asked for, so that a changed version is installed anew.
wanted=$(cat "$sources/requirements.txt" "$sources/package.json" "$sources/package-lock.json" | sha256sum)
if [ "$(cat "$home/stamp" 2>/dev/null)" = "$wanted" ]; then
    echo "MCP clients: all there"
    exit 0
fi

rm -rf "$home"
mkdir -p "$home"
log=$home/setup.log
fail() {
    echo "MCP clients: $1 failed; the last lines of $log:" >&2
    tail -n 5 "$log" >&2
    exit 1
}
python3 -m venv "$home/python" >>"$log" 2>&1 || fail "making a virtual environment (Debian: apt-get install python3-venv)"
"$home/python/bin/pip" install --quiet -r "$sources/requirements.txt" >>"$log" 2>&1 || fail "installing Python's client"
cp "$sources/package.json" "$sources/package-lock.json" "$home/"
(cd "$home" && npm ci --no-audit --no-fund) >>"$log" 2>&1 || fail "installing TypeScript's client"
# Modules are looked for beside the script.
cp "$sources/client.mjs" "$home/"
echo "$wanted" >"$home/stamp"
echo "MCP clients: installed Python's and TypeScript's into $home"
