# Every target sets up what it needs, on a fresh Debian machine with Rust and Node.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
# The order of the steps is the order in which they are named, cheap ones first.
.NOTPARALLEL:
.DEFAULT_GOAL := help

target := $(or $(CARGO_TARGET_DIR),target)
musl := $(shell uname -m)-unknown-linux-musl
setup := tests/setup
desktop := tests/desktop/desktop-session
# The app's build puts a page without assets where there is none, so that cargo alone can build; only
# ours has this folder.
page := ui/dist/assets
modules := ui/node_modules/.package-lock.json
deny := target/tools/bin/cargo-deny
# All of the workspace, and the same features, each time: anything else would be a new build.
workspace := --workspace --features vults-core/ts

.PHONY: help run build demo test test-agents test-agents-all lint bench
help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 18

run: build ## build and start the app
	$(target)/release/vults

# The relay runs on every step of every agent. Linked with musl, at a fixed place, it starts sooner than
# /bin/true: nothing is looked up, nothing is relocated, and the processor is not asked what it can do
# (docs/performance.md). A Rust without the musl target links the system's C library, statically too.
build: toolchains packages-build packages-run $(page) ## build the app and the relay
	cargo build --release -p vults --features custom-protocol
	if [ -d "$$(rustc --print target-libdir --target $(musl))" ]; then \
	  cargo rustc --release -p vults-hook --bin vults-hook --target $(musl) -- -C relocation-model=static; \
	  install $(target)/$(musl)/release/vults-hook $(target)/release/vults-hook; \
	else \
	  cargo rustc --release -p vults-hook --bin vults-hook -- -C target-feature=+crt-static -C relocation-model=static; \
	fi

demo: build packages-test ## play a recorded session into the real app (pictures: target/demo, or DEMO_PICTURES=DIR)
	tests/agents/demo

test: test-page test-scripts lint test-rust test-visual ## run every test but those of the real agents

test-agents: build packages-test ## run the scenarios with the real agents (WORDS="deny" picks some)
	tests/agents/run $(WORDS)

test-agents-all: test-agents ## the same, for every agent there is

lint: toolchains packages-build $(page) $(deny) ## check form, rules, licences and the page's code
	cargo fmt --all --check
	npm --prefix ui run check
	npm --prefix ui run lint
	$(deny) --workspace check bans licenses sources
	cargo clippy $(workspace) --all-targets -- -D warnings

bench: build packages-test ## measure the relay and the app
	cargo build --release -p vults --features custom-protocol --example bare_window
	cargo build --release -p vults-bench
	$(desktop) -- $(target)/release/vults-bench

# The parts of the above

.PHONY: toolchains test-page test-scripts test-rust test-visual
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
	cargo install cargo-deny --version 0.20.2 --locked --debug --root target/tools

test-page: toolchains $(modules)
	npm --prefix ui test

# What no test runs must at least be read without an error.
test-scripts: packages-test
	for script in .ci/run $(setup)/* tests/desktop/{desktop-session,wayland-session,session-lib.sh,shot}; do bash -n $$script; done
	python3 -c 'import sys; [compile(open(f).read(), f, "exec") for f in sys.argv[1:]]' tests/agents/{*.py,scenarios/*.py,run,demo}

# The app that people get is the one that is driven. What only a debug build lets in is shown to get in
# there, else its absence in the other would show nothing.
test-rust: build packages-test
	VULTS_APP=$(abspath $(target))/release/vults cargo test $(workspace)
	cargo test $(workspace) --test app -- webdriver

test-visual: toolchains packages-visual $(modules)
	npm --prefix ui run visual
