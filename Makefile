# Every target installs the Debian packages it needs (tools/install_packages does nothing when they are
# there) and builds what it needs, below build/<preset>.
.DEFAULT_GOAL := help
# Tests see Python as a fresh machine runs it, whatever this one says of how it writes.
unexport PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE
.PHONY: help setup python test-python wheel wheel-aarch64 demo demo-spark test-spark test test-slow test-asan test-tsan test-aarch64 test-container attack fuzz fuzz-briefly mutants mutants-changed bench bench-units bench-peers bench-errors bench-accounting bench-tables bench-survey bench-spark bench-readme lint format proofs docs clean

# One for each core, as far as there are 3 GB of memory for each: the largest files take that much.
JOBS ?= $(shell awk -v cores=$$(nproc) '/^MemTotal/ { most = int($$2 / 3e6); print most < 1 ? 1 : most < cores ? most : cores }' \
  /proc/meminfo)
FUZZ_SECONDS ?= 60
# For mutants-changed: when to stop.
MUTANT_MINUTES ?= 60
# For bench-peers: --clock cpu on a busy machine, --quick for a first look; bench/README.md has the others.
BENCH_OPTIONS ?=
# For bench-tables: --rows N, --rounds N.
TABLES_OPTIONS ?=
# For bench-survey: --repetitions N, --seconds N, --only PARTY.
SURVEY_OPTIONS ?=
# For bench-errors: --repetitions N, --only PARTY.
ERRORS_OPTIONS ?=

# For test-spark; 100 takes some twenty minutes.
SPARK_RUNS ?= 20
# For bench-spark: --rows N, --rounds N, --executors 1,2.
SPARK_OPTIONS ?=

BUILD_PACKAGES := g++ cmake ninja-build ccache libgmp-dev libmpfr-dev libssl-dev libfmt-dev libhwy-dev \
  libsqlite3-dev libpq-dev
TEST_PACKAGES  := libgtest-dev librapidcheck-dev python3
# Of the slow tests: a ledger under faults of system calls, and in a server.
SLOW_PACKAGES  := strace postgresql
# For another processor: a compiler, an emulator, and libraries of that processor, which tools/sysroot unpacks.
CONTAINER_PACKAGES := buildah debootstrap
AARCH64_PACKAGES := g++-aarch64-linux-gnu qemu-user-static
AARCH64_LIBRARIES := libgmp-dev libmpfr-dev libssl-dev libfmt-dev libhwy-dev libsqlite3-dev libpq-dev libgtest-dev \
  librapidcheck-dev python3-dev
PYTHON_PACKAGES := python3-dev python3-venv
BENCH_PACKAGES := libbenchmark-dev python3-venv
SURVEY_PACKAGES := openjdk-17-jre-headless python3-venv
SPARK_PACKAGES := openjdk-17-jre-headless
CLANG_PACKAGES := clang-19 libclang-rt-19-dev
# llvm-19 has the symbolizer, which turns addresses in a report into lines of code.
SANITIZER_PACKAGES := llvm-19
LINT_PACKAGES  := clang-format-19 clang-tidy-19
PROOF_PACKAGES := coq ocaml-nox
DOCS_PACKAGES  := doxygen
# For pictures in PNG, which draw texts with a font of the machine.
FONT_PACKAGES := fonts-liberation
# The browser in which reports are looked at.
BROWSER_PACKAGES := chromium $(FONT_PACKAGES)

install_packages := @tools/install_packages
# $(call build,preset[,target])
build = cmake --preset $(1) >/dev/null && cmake --build --preset $(1) --parallel $(JOBS) $(if $(2),--target $(2))
sources = $(shell find src tests examples bench python \( -name '*.hpp' -o -name '*.cpp' \) 2>/dev/null)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install the Debian packages for everything but the Coq proofs
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(BENCH_PACKAGES) $(CLANG_PACKAGES) \
	  $(SANITIZER_PACKAGES) $(LINT_PACKAGES)

# The package in an environment of its own. pip builds through build/python-…, so a rebuild compiles only
# what has changed. The stamp spares asking the package index when nothing new is required.
VENV := build/venv
$(VENV)/requirements.stamp: python/requirements-test.txt
	$(install_packages) $(BUILD_PACKAGES) $(PYTHON_PACKAGES)
	@python3 -m venv $(VENV)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

# The library in it is compiled as the preset dev compiles it, letter for letter: what ccache has from there is
# not compiled again.
python: $(VENV)/requirements.stamp ## build the Python package and install it into build/venv
	@CXX=g++ CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(VENV)/bin/pip install --quiet --disable-pip-version-check \
	  --config-settings=cmake.define.CMAKE_COMPILE_WARNING_AS_ERROR=ON --no-deps --no-build-isolation .

test-python: python ## run the tests of the Python package
	$(install_packages) $(FONT_PACKAGES)
	@$(VENV)/bin/pytest --quiet

wheel: $(VENV)/requirements.stamp ## make a wheel with its native libraries inside, and a source archive, in build/dist
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements-wheel.txt
	@CXX=g++ CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(VENV)/bin/python tools/wheel build/dist

