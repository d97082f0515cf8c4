//===- Flags.h - random options of fp8-run ----------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_STEPS_FLAGS_H
#define FP8_TEST_FUZZ_STEPS_FLAGS_H

#include "Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8::fuzz {

/// Returns flags that give the arguments of a step random values, and
/// nothing else.
std::vector<std::string> getPlainFlags(StringRef entry, Random &random);

/// Chooses random flags, with a recipe, a storage and other options, and with
/// arguments of one special value.
std::vector<std::string> drawFlags(StringRef entry, ModuleOp module,
                                   Random &random);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_STEPS_FLAGS_H
