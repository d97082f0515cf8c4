//===- BlockTail.cpp - rule block-tail ------------------------------------===//

#include "NumericsRule.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds scaling blocks that do not divide the tensor, so that a scale serves
/// few elements or elements of two rows, and blocks of matmul operands that do
/// not end together.
struct BlockTail : NumericsRule {
  StringRef getName() const override { return "block-tail"; }
  void check(const NumericsContext &context, Report report) const override;
};

/// Scaling blocks of at most this many elements are reported: an f32 scale then
/// costs at least a byte per element.
constexpr int64_t kFewElements = 4;
/// Minimum number of elements of the blocks that are checked. Smaller blocks
/// are assumed to be intended.
constexpr int64_t kLeastGranule = 16;

/// The numbers of elements of a whole scaling block and of the smallest block
/// of a tensor.
struct GranuleSizes {
  int64_t whole;
  int64_t least;
};

} // namespace

static int64_t getTail(int64_t extent, int64_t size) {
  return extent % size == 0 ? size : extent % size;
}

static std::optional<GranuleSizes> getSizes(GranularityAttr granularity,
                                            ArrayRef<int64_t> shape) {
  if (granularity.getKind() == GranularityKind::Group) {
    int64_t size = granularity.getSizes()[0];
    return GranuleSizes{size, getTail(ShapedType::getNumElements(shape), size)};
  }
  GranuleSizes sizes{1, 1};
  for (auto [d, extent] : llvm::enumerate(shape)) {
    int64_t size = granularity.getExtent(d, shape.size());
    // A whole row has no fixed size.
    if (size == 0)
      return std::nullopt;
    sizes.whole *= size;
    sizes.least *= getTail(extent, size);
  }
  return sizes;
}

static std::string toString(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

static void checkTail(QuantizeOp op, GranularityAttr granularity,
                      ArrayRef<int64_t> shape, NumericsRule::Report report) {
  std::optional<GranuleSizes> sizes = getSizes(granularity, shape);
  if (!sizes || sizes->whole < kLeastGranule || sizes->least == sizes->whole ||
      sizes->least > kFewElements)
    return;
  report({op,
          "expected granules of more than " + std::to_string(kFewElements) +
              " elements, but " + toString(granularity) + " leaves " +
              std::to_string(sizes->least) + " of " +
              std::to_string(sizes->whole) + " in the last one of " +
              describe(op.getInput()),
          "pad the tensor to whole granules, or use a size that divides it",
          nullptr, "", Finding::Severity::Warning});
}

/// Reports groups that cross the end of a row. Rows of an activation differ in
/// magnitude, and a scale of two rows follows the row with the larger
/// magnitude.
static void checkSeams(QuantizeOp op, GranularityAttr granularity,
                       ArrayRef<int64_t> shape, NumericsRule::Report report) {
  if (granularity.getKind() != GranularityKind::Group || shape.size() < 2)
    return;
  int64_t size = granularity.getSizes()[0];
  if (shape.back() % size == 0)
    return;
  report({op,
          "expected groups that divide rows, but rows of " +
              describe(op.getInput()) + " have " +
              std::to_string(shape.back()) + " elements and groups " +
              std::to_string(size),
          "use a size that divides the last extent, or granularity<block 1x" +
              std::to_string(size) + ">",
          nullptr, "", Finding::Severity::Remark});
}

/// Reports operands whose blocks along a reduced dimension do not end together.
/// No partial sum then has a single scale, and no hardware supports the matmul.
static void checkBlocks(ContractOp op, NumericsRule::Report report) {
  if (!op.getLhsGranularity() || !op.getRhsGranularity())
    return;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (unsigned dim : op.getReductionDims()) {
    auto getSize = [&](AffineMap map, GranularityAttr granularity) -> int64_t {
      if (granularity.isTensor() ||
          granularity.getKind() == GranularityKind::Group)
        return 0;
      std::optional<unsigned> position =
          map.getResultPosition(getAffineDimExpr(dim, op.getContext()));
      return position ? granularity.getExtent(*position, map.getNumResults())
                      : 0;
    };
    int64_t lhs = getSize(maps[0], *op.getLhsGranularity());
    int64_t rhs = getSize(maps[1], *op.getRhsGranularity());
    // A block that contains all terms scales the whole sum.
    if (lhs == rhs || lhs == 0 || rhs == 0 || lhs >= extents[dim] ||
        rhs >= extents[dim])
      continue;
    report(
        {op,
         "expected blocks of equal size along the reduced dimension, but "
         "blocks of " +
             describe(op.getLhs()) + " have " + std::to_string(lhs) +
             " and blocks of " + describe(op.getRhs()) + " " +
             std::to_string(rhs) + " of its " + std::to_string(extents[dim]) +
             " elements",
         "use one size along the reduced dimension, such as 1x128 and 128x128",
         nullptr, "", Finding::Severity::Warning});
  }
}

void BlockTail::check(const NumericsContext &context, Report report) const {
  context.getFunc()->walk([&](ContractOp op) { checkBlocks(op, report); });
  context.getFunc()->walk([&](QuantizeOp op) {
    auto type = cast<ShapedType>(op.getInput().getType());
    GranularityAttr granularity = op.getGranularityOrTensor();
    if (granularity.isTensor() || !type.hasStaticShape() ||
        type.getNumElements() == 0)
      return;
    checkTail(op, granularity, type.getShape(), report);
    checkSeams(op, granularity, type.getShape(), report);
  });
}

const NumericsRule *mlir::fp8::getBlockTailRule() {
  static const BlockTail rule;
  return &rule;
}
