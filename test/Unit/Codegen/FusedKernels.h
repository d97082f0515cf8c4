//===- FusedKernels.h - kernels that fusion makes of fp8 ops ----*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H
#define FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::fp8::test {

/// Decomposes and fuses function `main` to one kernel. Returns a text for
/// KernelRunner, in which the operands of the kernel are arguments. If there
/// are several kernels, or ops other than views, fails the test and returns "".
std::string fuseToKernel(llvm::StringRef text);

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EMITTER_FUSEDKERNELS_H
