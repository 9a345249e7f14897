# `make run` and `make test` set up everything they need in .venv, once and whenever pyproject.toml changes.
# Debian's Python, if it can: a Pi has it, and Debian builds it so that it needs a quarter less time than one built plainly.
PYTHON ?= $(shell /usr/bin/python3 -c "$(CAN_SET_UP)" 2>/dev/null && echo /usr/bin/python3 || echo python3)
BIN := .venv/bin
WORKERS ?= $(if $(ARGS),auto,3)  # One for each core; and one more for the whole suite, in which some wait.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
NO_DEPS := $(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['tool']['barkeep']['no_deps'])"
BABEL := $(BIN)/pybabel -q
unexport PYTHONDONTWRITEBYTECODE  # Otherwise each worker, and each program that a test starts, would compile everything again.
CAN_SET_UP := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

BUILD ?= build
BROKER ?= localhost

.PHONY: run hub tables test test-all test-times prove check scripts bench bench-bots scale words drawings print-kit lock archive case pi-check virtual-pi clean

run: .venv/run  ## open a table on simulated hardware
	$(BIN)/barkeep run --hardware simulated $(ARGS)

hub: .venv/hub  ## open a hub for the tables of a broker on this machine, or of BROKER=HOST:PORT
	$(BIN)/barkeep hub --mqtt-address $(BROKER) $(ARGS)

tables: .venv/run  ## open two tables on simulated hardware, which tell that broker, on ports 8001 and 8002
	@for n in 1 2; do \
	    $(BIN)/barkeep run --hardware simulated --mqtt-address $(BROKER) --port 800$$n --data $(BUILD)/table-$$n $(ARGS) & \
	done; wait

test: .venv/dev  ## a part of every kind of test, in two to three minutes on two quiet cores: before every commit
	$(PYTEST) $(ARGS)

test-all: WORKERS = 4  # Broad tests also wait, for windows and readers.
test-all: .venv/dev  ## also the broad tests: every page in every language, every way to install, every fault
	$(PYTEST) -m "" $(ARGS)

test-times: .venv/dev  ## the slowest tests, with their seconds
	$(PYTEST) --durations=40 --durations-min=1 $(ARGS)

prove: .venv/dev  ## every promise and its control at a twentieth of its number; DEEP=1 for the full number, resumable
	$(BIN)/python -m tests.proof $(if $(DEEP),--deep) $(ARGS)

check: .venv/dev scripts  ## check style, types and who may import whom
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

TSC = timeout 120 npx --yes --prefer-offline --package typescript@5.9.3 -- tsc
scripts:  ## check the types of the pages' scripts with TypeScript, if Node can fetch it; neither is installed or shipped
	@if $(TSC) --version >/dev/null 2>&1; then $(TSC) -p tests/web; \
	    else echo "The pages' scripts are not checked, because that needs Node with npx (Debian: apt install npm)." >&2; fi

bench: .venv/dev  ## measure speeds, as ratios within one run
	$(BIN)/python -m tests.bench

bench-bots: .venv/dev  ## measure how often the players of the house win: five hours, most of them Shark; GAMES=200 plays fewer than 1,000 a line
	$(BIN)/python -m tests.bench.bots $(GAMES)

scale: .venv/dev  ## fill a hall: a real broker and hub, TABLES=300 changing for SECONDS=30, and KILLS=500
	$(BIN)/python -m tests.bench.scale

words: .venv/dev  ## compile the catalogues after editing a .po
	@for words in companion/words companion/games/*/words docs/morra/barkeep_morra/words; do \
	    $(BABEL) compile --directory $$words --domain "$$(cd $$words/en/LC_MESSAGES && echo *.po | sed 's/\.po//g')"; done

drawings: .venv/dev  ## draw the wiring and write the guide's tables, after editing wires or pins
	$(BIN)/python -m hardware.drawings

print-kit: .venv/dev  ## draw every game's box to print and play, as PDF for A4 and Letter, in build/kit; ARGS="--language nl"
	$(BIN)/python -m hardware.paper build/kit $(ARGS)

lock: .venv/dev  ## write the newest packages within pyproject's ranges, each file with its checksum, into hardware/lock.txt
	$(BIN)/python -m hardware.lock

archive:  ## pack what is committed into barkeep.tar.gz, with checksums for the installation; KEY=FILE signs them with an SSH key
	$(PYTHON) -m hardware.archive $(KEY)

CASE = $(if $(SCREEN),-D 'display="$(SCREEN)"') $(if $(KEYS),-D keys=$(KEYS)) $(if $(PI),-D 'pi="$(PI)"')
case:  ## export the case as STL to build/case, with OpenSCAD; SCREEN=0.96 (1.3, 2.42, none), KEYS=0 (or 3) and PI=Zero (or B) change it
	@command -v openscad >/dev/null || { echo "Exporting the case needs OpenSCAD (Debian: apt install openscad)." >&2; exit 1; }
	@mkdir -p build/case
	openscad -q -o build/case/box.stl -D 'part="box"' $(CASE) hardware/case/case.scad
	openscad -q -o build/case/lid.stl -D 'part="lid"' $(CASE) hardware/case/case.scad

pi-check: .venv/dev  ## try the installation in an arm64 userland, as root: takes minutes, and longer the first time
	$(BIN)/python -m tests.pi $(ARGS)

virtual-pi: .venv/dev  ## try devices, service and plug on a virtual Pi that boots, as root; ARGS="hands" for some; longer the first time
	$(BIN)/python -m tests.virtual $(ARGS)

clean:
	rm -rf .venv build dist *.egg-info

.venv/run: pyproject.toml
	@$(PYTHON) -c "$(CAN_SET_UP)" 2>/dev/null || { \
	    echo "Barkeep needs Python 3.11 or newer with venv (Debian, Raspberry Pi OS: apt install python3-venv)." >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv  # One that works keeps its Python.
	@$(PIP) --editable .
	@$(PIP) --no-deps $$($(NO_DEPS))
	@touch $@

.venv/hub: .venv/run
	@$(PIP) --editable .[hub]
	@touch $@

.venv/dev: .venv/run
	@echo "Setting up what the tests need ..."
	@$(PIP) --editable .[dev]
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null || true  # Compile the tests once, not once in each worker of the first run.
	@touch $@
