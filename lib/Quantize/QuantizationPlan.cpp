//===- QuantizationPlan.cpp - plan of quantized contractions --------------===//

#include "QuantizationDecision.h"
#include "QuantizationOperands.h"
#include "TensorNames.h"

#include "fp8/Analysis/SourceName.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kPlanRemark =
    remark::RemarkOpts::name("contraction")
        .category("fp8-quantize-contractions");

StringRef mlir::fp8::stringify(Direction direction) {
  return direction == Direction::Forward ? "forward" : "backward";
}

DequantizeOp mlir::fp8::getDecode(Value root) {
  auto decode = root.getDefiningOp<DequantizeOp>();
  return decode && decode.getGranularityOrTensor().isTensor() &&
                 isOfCodes(decode.getCodes().getType())
             ? decode
             : DequantizeOp();
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// Returns a description such as "fwd, activation x weight, of 'w1'".
static std::string describe(func::FuncOp func,
                            const StepContraction &contraction) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << stringify(contraction.role) << ", " << stringify(contraction.roles[0])
     << " x " << stringify(contraction.roles[1]);
  if (auto arg = dyn_cast_or_null<BlockArgument>(contraction.weight))
    os << ", of '" << getArgumentName(func, arg.getArgNumber()) << "'";
  else
    os << ", '" << getAddedName(contraction.match.op->getLoc()) << "'";
  return text;
}

