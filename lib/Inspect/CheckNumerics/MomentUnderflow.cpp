//===- MomentUnderflow.cpp - rule moment-underflow ------------------------===//

#include "NumericsRule.h"

#include "fp8/Analysis/UpdateRegion.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds 8-bit second moments with one scale for the whole tensor. A second
/// moment has the square of the range of the gradient. Elements too small for
/// the scale are stored as zero, and their update has the largest possible
/// magnitude.
struct MomentUnderflow : NumericsRule {
  StringRef getName() const override { return "moment-underflow"; }
  void check(const NumericsContext &context, Report report) const override;
};

} // namespace

/// Number of elements that share a scale if they are grouped.
static constexpr int64_t kGroup = 128;

/// Returns true if `state` is no larger than one group, so that its single
/// scale is as good as a scale per group.
static bool isOneGroup(Value state) {
  auto type = dyn_cast<RankedTensorType>(state.getType());
  return type && type.hasStaticShape() && type.getNumElements() <= kGroup;
}

/// Returns true if an 8-bit main plane has one scale for the tensor.
static bool hasOneScale(StorageAttr storage) {
  return isEightBit(storage.getFormat()) &&
         storage.getResidual() == ResidualKind::None && hasTensorScale(storage);
}

/// Returns the ratio, as a power of two, of the largest number to the smallest
/// positive one.
static std::string getSpan(StorageAttr storage) {
  const numerics::FormatSpec &spec = *getFormatSpec(storage.getFormat());
  double smallest = numerics::decodeBits(1, spec);
  double span = std::log2(getMaxFinite(storage.getFormat()) / smallest);
  if (storage.getTransform() == StorageTransform::Sqrt)
    span *= 2;
  return std::to_string(static_cast<int>(std::floor(span)));
}

void MomentUnderflow::check(const NumericsContext &context,
                            Report report) const {
  context.getFunc().walk([&](UpdateOp update) {
    if (update.getProbe())
      return;
    UpdateRegion region(update);
    for (auto [i, state] : llvm::enumerate(update.getMainPlanes())) {
      StorageAttr storage = update.getStorageOf(i);
      if (!hasOneScale(storage) || isOneGroup(state) ||
          !region.getSquareAverage(i))
        continue;
      report({update,
              "expected the second moment " + describe(state) +
                  " to have a scale per granule, but the tensor has one scale, "
                  "and " +
                  stringifyFormat(storage.getFormat()).str() + " spans 2^" +
                  getSpan(storage) +
                  ": smaller elements are stored as zero, where updates are "
                  "largest",
              "use a granularity such as group 128, or f16, which spans 2^40"});
    }
  });
}

const NumericsRule *mlir::fp8::getMomentUnderflowRule() {
  static const MomentUnderflow rule;
  return &rule;
}
