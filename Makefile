# `make run` and `make test` set up everything they need in .venv, once, and again when pyproject.toml changes.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
NO_DEPS := $(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['tool']['barkeep']['no_deps'])"
BABEL := $(BIN)/pybabel -q
CAN_SET_UP := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

.PHONY: run test check bench words clean

run: .venv/run  ## a table on simulated hardware
	$(BIN)/barkeep run --hardware simulated $(ARGS)

test: .venv/dev  ## everything that can fail
	$(BIN)/python -m pytest $(ARGS)

check: .venv/dev  ## style, types and who may import whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_imports.py

bench: .venv/dev  ## figures, as ratios measured in one run
	$(BIN)/python -m tests.bench

words: .venv/dev  ## compile the catalogues after editing a .po
	$(BABEL) compile --directory companion/words --domain "table barracuda barracuda_pages shark shark_pages negoces2 negoces2_pages enrolment web doctor"

clean:
	rm -rf .venv build dist *.egg-info

.venv/run: pyproject.toml
	@$(PYTHON) -c "$(CAN_SET_UP)" 2>/dev/null || { \
	    echo "Barkeep needs Python 3.11 or newer with venv (Debian, Raspberry Pi OS: apt install python3-venv)." >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(PIP) --editable .
	@$(PIP) --no-deps $$($(NO_DEPS))
	@touch $@

.venv/dev: .venv/run
	@echo "Setting up what the tests need ..."
	@$(PIP) --editable .[dev]
	@touch $@
