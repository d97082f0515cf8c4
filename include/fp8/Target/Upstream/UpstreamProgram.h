//===- UpstreamProgram.h - functions compiled by upstream MLIR --*- C++ -*-===//
#ifndef FP8_TARGET_UPSTREAM_UPSTREAMPROGRAM_H
#define FP8_TARGET_UPSTREAM_UPSTREAMPROGRAM_H

#include "fp8/Host/Program.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

/// Compiles `function` of `module`, in Model or Scaled form, for the host CPU
/// with --fp8-upstream-pipeline and LLVM's JIT. Does not modify the module.
/// Functions that `function` does not reach are not compiled. The program must
/// run on one thread at a time.
///
/// Errors: a missing function, a type without a host tensor, an op that the
/// pipeline does not lower.
FailureOr<std::unique_ptr<Program>> createUpstreamProgram(ModuleOp module,
                                                          StringRef function);

} // namespace mlir::fp8

#endif // FP8_TARGET_UPSTREAM_UPSTREAMPROGRAM_H
