//===- QuantizationOperands.h - layouts of scaling blocks -------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_QUANTIZATIONOPERANDS_H
#define FP8_LIB_QUANTIZE_QUANTIZATIONOPERANDS_H

#include "QuantizationPlan.h"
#include "mlir/IR/Builders.h"

namespace mlir::fp8 {

/// Chooses the layout and the granularity of contraction operands. A scaling
/// block (granule) extends along the reduced dimension of the contraction that
/// reads it. A tensor that contractions reduce both along its rows and along
/// its columns therefore has two quantized copies.
class OperandPlanner {
public:
  OperandPlanner(func::FuncOp func, const TrainingStep &step,
                 const QuantizationOptions &options)
      : func(func), step(step), options(options), builder(func),
        first(&func.front().front()) {}

  /// Folds transposes into the indexing maps. If the recipe or the policies of
  /// the operands request scaling blocks, also collapses the reduced dimensions
  /// into one, which becomes the last or the second to last of each operand.
  QuantizedContraction plan(const StepContraction &contraction,
                            ArrayRef<QuantizePolicy> policies);

  /// Returns the value to quantize, and its granularity, so that the codes of
  /// `value` have granularity `granularity`. It is the value before all layout
  /// ops that preserve the scaling blocks. Every layout op preserves a scale of
  /// the whole tensor.
  std::pair<Value, GranularityAttr> findSource(Value value,
                                               GranularityAttr granularity);

private:
  Value foldTransposes(Value operand, AffineMap &map);
  void joinReducedDims(QuantizedContraction &contraction);
  void bringWithinReach(QuantizedContraction &contraction, unsigned i);
  QuantizePolicy getGranules(const StepContraction &contraction, unsigned i,
                             const QuantizePolicy &policy);
  GranularityAttr chooseGranularity(const QuantizedContraction &contraction,
                                    unsigned i, const QuantizePolicy &granules);
  Value transpose(Value value, ArrayRef<int64_t> permutation, Operation *user);
  Value collapse(Value value, ArrayRef<ReassociationIndices> groups,
                 Operation *user);
  Value findOrCreate(Value source, Attribute key, Operation *user,
                     function_ref<bool(Operation *)> isEqual,
                     function_ref<Value()> create);

  func::FuncOp func;
  const TrainingStep &step;
  const QuantizationOptions &options;
  OpBuilder builder;
  /// The original first op, which is the insertion point for layout ops on
  /// arguments.
  Operation *first;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> layouts;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_QUANTIZATIONOPERANDS_H
