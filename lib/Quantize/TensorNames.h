//===- TensorNames.h - names of the tensors of contractions -----*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_TENSORNAMES_H
#define FP8_LIB_QUANTIZE_TENSORNAMES_H

#include "TrainingStep.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::fp8 {

/// Names the contractions of a step after the layers of the user's program. The
/// name of a contraction without a weight ends with `#` and a number.
class LayerNames {
public:
  LayerNames(func::FuncOp func, const TrainingStep &step);

  /// Returns the name of the layer of `contraction`, which must be a
  /// contraction of the step:
  /// 1. With a weight: the name of the weight, without a leaf such as `weight`
  ///    and without the leading components that all layers share.
  /// 2. Without a weight: a number in the scope of its location, in its line of
  ///    Python code, or after the previous layer, such as `h0.attn#1`.
  /// A gradient has the name of the layer of its forward contraction.
  StringRef getLayer(const StepContraction &contraction) const {
    return layers[&contraction - step.getContractions().data()];
  }

  /// Returns the name of the result, such as `h0.mlp.fc:y`. The suffix of a
  /// gradient is `:dx` or `:dw` in a layer with a weight, and `:da` or `:db`
  /// without.
  std::string getProduct(const StepContraction &contraction) const;

  /// Returns the name of operand `i`, such as `h0.mlp.fc:x`, or `h0.mlp.fc:dy`
  /// for the gradient of the result. Without a weight, the suffixes are `:a`
  /// and `:b`.
  std::string getOperand(const StepContraction &contraction, unsigned i) const;

private:
  void nameWeights();
  std::string findScope(Location loc) const;
  std::string findLayer(const StepContraction &contraction);
  const StepContraction *getPartner(const StepContraction &contraction) const;

  func::FuncOp func;
  const TrainingStep &step;
  /// Layer names by weight.
  llvm::DenseMap<Value, std::string> weights;
  SmallVector<std::string, 0> layers; // by contraction
  /// The last layer with a weight.
  std::string previous;
  /// The last numbers in each scope: of contractions without a weight, and of
  /// layers whose weight the step computes.
  llvm::StringMap<unsigned> numbers, numLayers;
};

/// Returns a unique name for each value that `contractions` read, in program
/// order. Arguments and their updated values have the name of the argument. The
/// names do not depend on the selection of contractions.
llvm::MapVector<Value, std::string>
nameRoots(func::FuncOp func, const TrainingStep &step, const LayerNames &layers,
          ArrayRef<const StepContraction *> contractions);

/// Numbers values by position: first the arguments, then the results of ops in
/// program order. Numbers do not depend on the order of the readers.
llvm::DenseMap<Value, unsigned> numberValues(func::FuncOp func);

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_TENSORNAMES_H
