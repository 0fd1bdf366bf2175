# gammond: what can be done with a checkout. `make` alone lists it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo test check texts screens bench compiled mutants hands soak clean

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

# The first Python that is new enough; PYTHON=... chooses another.
CANDIDATES := python3 python3.13 python3.12 python3.11
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in $(CANDIDATES); do "$$p" -c '$(NEW_ENOUGH)' 2>/dev/null && echo "$$p" && break; done)

help:
	@echo "make demo    a board to play on in the browser, no hardware needed"
	@echo "make setup   the environment in $(VENV), with the gammond command"
	@echo "make test    all tests, less than three minutes"
	@echo "make check   format, lint, types, and who imports whom"
	@echo "make texts   what players read, collected for translators, and every catalogue brought up to date"
	@echo "make screens the pictures of docs/screens anew, after a change of what the panel shows: look at them"
	@echo "make bench   how fast the parts are on this machine"
	@echo "make hands   how often the referee is right, with and without mischief (an hour; goes on where it stopped)"
	@echo "make soak    every match of GAMMOND_MATCHES by careless hands, and 10,000 careless sequences (hours; likewise)"
	@echo "make compiled  the move generator as machine code, in build/compiled (optional; needs a C compiler)"
	@echo "make mutants   small faults put into the engine, to see that a test finds each; an hour"
	@echo "make clean   remove what was built"

setup: $(READY)

$(READY): pyproject.toml $(wildcard setup.py) $(wildcard firmware/data/locale/*/LC_MESSAGES/gammond.po)
	@if [ -z "$(PYTHON)" ]; then \
	  echo "gammond needs Python 3.11 or newer, and none was found."; \
	  echo "On Debian or Raspberry Pi OS: sudo apt install python3 python3-venv. Or name it: make PYTHON=/path/to/python3"; \
	  exit 2; fi
	@if [ ! -x $(BIN)/python ] && ! $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "This Python ($(PYTHON)) cannot make environments."; \
	  echo "On Debian or Raspberry Pi OS: sudo apt install python3-venv"; \
	  exit 2; fi
	@echo "setup: environment in $(VENV) (once; a minute or so)"
	@if [ ! -x $(BIN)/python ]; then $(PYTHON) -m venv $(VENV); fi
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,check]'
	@touch $@

demo: setup
	@$(BIN)/gammond demo

test: setup
	@echo "test: all tests, $(WORKERS) at a time; the long ones are for .ci/run"
	@$(BIN)/python -m pytest -n $(WORKERS)

check: setup
	@echo "check: format"
	@$(BIN)/ruff format --check --quiet . || { echo "not formatted: run $(BIN)/ruff format ."; exit 1; }
	@echo "check: lint"
	@$(BIN)/ruff check --quiet .
	@echo "check: types"
	@$(BIN)/mypy --no-error-summary
	@echo "check: who imports whom"
	@found=$$($(BIN)/lint-imports --no-cache 2>&1) || { echo "$$found"; exit 1; }
	@echo "check: all well"

LOCALE := firmware/data/locale
CATALOGUES = $(wildcard $(LOCALE)/*/LC_MESSAGES/gammond.po)

texts: setup
	@$(BIN)/pybabel --quiet extract --mapping-file babel.cfg --keyword pgettext:1c,2 --keyword later \
	  --add-comments Translators: --add-location file --omit-header --sort-by-file --output $(LOCALE)/gammond.pot .
	@$(if $(CATALOGUES),$(BIN)/pybabel --quiet update -i $(LOCALE)/gammond.pot -d $(LOCALE) -D gammond && \
	  $(BIN)/pybabel --quiet compile -d $(LOCALE) -D gammond)
	@echo "texts: $(LOCALE)/gammond.pot and $(words $(CATALOGUES)) languages besides English are up to date"

screens: setup
	@$(BIN)/python -m pytest tests/firmware/test_screens_golden.py --update-golden
	@echo "screens: look at docs/screens before you commit them"

bench: setup
	@$(BIN)/gammond bench

# The same source, translated by mypyc. Nothing needs it; PYTHONPATH=build/compiled puts it before the checkout's.
COMPILED := position moves packed ends ends_of_double canonical plays

compiled: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[compiled]'
	@rm -rf build/compiled && mkdir -p build/compiled && cp -r engine build/compiled/
	@cd build/compiled && "$(abspath $(BIN))/mypyc" $(COMPILED:%=engine/%.py) > mypyc.log 2>&1 || { cat mypyc.log; exit 1; }
	@echo "compiled: PYTHONPATH=build/compiled $(BIN)/gammond bench"

HANDS ?= --plays 20000

hands: setup
	@$(BIN)/python -m firmware.rehearsal.soak $(HANDS)

MATCHES ?= $(or $(GAMMOND_MATCHES),../shared/matches)
SEQUENCES ?= 10000

soak: setup
	@$(BIN)/python -m firmware.rehearsal.match_soak $(MATCHES)
	@$(BIN)/python -m tests.firmware.careless_soak --sequences $(SEQUENCES)

MUTANTS ?= --minutes 60

mutants: setup
	@$(BIN)/python -m tests.mutants.run $(MUTANTS)

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
