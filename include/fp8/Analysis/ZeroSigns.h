//===- ZeroSigns.h - readers of the signs of zeros --------------*- C++ -*-===//
//
// -0.0 and 0.0 are equal numbers. A sum that starts from 0.0 is the same for
// both, and so are an absolute value and a comparison. Where all readers of a
// value are such ops, its zeros may have either sign.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_ANALYSIS_ZEROSIGNS_H
#define FP8_ANALYSIS_ZEROSIGNS_H

#include "mlir/IR/Value.h"

namespace mlir::fp8 {

/// Returns true unless every bit of every result of the function is the same
/// whether a zero in `value` is -0.0 or 0.0. `value` is a float or a tensor of
/// floats. Ops that the analysis does not know count as readers of the sign.
bool mayReadZeroSign(Value value);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ZEROSIGNS_H
