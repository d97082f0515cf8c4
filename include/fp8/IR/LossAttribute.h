//===- LossAttribute.h - attribute of loss results --------------*- C++ -*-===//
#ifndef FP8_IR_LOSSATTRIBUTE_H
#define FP8_IR_LOSSATTRIBUTE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::fp8 {

/// Unit attribute that marks a result of a step as a loss.
inline constexpr llvm::StringLiteral kLossAttrName = "fp8.loss";

} // namespace mlir::fp8

#endif // FP8_IR_LOSSATTRIBUTE_H
