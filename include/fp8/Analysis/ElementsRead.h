//===- ElementsRead.h - argument elements that values read ------*- C++ -*-===//

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

/// The elements of an argument from which a value is computed. Each element of
/// the value depends on exactly one of them.
struct Elements {
  explicit Elements(int64_t count) : read(count) {}

  bool none() const { return read.none(); }
  bool operator==(const Elements &other) const {
    return read == other.read && order == other.order && map == other.map;
  }

  /// The row-major numbers of the elements. Empty if the value does not depend
  /// on the argument.
  llvm::BitVector read;
  /// The last value on the path from the argument to this value whose elements
  /// were reordered; the argument itself if none were. Two values with the same
  /// `order` have corresponding elements at the same index.
  Value order;
  /// In the body of a linalg op, the map by which the op reads `order`; else
  /// null.
  AffineMap map;
};

/// Finds the elements of an argument from which values are computed.
class ElementsRead {
public:
  explicit ElementsRead(BlockArgument argument) : argument(argument) {}

  /// Returns the elements from which `value` is computed. Fails if they are
  /// unknown.
  FailureOr<Elements> get(Value value);

private:
  FailureOr<Elements> compute(Value value);
  FailureOr<Elements> computePart(Value value, Value source);
  FailureOr<Elements> computeFromOperands(Operation *op);
  FailureOr<Elements> computeOfBody(linalg::LinalgOp op, OpResult result);
  FailureOr<Elements> computeArgument(BlockArgument value);
  /// Returns, for each element of `value`, its row-major number in the
  /// argument. `value` must be a slice or reshape of the argument.
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
