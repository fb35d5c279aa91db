# Two commands: `make play` runs the bot, `make test` checks everything. The rest are parts of those two.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# "dev" holds everything; "local" just what playing needs.
STAMP = $(VENV)/.$(1)-installed

.PHONY: play test check coverage bench format clean lock messages

play: $(call STAMP,local)
	$(BIN)/python bot.py

test: $(call STAMP,dev)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

check: $(call STAMP,dev)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet tests/engine tests/render

# Which lines and branches no test runs: a table, and pages to read them in.
coverage: $(call STAMP,dev)
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet --cov --cov-report=term --cov-report=html

messages: $(call STAMP,dev)
	$(BIN)/python -m locales

bench: $(call STAMP,dev)
	$(BIN)/python -m bench

format: $(call STAMP,dev)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Arena needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 ...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.%-installed: requirements/%.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Resolves the lock files anew for every platform and supported Python. Needs uv.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra local --extra postgres -o requirements/local.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra local --extra postgres --extra dev -o requirements/dev.txt pyproject.toml

clean:
	rm -rf $(VENV) .coverage .coverage.* .coverage_html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
