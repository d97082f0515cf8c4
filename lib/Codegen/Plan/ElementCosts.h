//===- ElementCosts.h - recomputation cost of row elements ------*- C++ -*-===//
#ifndef FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H
#define FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H

#include "KernelModel.h"

namespace mlir::fp8 {

/// Counts the operations that compute a value which varies along the inner
/// dimensions.
class ElementCosts {
public:
  /// Minimum number of operations for which recomputation costs more than a
  /// store and a load.
  static constexpr unsigned kExpensive = 8;

  ElementCosts(const KernelModel &model, ArrayRef<unsigned> innerDims);

  /// Returns true if `value` is computed separately for each element of a
  /// strip. Reductions and values that are constant along the row are not.
  bool varies(Value value) const;
  unsigned getCost(Value value);

private:
  const KernelModel &model;
  llvm::SmallBitVector inner;
  DenseMap<Value, unsigned> costs;
};

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_ELEMENTCOSTS_H
