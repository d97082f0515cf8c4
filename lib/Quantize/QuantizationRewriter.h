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

/// Appends the states to the arguments of `func`, and returns them.
DelayedStates addDelayedStates(func::FuncOp func, const QuantizationPlan &plan,
                               const QuantizationOptions &options);

/// Packs `amaxes`, which are indexed by tensor of the plan, and updates the
/// states with them. Appends the new states to the results of `func`.
void returnDelayedStates(func::FuncOp func, const QuantizationPlan &plan,
                         const QuantizationOptions &options,
                         const DelayedStates &states, ArrayRef<Value> amaxes);

/// Rewrites one function according to its plan.
class QuantizationRewriter {
public:
  QuantizationRewriter(func::FuncOp func, const TrainingStep &step,
                       const QuantizationPlan &plan,
                       const QuantizationOptions &options);

  /// Quantizes each tensor after its definition. Scales come from the amaxes of
  /// its scaling blocks, from the amax of the tensor or, if `states` is given,
  /// from amaxes of earlier steps. If `keepsAmaxes` is set, also measures
  /// tensors whose codes are not read.
  void quantizeTensors(const DelayedStates *states, bool keepsAmaxes);

  /// Replaces the contractions by fp8.contract.
  void rewriteContractions();

  /// Returns the amaxes, indexed by tensor of the plan. Tensors with several
  /// scales have none (null).
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
  /// The original first op, which is the insertion point for quantize ops of
  /// arguments.
  Operation *first;
  SmallVector<Value> amaxes; // by tensor
  std::array<Value, std::size(kDirections)> delayedInverses;
  /// Codes of quantized values and of layout ops on them, by value and
  /// granularity.
  llvm::DenseMap<std::pair<Value, Attribute>, Coded> coded;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H
