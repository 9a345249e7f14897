PYTHON ?= python3
BIN := .venv/bin
NO_DEPS := $(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['tool']['barkeep']['no_deps'])"
BABEL := $(BIN)/pybabel -q

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
	$(BABEL) compile --directory companion/words --domain "table barracuda barracuda_pages web"

clean:
	rm -rf .venv build dist *.egg-info

.venv/run: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/python -m pip install --quiet --no-deps $$($(NO_DEPS))
	touch $@

.venv/dev: .venv/run pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .[dev]
	touch $@