/// Emits remarks on contractions inside regions of ops. They are not quantized,
/// because the analysis covers only the top-level block. Loops must be unrolled
/// first.
static void reportNested(func::FuncOp func) {
  for (Operation &op : func.front())
    for (Region &region : op.getRegions())
      region.walk([&](linalg::LinalgOp nested) {
        if (matchContraction(nested))
          remark::missed(nested.getLoc(), kPlanRemark)
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
    remark::passed(loc, kPlanRemark) << "quantized: " + text;
  else
    remark::missed(loc, kPlanRemark)
        << ((contraction.readsCodes() ? "kept: " : "kept wide: ") + text +
            ": " + reason)
               .str();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Returns the name suffix that distinguishes quantized copies of one tensor
/// with different granularities.
static StringRef getPlane(GranularityAttr granularity) {
  if (!granularity)
    return "";
  if (granularity.getKind() == GranularityKind::Row)
    return ".rows";
  SmallVector<int64_t> sizes = granularity.getBlockSizes();
  if (sizes.size() == 1 || sizes[0] == 1)
    return ".rows";
  return sizes[1] == 1 ? ".columns" : ".blocks";
}

/// Names the tensors. Granularity and format distinguish several encodings of
/// one value.
static void nameTensors(QuantizationPlan &plan) {
  llvm::StringSet<> taken;
  for (QuantizedTensor &tensor : plan.tensors) {
    std::string base = plan.names.lookup(tensor.root);
    std::string suffix =
        (getPlane(tensor.granularity) + "." + stringifyFormat(tensor.format))
            .str();
    tensor.name = base + suffix;
    for (unsigned i = 1; !taken.insert(tensor.name).second; ++i)
      tensor.name = (base + "_" + Twine(i) + suffix).str();
  }
}

static void sortTensors(func::FuncOp func, QuantizationPlan &plan) {
  llvm::DenseMap<Value, unsigned> positions = numberValues(func);
  // Sort by position. Several encodings of one value stay in order of creation.
  SmallVector<std::pair<unsigned, unsigned>> order;
  for (auto [i, tensor] : llvm::enumerate(plan.tensors))
    order.push_back({positions.lookup(tensor.value), i});
  llvm::sort(order);
  plan.tensors = llvm::map_to_vector(
      order, [&](auto pair) { return plan.tensors[pair.second]; });
  unsigned counts[2] = {0, 0};
  for (QuantizedTensor &tensor : plan.tensors)
    if (!tensor.granularity)
      tensor.index = counts[static_cast<unsigned>(tensor.direction)]++;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {

/// Plans the quantization of one function.
class Planner {
public:
  Planner(func::FuncOp func, const TrainingStep &step,
          const QuantizationOptions &options, const llvm::BitVector &wideRules)
      : func(func), options(options), wideRules(wideRules),
        operands(func, step, options), step(step) {}

  FailureOr<QuantizationPlan> run(bool report);

private:
  /// Returns the name of the first value among the weight and the operands that
  /// satisfies `isWide`, or an empty string.
  std::string findWide(const StepContraction &contraction,
                       function_ref<bool(Value)> isWide);
  bool isWideNow(Value root);
  void addContraction(const StepContraction &contraction);
  LogicalResult checkEncoded();

  func::FuncOp func;
  const QuantizationOptions &options;
  const llvm::BitVector &wideRules;
  OperandPlanner operands;
  const TrainingStep &step;
  QuantizationPlan plan;
  llvm::DenseMap<Value, QuantizePolicy> policies;
  llvm::DenseMap<std::pair<Value, Attribute>, unsigned> known;
};

} // namespace

std::string Planner::findWide(const StepContraction &contraction,
                              function_ref<bool(Value)> isWide) {
  for (Value value :
       {contraction.weight, contraction.roots[0], contraction.roots[1]})
    if (value && isWide(value))
      return plan.names.lookup(value);
  return "";
}

bool Planner::isWideNow(Value root) {
  auto *name = plan.names.find(root);
  return name != plan.names.end() &&
         llvm::any_of(wideRules.set_bits(), [&](unsigned i) {
           return options.overrides.bySteps[i].matches(name->second);
         });
}

/// Checks that no override sets the format or the granularity of a tensor that
/// the graph itself has quantized. Such a tensor keeps its encoding.
LogicalResult Planner::checkEncoded() {
  for (auto &[value, name] : plan.names) {
    DequantizeOp decode = getDecode(value);
    const QuantizePolicy policy = policies.lookup(value);
    if (decode && (policy.format || policy.granularity)) {
      InFlightDiagnostic diag = decode.emitError("expected an override of '")
                                << name
                                << "' to be 'wide': the graph itself has "
                                   "quantized this tensor";
      diag.attachNote() << "contractions read the codes that are decoded here, "
                           "with the scale that is used here";
      return diag;
    }
  }
  return success();
}

void Planner::addContraction(const StepContraction &contraction) {
  QuantizePolicy ofOperands[2];
  for (unsigned i : {0, 1})
    ofOperands[i] = policies.lookup(contraction.roots[i]);
  // A tensor that the graph has quantized has one scale.
  for (unsigned i : {0, 1})
    if (getDecode(contraction.roots[i]))
      ofOperands[i].granularity = GranularityKind::Tensor;
  QuantizedContraction quantized = operands.plan(contraction, ofOperands);
  quantized.isWide = !findWide(contraction, [&](Value value) {
                        return isWideNow(value);
                      }).empty();
  for (unsigned i : {0, 1}) {
    auto [value, granularity] =
        operands.findSource(quantized.operands[i], quantized.granularities[i]);
    if (getDecode(value))
      continue;
    auto [it, inserted] =
        known.try_emplace({value, granularity}, plan.tensors.size());
    if (inserted) {
      Direction direction = contraction.roles[i] == OperandRole::Gradient
                                ? Direction::Backward
                                : Direction::Forward;
      QuantizedTensor tensor{
          value, granularity, direction,
          ofOperands[i].format.value_or(options.getFormat(direction)),
          contraction.roots[i]};
      plan.tensors.push_back(std::move(tensor));
    }
    plan.tensors[it->second].isRead |= !quantized.isWide;
  }
  plan.contractions.push_back(std::move(quantized));
}

FailureOr<QuantizationPlan> Planner::run(bool report) {
  QuantizationDecision decision(func, step, options);
  SmallVector<std::string> reasons;
  SmallVector<const StepContraction *> candidates;
  for (const StepContraction &contraction : step.getContractions()) {
    reasons.push_back(decision.getReason(contraction).str());
    if (reasons.back().empty())
      candidates.push_back(&contraction);
  }
  LayerNames layers(func, step);
  for (const StepContraction &contraction : step.getContractions())
    contraction.match.op->setLoc(addName(contraction.match.op->getLoc(),
                                         layers.getProduct(contraction)));
  plan.names = nameRoots(func, step, layers, candidates);
  FailureOr<llvm::DenseMap<Value, QuantizePolicy>> found =
      options.overrides.getPolicies(func, plan.names,
                                    options.recipe == Recipe::Delayed);
  if (failed(found))
    return failure();
  policies = std::move(*found);
  if (failed(checkEncoded()))
    return failure();
  for (auto [contraction, reason] :
       llvm::zip_equal(step.getContractions(), reasons)) {
    if (reason.empty())
      if (std::string wide = findWide(
              contraction,
              [&](Value value) { return policies.lookup(value).isWide; });
          !wide.empty())
        reason = "an override keeps '" + wide + "' wide";
    if (report)
      reportDecision(func, contraction, reason);
    if (reason.empty())
      addContraction(contraction);
  }
  if (report)
    reportNested(func);
  sortTensors(func, plan);
  nameTensors(plan);
  return std::move(plan);
}

FailureOr<QuantizationPlan>
mlir::fp8::planQuantization(func::FuncOp func, const TrainingStep &step,
                            const QuantizationOptions &options,
                            const llvm::BitVector &wideRules, bool report) {
  return Planner(func, step, options, wideRules).run(report);
}
