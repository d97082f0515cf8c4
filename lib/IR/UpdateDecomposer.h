//===- UpdateDecomposer.h - decomposition of fp8.update ---------*- C++ -*-===//

#ifndef FP8_LIB_IR_UPDATEDECOMPOSER_H
#define FP8_LIB_IR_UPDATEDECOMPOSER_H

#include "UpdateParts.h"

namespace mlir::fp8 {

/// For one state, the indices of its inputs and outputs in the first generic.
struct ComputedState {
  std::optional<unsigned> main, scaleInv, residual, oldInverse, newScale;
  std::optional<unsigned> newMain, newResidual, transformed, logical, measured;
};

/// For one state, the outputs of the first generic that must still be encoded
/// or reduced. A value is null if there is nothing to do.
struct FreshState {
  /// Values to encode with scales per granule.
  Value transformed;
  /// Values to encode into copies.
  Value logical;
  /// Values whose largest magnitude is the amax: f32 values, or ordered codes
  /// of a split.
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
  /// Replaces the results of the region for padding by neutral values: 0 for
  /// new values, and the neutral elements of the reductions.
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
