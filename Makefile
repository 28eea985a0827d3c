# Table Ronde. `make play` and `make test` set everything up by themselves.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
COMPILED := .venv/.compiled
TOOLS := .venv/.tools
DENO := $(BIN)/deno
CLIENT := src/tableronde/client
BATCHES := src/tableronde/pages.py src/tableronde/research/herd.py $(wildcard src/tableronde/games/*/batch.py)
KERNELS := src/tableronde/kernel.py src/tableronde/learn/force.py src/tableronde/bots/tree.py src/tableronde/bots/learned.py $(wildcard src/tableronde/games/*/kernel.py src/tableronde/games/*/sight.py src/tableronde/games/*/guesses.py src/tableronde/games/*/judgement.py) $(BATCHES)

# The room and its tests start hundreds of processes: each module is compiled once, whatever the machine's habit.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test siege chaos lint client bench kits lock clean chromium

play: $(COMPILED)
	$(BIN)/tableronde serve

# More workers than cores: tests wait for rooms and clocks as much as they work. Those with a browser wait less.
test: $(COMPILED) $(TOOLS) chromium client
	$(BIN)/pytest -n 4 --dist worksteal --ignore tests/browser
	$(BIN)/pytest -n 3 --dist worksteal tests/browser

# Every attack there is, on a room of its own, for some minutes; a table of figures at its end. Loopback only.
siege: $(COMPILED)
	PYTHONPATH=tests $(BIN)/python -m siege

# Three nodes with real servers, harmed in every way there is while people play; what they noticed, as a table. Loopback only.
chaos: $(COMPILED) $(TOOLS)
	PYTHONPATH=tests $(BIN)/python -m chaos

# The browser tests drive Debian's chromium, without its windows if that can be had. Root installs it; others are told loudly what is skipped.
HAS_CHROMIUM := command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null
chromium:
	@if $(HAS_CHROMIUM); then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing chromium for the browser tests"; apt-get -qq update; \
	  apt-get -qq install -y chromium-headless-shell >/dev/null || apt-get -qq install -y chromium >/dev/null; fi; \
	$(HAS_CHROMIUM) || echo "*** no chromium here: THE BROWSER TESTS WILL BE SKIPPED (install the package chromium-headless-shell, or chromium) ***"

lint: $(READY) $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(DENO) lint --quiet --config tests/client/deno.json $(CLIENT) tests/client
	$(DENO) check --quiet --config tests/client/deno.json $(CLIENT)/*.js $(CLIENT)/pages/*.js tests/client/*.js

# The client's pure modules, without a browser.
client: $(TOOLS)
	$(DENO) test --quiet --no-lock --config tests/client/deno.json --allow-read tests/client

bench: $(COMPILED)
	@for bench in bench/*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

# Every game on the shelf on paper, into dist/kits: for both papers, both languages, with and without colour.
kits: $(READY)
	$(BIN)/python -m tableronde.printing

# The virtual environment with the pinned dependencies of the room; made again when they change.
$(READY): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Table Ronde needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	TABLERONDE_PURE=1 $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What only developers need: test runners, linters, type checkers.
$(TOOLS): $(READY) requirements-dev.lock requirements-research.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-research.lock
	@touch $@

# The kernels and the tree search as compiled code, beside their sources; where there is no compiler they run as plain Python.
$(COMPILED): $(READY) setup.py src/tableronde/flat.pyi $(KERNELS)
	$(BIN)/python setup.py --quiet build_ext --inplace --force
	@touch $@

# Pin the dependencies anew (needs uv).
lock:
	uv pip compile pyproject.toml --extra room --extra arena --extra print --extra build --universal --generate-hashes --no-header --no-annotate --quiet -o requirements.lock
	uv pip compile pyproject.toml --extra room --extra arena --extra cluster --extra print --extra build --extra dev --constraint requirements.lock --universal --generate-hashes --no-header --no-annotate --quiet -o requirements-dev.lock
	uv pip compile pyproject.toml --extra research --extra data --extra notebooks --constraint requirements-dev.lock --universal --generate-hashes --no-header --no-annotate --quiet -o requirements-research.lock

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info
	find src -name '*.so' -delete
