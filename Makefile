# Every target does all that it needs: packages, Python, configure, build, run.
# The real build is CMake's: see CMakePresets.json.

BUILD := build
# ON: about twenty sources of a library are compiled as one, which halves a full build.
UNITY := ON
# What the configuration of a build has found, once the recipe has made it.
lit_of = "$$(sed -n 's/^LLVM_EXTERNAL_LIT:[A-Z]*=//p' $(1)/CMakeCache.txt)"
# Tests of the runtime, and runs of several threads.
TSAN_TESTS := Unit/Runtime $(addprefix Execution/,$(addsuffix .test, \
  bucket-blocks buckets early-updates in-place-batches norms threads))
# Packages that the configuration needs, and all packages of the tests and the examples.
BUILD_VENV := .venv/.build
VENV := .venv/.complete
WHEEL_VENV := .venv-wheel/.complete
# torch alone is 3 GB: an environment of its own, which only test-torch makes.
TORCH_VENV := .venv-torch/.complete

.DEFAULT_GOAL := help
.PHONY: help setup fp8-run fp8-run-and-venv build check test test-asan test-tsan test-torch test-slow test-wheel mutation-check bench bench-torch recipes learning plan demo format tidy docs wheel clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  \1	/' | expand -t 16

setup: ## Install missing packages (Debian 12) or say which are missing
	@tools/scripts/setup.sh

$(BUILD_VENV): python/requirements-build.txt | setup
	@/usr/bin/env python3 tools/scripts/make-venv.py .venv python/requirements-build.txt
	@touch $@

$(VENV): python/requirements.txt $(BUILD_VENV)
	@/usr/bin/env python3 tools/scripts/make-venv.py --add .venv python/requirements.txt
	@touch $@

$(TORCH_VENV): python/requirements-torch.txt | setup
	@/usr/bin/env python3 tools/scripts/make-venv.py .venv-torch python/requirements-torch.txt
	@touch $@

$(WHEEL_VENV): python/requirements-wheel.txt | setup
	@/usr/bin/env python3 tools/scripts/make-venv.py .venv-wheel python/requirements-wheel.txt
	@touch $@

$(BUILD)/build.ninja: | setup $(BUILD_VENV)
	cmake --preset release $$(tools/scripts/compilers.sh) -DFP8_UNITY=$(UNITY)

# NINJA_STATUS: the commands that are done, of how many, and the seconds.
fp8-run: $(BUILD)/build.ninja
	@NINJA_STATUS="[%f of %t, %e s] " ninja -C $(BUILD) fp8-run

# Compiles fp8-run while the other Python packages are installed.
fp8-run-and-venv: setup $(BUILD)/build.ninja
	@$(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j2) fp8-run $(VENV)

build: fp8-run-and-venv ## Build everything
	ninja -C $(BUILD) all fp8-test-depends

test: build ## Run every test that this machine can run
	@.venv/bin/python tools/scripts/run-tests.py $(BUILD)/test

# The unit tests that do not compile and run hundreds of kernels.
FAST_UNITS := $(addprefix Unit/,IR Numerics Reference Rewrites Run Runtime Shard Sim Support)

check: build ## The fast tests: IR, passes and units that run few kernels
	@.venv/bin/python tools/scripts/run-tests.py \
	  $(addprefix $(BUILD)/test/,Bytecode IR Analysis Import Raise Quantize Training Shard Kernels Plan Inspect \
	  Codegen Conversion Target Pipelines/options-invalid.test $(FAST_UNITS))

