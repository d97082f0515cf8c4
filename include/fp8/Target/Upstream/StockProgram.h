//===- StockProgram.h - A function compiled by stock MLIR -------*- C++ -*-===//
#ifndef FP8_TARGET_UPSTREAM_STOCKPROGRAM_H
#define FP8_TARGET_UPSTREAM_STOCKPROGRAM_H

#include "fp8/Host/Program.h"

namespace mlir {
class ModuleOp;
}

namespace mlir::fp8 {

/// Compiles `function` of `module`, Model and Scaled form, for the host CPU by
/// --fp8-stock-pipeline and LLVM's JIT. The module stays as it is; functions
/// that `function` does not reach are not compiled. The program is for one
/// thread at a time. Errors: no such function, a type that no host tensor has,
/// an op that the pipeline does not lower.
FailureOr<std::unique_ptr<Program>> createStockProgram(ModuleOp module,
                                                       StringRef function);

} // namespace mlir::fp8

#endif // FP8_TARGET_UPSTREAM_STOCKPROGRAM_H
