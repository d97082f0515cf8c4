//===- Passes.h - conversions out of the fp8 dialect ------------*- C++ -*-===//
#ifndef FP8_CONVERSION_PASSES_H
#define FP8_CONVERSION_PASSES_H

#include "fp8/Conversion/FP8ToArith/FP8ToArith.h"
#include "fp8/Conversion/FP8ToNVVM/FP8ToNVVM.h"

namespace mlir::fp8 {

#define GEN_PASS_REGISTRATION
#include "fp8/Conversion/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_CONVERSION_PASSES_H
