//===- QuantizationRewriter.h - carries out a quantization plan -----------===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H

#include "QuantizationPlan.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// The states of one direction under the delayed recipe: a packed history
/// `[length, N]` and packed scales `[N]`, the last arguments of the function.
/// Null where the direction has no tensors.
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

/// Rewrites one function.
class QuantizationRewriter {
public:
  QuantizationRewriter(func::FuncOp func, const TrainingStep &step,
                       const QuantizationPlan &plan,
                       const QuantizationOptions &options);

  /// Quantizes each tensor after its definition, by the scales of its granules,
  /// by that of its own amax, or by that of earlier steps where `states` are
  /// given. Tensors that nobody reads now are measured under `keepsAmaxes`.
  void quantizeTensors(const DelayedStates *states, bool keepsAmaxes);

  /// Replaces the contractions by scaled ones.
  void rewriteContractions();

  /// The amax of each tensor that has one scale; null for the others.
  ArrayRef<Value> getAmaxes() const { return amaxes; }

private:
  struct Scale {
    Value scale, inverse;
  };
  Scale computeCurrentScale(const QuantizedTensor &tensor);
  Scale readDelayedScale(const QuantizedTensor &tensor,
                         const DelayedStates &states);
  Value getInverses(Direction direction, Value scales);
  /// Codes, their inverse scales, and which of them share one.
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
  /// Where arguments are quantized: before what was the first op.
  Operation *first;
  SmallVector<Value> amaxes; // by tensor
  std::array<Value, std::size(kDirections)> delayedInverses;
  /// Of quantized values and of their rearrangements, by granularity.
  llvm::DenseMap<std::pair<Value, Attribute>, Coded> coded;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONREWRITER_H
