//===- QuantizationPlan.cpp - what --fp8-quantize-contractions does -------===//

#include "QuantizationPlan.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("quantize-contractions").category("fp8");

StringRef mlir::fp8::stringify(Direction direction) {
  return direction == Direction::Forward ? "forward" : "backward";
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

namespace {

/// Why a contraction stays wide; empty if it is quantized.
class Decision {
public:
  Decision(func::FuncOp func, const QuantizationOptions &options)
      : func(func), options(options) {}

  StringRef getReason(const StepContraction &contraction);

private:
  StringRef getReasonOfRole(const StepContraction &contraction);
  StringRef getReasonOfOperands(const StepContraction &contraction);
  bool isSkipped(Value weight);

  func::FuncOp func;
  const QuantizationOptions &options;
};

} // namespace

StringRef Decision::getReason(const StepContraction &contraction) {
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
  if (options.scope == ContractionScope::Linear && !contraction.linear)
    return "it is of no linear layer, and the scope is linear";
  if (contraction.weight && isSkipped(contraction.weight))
    return "skip names its weight";
  return getReasonOfOperands(contraction);
}

StringRef Decision::getReasonOfRole(const StepContraction &contraction) {
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
      return "both operands are data; a frozen weight is told by {fp8.state = "
             "#fp8.state<param>}";
    return {};
  case ContractionRole::InputGradient:
  case ContractionRole::WeightGradient:
  case ContractionRole::ActivationGradient:
    return {};
  }
  llvm_unreachable("unknown role");
}

StringRef Decision::getReasonOfOperands(const StepContraction &contraction) {
  auto isWide = [](Value value) {
    return isa<Float32Type, BFloat16Type, Float16Type>(
        getElementTypeOrSelf(value.getType()));
  };
  if (!isWide(contraction.roots[0]) || !isWide(contraction.roots[1]) ||
      !isWide(contraction.match.init))
    return "the elements are not f32, bf16 or f16";
  for (unsigned i : {0, 1}) {
    auto type =
        cast<RankedTensorType>(contraction.match.getOperand(i).getType());
    if (type.getNumElements() < options.minElements)
      return "an operand has fewer than min-elements elements";
  }
  return {};
}

bool Decision::isSkipped(Value weight) {
  auto arg = dyn_cast<BlockArgument>(weight);
  if (!arg)
    return false;
  std::string name = getArgumentName(func, arg.getArgNumber());
  return llvm::any_of(
      options.skip, [&](const llvm::Regex &skip) { return skip.match(name); });
}

/// "fwd activation x weight 'w1'"
static std::string describe(func::FuncOp func,
                            const StepContraction &contraction) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << stringify(contraction.role) << ", " << stringify(contraction.roles[0])
     << " x " << stringify(contraction.roles[1]);
  if (auto arg = dyn_cast_or_null<BlockArgument>(contraction.weight))
    os << ", of '" << getArgumentName(func, arg.getArgNumber()) << "'";
  return text;
}

/// The analysis looks at one block: loops must be unrolled, or small.
static void reportNested(func::FuncOp func) {
  for (Operation &op : func.front())
    for (Region &region : op.getRegions())
      region.walk([&](linalg::LinalgOp nested) {
        if (matchContraction(nested))
          remark::missed(nested.getLoc(), kRemark)
              << ("kept wide: it is inside of " + op.getName().getStringRef())
                     .str();
      });
}

static void reportDecision(func::FuncOp func,
                           const StepContraction &contraction,
                           StringRef reason) {
  Location loc = contraction.match.op->getLoc();
  std::string text = describe(func, contraction);
  if (reason.empty())
    remark::passed(loc, kRemark) << "quantized: " + text;
  else
    remark::missed(loc, kRemark)
        << ("kept wide: " + text + ": " + reason).str();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Names tensors after the argument that they encode, the others by number;
/// the format keeps the two directions apart.
static void nameTensors(func::FuncOp func, const QuantizationOptions &options,
                        MutableArrayRef<QuantizedTensor> tensors) {
  llvm::StringSet<> taken;
  unsigned unnamed = 0;
  for (QuantizedTensor &tensor : tensors) {
    auto arg = dyn_cast<BlockArgument>(tensor.root);
    std::string base = arg ? getArgumentName(func, arg.getArgNumber())
                           : ("q" + Twine(unnamed++)).str();
    StringRef format = stringifyFormat(options.getFormat(tensor.direction));
    tensor.name = (base + "." + format).str();
    for (unsigned i = 1; !taken.insert(tensor.name).second; ++i)
      tensor.name = (base + "_" + Twine(i) + "." + format).str();
  }
}

/// Arguments first, then in the order of the defining ops, so that numbers do
/// not depend on the order of the readers.
static void sortTensors(func::FuncOp func, QuantizationPlan &plan) {
  llvm::DenseMap<Value, unsigned> positions;
  for (Value arg : func.getArguments())
    positions.try_emplace(arg, positions.size());
  for (Operation &op : func.front())
    for (Value result : op.getResults())
      positions.try_emplace(result, positions.size());
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(plan.tensors.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return positions.lookup(plan.tensors[a].root) <
           positions.lookup(plan.tensors[b].root);
  });
  SmallVector<QuantizedTensor> sorted;
  SmallVector<unsigned> newPosition(order.size());
  unsigned counts[2] = {0, 0};
  for (auto [to, from] : llvm::enumerate(order)) {
    newPosition[from] = to;
    sorted.push_back(plan.tensors[from]);
    sorted.back().index =
        counts[static_cast<unsigned>(sorted.back().direction)]++;
  }
  plan.tensors = std::move(sorted);
  for (QuantizedContraction &contraction : plan.contractions)
    for (unsigned &tensor : contraction.tensors)
      tensor = newPosition[tensor];
}

QuantizationPlan mlir::fp8::planQuantization(func::FuncOp func,
                                             const TrainingStep &step,
                                             const QuantizationOptions &options,
                                             bool report) {
  QuantizationPlan plan;
  llvm::DenseMap<Value, unsigned> tensorOfRoot;
  Decision decision(func, options);
  for (const StepContraction &contraction : step.getContractions()) {
    StringRef reason = decision.getReason(contraction);
    if (report)
      reportDecision(func, contraction, reason);
    if (!reason.empty())
      continue;
    QuantizedContraction quantized{&contraction, {}};
    for (unsigned i : {0, 1}) {
      Value root = contraction.roots[i];
      auto [it, inserted] = tensorOfRoot.try_emplace(root, plan.tensors.size());
      if (inserted)
        plan.tensors.push_back({root,
                                contraction.roles[i] == OperandRole::Gradient
                                    ? Direction::Backward
                                    : Direction::Forward,
                                "", 0});
      quantized.tensors[i] = it->second;
    }
    plan.contractions.push_back(quantized);
  }
  if (report)
    reportNested(func);
  sortTensors(func, plan);
  nameTensors(func, options, plan.tensors);
  return plan;
}
