//===- IndexCheck.cpp - Range check of indices in the data ----------------===//
//
// An element is rejected only if it provably leaves a tensor. If it is clamped
// or discarded by a select, such as the label of ignored positions, the range
// after that op decides.
//
//===----------------------------------------------------------------------===//

#include "Inputs/IndexCheck.h"

#include "Step.h"
#include "fp8/Analysis/ArgumentUse.h"

#include "fp8/Analysis/IntRanges.h"

#include <cmath>
#include <unordered_set>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {
class IndexCheck {
public:
  explicit IndexCheck(BlockArgument argument)
      : argument(argument), uses(findIndexUses(argument)) {
    for (const IndexUse &use : uses)
      extent = std::min(extent, use.extent);
  }

  bool isNeeded() const { return !uses.empty(); }

  /// Returns a use for which `value` is out of bounds, or null. `value` is
  /// element `place` of the argument in one of `numBatches` equal parts, or at
  /// any position.
  const IndexUse *findOutside(int64_t value,
                              std::optional<int64_t> place = std::nullopt,
                              int64_t numBatches = 1) {
    if ((value >= 0 && value < extent) || inside.count(value) != 0)
      return nullptr;
    unsigned width = ConstantIntRanges::getStorageBitwidth(
        getElementTypeOrSelf(argument.getType()));
    IntRanges ranges;
    ranges.assume(argument, ConstantIntRanges::constant(
                                APInt(width, value, /*isSigned=*/true,
                                      /*implicitTrunc=*/true)));
    bool isInside = true;
    for (const IndexUse &use : uses) {
      ConstantIntRanges index = ranges.get(use.operand->get());
      bool isOutside =
          index.smax().isNegative() ||
          index.smin().sge(APInt(index.smin().getBitWidth(), use.extent));
      if (isOutside && (!place || reads(use, *place, numBatches)))
        return &use;
      isInside &= !isOutside;
    }
    if (isInside)
      inside.insert(value);
    return nullptr;
  }

private:
  static bool reads(const IndexUse &use, int64_t place, int64_t numBatches) {
    int64_t size = use.elements.size() / numBatches;
    return llvm::any_of(llvm::seq<int64_t>(0, numBatches), [&](int64_t batch) {
      return use.elements.test(batch * size + place);
    });
  }

  BlockArgument argument;
  SmallVector<IndexUse> uses;
  int64_t extent = INT64_MAX;
  /// Values outside of [0, extent) that are known not to be used as an index.
  /// LLVM's sets reserve two values for themselves, and the data may contain
  /// any value.
  std::unordered_set<int64_t> inside;
};
} // namespace

static LogicalResult refuse(const Argument &argument, const Twine &what,
                            int64_t value, const IndexUse &use) {
  InFlightDiagnostic diag = emitError(argument.loc)
                            << "expected the elements of argument '"
                            << argument.name << "' to be indices from 0 to "
                            << use.extent - 1 << ", but " << what << " is "
                            << value;
  diag.attachNote(use.operand->getOwner()->getLoc())
      << "the index is used here";
  return diag;
}

/// Describes the position of element `i` in tensors of `type` that follow each
/// other, as in "[0, 3]".
static std::string describePlace(RankedTensorType type, int64_t numSlices,
                                 int64_t i) {
  SmallVector<int64_t> shape(type.getShape());
  if (numSlices > 1)
    shape.insert(shape.begin(), numSlices);
  SmallVector<int64_t> place(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; i /= shape[dim])
    place[dim] = i % shape[dim];
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(place, os);
  os << ']';
  return text;
}

static LogicalResult checkFile(const Argument &argument, const Source &source,
                               IndexCheck &check) {
  RankedTensorType type = argument.type;
  if (argument.microbatches)
    type = type.clone(type.getShape().drop_front());
  FailureOr<HostTensor> element = allocateAt(
      argument.loc, RankedTensorType::get({}, type.getElementType()));
  if (failed(element))
    return failure();
  size_t size = element->bytes().size();
  for (size_t i = 0, e = source.bytes.size() / size; i < e; ++i) {
    llvm::copy(source.bytes.slice(i * size, size), element->bytes().begin());
    int64_t value = element->getInt(0);
    if (const IndexUse *use = check.findOutside(
            value, i % type.getNumElements(), source.numBatches))
      return refuse(argument,
                    "element " + describePlace(type, source.numSlices, i) +
                        " of " + source.text,
                    value, *use);
  }
  return success();
}

static LogicalResult checkSource(const Argument &argument, const Source &source,
                                 int64_t numSteps, IndexCheck &check) {
  auto checkValue = [&](int64_t value, const Twine &what) -> LogicalResult {
    const IndexUse *use = check.findOutside(value);
    return use ? refuse(argument, what, value, *use) : success();
  };
  int64_t first =
      source.integer ? *source.integer : static_cast<int64_t>(source.value);
  switch (source.kind) {
  case Source::Kind::Computed:
    llvm_unreachable("values have been computed");
  case Source::Kind::Missing:
  case Source::Kind::Normal:
    return success();
  case Source::Kind::Value:
    return checkValue(first, "it");
  case Source::Kind::Counter: {
    if (failed(checkValue(first, "the first one")))
      return failure();
    // Inputs has checked that the type can represent it.
    int64_t last = first + (numSteps * source.getBatchesPerStep() - 1);
    return checkValue(last, "the last one");
  }
  case Source::Kind::Uniform: {
    if (source.low >= source.high)
      return success();
    // The type can represent the values of the interval, whose end may be 2^63.
    int64_t largest = source.high < 0x1p63
                          ? static_cast<int64_t>(std::ceil(source.high)) - 1
                          : INT64_MAX;
    if (failed(checkValue(static_cast<int64_t>(std::floor(source.low)),
                          "the least one")))
      return failure();
    return checkValue(largest, "the largest one");
  }
  case Source::Kind::File:
    return checkFile(argument, source, check);
  }
  llvm_unreachable("not a kind");
}

LogicalResult run::checkIndices(func::FuncOp step, const Signature &signature,
                                ArrayRef<Source> sources, int64_t numSteps) {
  for (auto [value, argument, source] :
       llvm::zip_equal(step.getArguments(), signature.arguments, sources)) {
    Type element = argument.type.getElementType();
    if (!element.isIntOrIndex() || element.isInteger(1))
      continue;
    IndexCheck check(value);
    if (check.isNeeded() &&
        failed(checkSource(argument, source, numSteps, check)))
      return failure();
  }
  return success();
}