wheel-aarch64: $(VENV)/requirements.stamp ## make the same wheel for AArch64, compiled on this machine
	$(install_packages) $(BUILD_PACKAGES) $(AARCH64_PACKAGES)
	@tools/sysroot arm64 build/aarch64-sysroot $(AARCH64_LIBRARIES)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements-wheel.txt
	@CMAKE_BUILD_PARALLEL_LEVEL=$(JOBS) $(VENV)/bin/python tools/wheel build/dist aarch64

demo: python ## build the package and run the command line on 5000 made-up people
	@$(VENV)/bin/python examples/demo.py build/demo

# Spark is published as a source package only; Connect's packages are wheels.
build/venv/spark.stamp: python/requirements-spark.txt
	$(install_packages) $(SPARK_PACKAGES)
	@$(MAKE) --no-print-directory $(VENV)/requirements.stamp
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --no-binary pyspark --requirement $<
	@touch $@

demo-spark: python build/venv/spark.stamp ## run a query over some million rows on a cluster of Spark on this machine
	@$(VENV)/bin/python examples/spark_demo.py build/demo-spark

test-spark: python build/venv/spark.stamp ## run the tests on Spark, with SPARK_RUNS (20) runs in which executors are killed
	@SCRIM_SPARK_RUNS=$(SPARK_RUNS) $(VENV)/bin/pytest --quiet -m spark

bench-spark: python build/venv/spark.stamp ## time private queries on Spark beside plain Spark
	@PYTHONPATH=bench:examples $(VENV)/bin/python -B -m spark $(SPARK_OPTIONS)

test: ## build and run the tests, except the slow ones
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@$(call build,dev)
	@ctest --preset dev
	@$(MAKE) --no-print-directory test-python

test-slow: python ## build and run the slow tests
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(SLOW_PACKAGES)
	@$(call build,dev,slow_tests)
	@ctest --preset slow
	@$(MAKE) --no-print-directory --silent build/peer-frames/installed
	$(install_packages) $(BROWSER_PACKAGES) $(DOCS_PACKAGES)
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements-browser.txt \
	  --requirement python/requirements-wheel.txt --requirement docs/requirements.txt
	@$(VENV)/bin/pytest --quiet -m slow

test-asan: ## run the tests under the address and undefined-behaviour sanitizers
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CLANG_PACKAGES) $(SANITIZER_PACKAGES)
	@$(call build,asan)
	@ctest --preset asan

test-tsan: ## run the tests that start threads under the thread sanitizer
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CLANG_PACKAGES) $(SANITIZER_PACKAGES)
	@$(call build,tsan,thread_tests)
	@ctest --preset tsan

test-aarch64: ## build the C++ tests and the wheel for AArch64 and run them in an emulator
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(AARCH64_PACKAGES)
	@tools/sysroot arm64 build/aarch64-sysroot $(AARCH64_LIBRARIES)
	@$(call build,aarch64)
	@ctest --preset aarch64
	@$(MAKE) --no-print-directory python
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --requirement python/requirements-wheel.txt
	@$(VENV)/bin/pytest --quiet -m aarch64

test-container: ## build the container file on Debian's packages, and run the tests in its image
	$(install_packages) $(CONTAINER_PACKAGES)
	@tools/container build/container

attack: ## attack naive implementations and Scrim, and print who fell
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@$(call build,dev,tests.attacks.every_attack_test)
	@build/dev/tests/tests.attacks.every_attack_test --table
	@$(MAKE) --no-print-directory python
	@$(MAKE) --no-print-directory --silent build/peer-frames/installed
	@echo
	@$(VENV)/bin/python -B python/tests/attacks/table.py

# A control of the attacks, which needs another Polars than the tests.
build/peer-frames/installed: python/requirements-peer-frames.txt
	@python3 -m venv --clear build/peer-frames
	@build/peer-frames/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --requirement $<
	@touch $@

fuzz: ## run each fuzz target under libFuzzer for FUZZ_SECONDS (60)
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CLANG_PACKAGES) $(SANITIZER_PACKAGES)
	@$(call build,fuzz,fuzz_targets)
	@tests/fuzz/run build/fuzz $(FUZZ_SECONDS) $(JOBS)

