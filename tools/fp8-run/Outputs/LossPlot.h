//===- LossPlot.h - Losses of a run as a picture --------------------------===//

#ifndef FP8_RUN_LOSSPLOT_H
#define FP8_RUN_LOSSPLOT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::fp8::run {

/// Draws the loss over the steps, starting with step 0, as an SVG. A loss that
/// is not finite is a gap in the line.
void plotLoss(llvm::raw_ostream &os, StringRef title, ArrayRef<double> losses);

/// Returns at most `maxCount` + 1 evenly spaced round numbers (1, 2 or 5 times
/// a power of ten) in [`low`, `high`].
SmallVector<double> pickTicks(double low, double high, int maxCount);

} // namespace mlir::fp8::run

#endif // FP8_RUN_LOSSPLOT_H
