//===- TrainingStep.cpp - roles of values and contractions ----------------===//

#include "TrainingStep.h"

#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/Movement.h"

using namespace mlir;
using namespace mlir::fp8;

StringRef mlir::fp8::stringify(OperandRole role) {
  switch (role) {
  case OperandRole::Weight:
    return "weight";
  case OperandRole::Activation:
    return "activation";
  case OperandRole::Data:
    return "data";
  case OperandRole::Constant:
    return "constant";
  case OperandRole::Gradient:
    return "gradient";
  }
  llvm_unreachable("unknown role");
}

StringRef mlir::fp8::stringify(ContractionRole role) {
  switch (role) {
  case ContractionRole::Forward:
    return "fwd";
  case ContractionRole::InputGradient:
    return "dX";
  case ContractionRole::WeightGradient:
    return "dW";
  case ContractionRole::ActivationGradient:
    return "dAct";
  case ContractionRole::Recomputation:
    return "recompute";
  case ContractionRole::Optimizer:
    return "optimizer";
  case ContractionRole::SecondOrder:
    return "second-order";
  case ContractionRole::Other:
    return "other";
  }
  llvm_unreachable("unknown role");
}

bool StepContraction::readsCodes() const {
  return llvm::all_of(roots,
                      [](Value root) { return isOfCodes(root.getType()); });
}

TrainingStep::TrainingStep(func::FuncOp func, const Loss &loss,
                           const StatePairing &pairing)
    : func(func), loss(loss), uniform(func.front()) {
  findContractions();
  findPrimal();
  recomputed.compute(func.front(), primal);
  findDependences(pairing);
  for (StepContraction &contraction : contractions)
    for (unsigned i : {0, 1}) {
      contraction.roots[i] = getRoot(contraction.match.getOperand(i));
      contraction.roles[i] = getRole(contraction.roots[i]);
    }
  classifyForward();
  for (StepContraction &contraction : contractions)
    if (contraction.role == ContractionRole::Other)
      classifyBackward(contraction);
  findWeights(pairing);
}

void TrainingStep::findContractions() {
  for (Operation &op : func.front())
    if (std::optional<Contraction> match = matchContraction(&op)) {
      contractions.emplace_back();
      contractions.back().match = std::move(*match);
    }
}

void TrainingStep::findPrimal() {
  SmallVector<Value> results;
  for (StepContraction &contraction : contractions)
    if (loss.forward.contains(contraction.match.op))
      results.push_back(contraction.match.op->getResult(0));
  addBackwardSlice(results, func.front(), primal, [&](Value value) {
    return loss.stepped.contains(value);
  });
}

Value TrainingStep::getRoot(Value operand) const {
  Value root = getMovedRoot(operand, Move::Retype);
  return getMovedRoot(recomputed.getOriginal(root), Move::Retype);
}

BlockArgument TrainingStep::getParameter(Value root) const {
  auto arg = dyn_cast<BlockArgument>(root);
  if (!arg)
    arg = loss.stepped.lookup(root);
  return arg && weightArgs.contains(arg.getArgNumber()) ? arg : BlockArgument();
}

/// Returns the value that identifies a weight: the parameter if `root` is a
/// parameter or its updated value within the step, else `root`.
Value TrainingStep::getWeight(Value root) const {
  BlockArgument parameter = getParameter(root);
  return parameter ? parameter : root;
}

OperandRole TrainingStep::getRole(Value root) const {
  if (madeData.contains(root))
    return OperandRole::Data;
  if (getParameter(root))
    return OperandRole::Weight;
  if (isa<BlockArgument>(root))
    return depends(root, OnMoment) ? OperandRole::Weight : OperandRole::Data;
  if (uniform.contains(root))
    return OperandRole::Constant;
  if (!primal.contains(root.getDefiningOp()) && depends(root, OnForward))
    return OperandRole::Gradient;
  // Values that are computed from weights alone are also weights: some weights
  // are transposed, merged or scaled before use, and the backward pass may
  // transpose them again.
  if (!depends(root, OnData))
    return OperandRole::Weight;
  return depends(root, OnForward) ? OperandRole::Activation : OperandRole::Data;
}

void TrainingStep::findLinearLayer(StepContraction &contraction) {
  for (unsigned i : {0, 1}) {
    OperandRole other = contraction.roles[1 - i];
    if (contraction.roles[i] == OperandRole::Weight &&
        (other == OperandRole::Activation || other == OperandRole::Data)) {
      contraction.linear = true;
      contraction.weight = getWeight(contraction.roots[i]);
    }
  }
}

