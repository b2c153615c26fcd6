# Two commands do everything: `make play` and `make test`. `make` alone lists the rest.

PYTHON ?= python3
# Debian's own Python, where it is: it is what a Pi runs.
BENCH_PYTHON ?= $(firstword $(wildcard /usr/bin/python3) $(PYTHON))
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play environment quick test checks lint types javascript unit interpreters trace bench compare duels presses clicks sight usable soak soak-chart reference faults radio install upgrade uninstall deb boot first-move newcomer arm mutants wiring tray drawings screenshots picture catalogues docs docs-configuration release system lock clean

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

# --- what both commands need ---

# A real MicroPython, for the firmware's tests, what the accessibility tests of the page ask, and what checks its scripts.
MICROPYTHON := hardware/simulated/micropython/node_modules/ready
AXE := tests/browser/node_modules/ready
JAVASCRIPT := tests/javascript/node_modules/ready
$(MICROPYTHON) $(AXE) $(JAVASCRIPT): %/node_modules/ready: %/package.json
	@tools/npm-packages $*

# A real pyscard, for the tests of the USB reader.
PYSCARD := .venv-usb/ready
$(PYSCARD): requirements.lock tools/make-pyscard
	@PYTHON="$(PYTHON)" tools/make-pyscard $(@D)

# The environment is made again when what it is made from changes, and left alone otherwise.
$(VENV)/ready: pyproject.toml requirements.lock tools/make-venv
	@PYTHON="$(PYTHON)" tools/make-venv $(VENV) dev

# Playing needs far less than the tests do, and somebody is waiting.
play: ## start the companion on a simulated table
	@PYTHON="$(PYTHON)" tools/make-venv $(VENV) demo playable
	@$(BIN)/hansa-companion play --page

environment: $(VENV)/ready ## make the environment for tests and drawings, in .venv

test: system $(MICROPYTHON) $(AXE) $(PYSCARD) checks unit interpreters ## check everything: style, types, tests on every Python found

# Each of them keeps one processor busy, so two run at a time; what one prints is not mixed with what another does.
checks: $(VENV)/ready ## check style, types, the page's scripts and the documentation
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types lint javascript docs

quick: lint ## check style, rules, table, journal and simulated hardware, in a minute
	@echo "== pytest, the quick ones"
	@tools/quick-tests

lint: $(VENV)/ready ## check the style of the Python files
	@echo "== ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ."; exit 1; }

types: $(VENV)/ready ## check the types of the Python files
	@echo "== mypy --strict"
	@$(BIN)/mypy

javascript: $(JAVASCRIPT) ## check layout and types of the page's scripts, and test what needs no browser
	@tools/check-javascript

unit: $(VENV)/ready ## run all tests, and tell how much of firmware and drivers ran
	@echo "== pytest"
	@tools/unit-tests
	@if [ -e $(MICROPYTHON) ]; then \
		echo "== lines and branches of the firmware, then of the drivers, that ran, in percent; at least 98"; \
		$(BIN)/coverage report --include='firmware/*' --format=total --fail-under=98 && \
		$(BIN)/coverage report --include='hardware/*' --omit='hardware/simulated/*' --format=total --fail-under=98; \
	fi

interpreters: $(VENV)/ready ## run the tests of rules and table on every Python 3.11 to 3.13 found
	@tools/test-interpreters

system: ## install what the tests need from the system (root or sudo)
	@tools/install-system

trace: $(VENV)/ready ## print which tests hold which rule of the rule books; PARTS=teutonica
	@$(BIN)/python -m tests.trace $(PARTS)

bench: system $(MICROPYTHON) $(VENV)/ready ## measure, side by side with others (some minutes)
	@PYTHON="$(BENCH_PYTHON)" tools/make-venv .venv-bench dev,bench
	@.venv-bench/bin/python -m tests.lab.bench $(PARTS)

compare: $(VENV)/ready ## measure against an earlier commit, in pairs: BEFORE=… (some minutes)
	@$(BIN)/python tools/compare-speed $(BEFORE)

duels: $(VENV)/ready ## let the simple player of Hansa Teutonica play random ones, 4,000 games (long)
	@$(BIN)/python -m tests.lab.duels $(OPTIONS)

presses: $(VENV)/ready ## count the presses that each verb takes, for each kit
	@$(BIN)/python -m tests.scenarios.presses

clicks: system $(VENV)/ready ## play whole games of both games by clicks in a browser (long)
	@$(BIN)/python -m tests.lab.clicks $(OPTIONS)

sight: system $(VENV)/ready ## look at every phase of both games in every window and language (long)
	@$(BIN)/python -m tests.lab.sight $(OPTIONS)

usable: system $(AXE) $(VENV)/ready ## look for what keeps somebody from using a view of Hansa Teutonica (long)
	@$(BIN)/python -m tests.lab.usable $(OPTIONS)

