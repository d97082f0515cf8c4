//===- LossFile.h - Losses of an earlier run --------------------*- C++ -*-===//

#ifndef FP8_RUN_LOSSFILE_H
#define FP8_RUN_LOSSFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::fp8::run {

/// Reads the losses of a file of --csv. A step without loss has a NaN.
llvm::Expected<std::vector<double>> readLosses(StringRef path);

} // namespace mlir::fp8::run

#endif // FP8_RUN_LOSSFILE_H
