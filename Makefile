# The two main commands are `make demo` and `make test`. Both install what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One test process more than there are cores works while the others wait for a database or a browser.
TESTERS := --numprocesses=$(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1))) --maxprocesses=8
SOURCES := hansard_site rag speeches guardian training tests benchmarks manage.py

.PHONY: demo test coverage test-llm audit check fast-tests format lint types floors bench load faults calls install clean

install: $(READY)

# The lock is complete, so pip resolves nothing: one dependency would bring torchvision, which fails with the CPU build
# of torch. torch is installed first, by itself, so that pip takes a local CPU build if there is one.
$(READY): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 …")'
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "Installing the locked packages …"
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps "$$(grep '^torch==' requirements.lock)"
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -r requirements.lock
	@$(BIN)/python -c 'import torch' 2>/dev/null || { echo "This torch wants CUDA's libraries; installing them …"; $(BIN)/pip install --quiet --disable-pip-version-check "$$(grep '^torch==' requirements.lock)"; }
	@touch $@

demo: $(READY)
	@$(BIN)/python -m hansard_site.demo $(if $(ONCE),--once)

test: $(READY)
	$(BIN)/python -m pytest $(TESTERS)

# The same with the lines and branches that no test reaches, of which a tenth are allowed. It takes up to two thirds as long again.
coverage: $(READY)
	$(BIN)/python -m pytest $(TESTERS) --cov --cov-report=term:skip-covered

# Tests with a real small chat model on llama.cpp's server. --no-deps, because the wheel's dependencies would compile
# the server.
test-llm: $(READY)
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps xllamacpp
	$(BIN)/python -m pytest --no-cov -s -m llm tests/llm

# Finds known vulnerabilities in the locked packages, and secrets in the files. Its tools have their own environment,
# because nothing else needs them.
AUDIT := .local/audit
$(AUDIT)/.ready: .ci/audit.txt
	@test -d $(AUDIT) || $(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/pip install --quiet --disable-pip-version-check -r .ci/audit.txt
	@touch $@

audit: $(AUDIT)/.ready
	@$(AUDIT)/bin/python .ci/audit.py

# For everyday work: takes less than a minute.
check: format lint types floors fast-tests

format: $(READY)
	$(BIN)/ruff format $(SOURCES)

lint: $(READY)
	$(BIN)/ruff check --fix $(SOURCES)

types: $(READY)
	$(BIN)/mypy $(SOURCES)

floors: $(READY)
	$(BIN)/lint-imports

fast-tests: $(READY)
	$(BIN)/python -m pytest -q -m "not slow" --no-cov $(TESTERS)

bench: $(READY)
	$(BIN)/python -m benchmarks

# Fifty visitors at once. locust has its own environment, too.
LOAD := .local/load
$(LOAD)/.ready: benchmarks/load.txt
	@test -d $(LOAD) || $(PYTHON) -m venv $(LOAD)
	@$(LOAD)/bin/pip install --quiet --disable-pip-version-check -r benchmarks/load.txt
	@touch $@

load: $(READY) $(LOAD)/.ready
	@$(BIN)/python -m benchmarks load

# A hundred kills of everything in the middle of ingestion; `make test` makes twenty.
faults: $(READY)
	KILLS=100 $(BIN)/python -m pytest -q --no-cov tests/hansard_site/test_faults.py

# Ten thousand made-up calls of the API; `make test` makes some hundreds.
calls: $(READY)
	EXAMPLES=250 $(BIN)/python -m pytest -q -s --no-cov tests/hansard_site/test_schema.py -k undocumented

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage
