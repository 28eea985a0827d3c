# Table Ronde. `make play` and `make test` set everything up by themselves.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
LATER := .venv/.later
COMPILED := .venv/.compiled
TOOLS := .venv/.tools
SITE := .venv/docs/.ready
RELEASE := .venv/release/.ready
SPELLING := .venv/spelling/fr.dic
DENO := $(BIN)/deno
CLIENT := src/tableronde/client
LIBRARY := src/tableronde__mypyc*.so
# setup.py compiles the modules with this line.
KERNELS := $(shell grep -rlE '^from tableronde\.flat import' src --include='*.py')

# Packages come with uv where it is present, which is much faster, and with pip otherwise.
UV := $(shell command -v uv 2>/dev/null)
VENV := $(PYTHON) -m venv $(if $(UV),--without-pip) .venv
INSTALL := $(if $(UV),$(UV) pip install --quiet --python $(BIN)/python,$(BIN)/pip install --quiet --disable-pip-version-check)

# The room and its tests start hundreds of processes: each module is compiled once, whatever the machine's habit.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-long siege chaos lint client bench kits docs dist lock clean chromium

# The room opens as soon as it can; what only printing and fast bots need is installed meanwhile, by a command the room starts and ends.
IS_SET_UP := $(MAKE) -q $(COMPILED) >/dev/null 2>&1
SETUP := env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL nice -n 10 $(MAKE) $(COMPILED) >.venv/setup.log 2>&1

# Without the library of an older version, which rules may no longer agree with, processes run plain Python until the new one is there.
play: $(READY)
	@if $(IS_SET_UP); then exec $(BIN)/tableronde serve; fi; \
	rm -f $(LIBRARY); TABLERONDE_SETUP='$(SETUP)' exec $(BIN)/tableronde serve

# More workers than cores: tests wait for rooms and clocks as much as they work. Those with a browser wait less.
test: $(COMPILED) $(TOOLS) $(SPELLING) chromium client
	@ls $(LIBRARY) >/dev/null 2>&1 || echo "*** nothing could be compiled here: THE KERNELS ARE TESTED AS PLAIN PYTHON ONLY (install a C compiler) ***"
	$(BIN)/pytest -n 4 --dist worksteal --ignore tests/browser
	$(BIN)/pytest -n 3 --dist worksteal tests/browser

# What takes longer than all other tests: every kind of fault, a full disk, a pooler, nodes of two versions. Some need Debian's packages or root.
test-long: $(COMPILED) $(TOOLS)
	$(BIN)/pytest -m long -rs --ignore tests/browser

# Every attack there is, on a room of its own, for some minutes; a table of figures at its end. Loopback only.
siege: $(COMPILED)
	PYTHONPATH=tests $(BIN)/python -m siege

# Three nodes with real servers, harmed in every way there is while people play; what they noticed, as a table. Also behind PgBouncer, with a full
# disk, and beside nodes of the last version, if this machine has what that needs. Loopback only.
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

