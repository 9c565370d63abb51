#!/usr/bin/env bash
# Installs the official MCP clients that the tests use into .clients of the checkout: Python's in a virtual environment,
# TypeScript's in node_modules. Does nothing when they are there.
set -euo pipefail
cd "$(dirname "$0")/../.."

home=.clients
sources=tests/e2e/clients
# The stamp is what was asked for, so that a changed version or script is installed anew.
wanted=$(cat "$sources/requirements.txt" "$sources"/package*.json "$sources/client.mjs" | sha256sum)
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
# Half a minute is usual; a registry that does not answer must not be waited for without end.
bounded() { timeout 600 "$@" >>"$log" 2>&1; }
# What TypeScript's client says it needs.
bounded node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' || fail "finding Node 20 or newer"
bounded python3 -m venv "$home/python" || fail "making a virtual environment (Debian: apt-get install python3-venv)"
bounded "$home/python/bin/pip" install --quiet -r "$sources/requirements.txt" || fail "installing Python's client"
cp "$sources/package.json" "$sources/package-lock.json" "$home/"
bounded npm --prefix "$home" ci --no-audit --no-fund || fail "installing TypeScript's client"
# Modules are looked for beside the script.
cp "$sources/client.mjs" "$home/"
echo "$wanted" >"$home/stamp"
echo "MCP clients: installed Python's and TypeScript's into $home"
