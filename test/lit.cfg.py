# -*- Python -*-
import os
import platform
import shutil
import subprocess

import lit.formats
import lit.util
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

config.name = "fp8"
config.test_format = lit.formats.ShTest()
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fp8_obj_root, "test")

# A FileCheck variable set before a CHECK-LABEL must not leak past it.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope --dump-input=fail"
config.environment["FP8_RUN"] = os.path.join(config.fp8_tools_dir, "fp8-run")
config.environment["FP8_MOCK_CUDA"] = os.path.join(
    config.fp8_obj_root, "test", "MockCUDA", f"libfp8mockcuda{config.llvm_shlib_ext}"
)
config.environment["FP8_OPT"] = os.path.join(config.fp8_tools_dir, "fp8-opt")
# The module of this build, and no other.
config.environment["FP8_PYTHON_MODULE"] = os.path.join(config.fp8_obj_root, "python", "fp8")
config.environment["FP8_LIBRARY_DIR"] = config.fp8_libs_dir
config.environment["FP8_LLVM_TOOLS_DIR"] = config.llvm_tools_dir
config.environment["FP8_SHARED_GRAPHS"] = config.shared_graphs
# Many tests compile the same steps. Entries are of one build of one program.
config.environment["FP8_CACHE_DIR"] = os.path.join(config.test_exec_root, "code-cache")

config.python_command = config.python
if config.asan_runtime:
    # Python is not instrumented: the runtime that fp8.compile needs must be there
    # before it.
    config.python_command = os.path.join(config.test_exec_root, "python")
    with open(config.python_command, "w") as script:
        script.write(f'#!/bin/sh\nLD_PRELOAD={config.asan_runtime} exec {config.python} "$@"\n')
    os.chmod(config.python_command, 0o755)
    # The runtime opens libraries in place of their users, whose RUNPATH it ignores.
    config.environment["LD_LIBRARY_PATH"] = config.fp8_libs_dir

config.substitutions += [
    ("%fp8_plugin", f"{config.fp8_libs_dir}/FP8Plugin{config.llvm_shlib_ext}"),
    ("%fp8_src", config.fp8_src_root),
    ("%fp8_obj", config.fp8_obj_root),
    ("%fp8_libs", config.fp8_libs_dir),
    ("%fp8_docs", os.path.join(config.fp8_obj_root, "docs")),
    ("%shared_graphs", config.shared_graphs),
    ("%cmake", config.cmake),
    ("%cc", config.cc),
    ("%cxx", config.cxx),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%mlir_dir", config.mlir_dir),
    ("%python", config.python_command),
    # Behind it comes a library; the runtime of a sanitizer must be before it.
    ("%preload", "LD_PRELOAD=" + (f"{config.asan_runtime}:" if config.asan_runtime else "")),
    ("%lying_pass", os.path.join(config.fp8_obj_root, "test", "LyingPass",
                                 f"libfp8lyingpass{config.llvm_shlib_ext}")),
    # A GPU that is not there: see test/MockCUDA/MockCUDA.h.
    ("%mock_cuda", os.path.join(config.fp8_obj_root, "test", "MockCUDA",
                                f"libfp8mockcuda{config.llvm_shlib_ext}")),
]

if os.path.isdir(config.shared_graphs):
    config.available_features.add("shared-graphs")
else:
    lit_config.note(f"no {config.shared_graphs}: tests of shared graphs are skipped")
def has_module(name):
    probe = f"import importlib.util as u; exit(u.find_spec({name!r}) is None)"
    return subprocess.run([config.python, "-c", probe]).returncode == 0


if has_module("pytest"):
    config.available_features.add("pytest")
else:
    lit_config.note(f"{config.python} has no pytest: tests of Python are skipped")
if config.python_module:
    config.available_features.add("python-module")
else:
    lit_config.note("fp8.compile is not built (python3-dev, nanobind; clang with sanitizers): its tests are skipped")
if config.updates:
    config.available_features.add("updates")
else:
    lit_config.note("libfp8rt_updates is not built (x86-64, python3; not with sanitizers): its tests are skipped")
# 3 GB of packages: `make test-torch` installs them in an environment of its own.
if has_module("torch") and has_module("torch_mlir"):
    config.available_features.add("torch")
else:
    lit_config.note("no torch and torch-mlir: tests of captures are skipped; see make test-torch")
if shutil.which("chromium") or shutil.which("chromium-browser"):
    config.available_features.add("chromium")
else:
    lit_config.note("no chromium: the test that opens a page is skipped")
# Code for other CPUs of this family is compiled anywhere, and run where it can.
if platform.machine() == "x86_64":
    config.available_features.add("x86")
    with open("/proc/cpuinfo") as cpuinfo:
        if " avx2 " in cpuinfo.read():
            config.available_features.add("avx2")
