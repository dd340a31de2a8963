# Everything runs in .venv at the root, which is made on first use from a plain python3.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.horizons-installed

# The checks begin some hundred processes, and Python keeps what it has compiled for them.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install demo serve-demo test test-host test-rules quick shuffle thorough browser-test lint kernels bench kills lab-kills server-kills load against docs frameworks mutants fuzz fuzz-recorded parity battle-parity release-check secrecy server-games pythons

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 16

install: $(INSTALLED)  ## make .venv and install the project into it, with its tools

demo: $(INSTALLED)  ## play a short game and show its reports
	$(BIN)/horizons demo

serve-demo: $(INSTALLED)  ## open the web server with two games of bots, and one that waits for you
	$(BIN)/horizons serve --data horizons-serve-demo --demo

lint: $(INSTALLED)  ## style, formatting, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/zizmor --offline --quiet .github

kernels: $(INSTALLED)  ## compile the kernels of all games, so that no test waits for that
	$(BIN)/python -m tests.compiled_kernels

test: $(INSTALLED)  ## lint, all tests, and that every rule clause has a passing test
	$(MAKE) --jobs=2 lint kernels
	rm -f .horizons/rule-tests.json
	$(MAKE) --jobs=2 test-host test-rules
	$(BIN)/python -m tests.golden.digests
	$(BIN)/horizons rules event_horizon --check
	$(BIN)/horizons rules galaxy_g --check
	$(BIN)/horizons rules far_horizons --check
	$(BIN)/horizons rules campaign2e --check
	$(BIN)/horizons rules starcluster --check

# Two processes that share nothing cost less than one that hands tests to two others.
HOST_TESTS = tests/host tests/browser tests/docs tests/examples
test-host: $(INSTALLED)  ## the half of the tests that is about the host, its pages and the docs
	$(BIN)/python -m pytest -q --most-seconds=5 $(HOST_TESTS)

test-rules: $(INSTALLED)  ## the other half: core, games and lab
	$(BIN)/python -m pytest -q --most-seconds=5 $(HOST_TESTS:%=--ignore=%)

QUICK_REV = $(if $(filter command line environment,$(origin REV)),$(REV),HEAD)
quick: $(INSTALLED)  ## tests of what differs from a commit (REV=HEAD), else one test of each module
	$(BIN)/python -m tools.quick --against $(QUICK_REV)

shuffle: $(INSTALLED)  ## all tests in random order (SEED=7)
	$(BIN)/python -m pytest -n 2 --random-order-bucket=global --random-order-seed=$(SEED)

thorough: $(INSTALLED)  ## all tests, slow ones too, with ten times the examples of properties
	HORIZONS_THOROUGH=1 $(BIN)/python -m pytest -n 2 --dist=worksteal -m "slow or not slow"

pythons: $(INSTALLED)  ## replay the golden games and run all tests on every Python that is installed
	$(BIN)/python -m tools.pythons --all

browser-test: $(INSTALLED)  ## all tests of pages in a Chromium and a Firefox, the long ones too (ONLY=lesson)
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.firefox || true
	$(BIN)/python -m pytest -m "browser or firefox" tests/browser $(foreach name,$(ONLY),-k $(name))

bench: $(INSTALLED)  ## run the benchmarks
	$(BIN)/python -m benchmarks

KILLS ?= 2000
kills: $(INSTALLED)  ## kill commands at random moments and look at what is left (KILLS=2000)
	$(BIN)/python -m benchmarks.kills $(KILLS)

LAB_KILLS ?= 50
lab-kills: $(INSTALLED)  ## kill a study of 1,000 games at random moments, and compare its tables (LAB_KILLS=50)
	$(BIN)/python -m benchmarks.lab_kills $(LAB_KILLS)

# KILLS is 2,000 where nobody says otherwise, and half of that here.
SERVER_KILLS = $(if $(filter command line environment,$(origin KILLS)),$(KILLS),1000)
server-kills: $(INSTALLED)  ## kill a web server and its workers under load, on SQLite and on PostgreSQL (KILLS=1000 each)
	$(BIN)/python -m benchmarks.hosting.kills $(SERVER_KILLS)
	$(BIN)/python -m benchmarks.hosting.kills $(SERVER_KILLS) --postgresql