# Shared by all targets, so that a new one takes from the others and not from whoever waits.
fuzz-briefly: ## the same for eight minutes in all, two cores need four
	@$(MAKE) --no-print-directory fuzz FUZZ_SECONDS=$$((480 / $(words $(wildcard tests/fuzz/*_fuzz.cpp))))

mutants: ## plant bugs one at a time in a copy and show that the tests catch each
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CLANG_PACKAGES) git
	@tools/mutants --record --jobs $(JOBS) --table build/mutants/table.md

mutants-changed: ## the same for bugs whose code or tests changed since they were caught, for MUTANT_MINUTES (60)
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(CLANG_PACKAGES) git
	@tools/mutants --changed --minutes $(MUTANT_MINUTES) --jobs $(JOBS)

bench: ## run all benchmarks: of units, then Scrim and its peers side by side
	@$(MAKE) --no-print-directory bench-units
	@$(MAKE) --no-print-directory bench-peers

bench-units: ## run the benchmarks of units, and write bench/results/units.md
	$(install_packages) $(BUILD_PACKAGES) $(BENCH_PACKAGES)
	@$(call build,bench,run_benchmarks)
	@PYTHONPATH=bench python3 -B -m units --programs build/bench/benchmarks

bench-peers: ## time Scrim, a pass over memory, OpenDP, diffprivlib and NumPy side by side
	$(install_packages) $(BUILD_PACKAGES) $(BENCH_PACKAGES)
	@$(call build,bench,side_by_side_worker)
	@$(MAKE) --no-print-directory --silent build/bench/peers/installed
	@PYTHONPATH=bench build/bench/peers/bin/python -B -m side_by_side \
	  --worker build/bench/benchmarks/side_by_side_worker $(BENCH_OPTIONS)

bench-errors: python ## measure how far off Scrim, OpenDP and diffprivlib are, and write docs/errors-beside-peers.md
	@$(MAKE) --no-print-directory --silent build/bench/peers/installed
	@PYTHONPATH=bench python3 -B -m errors --scrim-python $(VENV)/bin/python \
	  --peers-python build/bench/peers/bin/python $(ERRORS_OPTIONS)

bench-accounting: ## compare Scrim's accountant and dp-accounting with the truth, and write docs/accounting-beside-peers.md
	$(install_packages) $(BUILD_PACKAGES) $(BENCH_PACKAGES)
	@$(call build,bench,accounting_worker)
	@$(MAKE) --no-print-directory --silent build/bench/accountants/installed
	@PYTHONPATH=bench build/bench/accountants/bin/python -B -m accounting --worker build/bench/benchmarks/accounting_worker

bench-tables: python ## time grouped means of 10 million rows beside DuckDB, and write docs/tables-beside-duckdb.md
	@PYTHONPATH=bench $(VENV)/bin/python -B -m tables $(TABLES_OPTIONS)

bench-survey: python ## measure how far off Scrim, OpenDP and Tumult Analytics are with a survey, and write docs/survey-beside-peers.md
	$(install_packages) $(SURVEY_PACKAGES)
	@$(MAKE) --no-print-directory --silent build/peer-frames/installed build/bench/tumult/installed
	@PYTHONPATH=bench python3 -B -m survey --scrim-python $(VENV)/bin/python --opendp-python build/peer-frames/bin/python \
	  --tumult-python build/bench/tumult/bin/python $(SURVEY_OPTIONS)

# Spark is published as a source package only.
build/bench/tumult/installed: bench/survey/requirements.txt
	@python3 -m venv --clear build/bench/tumult
	@build/bench/tumult/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --no-binary pyspark --requirement $<
	@touch $@

build/bench/accountants/installed: bench/accounting/requirements.txt
	@python3 -m venv --clear build/bench/accountants
	@build/bench/accountants/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --requirement $<
	@touch $@

# The peers, in a Python environment of their own.
build/bench/peers/installed: bench/requirements.txt
	@python3 -m venv --clear build/bench/peers
	@build/bench/peers/bin/pip install --quiet --disable-pip-version-check --only-binary :all: --requirement $<
	@touch $@

bench-readme: ## write the README's performance section and the page in bench/results from the results
	@PYTHONPATH=bench python3 -B -m side_by_side.readme bench/results/side_by_side.json README.md

lint: ## check format, layers, the second compiler, headers on their own, clang-tidy
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES) $(BENCH_PACKAGES) $(CLANG_PACKAGES) $(LINT_PACKAGES)
	@clang-format-19 --dry-run -Werror $(sources)
	@tools/layers
	@tools/headers
	@$(call build,clang,all slow_tests scrim_lone_headers)
	@tools/tidy $(JOBS)

format: ## format the sources in place
	$(install_packages) $(LINT_PACKAGES)
	@clang-format-19 -i $(sources)

proofs: ## check that every proof is complete and signed, and the machine-checked ones with Coq
	@tools/proofs check
ifneq ($(wildcard proofs/Makefile),)
	$(install_packages) $(PROOF_PACKAGES)
	@$(MAKE) --no-print-directory -C proofs BUILD=$(CURDIR)/build/proofs check oracle
	$(install_packages) $(BUILD_PACKAGES) $(TEST_PACKAGES)
	@$(call build,dev,compare_with_oracle)
	@build/dev/tests/oracle/compare_with_oracle build/proofs/oracle
endif

docs: python ## build the site of pages, gallery and reference of both languages into build/docs
	$(install_packages) $(DOCS_PACKAGES)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement docs/requirements.txt
	@rm -rf build/docs
	@$(VENV)/bin/python -m sphinx --fail-on-warning --fresh-env --quiet -d build/docs-made/doctrees docs build/docs
	@echo open build/docs/index.html

clean: ## remove everything that was built
	@rm -rf build
