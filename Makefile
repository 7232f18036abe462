# The commands for development. CI runs the same ones.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT_FOLDERS := Sources Tests Tools Benchmarks Fuzzing Package.swift
# Limits parallel tests: all tests at once would starve each other.
TEST := swift test --disable-xctest --experimental-maximum-parallelization-width 12

.PHONY: help
help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

.PHONY: setup
setup: ## install missing Debian packages
	@Scripts/setup

.PHONY: build
build: ## build the optimised program
	@Scripts/setup build
	swift build -c release --static-swift-stdlib --disable-local-rpath --product martlet
	Scripts/check-binary .build/release/martlet
	Scripts/link-order/check .build/release/martlet

.PHONY: demo
demo: ## run an offline demo that ends with a pull request
	@Scripts/setup build
	swift build --product martlet
	.build/debug/martlet demo

.PHONY: test
test: setup lint ## format check, lint and all fast tests; slow tests too if MARTLET_SLOW=1
	Scripts/test $(TEST)

.PHONY: test-all
test-all: export MARTLET_SLOW := 1
test-all: test ## all tests, including the slow ones

.PHONY: test-gitea
test-gitea: ## the contract suite on a real Gitea or Forgejo: see docs/gitea.md
	@test -n "$${MARTLET_GITEA_URL:-}" || { echo "set MARTLET_GITEA_URL: see docs/add-a-forge.md" >&2; exit 2; }
	@test -n "$${MARTLET_GITEA_TOKEN:-}" || { echo "set MARTLET_GITEA_TOKEN" >&2; exit 2; }
	@test -n "$${MARTLET_GITEA_OWNER_TOKEN:-}" || { echo "set MARTLET_GITEA_OWNER_TOKEN" >&2; exit 2; }
	$(TEST) --filter ContractTests

.PHONY: lint
lint: ## check format and lint
	swift format lint --strict -r -p $(wildcard $(SWIFT_FOLDERS))

.PHONY: check
check: lint ## check format, lint and architecture
	$(TEST) --filter ArchitectureTests

.PHONY: smoke
smoke: lint ## check format, architecture and the tests of one module: make smoke MODULE=YAML
	@test -d "Tests/$(MODULE)Tests" || { echo "no Tests/$(MODULE)Tests: set MODULE" >&2; exit 2; }
	MARTLET_SMOKE=$(MODULE) $(TEST)

.PHONY: format
format: ## format the sources
	swift format -i -r -p $(wildcard $(SWIFT_FOLDERS))

.PHONY: architecture
architecture: ## write the graph of modules and their sizes: docs/decisions/modules.md
	swift build --product draw-architecture
	.build/debug/draw-architecture .

.PHONY: pictures
pictures: setup ## update the screenshots in docs/pictures with Chromium
	mkdir -p docs/pictures
	MARTLET_SLOW=1 MARTLET_PICTURES=$(CURDIR)/docs/pictures $(TEST) --filter BrowserTests

.PHONY: site
site: ## build docs/ into a site in .build/site, and check its links
	Scripts/site/build

.PHONY: examples
examples: build ## run the examples of the documentation with the optimised program
	Scripts/site/examples.py .build/release/martlet

.PHONY: bench
bench: build ## compare time and memory with the native tools
	Benchmarks/run

.PHONY: bench-compare
bench-compare: ## compare time and memory with another commit: make bench-compare BASE=main
	@test -n "$(BASE)" || { echo "set BASE to a commit" >&2; exit 2; }
	Benchmarks/compare $(BASE)

.PHONY: growth
growth: ## measure growth with size, and draw docs/performance/growth.svg
	Benchmarks/growth

.PHONY: fuzz
fuzz: ## run libFuzzer on every parser for a minute each (SECONDS_EACH=60)
	Fuzzing/run

.PHONY: dist
dist: ## build tarball, Debian package, image, SBOM and checksums into dist/
	@Scripts/setup build
	@Scripts/setup dist
	Scripts/dist/run

.PHONY: test-dist
test-dist: ## prove dist/ in fresh root file systems (as root, with debootstrap)
	@Scripts/setup test-dist
	Scripts/dist/test

.PHONY: test-chart
test-chart: ## render and check the Helm chart
	Scripts/chart/check

.PHONY: clean
clean: ## remove build products
	swift package clean
