//===- TrainingStep.h - roles of values and contractions --------*- C++ -*-===//
#ifndef FP8_LIB_QUANTIZE_TRAININGSTEP_H
#define FP8_LIB_QUANTIZE_TRAININGSTEP_H

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Recomputation.h"
#include "fp8/Analysis/StatePairing.h"

namespace mlir::fp8 {

enum class OperandRole {
  Weight,     // a parameter, or computed from parameters alone
  Activation, // computed from data in the forward pass
  Data,       // an argument that is not a state, or computed from those alone
  Constant,   // all elements are equal
  Gradient    // depends on the forward pass, but is not part of it
};

enum class ContractionRole {
  Forward,            // "fwd"
  InputGradient,      // "dX": gradient x weight
  WeightGradient,     // "dW": gradient x input of the linear layer
  ActivationGradient, // "dAct": gradient x factor of an activation
  Recomputation,      // "recompute": repeats a forward contraction
  Optimizer,          // "optimizer": depends on a moment
  SecondOrder,        // "second-order": gradient x gradient
  Other               // "other"
};

StringRef stringify(OperandRole role);
StringRef stringify(ContractionRole role);

/// A contraction of a training step.
struct StepContraction {
  Contraction match;
  ContractionRole role = ContractionRole::Other;
  /// The operands before layout ops and casts. A recomputed value is replaced
  /// by its original.
  Value roots[2];
  OperandRole roles[2];
  /// True for contractions of linear layers. The forward contraction of a
  /// linear layer reads a weight and a value that depends on data. The backward
  /// contractions compute the gradients of these operands.
  bool linear = false;
  /// The root of the weight of the linear layer, or null if it is not known.
  Value weight;

  /// Returns the number of the gradient operand of a backward contraction.
  unsigned getGradient() const {
    return roles[0] == OperandRole::Gradient ? 0 : 1;
  }
  /// Returns true if the graph itself has quantized both operands.
  bool readsCodes() const;
};

/// Determines the roles of the values of a training step by dataflow analysis,
/// without using names or argument positions.
class TrainingStep {
public:
  TrainingStep(func::FuncOp func, const Loss &loss,
               const StatePairing &pairing);

  /// Returns the contractions in program order.
  ArrayRef<StepContraction> getContractions() const { return contractions; }
  OperandRole getRole(Value root) const;
  /// Returns the forward value that `value` recomputes, or `value` itself.
  Value getOriginal(Value value) const { return recomputed.getOriginal(value); }
  /// Returns the parameter if `root` is a parameter or its updated value within
  /// the step. Otherwise returns null.
  BlockArgument getParameter(Value root) const;

private:
  enum Dependence : uint8_t {
    OnData = 1,
    OnMoment = 2,
    OnForward = 4,
    OnParameter = 8,
    OnInteger = 16, // on an integer argument, such as a counter or a key
  };

  void findContractions();
  void findPrimal();
  void findDependences(const StatePairing &pairing);
  void findDependencesOfArguments(const StatePairing &pairing);
  bool isCarried(Value root, const StatePairing &pairing) const;
  bool takeMadeData(const Contraction &match, const StatePairing &pairing);
  void classifyForward();
  void findLinearLayer(StepContraction &contraction);
  void classifyBackward(StepContraction &contraction);
  void classifyByPartner(StepContraction &contraction, unsigned other);
  Value getRoot(Value operand) const;
  Value getWeight(Value root) const;
  void findWeights(const StatePairing &pairing);
  bool depends(Value value, Dependence on) const {
    return dependences.lookup(value) & on;
  }

  func::FuncOp func;
  const Loss &loss;
  UniformValues uniform;
  SmallVector<StepContraction, 0> contractions;
  /// Ops from which a forward contraction is computed. Ops after the last
  /// forward contraction are not included: `y - t`, for example, is part of
  /// both a squared error and its gradient.
  llvm::DenseSet<Operation *> primal;
  Recomputation recomputed;
  llvm::DenseSet<unsigned> weightArgs;
  llvm::DenseMap<Value, uint8_t> dependences;
  /// Operands of forward contractions that are data, but do not come from a
  /// data argument, such as random noise or the hidden state of a recurrent
  /// network.
  llvm::DenseSet<Value> madeData;
  /// Forward contractions by operand root.
  llvm::DenseMap<Value, SmallVector<unsigned>> forwardUses;
};

} // namespace mlir::fp8

#endif // FP8_LIB_QUANTIZE_TRAININGSTEP_H
