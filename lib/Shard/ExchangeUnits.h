//===- ExchangeUnits.h - parameters that travel together --------*- C++ -*-===//
#ifndef FP8_LIB_SHARD_EXCHANGEUNITS_H
#define FP8_LIB_SHARD_EXCHANGEUNITS_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Divides the parameters of a step into units. The gathers of a unit share one
/// exchange, and so do the reductions of its gradients.
///
/// Parameters whose names agree up to the first part with a digit, such as
/// `h.3.` or `layers_3/`, form a block. Blocks and other parameters are
/// combined in the order of their first use, up to a number of bytes.
class ExchangeUnits {
public:
  /// A unit of several blocks has at most `maxBytes` bytes of f32 elements.
  ExchangeUnits(func::FuncOp func, int64_t maxBytes);

  /// Returns the unit of the parameter whose rows `op` gathers, or whose
  /// gradient it reduces. The op must have a single tensor.
  std::optional<unsigned> getUnit(Operation *op) const;

private:
  void combine(func::FuncOp func, int64_t maxBytes);

  /// The parameter of each collective.
  llvm::DenseMap<Operation *, BlockArgument> parameters;
  llvm::DenseMap<BlockArgument, unsigned> units;
};

} // namespace mlir::fp8

#endif // FP8_LIB_SHARD_EXCHANGEUNITS_H
