//===- LossAttribute.h - the attribute of a loss ----------------*- C++ -*-===//
#ifndef FP8_IR_LOSSATTRIBUTE_H
#define FP8_IR_LOSSATTRIBUTE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::fp8 {

/// A unit attribute of the results of a step that are its losses.
inline constexpr llvm::StringLiteral kLossAttrName = "fp8.loss";

} // namespace mlir::fp8

#endif // FP8_IR_LOSSATTRIBUTE_H
