# Everything is set up by what is asked for: `make lab` needs Python 3.11 and make, nothing else.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

.PHONY: lab test mutants harness notebooks clean help

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST)

lab: $(VENV)/core ## judge the finished harness.py with every suite there is
	@$(BIN)/lab check all --harness harness.py

test: $(VENV)/dev ## the project's own tests, its notebooks included
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check --quiet .
	@$(PY) -m mypy
	@$(PY) -m pytest --numprocesses auto

mutants: $(VENV)/dev ## measure every suite with all mutants of the reference (takes a while)
	@$(BIN)/lab suite check all

harness: $(VENV)/core ## write harness.py from the lessons' parts
	@$(PY) -m lab.course.build

notebooks: $(VENV)/dev ## write the notebooks from the pages and the scenarios
	@$(PY) -m lab.doctor.build

clean: ## take away the virtual environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "harness-lab needs Python 3.11 or later: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/core: $(VENV)/python pyproject.toml
	@echo "Setting up $(VENV) (once)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/dev: $(VENV)/core
	@echo "Adding what the tests and notebooks need (once)"
	@$(PIP) install --editable '.[dev]'
	@touch $@
