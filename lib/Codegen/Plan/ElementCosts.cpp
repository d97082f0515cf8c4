//===- ElementCosts.cpp - recomputation cost of row elements --------------===//

#include "ElementCosts.h"

using namespace mlir;
using namespace mlir::fp8;

ElementCosts::ElementCosts(const KernelModel &model,
                           ArrayRef<unsigned> innerDims)
    : model(model), inner(model.toBits(innerDims)) {}

bool ElementCosts::varies(Value value) const {
  return !model.getReduction(value) &&
         model.getDependence(value).dims.anyCommon(inner);
}

/// Returns the approximate number of operations that `op` expands to. Casts and
/// random bits are expanded later.
static unsigned getOwnCost(Operation *op) {
  if (isa<DrawOp>(op))
    return ElementCosts::kExpensive;
  auto convert = dyn_cast<ConvertOp>(op);
  return convert && (isEightBit(convert.getInputFormat()) ||
                     isEightBit(convert.getResultFormat()))
             ? ElementCosts::kExpensive
             : 1;
}

unsigned ElementCosts::getCost(Value value) {
  value = getOrigin(value);
  if (!varies(value) || isa<BlockArgument>(value))
    return 0;
  auto [it, isNew] = costs.try_emplace(value, 0);
  if (!isNew)
    return it->second;
  unsigned cost = getOwnCost(value.getDefiningOp());
  for (Value operand : value.getDefiningOp()->getOperands())
    cost += getCost(operand);
  return costs[value] = cost;
}
