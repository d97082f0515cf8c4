//===- QuantizationDecision.cpp - which contractions stay wide ------------===//

#include "QuantizationDecision.h"

#include "fp8/Analysis/Elementwise.h"

using namespace mlir;
using namespace mlir::fp8;

StringRef QuantizationDecision::getReason(const StepContraction &contraction) {
  switch (contraction.match.kind) {
  case ContractionKind::Convolution:
    return "it is a convolution";
  case ContractionKind::Degenerate:
    return "it keeps no dimension of one operand";
  case ContractionKind::Matmul:
    break;
  }
  if (StringRef reason = getReasonOfRole(contraction); !reason.empty())
    return reason;
  if (options.scope == ContractionScope::Linear && !contraction.linear &&
      contraction.role == ContractionRole::Forward &&
      llvm::any_of(contraction.roots,
                   [&](Value root) { return addsWeightToData(root); }))
    return "an operand is computed elementwise from a weight and from data; "
           "mark a frozen weight with {fp8.state = #fp8.state<param>}";
  if (options.scope == ContractionScope::Linear && !contraction.linear)
    return "it is not in a linear layer, and the scope is linear";
  if (contraction.weight && isSkipped(contraction.weight))
    return "skip names its weight";
  return getReasonOfOperands(contraction);
}

StringRef
QuantizationDecision::getReasonOfRole(const StepContraction &contraction) {
  for (OperandRole role : contraction.roles)
    if (role == OperandRole::Constant)
      return "an operand is constant";
  switch (contraction.role) {
  case ContractionRole::Optimizer:
    return "the optimizer computes it";
  case ContractionRole::SecondOrder:
    return "both operands are gradients";
  case ContractionRole::Other:
    return "its role is unknown";
  case ContractionRole::Forward:
  case ContractionRole::Recomputation:
    if (contraction.roles[0] == OperandRole::Data &&
        contraction.roles[1] == OperandRole::Data)
      return "both operands are data; mark a frozen weight with {fp8.state = "
             "#fp8.state<param>}";
    return {};
  case ContractionRole::InputGradient:
  case ContractionRole::WeightGradient:
  case ContractionRole::ActivationGradient:
    return {};
  }
  llvm_unreachable("unknown role");
}

StringRef
QuantizationDecision::getReasonOfOperands(const StepContraction &contraction) {
  auto isWide = [](Value value) {
    return isa<Float32Type, BFloat16Type, Float16Type>(
        getElementTypeOrSelf(value.getType()));
  };
  if (contraction.readsCodes())
    return "the graph quantizes its operands itself";
  if (!isWide(contraction.roots[0]) || !isWide(contraction.roots[1]) ||
      !isWide(contraction.match.init))
    return "the elements are not f32, bf16 or f16";
  for (unsigned i : {0, 1}) {
    auto type =
        cast<RankedTensorType>(contraction.match.getOperand(i).getType());
    if (type.getNumElements() == 0)
      return "an operand has no elements, and so no scale";
    if (type.getNumElements() < options.minElements)
      return "an operand has fewer than min-elements elements";
  }
  return {};
}

/// Returns true if an elementwise op computes `root` from an argument that
/// counts as data and from a weight that the step computes. An example is `w +
/// a * b` for low-rank weights `a` and `b`. The argument `w` is then probably a
/// weight that nothing declares.
bool QuantizationDecision::addsWeightToData(Value root) {
  Operation *op = root.getDefiningOp();
  std::optional<Elementwise> match = op ? matchElementwise(op) : std::nullopt;
  auto isArgumentOfData = [&](Value value) {
    return isa<BlockArgument>(value) &&
           step.getRole(value) == OperandRole::Data;
  };
  auto isMadeWeight = [&](Value value) {
    return step.getRole(value) == OperandRole::Weight;
  };
  return match && llvm::any_of(match->aligned, isArgumentOfData) &&
         llvm::any_of(match->aligned, isMadeWeight);
}

bool QuantizationDecision::isSkipped(Value weight) {
  auto arg = dyn_cast<BlockArgument>(weight);
  if (!arg)
    return false;
  std::string name = getArgumentName(func, arg.getArgNumber());
  return llvm::any_of(
      options.skip, [&](const llvm::Regex &skip) { return skip.match(name); });
}