soak: $(VENV)/ready ## play a thousand random games through the simulated table, and kill some (long)
	@$(BIN)/python -m tests.lab.soak --games 1000 --silicon 50
	@$(BIN)/python -m tests.lab.soak.kills --kills 300
	@$(BIN)/python -m tests.lab.soak.evenings

soak-chart: $(VENV)/ready ## play 300 games with chart and wand and wrong touches, and kill 300 (long)
	@$(BIN)/python -m tests.lab.soak.chart --games 300
	@$(BIN)/python -m tests.lab.soak.kills --kills 300 --game teutonica

reference: $(VENV)/ready ## play 300,000 moves against a second implementation of the rules (long)
	@$(BIN)/python -m tests.lab.reference.teutonica $(PARTS)

faults: system $(MICROPYTHON) $(VENV)/ready ## kill, cut, damage and attack everything, many times (up to an hour)
	@$(BIN)/python -m tests.lab.faults $(PARTS)

radio: $(VENV)/ready ## play ten simulated hours at reported error rates (a quarter of an hour)
	@$(BIN)/python -m tests.lab.radio $(OPTIONS)

mutants: $(VENV)/ready ## mutation testing of the rules (long)
	@PYTHON="$(PYTHON)" tools/make-venv .venv-mutants dev,mutants
	@tools/mutants $(PARTS)

wiring: system $(VENV)/ready ## make drawings, cut files, lists and the guide's tables from kits and games
	@$(BIN)/python -m wiring

tray: system $(VENV)/ready ## draw your own tray: TRAY=my-tray.toml KERF=0.2 CLEARANCE=0.3 SHEET=3 OUT=…
	@$(BIN)/python -m wiring --out $(or $(OUT),my-drawings) $(if $(TRAY),--tray $(TRAY)) $(if $(KERF),--kerf $(KERF)) \
		$(if $(CLEARANCE),--clearance $(CLEARANCE)) $(if $(SHEET),--sheet $(SHEET))

drawings: system $(VENV)/ready ## render every drawing of the kits as a picture, in build/drawings
	@$(BIN)/python -m tests.browser.drawings

screenshots: system $(VENV)/ready ## take pictures of the page on desktop, phone and TV
	@$(BIN)/python -m tests.browser.screenshots

picture: system $(VENV)/ready ## make the animated picture of a move for the README
	@$(BIN)/python -m tests.browser.picture

catalogues: $(VENV)/ready ## bring the languages up to date with what the code says
	@$(BIN)/python tools/catalogues

docs: ## build the documentation as a site, with a check of every link, in build/docs
	@PYTHON="$(PYTHON)" tools/make-venv .venv-docs docs
	@echo "== mkdocs --strict"
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/python -m mkdocs build --strict

docs-configuration: $(VENV)/ready ## write the reference page of the configuration from its keys
	@$(BIN)/python tools/configuration-page

release: $(VENV)/ready ## build wheel, source archive and Debian packages in dist, and play with each
	@$(BIN)/python tools/release $(OPTIONS)

lock: $(VENV)/ready ## pin the versions that are installed now, and those that a Pi installs
	@tools/lock

install: ## set it up as a service on a Pi, as root; DESTDIR=… into a folder instead
upgrade: ## replace what is installed, as root; back to the old version if it fails
uninstall: ## remove the service, as root; games and configuration stay
install upgrade uninstall:
	@systemd/install $(if $(DESTDIR),--destdir "$(DESTDIR)") $@

deb: $(VENV)/ready ## make the Debian packages, for `sudo apt install ./…` on a Pi
	@tools/install-system dpkg-deb=dpkg
	@$(BIN)/python -m systemd.package.debian

# Both need root, for they change root folders and boot them.
boot: $(VENV)/ready ## boot Debian 12 and 13 with the companion, as root; PARTS="12 deb" (long)
	@tools/install-system mmdebstrap=mmdebstrap systemd-nspawn=systemd-container dpkg-deb=dpkg ip=iproute2
	@$(BIN)/python -m tests.lab.boot $(PARTS)

first-move: $(VENV)/ready ## time from a clone to the first move on Debian 12 and 13, as root (long)
	@tools/install-system mmdebstrap=mmdebstrap systemd-nspawn=systemd-container
	@$(BIN)/python -m tests.lab.first_move $(PARTS)

newcomer: system $(VENV)/ready ## time from `make play` to the first move by clicks in a browser
	@$(BIN)/python -m tests.lab.first_move.newcomer

arm: $(VENV)/ready ## install and test on an emulated ARM, as root; PARTS="arm64" (long)
	@tools/install-system mmdebstrap=mmdebstrap qemu-aarch64-static=qemu-user-static arch-test=arch-test update-binfmts=binfmt-support dpkg-deb=dpkg
	@tools/emulate-arm
	@nice $(BIN)/python -m tests.lab.arm $(PARTS)

clean: ## remove everything that was made
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist build mutants
