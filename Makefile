# Every target makes its own virtual environment and installs from the lock; `make help` lists them.
#
#   make PYTHON=python3.12 VENV=.venv312 test     another Python, beside the first
#   make test ARGS="tests/contract -k nested"     some tests only, without coverage

PYTHON ?= python3
VENV ?= .venv
WORKERS ?= logical
ARGS ?=

PY := $(VENV)/bin/python
# -qq leaves out the notes of old versions of pip, and keeps their errors.
INSTALL := $(PY) -m pip install -qq --disable-pip-version-check
COVERAGE := COVERAGE_FILE=$(abspath $(VENV))/.coverage $(PY) -m coverage
COMPILE = $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(ARGS)

# The tests of what is held to full coverage; the tracer would slow down all others many times.
TRACED := tests/contract tests/matrix tests/test_errors.py

# A few tests that failed beside others run once more alone, and are named.
FAILED := $(VENV)/.failed
BESIDE := -n $(WORKERS) --dist worksteal -o cache_dir=$(FAILED) --cache-clear --durations=20
AGAIN = $(PY) -m tests.again $(FAILED) $$?

# Without bytecode every process would compile all of ours again, and the tests start thousands of them.
export PYTHONDONTWRITEBYTECODE :=

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# Where nobody can press Ctrl-C, the server ends by itself once nobody has asked it for a minute.
.PHONY: run
run: $(VENV)/.installed-run ## serve the demo; ARGS=--once only seeds it, ARGS=--tour shows each law in the terminal
ifneq ($(filter --tour,$(ARGS)),)
	@$(PY) -m duotone.tour $(filter-out --tour,$(ARGS))
else
	@[ -t 1 ] && idle= || idle='--idle 60'; \
	  exec $(PY) -m duotone serve --demo --log $(VENV)/demo.db --check examples $$idle $(ARGS)
endif

.PHONY: test
test: $(VENV)/.installed-dev ## run the tests and hold coverage of the contract at 100%
ifeq ($(strip $(ARGS)),)
	@$(COVERAGE) erase
	$(COVERAGE) run --concurrency=thread,greenlet -m pytest -m greenlets tests/contract
	$(COVERAGE) run -m pytest -m 'not greenlets' $(BESIDE) $(TRACED) || $(AGAIN)
	@$(COVERAGE) combine --quiet
	$(COVERAGE) report --include='*/duotone/contract/*,*/duotone/errors/*'
	@echo 'all other tests, without the tracer'
	$(PY) -m pytest $(BESIDE) --ignore=tests/meta $(TRACED:%=--ignore=%) tests || $(AGAIN)
else
	$(PY) -m pytest $(ARGS)
endif

.PHONY: nightly
nightly: $(VENV)/.installed-dev ## run the long tests
	DUOTONE_NIGHTLY=1 $(PY) -m pytest -m 'nightly or longer' -o timeout=3600 -o faulthandler_timeout=7200 $(ARGS)

# In six parts, so that `make -k check` reports everything that is wrong at once.
.PHONY: check
check: check-format check-lint check-types check-colors check-mirror check-rules ## format, lint, types, colors, the rules of the house

.PHONY: check-format check-lint check-types check-mypy check-pyright check-colors check-mirror check-rules
check-format: $(VENV)/.installed-dev
	$(PY) -m ruff format --check .

check-lint: $(VENV)/.installed-dev
	$(PY) -m ruff check .

# One checker reads the code as for the oldest Python, the other as for the newest.
check-types: check-mypy check-pyright
check-mypy: $(VENV)/.installed-dev
	$(PY) -m mypy

check-pyright: $(VENV)/.installed-dev
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(PY) -m pyright --pythonpath $(PY) --pythonversion 3.14

# We are our first user: no findings, and no baseline to hide any.
check-colors: $(VENV)/.installed-dev
	$(PY) -m duotone check src --isolated --no-cache

# The sync face of the runtime is made from the async one, and never edited.
check-mirror: $(VENV)/.installed-dev
	$(PY) -m duotone mirror --check

check-rules: $(VENV)/.installed-dev
	$(PY) -m pytest -n $(WORKERS) tests/meta

.PHONY: bench
bench: $(VENV)/.installed-bench ## compare the bridge with its peers
	@$(PY) -m benchmarks.bridge $(ARGS)

.PHONY: docs
docs: $(VENV)/.installed-docs ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict $(ARGS)

.PHONY: format
format: $(VENV)/.installed-dev ## format the code, fix what lint can fix, and make the sync face anew
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) -m duotone mirror

# The other sets take the versions of dev, so that all of them fit into one environment.
.PHONY: lock
lock: $(VENV)/.installed-lock ## write requirements/ from pyproject.toml; ARGS=--upgrade takes newer versions
	$(COMPILE) --group pyproject.toml:dev --output-file requirements/dev.txt
	@for set in run deploy docs bench lock; do \
	  echo "requirements/$$set.txt"; \
	  $(COMPILE) --group pyproject.toml:$$set --constraint requirements/dev.txt \
	    --output-file requirements/$$set.txt || exit 1; \
	done

.PHONY: clean
clean: ## remove the environment, the caches and what was built
	@if [ -f $(VENV)/pyvenv.cfg ]; then rm -rf $(VENV); fi
	@rm -rf build dist site htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache

# A lock names everything, so nothing is left to resolve: pip may choose another version for `package[extra]`, and refuse.
$(VENV)/.installed-lock: requirements/lock.txt | $(VENV)/.created
	@echo "installing $< into $(VENV)"
	@$(INSTALL) --require-hashes --no-deps -r $<
	@touch $@

$(VENV)/.installed-%: requirements/%.txt pyproject.toml | $(VENV)/.created
	@echo "installing $< into $(VENV)"
	@$(INSTALL) --require-hashes --no-deps -r $<
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# One line for each thing that can be wrong; --clear, since an interrupted attempt may have left half of it.
$(VENV)/.created:
	@$(PYTHON) -c '' 2>/dev/null \
	  || { echo "error: '$(PYTHON)' can't be run; name a Python from 3.11 up: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "error: duotone needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) -V 2>&1); name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@[ ! -e $(VENV) ] || [ -f $(VENV)/pyvenv.cfg ] \
	  || { echo "error: '$(VENV)' exists and is no virtual environment; move it away or name another: make VENV=.venv2 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "error: '$(PYTHON)' comes without venv and ensurepip; install them (python3-venv on Debian) or name another: make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "making $(VENV) with $$($(PYTHON) -V 2>&1)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

# A Python that was asked for by name must be the one in the environment.
ifneq ($(origin PYTHON),file)
$(VENV)/.created: | same-python
.PHONY: same-python
same-python:
	@[ ! -x $(PY) ] || [ "$$($(PY) -V 2>&1)" = "$$($(PYTHON) -V 2>&1)" ] \
	  || { echo "error: $(VENV) has $$($(PY) -V 2>&1) and '$(PYTHON)' is $$($(PYTHON) -V 2>&1); name another environment: make VENV=.venv2 PYTHON=$(PYTHON) ..." >&2; exit 1; }
endif
