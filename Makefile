# Two commands do everything on a bare machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := $(VENV)/page/node_modules/.bin/tsc
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test test-slow golden pictures lint lint-page bench install clean
.DEFAULT_GOAL := run

run: $(VENV)/.installed
	@$(BIN)/mendax serve --open

install: $(VENV)/.installed

# In two processes, a file of tests in one of them.
test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m slow

golden: $(VENV)/.installed-dev
	$(BIN)/python -m tests.golden_records

pictures: $(VENV)/.installed-dev
	MENDAX_CI=1 MENDAX_PICTURES=docs/pictures/page $(BIN)/python -m pytest -m slow tests/table/page/browser/test_pictures.py

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory lint-page

# The types of the page's scripts. The checker comes from npm; without npm only CI stops.
lint-page:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(VENV)/.installed-page && \
		$(TSC) -p src/mendax/table/page/jsconfig.json && echo "The page's types hold"; \
	elif [ -n "$$MENDAX_CI" ]; then echo "The page's types cannot be checked: npm is missing"; exit 2; \
	else echo "npm is not installed, so the page's types are not checked; to check them: apt install npm"; fi

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

$(VENV)/.installed-page: $(VENV)/.installed-dev
	@echo "Installing the checker of the page's types into $(VENV)/page (once)"
	@npm install --prefix $(VENV)/page typescript@7 --no-audit --no-fund --silent
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	@echo "Installing the programs we measure ourselves against into $(VENV) (once)"
	@$(PIP) install -e '.[bench]'
	@touch $@
