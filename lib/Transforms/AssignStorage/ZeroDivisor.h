//===- ZeroDivisor.h - updates that divide by a moment ----------*- C++ -*-===//

#ifndef FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ZERODIVISOR_H
#define FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ZERODIVISOR_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Whether the region of `update` divides by 0, or takes the logarithm of it,
/// where its input number `input` is 0: nothing is added to a moment before it
/// is a divisor.
bool dividesByZero(UpdateOp update, unsigned input);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_ASSIGNSTORAGE_ZERODIVISOR_H
