# All there is to set up: Python 3.11 or newer, and make.

.DEFAULT_GOAL := help
.PHONY: help play test soak check bench format playthroughs clean

# The first Python that is new enough; choose another one with `make test PYTHON=...`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

help:
	@echo 'make play          a table with bots, in this terminal'
	@echo 'make test          everything that CI checks'
	@echo 'make soak          the tests that have no end, for as long as an hour: kills, cuts, mutated frames'
	@echo 'make check         the part of it that takes seconds: format, lint, types, import contracts'
	@echo 'make bench         the numbers, each beside its floor or peer'
	@echo 'make format        ruff: format, and fix what it can'
	@echo 'make playthroughs  write the golden games anew'
	@echo 'make clean         remove what these commands made'

play: $(VENV)/.runtime
	@$(BIN)/muertos play

# Where Python is told not to keep its bytecode, each of the hundreds of programs that tests start would be compiled anew.
test soak: export PYTHONDONTWRITEBYTECODE =

test: check
	$(BIN)/pytest -n 4 --dist worksteal

soak: $(VENV)/.dev
	SOAK=1 HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n 2 --dist worksteal -o timeout=3600

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

playthroughs: $(VENV)/.dev
	$(BIN)/python -m tests.engine.playthroughs

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One virtual environment, filled as far as a command needs. The stamps are remade when pyproject.toml changes.
define make_venv
@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo 'muertos needs Python 3.11 or newer; name one with PYTHON=...' >&2; exit 1; }
@echo 'Setting up $(VENV) ...'
@'$(PYTHON)' -m venv $(VENV)
endef

$(VENV)/.runtime: pyproject.toml
	$(make_venv)
	@$(INSTALL) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(make_venv)
	@$(INSTALL) --editable '.[dev]'
	@touch $(VENV)/.runtime $@

# Its own stamp: nothing that is shipped or tested may lean on open-spiel.
$(VENV)/.bench: $(VENV)/.dev
	@$(INSTALL) open-spiel
	@touch $@