test-slow: build ## Exhaustive casts: all 2^32 floats in every format; every kernel on 250 sets of data; every combination of ways to quantize; pairs of options of ranks; runs and ranks killed 100 times, an hour of one that is killed 1,000 times; elements for 100,000 steps; 2,000 random steps; 100,000 cases of attention; 100,000 mutants of modules; 20,000 mutants of steps on all targets; a million damaged files
	$(BUILD)/bin/fp8-exhaustive-casts
	FP8_TEST_ATTENTION_CASES=100000 $(BUILD)/test/Unit/Runtime/FP8RuntimeTests --gtest_filter='Attention*'
	FP8_TEST_ALL_SETS=1 $(BUILD)/test/Unit/Numerics/FP8NumericsTests --gtest_filter='Division*'
	FP8_TEST_ALL_SETS=1 $(BUILD)/test/Unit/Codegen/FP8CodegenTests --gtest_filter='*Equality*:*Granules*'
	FP8_TEST_ALL_SETS=1 $(BUILD)/test/Unit/Execution/FP8ExecutionTests --gtest_filter='*Granularity*:Upstream*'
	FP8_F32_STRIDE=1 $(BUILD)/test/Unit/Execution/FP8ExecutionTests --gtest_filter='*Convert.*F32*'
	FP8_TEST_KILLS=100 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -p no:cacheprovider test/Python/test_checkpoint.py
	FP8_TEST_LONG_STEPS=1000000 FP8_TEST_LONG_KILLS=1000 FP8_TEST_LONG_SECONDS=3600 FP8_TEST_LONG_FOLDER=$(BUILD)/long-run \
	  FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -rsP -p no:cacheprovider test/Python/test_long_run.py
	FP8_TEST_ELEMENT_STEPS=100000 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -p no:cacheprovider test/Python/test_elements.py
	FP8_TEST_ALL_SETS=1 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -p no:cacheprovider \
	  test/Python/test_optimizers.py test/Python/test_peers.py test/Python/test_raise_updates.py test/Python/test_storage.py
	FP8_TEST_ALL_SETS=1 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -rs -p no:cacheprovider test/Python/test_rank_matrix.py
	FP8_TEST_ALL_SETS=1 FP8_OPT=$(BUILD)/bin/fp8-opt .venv/bin/python -m pytest -q -p no:cacheprovider test/Python/test_rank_bytes.py
	FP8_TEST_KILLS=100 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -p no:cacheprovider test/Python/test_ranks.py
	FP8_TEST_PROGRAMS=2000 FP8_RUN=$(BUILD)/bin/fp8-run .venv/bin/python -m pytest -q -p no:cacheprovider test/Python/test_programs.py
	$(BUILD)/bin/fp8-fuzz test --seed=2 --count=100000 --jobs=2 --known=test/Fuzz/known.txt --save=$(BUILD)/fuzz
	$(BUILD)/bin/fp8-fuzz-steps test examples --seed=2 --count=20000 --jobs=2 --known=test/Fuzz/Steps/known.txt \
	  --mock=$(BUILD)/test/MockCUDA/libfp8mockcuda.so --save=$(BUILD)/fuzz-steps
	.venv/bin/python test/Fuzz/Readers/check-accepted.py $(BUILD)/bin/fp8-fuzz-readers --seed=2 --count=170000 --save=$(BUILD)/fuzz-readers

# Which mutants: see tools/scripts/mutation-check.py.
MUTANTS := --seed=1 --count=100

mutation-check: build ## Mutants of the sources, 33 by hand and 100 drawn by a seed, of which 95 must fail a test (MUTANTS="--seed=2 --resume=FILE")
	cmake -DFP8_UNITY=OFF $(BUILD)
	ninja -C $(BUILD) all fp8-test-depends
	@.venv/bin/python tools/scripts/mutation-check.py $(BUILD) $(call lit_of,$(BUILD)) $(MUTANTS)

test-asan: setup $(VENV) ## The tests with assertions, AddressSanitizer and UBSan
	cmake --preset asan $$(tools/scripts/compilers.sh) -DFP8_UNITY=$(UNITY)
	ninja -C build-asan all fp8-test-depends
	@.venv/bin/python tools/scripts/run-tests.py build-asan/test

test-tsan: setup $(VENV) ## Tests of the runtime and runs of several threads with assertions and ThreadSanitizer
	cmake --preset tsan $$(tools/scripts/compilers.sh) -DFP8_UNITY=$(UNITY)
	ninja -C build-tsan FP8RuntimeTests fp8-opt fp8-run
	@.venv/bin/python tools/scripts/run-tests.py $(addprefix build-tsan/test/,$(TSAN_TESTS))

test-torch: setup $(VENV) $(BUILD)/build.ninja $(TORCH_VENV) ## Steps captured from PyTorch against PyTorch (installs 3 GB of packages)
	ninja -C $(BUILD) fp8-run fp8rt_updates
	FP8_RUN=$(BUILD)/bin/fp8-run FP8_LIBRARY_DIR=$(BUILD)/lib .venv-torch/bin/python -m pytest -q -rs -p no:cacheprovider \
	  $(sort $(wildcard test/Python/test_torch_*.py))

wheel: setup $(WHEEL_VENV) ## Build the Python wheel, with LLVM and MLIR inside, as dist/fp8-*.whl
	rm -rf dist
	.venv-wheel/bin/python -m pip wheel . --no-deps --no-build-isolation --wheel-dir dist
	@.venv-wheel/bin/python python/wheel/check_wheel.py dist/fp8-*.whl

test-wheel: wheel ## Install the wheel in an empty environment and train where LLVM is hidden (installs JAX)
	.venv-wheel/bin/python python/wheel/test_wheel.py dist/fp8-*.whl

