//===- PartialSums.cpp - sums over micro-batches --------------------------===//

#include "PartialSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

void PartialSums::add(OpBuilder &builder, Location loc, Value value,
                      Combination combination, ArrayRef<int64_t> sizes) {
  partials.resize(sizes.size());
  int64_t position = count++;
  for (size_t level = sizes.size(); level-- > 0;) {
    int64_t member = position % sizes[level];
    position /= sizes[level];
    Value &partial = partials[level];
    if (member == 0)
      partial = value;
    else if (combination == Combination::Mean)
      partial = arith::AddFOp::create(builder, loc, partial, value);
    else
      partial = arith::MaximumFOp::create(builder, loc, partial, value);
    // A complete group is added as one member at the next level.
    if (member + 1 != sizes[level])
      return;
    value = partial;
  }
}
