//===- ElementsRead.h - Which elements of an argument values come from ----===//

#ifndef FP8_ANALYSIS_ELEMENTSREAD_H
#define FP8_ANALYSIS_ELEMENTSREAD_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::linalg {
class LinalgOp;
}

namespace mlir::fp8 {

/// The elements of an argument that a value is computed from, each element of
/// it from one of them.
struct Elements {
  explicit Elements(int64_t count) : read(count) {}

  bool none() const { return read.none(); }
  bool operator==(const Elements &other) const {
    return read == other.read && order == other.order && map == other.map;
  }

  /// By number; none of a value that the argument does not lead to.
  llvm::BitVector read;
  /// The last value on the way whose elements were put into another order, or
  /// the argument: elements at the same place in it are the same.
  Value order;
  /// In the body of an op of linalg, how it reads that value.
  AffineMap map;
};

/// Which elements of an argument values are computed from.
class ElementsRead {
public:
  explicit ElementsRead(BlockArgument argument) : argument(argument) {}

  /// Fails where it is not known.
  FailureOr<Elements> get(Value value);

private:
  FailureOr<Elements> compute(Value value);
  FailureOr<Elements> computePart(Value value, Value source);
  FailureOr<Elements> computeFromOperands(Operation *op);
  FailureOr<Elements> computeOfBody(linalg::LinalgOp op, OpResult result);
  FailureOr<Elements> computeArgument(BlockArgument value);
  /// The number of each element of `value` in the argument, of which it is a
  /// part, rearranged without changing the order.
  FailureOr<SmallVector<int64_t>> getPlaces(Value value);

  int64_t countAll() const {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    return type ? type.getNumElements() : 1;
  }

  BlockArgument argument;
  DenseMap<Value, FailureOr<Elements>> known;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_ELEMENTSREAD_H