lint: $(READY) $(TOOLS) $(SPELLING) $(RELEASE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(DENO) lint --quiet --config tests/client/deno.json $(CLIENT) tests/client
	$(DENO) check --quiet --config tests/client/deno.json $$(find $(CLIENT) tests/client -name '*.js')
	PYTHONPATH=tests $(BIN)/python -m prose
	PYTHONPATH=docs $(BIN)/python -m website --check
	.venv/release/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv/release/bin/zizmor --quiet --offline --no-progress --pedantic .github/workflows
	.venv/release/bin/validate-pyproject pyproject.toml >/dev/null

# The client's pure modules, without a browser.
client: $(TOOLS)
	$(DENO) test --quiet --no-lock --config tests/client/deno.json --allow-read tests/client

# All that measures without being told what: the other two ask for a game. One-off studies lie in bench/studies.
bench: $(COMPILED) $(TOOLS)
	@for bench in $(filter-out bench/levels.py bench/thinking.py,$(shell find bench -maxdepth 1 -type f -name "*.py" | sort)); do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

# Every game on the shelf on paper, into dist/kits: for both papers, both languages, with and without colour.
kits: $(LATER)
	$(BIN)/python -m tableronde.printing

# The documentation site, into dist/docs. Its generator has an environment of its own, which nothing else needs.
docs: $(SITE)
	PYTHONPATH=docs .venv/docs/bin/python -m website

# What is published: the source, a wheel for every system, the compiled wheel of this one, and what they are made of (SBOM).
# Wheels are built from the unpacked source, so that nothing is missing there.
dist: $(LATER) $(RELEASE)
	rm -rf dist/*.whl dist/*.tar.gz dist/*.cdx.json build
	PYTHONPATH= $(BIN)/python .github/release/make.py dist
	cat requirements.lock requirements-later.lock requirements-cluster.lock > .venv/release/all.lock
	.venv/release/bin/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --of JSON -o dist/tableronde.cdx.json .venv/release/all.lock
	$(BIN)/python .github/release/sbom.py dist/tableronde.cdx.json
	@ls -l dist

# Generators and checkers with an environment of their own, which nothing else needs.
ALONE = $(PYTHON) -m venv $(if $(UV),--without-pip) $(@D) && $(if $(UV),$(UV) pip install --quiet --python $(@D)/bin/python,$(@D)/bin/pip install --quiet --disable-pip-version-check) --require-hashes -r $(word 2,$^)

$(SITE): $(READY) docs/website/requirements.lock
	$(ALONE)
	@touch $@

$(RELEASE): $(READY) .github/release/requirements.lock
	$(ALONE)
	@touch $@

# The virtual environment with the pinned dependencies of the room; made again when they change.
$(READY): pyproject.toml requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Table Ronde needs Python 3.11 or newer")'
	$(VENV)
	$(INSTALL) --require-hashes -r requirements.lock
	TABLERONDE_PURE=1 $(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# What printing and the compiler need.
$(LATER): $(READY) requirements-later.lock
	$(INSTALL) --require-hashes -r requirements-later.lock
	@touch $@

# What only developers need: test runners, linters, type checkers.
$(TOOLS): $(READY) requirements-dev.lock requirements-research.lock
	$(INSTALL) --require-hashes -r requirements-dev.lock
	$(INSTALL) --require-hashes -r requirements-research.lock
	@touch $@

# The dictionaries of the spelling check.
$(SPELLING): $(TOOLS) tests/prose/dictionaries.js tests/prose/deno.lock
	$(DENO) run --quiet --lock tests/prose/deno.lock --frozen --allow-read --allow-write=.venv --allow-env tests/prose/dictionaries.js $(@D)
	@touch $@

# The kernels and the tree search as compiled code, beside their sources; without a C compiler they run as plain Python.
$(COMPILED): $(LATER) setup.py src/tableronde/flat.pyi $(KERNELS)
	$(BIN)/python setup.py --quiet build_ext --inplace --force
	@touch $@

# Pin the dependencies again, with uv. Versions stay as they are where they can; to move one, remove its lines from the locks first.
PINNED_BY := $(if $(UV),$(UV),.venv/uv/bin/uv)
PIN := TABLERONDE_PURE=1 $(PINNED_BY) pip compile --universal --generate-hashes --no-header --no-annotate --quiet pyproject.toml
lock:
	@[ -x "$(PINNED_BY)" ] || { $(PYTHON) -m venv .venv/uv && .venv/uv/bin/pip install --quiet --disable-pip-version-check uv; }
	echo 'setuptools>=80' | $(PIN) - --extra room -o requirements.lock
	$(PIN) --extra print --extra build --constraint requirements.lock -o requirements-later.lock
	$(PIN) --extra cluster --constraint requirements.lock -o requirements-cluster.lock
	$(PIN) --extra room --extra arena --extra cluster --extra otel --extra print --extra build --extra dev --constraint requirements.lock --constraint requirements-later.lock --constraint requirements-cluster.lock -o requirements-dev.lock
	$(PINNED_BY) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet docs/website/requirements.in -o docs/website/requirements.lock
	$(PINNED_BY) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet .github/release/requirements.in -o .github/release/requirements.lock
	$(PIN) --extra research --extra data --extra notebooks --constraint requirements-dev.lock -o requirements-research.lock

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info
	find src -name '*.so' -delete
