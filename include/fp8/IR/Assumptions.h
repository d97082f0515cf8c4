//===- Assumptions.h - known properties of an operand -----------*- C++ -*-===//
//
// An fp8.convert that encodes may carry a property that holds for all elements
// of its operand. A lowering may use or ignore it: the result is the same.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_IR_ASSUMPTIONS_H
#define FP8_IR_ASSUMPTIONS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::fp8 {

enum class Assumption {
  None,
  /// No element is NaN.
  Number,
  /// No element is NaN, and no element saturates: each rounds to a finite code.
  InRange,
};

constexpr llvm::StringLiteral kAssumesAttrName = "fp8.assumes";

inline std::optional<Assumption> symbolizeAssumption(Attribute attribute) {
  auto name = dyn_cast_or_null<StringAttr>(attribute);
  if (name && name.getValue() == "number")
    return Assumption::Number;
  if (name && name.getValue() == "in_range")
    return Assumption::InRange;
  return std::nullopt;
}

inline Assumption getAssumption(Operation *op) {
  return symbolizeAssumption(op->getDiscardableAttr(kAssumesAttrName))
      .value_or(Assumption::None);
}

inline void setAssumption(Operation *op, Assumption assumption) {
  if (assumption != Assumption::None)
    op->setDiscardableAttr(
        kAssumesAttrName,
        StringAttr::get(op->getContext(), assumption == Assumption::Number
                                              ? "number"
                                              : "in_range"));
}

} // namespace mlir::fp8

#endif // FP8_IR_ASSUMPTIONS_H
