# `make run` and `make test` do everything from a bare clone: environment, build, then the work.
#
#   make run        a suggestion for an example position and a short match
#   make test       build and run the tests in parallel        (ARGS="-k pact" to choose)
#   make build      the extensions, in place
#   make debug      an importable copy with all checks on, in build/debug
#   make sanitize   the same under AddressSanitizer and UBSan, in build/sanitize
#   make lint       ruff, mypy, cython-lint
#   make fuzz       random games on the debug build            (ARGS="--games 100000")
#   make fuzz-sanitize   random games on the sanitized build
#   make fuzz-search     searches on the sanitized build       (ARGS="--searches 500")
#   make bench      speed                                      (ARGS="--json")
#   make clean      remove what was built (not the environment)

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
JOBS ?= auto

# Settings of a machine that would send packages elsewhere than into the environment.
PIP := PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

SOURCES := setup.py $(wildcard engine/*.pyx engine/*.pxd mcts/*.pyx mcts/*.pxd)
DATA := $(shell find engine mcts tta \( -name '*.py' -o -name '*.pyi' -o -name '*.yaml' \) 2>/dev/null)
CHECKED := $(shell for d in engine mcts tta scripts; do ls $$d/*.py >/dev/null 2>&1 && echo $$d; done) setup.py
CYTHON := $(wildcard engine/*.pyx engine/*.pxd mcts/*.pyx mcts/*.pxd)

.PHONY: run test build debug sanitize lint fuzz fuzz-sanitize fuzz-search bench clean
.DELETE_ON_ERROR:

run: build
	$(BIN)/tta suggest configs/positions/age_ii_three_players.yaml --time 10
	$(BIN)/tta simulate configs/quick_match.yaml

test: build
	$(BIN)/pytest -n $(JOBS) $(ARGS)

build: build/.release

# -- environment

$(VENV)/.created:
	@python=$$(sh scripts/find_python.sh) && echo "creating $(VENV) with $$python" && \
	    { [ -x $(BIN)/python ] || "$$python" -m venv $(VENV); } && touch $@

# The build tools come first, because the project itself is built with them (no isolation:
# one download, and none at all when everything is there already).  The extensions are left to
# `build`, which would have to compile them again: pip keeps no object files.
$(VENV)/.installed: pyproject.toml $(VENV)/.created
	@echo "installing the tools and the project in $(VENV)"
	@$(PIP) "setuptools>=77" "Cython>=3.1" wheel
	@TTA_COMPILE=0 $(PIP) --no-build-isolation --editable ".[dev]"
	@touch $@

# -- builds

build/.release: $(SOURCES) $(VENV)/.installed
	@PYTHON=$(BIN)/python sh scripts/find_python.sh >/dev/null
	$(BIN)/python setup.py --quiet build_ext --inplace
	@mkdir -p build && touch $@

debug: build/.debug
sanitize: build/.sanitize

build/.debug: export TTA_DEBUG := 1
build/.sanitize: export TTA_DEBUG := 1
build/.sanitize: export TTA_SANITIZE := address,undefined
build/.debug build/.sanitize: build/.%: $(SOURCES) $(DATA) $(VENV)/.installed
	@PYTHON=$(BIN)/python sh scripts/find_python.sh >/dev/null
	$(BIN)/python setup.py --quiet build --build-lib build/$* --build-temp build/temp-$*
	@touch $@

# -- checks

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CHECKED)
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint $(CYTHON)

fuzz: debug
	PYTHONPATH=build/debug $(BIN)/python scripts/fuzz.py $(ARGS)

# The interpreter is not instrumented: the runtime has to be loaded before it, and what it leaks is not ours.
SANITIZED = LD_PRELOAD="$$($${CC:-cc} -print-file-name=libasan.so) $$($${CC:-cc} -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONMALLOC=malloc \
	PYTHONPATH=build/sanitize $(BIN)/python

fuzz-sanitize: sanitize
	$(SANITIZED) scripts/fuzz.py $(ARGS)

fuzz-search: sanitize
	$(SANITIZED) scripts/fuzz_search.py $(ARGS)

bench: build
	$(BIN)/python scripts/bench.py $(ARGS)

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
	rm -f engine/*.so engine/*.c engine/*.html mcts/*.so mcts/*.c mcts/*.html
