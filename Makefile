# Two commands: `make play` runs the bot, `make test` checks everything. The rest are parts of those two; `make install`
# is for a service (docs/hosting.md).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --disable-pip-version-check --require-hashes
# "dev" holds everything; "local" just what playing needs; "bot" what serving Discord does.
STAMP = $(VENV)/.$(1)-installed

.PHONY: play install test types tests check coverage bench format clean lock messages

play: $(call STAMP,local)
	$(BIN)/python bot.py

# Compiled here, as a service may not write beside its code; libraries have files for other versions of Python, too.
install: $(call STAMP,bot)
	-@$(BIN)/python -m compileall -q -j 0 $(VENV)/lib bot.py settings.py admin cogs computer engine hosting locales monitoring render store >/dev/null

test: $(call STAMP,dev)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory --jobs=2 types tests

# Side by side, as mypy keeps one core busy at most.
types: $(call STAMP,dev)
	$(BIN)/mypy
	$(BIN)/lint-imports

# Collecting once compiles each file once; the workers, which begin all at the same time, would each compile all of them.
tests: $(call STAMP,dev)
	@$(BIN)/python -m pytest --collect-only -qq >/dev/null 2>&1 || true
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

# uv installs in seconds what takes pip a minute. pip, which comes with Python, installs uv, and everything else where
# uv cannot: on a machine it is not built for, or behind a mirror that only pip knows. Both check the hashes.
$(VENV)/.%-installed: requirements/%.txt requirements/uv.txt | $(VENV)/bin/python
	@echo "Installing $$(grep -c '^[a-z]' $<) packages into $(VENV)/"
	$(PIP) --quiet --only-binary uv -r requirements/uv.txt \
		&& $(BIN)/uv pip install --python $(BIN)/python --require-hashes -r $< \
		|| { echo "Not with uv; pip takes longer"; $(PIP) -r $<; }
	@touch $@

# Resolves the lock files anew for every platform and supported Python. Needs uv.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --group install -o requirements/uv.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra local --extra postgres -o requirements/local.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra postgres --constraint requirements/local.txt -o requirements/bot.txt pyproject.toml
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --extra local --extra postgres --extra dev -o requirements/dev.txt pyproject.toml

clean:
	rm -rf $(VENV) .coverage .coverage.* .coverage_html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
