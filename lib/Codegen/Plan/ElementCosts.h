//===- ElementCosts.h - what the elements of a row cost ---------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H
#define FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H

#include "KernelModel.h"

namespace mlir::fp8 {

/// Operations that make a value which varies along the inner dimensions.
class ElementCosts {
public:
  /// Operations that are dearer than a store and a load.
  static constexpr unsigned kDear = 8;

  ElementCosts(const KernelModel &model, ArrayRef<unsigned> innerDims);

  /// Whether an element of `value` is computed here for each of a strip; what
  /// is a reduction, or known of the row, is not.
  bool varies(Value value) const;
  unsigned getCost(Value value);

private:
  const KernelModel &model;
  llvm::SmallBitVector inner;
  DenseMap<Value, unsigned> costs;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H
