//===- TensorNames.h - names of the tensors of contractions -----*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_TENSORNAMES_H
#define FP8_LIB_QUANTIZE_TENSORNAMES_H

#include "TrainingStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::fp8 {

/// Names the contractions of a step after the layers of the user's program. The
/// name of a contraction without weight has a number after `#`.
class LayerNames {
public:
  LayerNames(func::FuncOp func, const TrainingStep &step);

  /// Returns the layer of `contraction`, one of the contractions of the step:
  /// 1. the name of its weight, without a leaf such as `weight` and without the
  ///    components that all layers have first,
  /// 2. a number in the scope of its location, in the line of Python, or after
  ///    the previous layer: `h0.attn#1`.
  /// A gradient has the layer of the forward contraction that it belongs to.
  StringRef getLayer(const StepContraction &contraction) const {
    return layers[&contraction - step.getContractions().data()];
  }

  /// Returns the name of the result: `h0.mlp.fc:y`, or `:dx` or `:dw` of a
  /// gradient, `:da` or `:db` without weight.
  std::string getProduct(const StepContraction &contraction) const;

  /// Returns the name of operand `i`: `h0.mlp.fc:x`, or `:dy` of a gradient. A
  /// contraction without weight has operands `:a` and `:b`.
  std::string getOperand(const StepContraction &contraction, unsigned i) const;

private:
  void nameWeights();
  std::string findScope(Location loc) const;
  std::string findLayer(const StepContraction &contraction);
  const StepContraction *getPartner(const StepContraction &contraction) const;

  func::FuncOp func;
  const TrainingStep &step;
  /// Layers of weights.
  llvm::DenseMap<Value, std::string> weights;
  SmallVector<std::string, 0> layers; // by contraction
  /// The last layer with a weight.
  std::string previous;
  /// Numbers of the contractions without weight by scope, and of the layers
  /// whose weight is computed in the step.
  llvm::StringMap<unsigned> numbers, numLayers;
};

/// Returns a unique name for each value that `contractions` read, in the order
/// of definition. Arguments have their own names, also after an update within
/// the step. The names do not depend on the selection of contractions.
llvm::MapVector<Value, std::string>
nameRoots(func::FuncOp func, const TrainingStep &step, const LayerNames &layers,
          ArrayRef<const StepContraction *> contractions);

/// Numbers values by position in the function: first arguments, then results in
/// the order of the ops. Numbers do not depend on the order of the readers.
llvm::DenseMap<Value, unsigned> numberValues(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_TENSORNAMES_H