void TrainingStep::classifyForward() {
  for (auto [i, contraction] : llvm::enumerate(contractions)) {
    Value result = contraction.match.op->getResult(0);
    if (loss.forward.contains(contraction.match.op)) {
      contraction.role = ContractionRole::Forward;
      for (unsigned operand : {0, 1})
        forwardUses[contraction.roots[operand]].push_back(i);
      findLinearLayer(contraction);
    } else if (recomputed.getOriginal(result) != result) {
      contraction.role = ContractionRole::Recomputation;
      findLinearLayer(contraction);
    } else if (depends(result, OnMoment)) {
      contraction.role = ContractionRole::Optimizer;
    }
  }
}

void TrainingStep::classifyBackward(StepContraction &contraction) {
  bool first = contraction.roles[0] == OperandRole::Gradient;
  bool second = contraction.roles[1] == OperandRole::Gradient;
  if (first && second)
    contraction.role = ContractionRole::SecondOrder;
  if (first == second)
    return;
  unsigned other = first ? 1 : 0;
  switch (contraction.roles[other]) {
  case OperandRole::Weight: {
    contraction.role = ContractionRole::InputGradient;
    contraction.weight = getWeight(contraction.roots[other]);
    // A weight that the forward pass contracts only with weights, such as a
    // factor of a merged low-rank weight, belongs to no linear layer. Neither
    // does the gradient of a penalty on weights, which does not depend on data.
    auto uses = forwardUses.find(contraction.roots[other]);
    bool isPenalty = !depends(contraction.roots[1 - other], OnData) &&
                     !depends(contraction.roots[1 - other], OnMoment);
    contraction.linear =
        !isPenalty && (uses == forwardUses.end() ||
                       llvm::any_of(uses->second, [&](unsigned i) {
                         return contractions[i].linear;
                       }));
    return;
  }
  case OperandRole::Activation:
  case OperandRole::Data:
    return classifyByPartner(contraction, other);
  case OperandRole::Constant:
  case OperandRole::Gradient:
    return;
  }
}

static int64_t getNumElements(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements();
}

/// Classifies a backward contraction by its operand `other`, which is not the
/// gradient. A forward contraction has read the same operand. The result is the
/// gradient of the second operand of that forward contraction: of a weight, if
/// that operand is a weight with the size of the result, else of an activation.
void TrainingStep::classifyByPartner(StepContraction &contraction,
                                     unsigned other) {
  auto uses = forwardUses.find(contraction.roots[other]);
  if (uses == forwardUses.end()) {
    // The forward pass only gathers from this data, so no contraction reads it.
    if (contraction.roles[other] == OperandRole::Data)
      contraction.role = ContractionRole::WeightGradient;
    return;
  }
  contraction.role = ContractionRole::ActivationGradient;
  int64_t size = getNumElements(contraction.match.op->getResult(0));
  for (unsigned i : uses->second)
    if (contractions[i].linear &&
        getNumElements(contractions[i].weight) == size) {
      contraction.role = ContractionRole::WeightGradient;
      contraction.linear = true;
    }
}

/// Returns, for each value, the parameters whose update is computed from it
/// through elementwise ops and layout ops.
static llvm::DenseMap<Value, SmallVector<Value, 1>>
findUpdatedParameters(func::FuncOp func, const StatePairing &pairing) {
  llvm::DenseMap<Value, SmallVector<Value, 1>> updated;
  Operation *terminator = func.front().getTerminator();
  for (const StatePair &pair : pairing.getPairs())
    if (pair.kind == StateKind::Param)
      for (Value leaf : collectCone(terminator->getOperand(pair.result)).leaves)
        updated[getMovedRoot(leaf, Move::Retype)].push_back(
            func.getArgument(pair.arg));
  return updated;
}

/// Finds the weight whose gradient each dW computes. Several weights of the
/// same size, such as query, key and value, may read the same activation.
/// Prefers, in this order:
/// 1. the weight whose update reads the gradient,
/// 2. the weight that a dX contracts with the same output gradient,
/// 3. the first weight.
void TrainingStep::findWeights(const StatePairing &pairing) {
  auto updated = findUpdatedParameters(func, pairing);
  llvm::DenseMap<Value, SmallVector<Value, 1>> met;
  for (const StepContraction &c : contractions)
    if (c.role == ContractionRole::InputGradient)
      met[c.roots[c.getGradient()]].push_back(c.weight);
  for (StepContraction &c : contractions) {
    if (c.role != ContractionRole::WeightGradient || !c.linear)
      continue;
    Value result = c.match.op->getResult(0);
    ArrayRef<Value> byUpdate = updated[result];
    ArrayRef<Value> byInputGradient = met[c.roots[c.getGradient()]];
    int best = -1;
    for (unsigned i : forwardUses[c.roots[1 - c.getGradient()]]) {
      Value weight = contractions[i].weight;
      if (!contractions[i].linear ||
          getNumElements(weight) != getNumElements(result))
        continue;
      int rank = llvm::is_contained(byUpdate, weight)          ? 2
                 : llvm::is_contained(byInputGradient, weight) ? 1
                                                               : 0;
      if (rank > best) {
        best = rank;
        c.weight = weight;
      }
    }
  }
}
