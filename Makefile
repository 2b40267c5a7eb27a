# Every target sets up what it needs, on a fresh Debian machine with Rust and Node.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
# The order of the steps is the order in which they are named, cheap ones first.
.NOTPARALLEL:
.DEFAULT_GOAL := help

target := $(or $(CARGO_TARGET_DIR),target)
setup := tests/setup
desktop := tests/desktop/desktop-session
page := ui/dist/index.html
modules := ui/node_modules/.package-lock.json
deny := target/tools/bin/cargo-deny

.PHONY: help run build demo test test-agents test-agents-all lint bench settings
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

run: build ## build and start the app
	$(target)/release/vults

# The relay runs on every step of every agent: linked statically it starts in half the time.
build: toolchains packages-build packages-run $(page) ## build the app and the relay
	cargo build --release -p vults --features custom-protocol
	cargo rustc --release -p vults-hook --bin vults-hook -- -C target-feature=+crt-static

demo: build packages-test ## play a recorded session into the real app, and take its picture
	tests/agents/demo

settings: ## print Claude Code's settings with this folder's place filled in
	@sed -n '/^```json/,/^```/{//!p}' README.md | sed 's|/PATH/TO/vults|$(CURDIR)|g'

test: toolchains packages-build packages-run packages-test packages-visual test-page lint test-debug test-release test-visual ## run every test but those of the real agents

test-agents: build packages-test ## run the scenarios with the real agents (WORDS="deny" picks some)
	tests/agents/run $(WORDS)

test-agents-all: test-agents ## the same, for every agent there is

lint: toolchains packages-build $(page) $(deny) ## check form, rules, licences and the page's code
	cargo fmt --all --check
	npm --prefix ui run check
	npm --prefix ui run lint
	$(deny) --workspace check bans licenses sources
	cargo clippy --workspace --all-targets -- -D warnings

bench: build packages-test ## measure the relay and the app
	cargo build --release -p vults --features custom-protocol --example bare_window
	cargo build --release -p vults-bench
	$(desktop) -- $(target)/release/vults-bench

# The parts of the above

.PHONY: toolchains test-page test-debug test-release test-visual
toolchains:
	@$(setup)/toolchains
packages-%:
	@$(setup)/packages $*

$(modules): ui/package.json ui/package-lock.json
	npm --prefix ui ci --no-audit --no-fund
	@touch $@
$(page): $(modules) $(shell find ui -path ui/node_modules -prune -o -path ui/dist -prune -o -type f -print)
	npm --prefix ui run build
	@touch $@
# A tool of its own: it stays in target/ and is built once.
$(deny):
	cargo install cargo-deny --locked --debug --root target/tools

test-page: $(modules)
	npm --prefix ui test

# All of the workspace in one call each time: other packages would mean other features, and a new build.
test-debug: $(page)
	cargo test --workspace
	cargo test -p vults-core --features ts

test-release: build
	VULTS_APP=$(abspath $(target))/release/vults cargo test --workspace --test app

test-visual: $(modules)
	npm --prefix ui run visual