bench: setup $(VENV) $(BUILD)/build.ninja ## Time the kernels against floors and hand kernels
	ninja -C $(BUILD) fp8-bench
	$(BUILD)/bin/fp8-bench --generated=tools/bench/kernels --no-gemm --threads=1,2 \
	  --samples=15 --json=docs/benchmarks/cpu-kernels.json
	.venv/bin/python tools/bench/report.py docs/benchmarks/cpu-kernels.json docs/benchmarks/cpu-kernels.md
	ninja -C $(BUILD) fp8-run
	.venv/bin/python tools/bench/steps.py --fp8-run $(BUILD)/bin/fp8-run --work $(BUILD) \
	  $(addprefix --torch=,$(wildcard .venv-torch/bin/python)) \
	  --json docs/benchmarks/steps.json --page docs/benchmarks/steps.md
	ninja -C $(BUILD) fp8-opt fp8-translate fp8rt
	mkdir -p $(BUILD)/updates
	.venv/bin/python tools/bench/updates.py --bin $(BUILD)/bin --lib $(abspath $(BUILD))/lib --work $(BUILD)/updates \
	  --json docs/benchmarks/updates.json --page docs/benchmarks/updates.md
	.venv/bin/python tools/bench/copies.py --bin $(BUILD)/bin --lib $(abspath $(BUILD))/lib --work $(BUILD)/updates \
	  --json docs/benchmarks/copies.json --page docs/benchmarks/updates.md
	.venv/bin/python tools/bench/compile_time.py --bin $(BUILD)/bin --work $(BUILD)/compile-time \
	  --json docs/benchmarks/compile-time.json --page docs/benchmarks/compile-time.md

bench-torch: build $(TORCH_VENV) ## Time the optimizers beside those of PyTorch (installs 3 GB of packages)
	FP8_LIBRARY_DIR=$(BUILD)/lib .venv-torch/bin/python tools/bench/torch_optimizer.py \
	  --json docs/benchmarks/torch.json --page docs/benchmarks/torch.md

recipes: build ## Train the example under every recipe and format
	mkdir -p $(BUILD)/recipes
	.venv/bin/python tools/bench/recipes.py --fp8-run $(BUILD)/bin/fp8-run --work $(BUILD)/recipes \
	  --json docs/benchmarks/recipes.json --page docs/benchmarks/recipes.md

learning: build ## Train the example with every storage preset, over seeds, and where storing could do harm
	mkdir -p $(BUILD)/learning
	.venv/bin/python tools/bench/learning.py --fp8-run $(BUILD)/bin/fp8-run --work $(BUILD)/learning --check 0.999 \
	  --json docs/benchmarks/learning.json --page docs/benchmarks/learning.md
	.venv/bin/python tools/bench/learning.py --fp8-run $(BUILD)/bin/fp8-run --work $(BUILD)/fine-tuning --check 0.999 \
	  --base-steps 1000 --lr 1e-5 --beta2 0.999 --seeds 2 --validation 64 --recipes current --width 128 --context 64 --batch 16 \
	  --presets fp32 fp8-split8 fp8-split16 msamp \
	  --json docs/benchmarks/fine-tuning.json --page docs/benchmarks/learning.md
	.venv/bin/python tools/bench/learning_cases.py --fp8-run $(BUILD)/bin/fp8-run --work $(BUILD)/learning-cases \
	  --json docs/benchmarks/learning-cases.json --page docs/benchmarks/learning.md

plan: build ## Plan the steps of GPTs up to 406 B parameters on 8 to 16,384 ranks
	.venv/bin/python tools/fp8-plan/models.py --bin $(BUILD)/bin --work $(BUILD)/plan \
	  --json docs/benchmarks/plan.json --page docs/benchmarks/plan.md

demo: fp8-run-and-venv ## Build fp8-run alone; train a small GPT in JAX, in fp32 and in FP8, and compare
	@.venv/bin/python examples/char_gpt/demo.py --fp8-run $(BUILD)/bin/fp8-run

docs: build ## Regenerate docs/generated from TableGen
	ninja -C $(BUILD) fp8-doc
	cp $(BUILD)/docs/*.md docs/generated/

format: ## Format the C++ sources
	git ls-files '*.cpp' '*.h' | grep -v '^test/.*/Inputs/' | xargs clang-format-22 -i

tidy: build ## Run clang-tidy on the C++ sources
	@command -v clang-tidy-22 >/dev/null || { echo "make tidy needs clang-tidy-22: apt-get install clang-tidy-22" >&2; exit 1; }
	cmake -DFP8_UNITY=OFF $(BUILD)
	git ls-files 'lib/*.cpp' 'tools/*.cpp' | xargs clang-tidy-22 -p $(BUILD) --quiet

clean: ## Remove what was built
	rm -rf build build-asan build-tsan build-mutants build-wheel dist
