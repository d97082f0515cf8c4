//===- LossCsv.h - Losses of a run as CSV ---------------------------------===//

#ifndef FP8_RUN_LOSSCSV_H
#define FP8_RUN_LOSSCSV_H

#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <optional>

namespace mlir::fp8::run {

void writeLossHeader(llvm::raw_ostream &os);

/// Writes one line `step,loss,seconds`: the number of the step, from 0; its
/// loss, with as many digits as an f32 needs, empty if there is none; its time.
void writeLossLine(llvm::raw_ostream &os, int64_t step,
                   std::optional<double> loss, double seconds);

} // namespace mlir::fp8::run

#endif // FP8_RUN_LOSSCSV_H
