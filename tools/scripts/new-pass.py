#!/usr/bin/env python3
"""Adds a pass to a stage: its declaration, its source and its test.

    new-pass.py STAGE FLAG SUMMARY

STAGE is a folder of lib that has passes, such as Kernels or Target/CPU. FLAG is
the name on command lines, such as fp8-fold-bias; the C++ class is FoldBiasPass.
Adds the pass to include/fp8/STAGE/Passes.td and lib/STAGE/CMakeLists.txt, and
creates lib/STAGE/FoldBias.cpp and test/STAGE/fold-bias.mlir. The pass does nothing,
and its test passes. Changes nothing if the stage or the name is not valid.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

DECLARATION = """
def {name}Pass : Pass<"{flag}"> {{
  let summary = "{summary}";
  let description = [{{
    {summary}.

    **Numerics**: same.

    **Before**: Scaled form.
    ```mlir
    func.func @example(%x: tensor<4xf32>) -> tensor<4xf32> {{
      return %x : tensor<4xf32>
    }}
    ```
    **After**: Scaled form.
    ```mlir
    return %x : tensor<4xf32>
    ```
  }}];
}}
"""

SOURCE = """{head}

#include "fp8/{stage}/Passes.h"

namespace mlir::fp8 {{
#define GEN_PASS_DEF_{upper}PASS
#include "fp8/{stage}/Passes.h.inc"
}} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {{
struct {name} : fp8::impl::{name}PassBase<{name}> {{
  using {name}PassBase::{name}PassBase;

  void runOnOperation() override {{ markAllAnalysesPreserved(); }}
}};
}} // namespace
"""

TEST = """// RUN: fp8-opt %s --{flag} | FileCheck %s

// CHECK-LABEL: func.func @positive
// CHECK: return %arg0
func.func @positive(%x: tensor<4xf32>) -> tensor<4xf32> {{
  return %x : tensor<4xf32>
}}

// CHECK-LABEL: func.func @negative_nothing_to_do
// CHECK: return %arg0
func.func @negative_nothing_to_do(%x: tensor<4xf32>) -> tensor<4xf32> {{
  return %x : tensor<4xf32>
}}
"""


def fail(message: str):
    sys.exit(f"new-pass.py: error: {message}")


def get_stages() -> list[str]:
    include = ROOT / "include/fp8"
    return sorted(str(td.parent.relative_to(include)) for td in include.rglob("Passes.td"))


def add_declaration(text: str, declaration: str) -> str:
    """Returns the `text` of a Passes.td with the declaration before its #endif."""
    head, end, tail = text.rpartition("\n#endif")
    return head + declaration + end + tail


def add_source(text: str, source: str) -> str:
    """Returns the `text` of a CMakeLists.txt with the source added to its first
    library."""
    library = re.search(r"add_fp8_library\(\w+\n((?:  \S+\.cpp\n)+)", text)
    sources = sorted([*library.group(1).split(), source])
    lines = "".join(f"  {name}\n" for name in sources)
    return text[:library.start(1)] + lines + text[library.end(1):]


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    stage, flag, summary = sys.argv[1:]
    if stage not in get_stages():
        fail(f"expected a stage with passes, but got '{stage}'; stages: {', '.join(get_stages())}")
    if not re.fullmatch(r"fp8(-[a-z][a-z0-9]*)+", flag):
        fail(f"expected a flag such as fp8-fold-bias, but got '{flag}'")
    words = flag.removeprefix("fp8-")
    name = "".join(word.capitalize() for word in words.split("-"))
    declarations = ROOT / f"include/fp8/{stage}/Passes.td"
    cmake = ROOT / f"lib/{stage}/CMakeLists.txt"
    source = ROOT / f"lib/{stage}/{name}.cpp"
    test = ROOT / f"test/{stage}/{words}.mlir"
    taken = [path for path in (source, test) if path.exists()]
    if taken or f'"{flag}"' in declarations.read_text():
        fail(f"'{flag}' exists already")
    fields = dict(name=name, flag=flag, stage=stage, upper=name.upper(),
                  summary=summary.rstrip("."))
    head = f"//===- {name}.cpp - --{flag} "
    fields["head"] = head + "-" * max(1, 80 - len(head) - len("===//")) + "===//"
    declarations.write_text(add_declaration(declarations.read_text(),
                                            DECLARATION.format(**fields)))
    cmake.write_text(add_source(cmake.read_text(), f"{name}.cpp"))
    source.write_text(SOURCE.format(**fields))
    test.parent.mkdir(parents=True, exist_ok=True)
    test.write_text(TEST.format(**fields))
    for path in (declarations, cmake, source, test):
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
