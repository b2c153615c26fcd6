# Two commands do everything: `make play` and `make test`. `make` alone lists the rest. tools/find-python chooses the
# Python; `make PYTHON=python3.12 …` names another.

VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play environment quick test checks lint types javascript unit interpreters bench compare lab deb tab fresh wiring tray drawings screenshots catalogues docs docs-configuration release system lock clean

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

# --- what both commands need ---

# A real MicroPython and an emulated Pico, for the firmware's tests, what the accessibility tests of the page ask, and
# what checks its scripts.
MICROPYTHON := hardware/simulated/micropython/node_modules/ready
RP2040 := hardware/simulated/rp2040/node_modules/ready
AXE := tests/browser/node_modules/ready
JAVASCRIPT := tests/javascript/node_modules/ready
# The Python that runs in a browser's tab.
TAB := tools/tab/node_modules/ready
$(MICROPYTHON) $(RP2040) $(AXE) $(JAVASCRIPT) $(TAB): %/node_modules/ready: %/package.json
	@tools/npm-packages $*

# A real pyscard, for the tests of the USB reader.
PYSCARD := .venv-usb/ready
$(PYSCARD): requirements.lock tools/make-pyscard
	@tools/make-pyscard $(@D)

# The environment is made again when what it is made from changes, and left alone otherwise.
$(VENV)/ready: pyproject.toml requirements.lock tools/make-venv
	@tools/make-venv $(VENV) dev

# Playing needs far less than the tests do, and somebody is waiting.
play: ## start the companion on a simulated table
	@tools/make-venv $(VENV) demo playable
	@$(BIN)/hansa-companion play --page

environment: $(VENV)/ready ## make the environment for tests and drawings, in .venv

test: system $(MICROPYTHON) $(RP2040) $(AXE) $(TAB) $(PYSCARD) checks ## check everything: style, types, tests on every Python found
	@tools/pico-image --if-possible
	@tools/long-tests

# Each of them keeps one processor busy, so two run at a time; what one prints is not mixed with what another does.
checks: $(VENV)/ready ## check style, types and the page's scripts
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types lint javascript

quick: lint ## check style, rules, table, journal and simulated hardware, in a minute
	@echo "== pytest, the quick ones"
	@tools/quick-tests

lint: $(VENV)/ready ## check the style of the Python files, dead code and workflows
	@echo "== ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format ."; exit 1; }
	@echo "== workflows"
	@$(BIN)/zizmor --offline --quiet --no-progress .github
	@echo "== dead code"
	@tools/dead-code

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

interpreters: $(VENV)/ready ## run the tests of rules and table on every Python found, 3.11 to 3.15
	@tools/test-interpreters

system: ## install what the tests need from the system (root or sudo)
	@tools/install-system

bench: system $(MICROPYTHON) $(VENV)/ready ## measure, side by side with others (some minutes)
	@tools/make-venv .venv-bench dev,bench
	@.venv-bench/bin/python -m tests.lab.bench $(PARTS)

compare: $(VENV)/ready ## measure against an earlier commit, in pairs: BEFORE=… (some minutes)
	@$(BIN)/python tools/compare-speed $(BEFORE)

lab: system $(MICROPYTHON) $(AXE) $(VENV)/ready ## run a laboratory: PART=faults OPTIONS=…; `make lab` lists them
	@$(BIN)/python -m tests.lab $(PART) $(OPTIONS)

tab: $(VENV)/ready $(TAB) ## build the table in a browser's tab, files for any static host, in build/tab
	@$(BIN)/python -m tools.tab.build

wiring: system $(VENV)/ready ## make drawings, cut files, lists and the guide's tables from kits and games
	@$(BIN)/python -m wiring

tray: system $(VENV)/ready ## draw your own tray: TRAY=my-tray.toml KERF=0.2 CLEARANCE=0.3 SHEET=3 OUT=…
	@$(BIN)/python -m wiring --out $(or $(OUT),my-drawings) $(if $(TRAY),--tray $(TRAY)) $(if $(KERF),--kerf $(KERF)) \
		$(if $(CLEARANCE),--clearance $(CLEARANCE)) $(if $(SHEET),--sheet $(SHEET))

drawings: system $(VENV)/ready ## render every drawing as a picture, and those of true size as PDF to print
	@$(BIN)/python -m tests.browser.drawings

screenshots: system $(VENV)/ready ## take pictures of the page, and the animated one of a move for the README
	@$(BIN)/python -m tests.browser.screenshots
	@$(BIN)/python -m tests.browser.picture

catalogues: $(VENV)/ready ## bring the languages up to date with what the code says
	@$(BIN)/python tools/catalogues

docs: ## build the documentation as a site, with a check of every link, in build/docs
	@tools/make-venv .venv-docs docs
	@echo "== mkdocs --strict"
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/python -m mkdocs build --strict

docs-configuration: $(VENV)/ready ## write the reference page of the configuration from its keys
	@$(BIN)/python tools/configuration-page

release: $(VENV)/ready ## build wheel, source archive and Debian packages, play with each, and tag it
	@$(BIN)/python tools/release $(OPTIONS)

lock: $(VENV)/ready ## pin the versions that are installed now, and those that a Pi installs
	@tools/lock

deb: ## make the Debian packages, here or on a Pi, for `sudo apt install ./…` there
	@tools/install-system dpkg-deb=dpkg
	@tools/make-deb

fresh: $(VENV)/ready ## type the README's commands on bare Debians, as root; PARTS="12" (long)
	@tools/install-system mmdebstrap=mmdebstrap systemd-nspawn=systemd-container
	@$(BIN)/python -m tests.lab.fresh $(PARTS)

clean: ## remove everything that was made
	rm -rf .venv .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage dist build mutants
