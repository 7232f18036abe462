# One command per habit; CI runs the same ones.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT_FOLDERS := Sources Tests Tools Benchmarks Fuzzing Package.swift
# All at once, tests would starve each other: what one waits for, a hundred others keep it from.
TEST := swift test --disable-xctest --experimental-maximum-parallelization-width 12

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: setup
setup: ## install the Debian packages that are missing
	@Scripts/setup

.PHONY: build
build: ## build the program with optimisation
	@Scripts/setup build
	swift build -c release --static-swift-stdlib --product martlet

.PHONY: demo
demo: build ## the whole story offline: ends by showing a pull request
	.build/release/martlet demo

.PHONY: test
test: setup lint ## format, lint, every fast test; the slow ones where MARTLET_SLOW=1
	Scripts/test $(TEST)

.PHONY: test-all
test-all: export MARTLET_SLOW := 1
test-all: test ## the slow tests too

.PHONY: lint
lint: ## format and lint
	swift format lint --strict -r -p $(wildcard $(SWIFT_FOLDERS))

.PHONY: check
check: lint ## format, lint, architecture
	$(TEST) --filter ArchitectureTests

.PHONY: format
format: ## rewrite the sources in the house's format
	swift format -i -r -p $(wildcard $(SWIFT_FOLDERS))

.PHONY: architecture
architecture: ## draw modules, arrows and sizes into docs/architecture.md
	swift build --product draw-architecture
	page=$$(.build/debug/draw-architecture .) && printf '%s\n' "$$page" >docs/architecture.md

.PHONY: pictures
pictures: setup ## draw the pictures of docs/pictures anew, with Chromium
	mkdir -p docs/pictures
	MARTLET_SLOW=1 MARTLET_PICTURES=$(CURDIR)/docs/pictures $(TEST) --filter BrowserTests

.PHONY: bench
bench: build ## times and memory, side by side with the native tools, as ratios
	Benchmarks/run

.PHONY: fuzz
fuzz: ## libFuzzer on every parser, a minute each (SECONDS_EACH=60)
	Fuzzing/run

.PHONY: clean
clean: ## remove what was built
	swift package clean
