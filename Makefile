# gammond: what can be done with a checkout. `make` alone lists it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo test check bench clean

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
	@echo "make bench   how fast the parts are on this machine"
	@echo "make clean   remove what was built"

setup: $(READY)

$(READY): pyproject.toml
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

bench: setup
	@$(BIN)/python tests/bench.py

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