MINUTES ?= 10
load: $(INSTALLED)  ## 200 players at a web server while turns run, beside it idle, on SQLite and on PostgreSQL (MINUTES=10 each)
	$(BIN)/python -m benchmarks.hosting.load --minutes $(MINUTES)
	$(BIN)/python -m benchmarks.hosting.load --minutes $(MINUTES) --postgresql

REV ?= main
against: $(INSTALLED)  ## hold the speed of the tree against another commit's (REV=main)
	$(BIN)/python -m benchmarks.against $(REV)

docs: $(INSTALLED)  ## build the site into docs/_build/html, with pictures of pages where there is a Chromium
	$(BIN)/python -m tools.screenshots docs/_screens
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

VARIANT ?= core
SAMPLE ?= 300
mutants: $(INSTALLED)  ## change the code and see whether the tests notice (VARIANT=galaxy_g SAMPLE=400 SEED=2 ONLY=kernels TESTS=tests/core; MARKS=1 clause by clause)
	$(BIN)/python benchmarks/mutants.py --variant $(VARIANT) --sample $(SAMPLE) --seed $(SEED) $(foreach name,$(ONLY),--only $(name)) $(foreach path,$(TESTS),--tests $(path)) $(if $(MARKS),--marks)

CASES ?= 20000
SEED ?= 1
fuzz: $(INSTALLED)  ## try inputs that are almost right (PARTS="battles mails" CASES=2000 SEED=7)
	$(BIN)/python -m tests.fuzz $(PARTS) --cases $(CASES) --seed $(SEED)

FILES ?= 5000
fuzz-recorded: $(INSTALLED)  ## turns of all recorded games with changed orders, both ways (FILES=5000)
	$(BIN)/python -m tests.fuzz odd-states recorded-turns --cases $$(( $(FILES) / 6 + 1 ))

parity: $(INSTALLED)  ## replay recorded games of the 1999 engine and compare (GAMES="a.tar.xz ...")
	$(BIN)/python -m tools.far_horizons_parity $(GAMES)

secrecy: $(INSTALLED)  ## change what an empire cannot see, 3,000 comparisons a game, and look for a byte that shows it
	HORIZONS_COMPARISONS=3000 $(BIN)/python -m pytest -n 2 tests/host/test_secrecy.py
	HORIZONS_EXAMPLES=2000 $(BIN)/python -m pytest -n 2 tests/variants/campaign2e/test_secrecy.py tests/variants/starcluster/test_secrecy.py
	HORIZONS_WORLDS=50 HORIZONS_GAMES=campaign2e,event_horizon,far_horizons,galaxy_g,starcluster $(BIN)/python -m pytest -n 2 tests/host/server/test_secrecy_over_http.py tests/host/server/test_secrecy_of_watching.py
	HORIZONS_TRIES=20 $(BIN)/python -m pytest -n 2 -m "slow or not slow" tests/host/server/test_attacks_input.py

server-games: $(INSTALLED)  ## play all five games over HTTP to their end, and on both databases
	$(BIN)/python -m pytest -n 2 -m "slow or not slow" tests/host/server/test_whole_games.py tests/host/server/test_same_digests.py

# FILES is a number of `make fuzz-recorded` where nobody names files.
CASE_FILES = $(if $(filter command line environment,$(origin FILES)),$(FILES))
battle-parity: $(INSTALLED)  ## fight measured match-ups against the 1999 engine (FILES="a.yaml ...")
	$(BIN)/python -m tools.far_horizons_battle_parity $(CASE_FILES)

frameworks: $(INSTALLED)  ## decisions a second beside games of OpenSpiel and PettingZoo, which it installs
	$(BIN)/python -m pip install --quiet --group frameworks
	$(BIN)/python -m benchmarks --only environments

release-check: $(INSTALLED)  ## build wheel and sdist and try both in empty environments (PYTHONS="3.12 3.13")
	$(BIN)/python -m pip install --quiet --group release
	$(BIN)/python -m tools.release_check $(foreach version,$(PYTHONS),--python $(version))

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "Horizons needs Python 3.11 or later; '$(PYTHON)' was not found." >&2; \
	    echo "Install it, or name another: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Horizons needs Python 3.11 or later; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	    echo "Name another: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv .venv

# The stamp is newer than pyproject.toml: nothing is installed twice until it changes. Dependency
# groups need pip 25.1, and a new environment has the pip that its Python came with.
$(INSTALLED): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[host,lab,push]" --group test --group docs --group lint
	@touch $@
