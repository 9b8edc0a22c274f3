# The same words at home and in CI. `make up` is all that a user needs.
.PHONY: help up install test check evaluate bench lock clean
.DEFAULT_GOAL := help
# Some images set it; each process would then compile every module anew at each start.
unexport PYTHONDONTWRITEBYTECODE

python := .venv/bin/python
# One process more than processors: tests that drive a browser mostly wait.
workers := $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n < 5 ? n + 1 : 6)))
# `check --deploy` judges the settings of a production instance.
deploy := SECURE=true SECRET_KEY=only-for-the-check-$(shell printf "%040d" 0)
compile := $(python) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --no-header

help:
	@echo "make up        install what is missing, start Palimpsest (HOST=... PORT=...)"
	@echo "make test      every test, with a real Redis, Chroma and browser (ARGS='-k name')"
	@echo "make check     formatting, lint, types, templates, migrations, deployment checks"
	@echo "make evaluate  quality of recall and extraction on the bundled and shared data"
	@echo "make bench     speed of recall and of building a turn"
	@echo "make lock      choose the newest permitted versions anew (requirements*.lock)"
	@echo "make clean     remove caches; keeps .venv and var"

up:
	@.ci/install requirements.lock
	@exec $(python) manage.py up

install:
	@.ci/install requirements-dev.lock

test: install
	@$(python) -m pytest -n $(workers) --dist loadscope $(ARGS)

check: install
	@echo "ruff";         $(python) -m ruff check --quiet . && $(python) -m ruff format --quiet --check .
	@echo "mypy";         $(python) -m mypy
	@echo "templates";    $(python) -m djlint --quiet --lint templates
	@echo "migrations";   $(python) manage.py makemigrations --check --dry-run
	@echo "deployment";   $(deploy) $(python) manage.py check --deploy --fail-level WARNING

evaluate: install
	@$(python) manage.py evaluate $(ARGS)

bench: install
	@$(python) manage.py bench $(ARGS)

lock: install
	$(compile) --upgrade pyproject.toml -o requirements.lock
	$(compile) --upgrade --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean:
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
