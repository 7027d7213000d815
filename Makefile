# Everything runs in .venv, made on first use; nothing is installed outside it.
PYTHON ?= python3
PHOTO  ?= datasets/examples/melds.jpg
HOST   ?= 0.0.0.0
PORT   ?= 8000
BIN    := .venv/bin

.PHONY: help scan serve test test-all check format install train-env label-env ray-env tools-env clean
help:            ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## */\t/' | expand -t 14

scan: .venv/serve ## a photo to its score: make scan PHOTO=hand.jpg [ARGS="--win discard --discarder west"]
	@$(BIN)/qicheng scan "$(PHOTO)" $(ARGS) || test $$? = 1 # 1: read well, but no legal win

serve: .venv/serve ## the service and its phone page on port 8000
	$(BIN)/qicheng serve --host $(HOST) --port $(PORT)

test: .venv/test ## the tests
	$(BIN)/pytest

test-all: .venv/test ## the tests, with those that take minutes
	$(BIN)/pytest -m "long or not long"

check: .venv/check ## format, lint, layers, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/pytest

format: .venv/check
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

install: .venv/serve ## the environment

.venv/serve: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e .
	touch $@

.venv/test: .venv/serve
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e ".[test]"
	touch $@

.venv/check: .venv/test
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -e ".[check]"
	touch $@

# Apart from .venv: PyTorch is large, and Ultralytics brings the OpenCV wheel with a window system.
train-env: ## .venv-train with PyTorch and Ultralytics
	test -x .venv-train/bin/python || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet -e ".[train]" --no-deps
	.venv-train/bin/python -m pip install --quiet ultralytics onnx onnxruntime moderngl fonttools resvg-py openexr pillow-heif typer rich pydantic defusedxml

# Label Studio brings Django and pins of its own; Ray is needed by nobody with a few thousand photos.
label-env: ## .venv-label with Label Studio's server
	test -x .venv-label/bin/python || $(PYTHON) -m venv .venv-label
	.venv-label/bin/python -m pip install --quiet --no-compile --disable-pip-version-check "label-studio>=1.23,<2"

ray-env: ## .venv-ray with Ray and fsspec, for photos by the hundred thousand
	test -x .venv-ray/bin/python || $(PYTHON) -m venv .venv-ray
	.venv-ray/bin/python -m pip install --quiet --no-compile --disable-pip-version-check -e ".[scale]"

# Programs that the tests start, and nothing of ours imports: a server that speaks S3, a fuzzer of HTTP interfaces.
tools-env: .venv-tools/ready ## .venv-tools with moto's server and Schemathesis, for their tests
.venv-tools/ready:
	test -x .venv-tools/bin/python || $(PYTHON) -m venv .venv-tools
	.venv-tools/bin/python -m pip install --quiet --no-compile --disable-pip-version-check "moto[s3]>=5" flask flask-cors "schemathesis>=4"
	touch $@

clean:
	rm -rf .venv .venv-train .venv-label .venv-ray .venv-tools out
