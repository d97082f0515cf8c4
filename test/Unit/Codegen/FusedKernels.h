//===- FusedKernels.h - kernels that fusion makes of fp8 ops ----*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H
#define FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::fp8::test {

/// The one kernel that decomposition and fusion make of function `main`, as a
/// text for KernelRunner: its operands are arguments. Reports to the test and
/// gives "" if there are more kernels or anything beside them but views.
std::string fuseToKernel(llvm::StringRef text);

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H
