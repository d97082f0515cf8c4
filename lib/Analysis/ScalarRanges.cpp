//===- ScalarRanges.cpp - ranges of computed scalars ----------------------===//

#include "fp8/Analysis/ScalarRanges.h"

#include "fp8/Analysis/Constants.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

using MaybeRange = std::optional<ScalarRange>;
using GetOperand = llvm::function_ref<Value(BlockArgument)>;

ScalarRange fp8::multiplyRanges(ScalarRange x, ScalarRange y) {
  auto [lower, upper] = std::minmax({x.lower * y.lower, x.lower * y.upper,
                                     x.upper * y.lower, x.upper * y.upper});
  return {lower, upper};
}

/// If 0 is an excluded end, it stays excluded, because a sum rounds to 0 only
/// if it is exactly 0.
ScalarRange fp8::addRanges(ScalarRange x, ScalarRange y) {
  double lower = x.lower + y.lower;
  bool excludesLower = x.excludesLower || y.excludesLower;
  return {lower, x.upper + y.upper, lower == 0 && excludesLower};
}

/// Returns the range of `-x`. Only a declared range excludes its upper end,
/// which becomes the lower end.
static ScalarRange negate(ScalarRange x, bool excludesUpper) {
  return {-x.upper, -x.lower, excludesUpper};
}

namespace {
/// A range that may exclude its upper end, too.
struct FoundRange {
  ScalarRange range;
  bool excludesUpper = false;
};

class RangeFinder {
public:
  explicit RangeFinder(GetOperand getOperand) : getOperand(getOperand) {}

  std::optional<FoundRange> find(Value value);

private:
  std::optional<FoundRange> findArgument(BlockArgument argument);
  std::optional<FoundRange> findResult(OpResult result);

  GetOperand getOperand;
  llvm::DenseMap<Value, std::optional<FoundRange>> known;
};
} // namespace

/// Returns the input of a generic that is bound to `argument` of its body, or
/// null.
static Value getGenericInput(BlockArgument argument) {
  auto generic =
      dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp());
  bool isInput =
      generic && argument.getArgNumber() < generic.getInputs().size();
  return isInput ? generic.getInputs()[argument.getArgNumber()] : Value();
}

std::optional<FoundRange> RangeFinder::findArgument(BlockArgument argument) {
  Value source = getOperand(argument);
  if (!source)
    source = getGenericInput(argument);
  if (source)
    return find(source);
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  MaybeRange range = parseScalarRange(
      function.getArgAttr(argument.getArgNumber(), kRangeAttrName));
  if (!range)
    return std::nullopt;
  return FoundRange{*range, /*excludesUpper=*/true};
}

std::optional<FoundRange> RangeFinder::findResult(OpResult result) {
  Operation *op = result.getOwner();
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (generic.getNumParallelLoops() != generic.getNumLoops())
      return std::nullopt;
    return find(generic.getBody()->getTerminator()->getOperand(
        result.getResultNumber()));
  }
  bool isView =
      isa<tensor::ExtractOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::SplatOp, arith::ExtFOp>(op) ||
      (isa<tensor::FromElementsOp>(op) && op->getNumOperands() == 1);
  if (!isView &&
      !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::NegFOp>(op))
    return std::nullopt;
  std::optional<FoundRange> x = find(op->getOperand(0));
  if (!x || isView)
    return x;
  if (isa<arith::NegFOp>(op))
    return FoundRange{negate(x->range, x->excludesUpper)};
  std::optional<FoundRange> y = find(op->getOperand(1));
  if (!y)
    return std::nullopt;
  if (isa<arith::MulFOp>(op))
    return FoundRange{multiplyRanges(x->range, y->range)};
  if (isa<arith::SubFOp>(op))
    return FoundRange{addRanges(x->range, negate(y->range, y->excludesUpper))};
  return FoundRange{addRanges(x->range, y->range)};
}

std::optional<FoundRange> RangeFinder::find(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  std::optional<FoundRange> found;
  if (std::optional<double> number = matchFloat(value))
    found = FoundRange{{*number, *number}};
  else if (auto result = dyn_cast<OpResult>(value))
    found = findResult(result);
  else
    found = findArgument(cast<BlockArgument>(value));
  return known[value] = found;
}

MaybeRange fp8::findRange(Value value, GetOperand getOperand) {
  std::optional<FoundRange> found = RangeFinder(getOperand).find(value);
  bool isKnown = found && !std::isnan(found->range.lower) &&
                 !std::isnan(found->range.upper);
  return isKnown ? MaybeRange(found->range) : std::nullopt;
}
