# Two commands do everything on a bare machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test test-slow golden lint bench install clean
.DEFAULT_GOAL := run

run: $(VENV)/.installed
	@$(BIN)/mendax serve --open

install: $(VENV)/.installed

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest

test-slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m slow

golden: $(VENV)/.installed-dev
	$(BIN)/python -m tests.golden_records

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-bench
	$(BIN)/mendax bench

clean:
	rm -rf $(VENV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Mendax needs Python 3.11 or newer; try: make PYTHON=python3.11"; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(BIN)/python pyproject.toml
	@echo "Installing Mendax into $(VENV) (once)"
	@$(PIP) install -e '.[all]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing the development tools into $(VENV) (once)"
	@$(PIP) install -e '.[dev]'
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	@echo "Installing the programs we measure ourselves against into $(VENV) (once)"
	@$(PIP) install -e '.[bench]'
	@touch $@
