//===- ElementwiseCone.cpp - elementwise backward slices ------------------===//

#include "fp8/Analysis/ElementwiseCone.h"

#include "fp8/Analysis/Elementwise.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of ops in a cone. Known optimizers have up to 28 ops per
/// result.
static constexpr size_t kMaxConeOps = 512;

ElementwiseCone mlir::fp8::collectCone(Value root) {
  ElementwiseCone cone;
  bool entersScalars = hasOneElement(root.getType());
  llvm::DenseSet<Value> seen{root};
  std::deque<std::pair<Value, unsigned>> queue{{root, 0}};
  while (!queue.empty() && cone.ops.size() < kMaxConeOps) {
    auto [value, distance] = queue.front();
    queue.pop_front();
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      cone.args.emplace_back(arg, distance);
      continue;
    }
    std::optional<Elementwise> match = matchElementwise(value.getDefiningOp());
    if (!match) {
      cone.leaves.push_back(value);
      continue;
    }
    cone.ops.push_back(value.getDefiningOp());
    unsigned next = distance + 1;
    auto visit = [&](Value operand) {
      if (!isSplatOrEmpty(operand) &&
          (entersScalars || !hasOneElement(operand.getType())) &&
          seen.insert(operand).second)
        queue.emplace_back(operand, next);
    };
    llvm::for_each(match->aligned, visit);
    llvm::for_each(match->scalars, visit);
  }
  return cone;
}
