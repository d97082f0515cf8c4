//===- UpdateDecomposer.h - decomposition of fp8.update ---------*- C++ -*-===//

#ifndef FP8_LIB_IR_UPDATEDECOMPOSER_H
#define FP8_LIB_IR_UPDATEDECOMPOSER_H

#include "UpdateParts.h"

namespace mlir::fp8 {

/// Numbers of the inputs and outputs of the first generic that belong to a
/// state.
struct ComputedState {
  std::optional<unsigned> main, scaleInv, residual, oldInverse, newScale;
  std::optional<unsigned> newMain, newResidual, transformed, logical, measured;
};

/// Outputs of the first generic that still have to be encoded or reduced for a
/// state. Null if there is nothing to do.
struct FreshState {
  /// Values to encode by granules.
  Value transformed;
  /// Values to encode in copies.
  Value logical;
  /// Values whose absolute values give the amax: f32, or codes of a split.
  Value measured;
};

class UpdateDecomposer {
public:
  UpdateDecomposer(UpdateOp op, OpBuilder &opBuilder)
      : op(op), builder(op.getLoc(), opBuilder), parts(op),
        space(op, parts.states) {}

  SmallVector<Value> run();

private:
  void compute();
  ComputedState addState(GenericParts &generic, const StateParts &state);
  void storeState(ElementBuilder &e, const StateParts &state,
                  const ComputedState &at, Value fresh, ValueRange arguments,
                  MutableArrayRef<Value> outputs);
  SmallVector<Value> runRegion(ElementBuilder &e, ValueRange elements);
  /// Emits the results of the region for rows of the tensor, and neutral values
  /// for padding: new values of 0, and identities of the reductions.
  SmallVector<Value> replacePadding(ElementBuilder &e,
                                    SmallVector<Value> results);

  void encodeGranules(StateParts &state, Value transformed);
  void encodeCopy(StateParts &state, CopyParts &copy, Value logical);
  void shareCodes(StateParts &state, CopyParts &copy);
  void takeMaximum(Destination &amax, Value measured);
  void takeMaximumOfCodes(StateParts &state, Value codes);
  void reduce(Destination &reduction, ReductionKind kind, Value terms);

  Value random(ElementBuilder &e, const StateParts &state,
               ArrayRef<Value> position);
  /// Emits `old` if the step is skipped, and `value` otherwise.
  Value unlessSkipped(ElementBuilder &e, Value old, Value value) {
    return op.getSkip() ? e.select(op.getSkip(), old, value) : value;
  }
  Value keepUnlessSkipped(Value old, Value value);
  Value emptyF32(ArrayRef<int64_t> shape) {
    return builder.empty(shape, builder.getF32Type());
  }

  UpdateOp op;
  TensorBuilder builder;
  UpdateParts parts;
  UpdateSpace space;
  SmallVector<FreshState> fresh;
  /// Terms of the reductions.
  SmallVector<Value> terms;
};

} // namespace mlir::fp8

#endif // FP8_LIB_IR_UPDATEDECOMPOSER_H