# Programs that embed fp8 may be compiled by another compiler than ours.
if lit.util.which("g++", os.environ.get("PATH", "")):
    config.available_features.add("gxx")
# Ranks under MPI, if there were headers to build the library that calls it, and if
# this machine can start processes with it.
def can_run_mpi():
    try:
        return subprocess.run(
            ["mpirun", "--oversubscribe", "-n", "2", "true"], capture_output=True, timeout=60,
            env={**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
        ).returncode == 0  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
if config.mpi and can_run_mpi():
    config.available_features.add("mpi")
else:
    lit_config.note("no working MPI (libopenmpi-dev, openmpi-bin): ranks under mpirun are skipped")
# The object code of kernels is inspected where LLVM's tools make it for x86.
llc = os.path.join(config.llvm_tools_dir, "llc")
tools = [os.path.join(config.llvm_tools_dir, tool) for tool in ("opt", "llvm-objdump")]
if all(map(os.path.exists, [llc, *tools])) and "x86-64" in subprocess.run(
        [llc, "--version"], capture_output=True, text=True).stdout:
    config.available_features.add("x86-codegen")
    config.substitutions.append(
        ("%inspect_loops", f"{config.python} {config.fp8_src_root}/tools/scripts/inspect-loops.py"
         f" --fp8-opt {config.fp8_tools_dir}/fp8-opt --llvm {config.llvm_tools_dir}"))
else:
    lit_config.note("no opt, llc for x86-64, llvm-objdump: loops are not inspected")
# NVIDIA's assembler is not in Debian; PTX is assembled where it is.
ptxas = lit.util.which("ptxas", os.environ.get("PATH", "")) or lit.util.which(
    "ptxas", os.path.join(os.environ.get("CUDA_HOME", "/usr/local/cuda"), "bin"))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
    config.substitutions.append(("%fatbinary", os.path.join(os.path.dirname(ptxas), "fatbinary")))
    config.substitutions.append(
        ("%check_ptx", f"{config.python} {config.fp8_src_root}/tools/scripts/check-ptx.py {ptxas}"))
else:
    lit_config.note("no ptxas on PATH or in CUDA_HOME: PTX is not assembled")
if config.sanitize:
    lit_config.load_config(config, os.path.join(config.test_source_root, "sanitizer.cfg.py"))
if config.asan_runtime:
    # mlir-opt is not instrumented: the runtime that an instrumented plugin needs
    # must be there before it.
    config.substitutions.append(
        ("mlir-opt --load-", f"env LD_PRELOAD={config.asan_runtime} mlir-opt --load-"))

# FP8_VERIFY_ROUNDTRIP=1 reprints and reparses the input of every fp8-opt test.
roundtrip = ["--verify-roundtrip"] if os.environ.get("FP8_VERIFY_ROUNDTRIP") else []
# FP8_VERIFY_UNCHANGED=1 fails if a pass changed IR or analyses that it declares as preserved.
unchanged = ["--fp8-verify-unchanged"] if os.environ.get("FP8_VERIFY_UNCHANGED") else []
# ThreadSanitizer cannot see the locks in libMLIR, which is not instrumented.
threads = ["--mlir-disable-threading"] if "thread" in config.sanitize else []
llvm_config.add_tool_substitutions(
    [
        ToolSubst("fp8-opt", FindTool("fp8-opt"), extra_args=roundtrip + unchanged + threads),
        ToolSubst("fp8-eval", FindTool("fp8-eval")),
        ToolSubst("fp8-fuzz", FindTool("fp8-fuzz"), unresolved="ignore"),
        ToolSubst("fp8-fuzz-readers", FindTool("fp8-fuzz-readers"), unresolved="ignore"),
        ToolSubst("fp8-fuzz-steps", FindTool("fp8-fuzz-steps"), unresolved="ignore"),
        ToolSubst("fp8-run", FindTool("fp8-run"), unresolved="ignore"),
        ToolSubst("fp8-sim", FindTool("fp8-sim"), unresolved="ignore"),
        ToolSubst("fp8-translate", FindTool("fp8-translate"), unresolved="ignore"),
        ToolSubst("fp8-lsp-server", FindTool("fp8-lsp-server"), unresolved="ignore"),
        ToolSubst("fp8-reduce", FindTool("fp8-reduce"), unresolved="ignore"),
        "mlir-opt",
        "mlir-runner",
        "mlir-translate",
        "FileCheck",
        "count",
        "split-file",
        "not",
    ],
    [config.fp8_tools_dir, config.llvm_tools_dir],
)
