# Two commands matter: `make serve` and `make test`. Both set up what they need, inside this folder, and do nothing twice.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# Where the guest compiler, the compile cache and the built components are; all of it inside the checkout.
export BULKHEAD_TOOLCHAIN := $(CURDIR)/.toolchain
export BULKHEAD_CACHE := $(CURDIR)/target/compiled
export BULKHEAD_COMPONENTS := $(CURDIR)/target/components
export BULKHEAD_BIN := $(CURDIR)/target/release/bulkhead

# The tools that come with the host, each a crate in tools/.
BUNDLED := files fetch data

.PHONY: help serve test lint deny advisories components toolchain clients bench fuzz clean

help: ## Show this list.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Each builds the host once, together with all else that it needs: what cargo is asked to build decides which features
# the dependencies have, and asking twice in two ways would compile wasmtime twice.
serve: toolchain ## Build everything and serve the bundled tools at http://127.0.0.1:7333/mcp.
	@cargo build --release --workspace --bin bulkhead
	@$(MAKE) components
	@exec $(BULKHEAD_BIN) serve --config tools/bulkhead.toml --dir $(BULKHEAD_COMPONENTS)

test: toolchain clients lint ## Run every check and every test.
	@cargo build --release --workspace --all-targets
	@$(MAKE) components
	@tests/run.sh

lint: deny ## Check formatting, lints, documentation and dependencies.
	@cargo fmt --all --check
	@cargo fmt --manifest-path tests/fuzz/Cargo.toml --check
	@cargo clippy --quiet --release --workspace --all-targets -- -D warnings
	@RUSTDOCFLAGS="-D warnings" cargo doc --quiet --release --workspace --no-deps

deny: ## Check the licences, sources and duplicates of what is in the tree.
	@tests/deny.sh licenses bans sources

advisories: ## Check the tree against the database of known vulnerabilities, which is fetched.
	@tests/deny.sh advisories

components: # The bundled tools, by the host that was just built.
	@for tool in $(BUNDLED); do $(BULKHEAD_BIN) build tools/$$tool --out $(BULKHEAD_COMPONENTS); done

toolchain: ## Set up the compilers for guests and for the interpreter.
	@guest-sdk/toolchain/setup.sh $(BULKHEAD_TOOLCHAIN)
	@tools/interpreter/setup.sh $(BULKHEAD_TOOLCHAIN)

clients: ## Set up the MCP clients that the tests use.
	@tests/e2e/setup.sh

bench: toolchain ## Measure; the results are in docs/performance.md.
	@cargo bench --workspace --bench performance -- --write

# How long, and which target (all of them when it is not said). Two run at a time.
SECONDS ?= 300
TARGET ?=

fuzz: ## Look for inputs that break something: make fuzz SECONDS=300 TARGET=policy
	@BULKHEAD_FUZZ_SECONDS=$(SECONDS) cargo test --release --workspace --test targets -- $(TARGET)

clean: ## Remove everything that was built or set up.
	rm -rf target .toolchain .clients .tools
