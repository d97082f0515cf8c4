//===- QuantizationRewriter.h - rewrites contractions -----------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H

#include "QuantizationPlan.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// The states of one direction under the delayed recipe: a packed history
/// `[length, N]` and packed scales `[N]`. They are the last arguments of the
/// function. Null if the direction has no tensors.
struct DelayedState {
  Value history, scales;
};
using DelayedStates = std::array<DelayedState, 2>;

/// Appends the states to the arguments of `func`.
DelayedStates addDelayedStates(func::FuncOp func, const QuantizationPlan &plan,
                               const QuantizationOptions &options);

/// Packs `amaxes`, one for each tensor of the plan, updates the states with
/// them, and appends the new states to the results of `func`.
void returnDelayedStates(func::FuncOp func, const QuantizationPlan &plan,
                         const QuantizationOptions &options,
                         const DelayedStates &states, ArrayRef<Value> amaxes);

/// Rewrites one function according to its plan.
class QuantizationRewriter {
public:
  QuantizationRewriter(func::FuncOp func, const TrainingStep &step,
                       const QuantizationPlan &plan,
                       const QuantizationOptions &options);

  /// Quantizes each tensor after its definition. The scales come from the
  /// amaxes of its scaling blocks, from its own amax, or from earlier steps if
  /// `states` is given. If `keepsAmaxes` is set, also measures tensors without
  /// readers of codes.
  void quantizeTensors(const DelayedStates *states, bool keepsAmaxes);

  /// Replaces the contractions by fp8.contract.
  void rewriteContractions();

  /// Returns the amax of each tensor that has one scale, and null for other
  /// tensors.
  ArrayRef<Value> getAmaxes() const { return amaxes; }

private:
  struct Scale {
    Value scale, inverse;
  };
  Scale computeCurrentScale(const QuantizedTensor &tensor);
  Scale readDelayedScale(const QuantizedTensor &tensor,
                         const DelayedStates &states);
  Value getInverses(Direction direction, Value scales);
  /// Codes and their inverse scales.
  struct Coded {
    Value codes, inverse;
  };
  Coded getCoded(Value value, GranularityAttr granularity);
  Coded quantizeByTensor(const QuantizedTensor &tensor,
                         const DelayedStates *states);
  Coded quantizeByGranule(const QuantizedTensor &tensor);
  Value createEmpty(Location loc, ArrayRef<int64_t> shape, Type element);
  Value reapplyLayout(Operation *op, Value source);
  Value getConstant(float value);

  func::FuncOp func;
  const TrainingStep &step;
  const QuantizationPlan &plan;
  const QuantizationOptions &options;
  OpBuilder builder;
  /// The insertion point for quantized arguments: before the original first op.
  Operation *first;
  SmallVector<Value> amaxes; // by tensor
  std::array<Value, std::size(kDirections)> delayedInverses;
  /// Codes of quantized values and of their rearrangements, by granularity.
  llvm::DenseMap<std::pair<Value, Attribute>, Coded> coded;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H
