//===- FlatDomain.cpp - the flattened domain of a kernel ------------------===//

#include "FlatDomain.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// Returns the extents of loops or tensors of kind `extent`, which is Full or
/// Granules.
SmallVector<int64_t, 2> FlatDomain::getExtents(Extent extent) const {
  if (extent == Extent::Full)
    return extents;
  SmallVector<int64_t, 2> count;
  for (unsigned dim = 0; dim < granule.size(); ++dim)
    count.push_back(getNumGranules(dim));
  return count;
}

FlatDomain::Extent FlatDomain::getExtent(Type type) const {
  auto shaped = cast<ShapedType>(type);
  int64_t elements = shaped.getNumElements();
  if (shaped.getRank() > 0 && elements == getNumElements())
    return Extent::Full;
  if (shaped.getRank() > 0 && !granule.empty() &&
      elements == llvm::product_of(getExtents(Extent::Granules)))
    return Extent::Granules;
  return elements == 1 ? Extent::Scalar : Extent::Other;
}

RankedTensorType FlatDomain::flatten(Type type) const {
  auto shaped = cast<ShapedType>(type);
  Extent extent = getExtent(type);
  if (extent == Extent::Full || extent == Extent::Granules)
    return RankedTensorType::get(getExtents(extent), shaped.getElementType());
  return RankedTensorType::get({}, shaped.getElementType());
}

FlatDomain::Extent FlatDomain::getLoops(linalg::GenericOp generic) const {
  int64_t points = llvm::product_of(generic.getStaticLoopRanges());
  for (Extent extent : {Extent::Full, Extent::Granules})
    if (llvm::any_of(generic->getOperandTypes(),
                     [&](Type type) { return getExtent(type) == extent; }))
      return points == llvm::product_of(getExtents(extent)) ? extent
                                                            : Extent::Other;
  return points == 1 ? Extent::Scalar : Extent::Other;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

namespace {
/// Splits the results of an indexing map by flattened dimension, in order. Each
/// flattened dimension combines consecutive loops.
class RunReader {
public:
  RunReader(ArrayRef<int64_t> ranges, AffineMap map)
      : ranges(ranges), results(map.getResults()) {}

  /// Reads the map results over the loops before `end`. Returns the number of
  /// consecutive points that access the same element: 1 if the results are all
  /// loops with more than one iteration, in order. Returns 0 if this number is
  /// not constant.
  int64_t readRun(unsigned end);
  bool isAtEnd() const { return results.empty(); }

private:
  void skipUnits(unsigned end) {
    while (next < end && ranges[next] == 1)
      ++next;
  }

  ArrayRef<int64_t> ranges;
  ArrayRef<AffineExpr> results;
  unsigned next = 0;
};
} // namespace

int64_t RunReader::readRun(unsigned end) {
  int64_t divisor = 1, outer = 1;
  for (; !results.empty(); results = results.drop_front()) {
    AffineExpr expr = results.front();
    if (isa<AffineConstantExpr>(expr))
      continue;
    auto division = dyn_cast<AffineBinaryOpExpr>(expr);
    int64_t own = 1;
    if (division && division.getKind() == AffineExprKind::FloorDiv)
      if (auto by = dyn_cast<AffineConstantExpr>(division.getRHS())) {
        expr = division.getLHS();
        own = by.getValue();
      }
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || own <= 0)
      return 0;
    if (ranges[dim.getPosition()] == 1)
      continue;
    if (dim.getPosition() >= end)
      break;
    skipUnits(end);
    // A result after a quotient would not access the blocks in row-major order.
    if (next != dim.getPosition() || divisor != 1)
      return 0;
    // Only the last block of the tensor may be partial.
    if (ranges[next] % own != 0 && outer != 1)
      return 0;
    divisor = own;
    outer *= ranges[next++];
  }
  int64_t run = divisor;
  for (; next < end; ++next)
    run *= ranges[next];
  return run;
}

/// Returns, for each dimension of `extents`, the number of consecutive points
/// that access the same element. The loops are split into one run of loops per
/// dimension. Returns an empty vector if this is not possible.
static SmallVector<int64_t, 2> readRuns(ArrayRef<int64_t> ranges, AffineMap map,
                                        ArrayRef<int64_t> extents) {
  RunReader reader(ranges, map);
  SmallVector<int64_t, 2> runs;
  unsigned end = 0;
  for (auto [i, extent] : llvm::enumerate(extents)) {
    unsigned begin = end;
    auto getPoints = [&] {
      return llvm::product_of(ranges.slice(begin, end - begin));
    };
    if (i + 1 == extents.size())
      end = ranges.size();
    while (end < ranges.size() && getPoints() < extent)
      ++end;
    if (getPoints() != extent)
      return {};
    runs.push_back(reader.readRun(end));
  }
  if (!reader.isAtEnd() || llvm::is_contained(runs, 0))
    return {};
  return runs;
}

bool FlatDomain::readsInOrder(linalg::GenericOp generic, OpOperand &operand,
                              Extent loops) const {
  Extent extent = getExtent(operand.get().getType());
  if (extent == Extent::Scalar)
    return true;
  SmallVector<int64_t, 2> runs =
      readRuns(generic.getStaticLoopRanges(),
               generic.getMatchingIndexingMap(&operand), getExtents(loops));
  if (runs.empty())
    return false;
  if (extent == loops)
    return llvm::all_of(runs, [](int64_t run) { return run == 1; });
  if (extent != Extent::Granules || loops != Extent::Full)
    return false;
  // A single scaling block covers all elements, even if the blocks of other
  // kernels are smaller.
  return llvm::all_of(llvm::enumerate(runs), [&](const auto &entry) {
    unsigned dim = entry.index();
    return entry.value() == granule[dim] ||
           (getNumGranules(dim) == 1 && entry.value() >= extents[dim]);
  });
}

AffineMap FlatDomain::getMap(MLIRContext *context, Extent loops,
                             Extent extent) const {
  unsigned numLoops = loops == Extent::Scalar ? 0 : extents.size();
  SmallVector<AffineExpr, 2> indices;
  for (unsigned dim = 0; extent != Extent::Scalar && dim < numLoops; ++dim) {
    AffineExpr index = getAffineDimExpr(dim, context);
    indices.push_back(extent == loops ? index : index.floorDiv(granule[dim]));
  }
  return AffineMap::get(numLoops, 0, indices, context);
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Returns true if the kernel reduces to a tensor with a single element and at
/// least one dimension, such as the scale of a single scaling block.
static bool hasLoneGroup(KernelOp kernel) {
  auto isLone = [](Value value) {
    auto type = cast<ShapedType>(value.getType());
    return type.getRank() > 0 && type.getNumElements() == 1;
  };
  return llvm::any_of(kernel.getBody().front().getOps<linalg::GenericOp>(),
                      [&](linalg::GenericOp generic) {
                        return generic.getNumReductionLoops() > 0 &&
                               llvm::any_of(generic.getDpsInits(), isLone);
                      });
}

std::optional<FlatDomain> FlatDomain::find(KernelOp kernel, int64_t loneGroup) {
  // The results define the extent of a full tensor, because a state may be a
  // scalar. For a reduction to one element, the inputs define the extent.
  std::optional<int64_t> largest;
  auto findLargest = [&](ValueRange values) {
    for (Type type : values.getTypes())
      if (auto shaped = cast<ShapedType>(type); shaped.getRank() > 0)
        largest = std::max(largest.value_or(0), shaped.getNumElements());
  };
  findLargest(kernel.getInits());
  if (largest.value_or(1) == 1)
    findLargest(kernel.getInputs());
  // All operands are scalars.
  if (!largest)
    largest = 1;
  FlatDomain domain;
  domain.extents = {*largest};
  if (*largest > 1 && loneGroup >= *largest && hasLoneGroup(kernel))
    domain.granule = {loneGroup};
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.hasDynamicShape() ||
        llvm::product_of(generic.getStaticLoopRanges()) != *largest)
      continue;
    for (OpOperand &operand : generic->getOpOperands()) {
      auto type = cast<ShapedType>(operand.get().getType());
      int64_t elements = type.getNumElements();
      if (elements == 1 || elements == *largest)
        continue;
      SmallVector<int64_t, 2> run =
          readRuns(generic.getStaticLoopRanges(),
                   generic.getMatchingIndexingMap(&operand), domain.extents);
      if (run.empty() || run[0] == 1 ||
          (!domain.granule.empty() && domain.granule != run))
        return std::nullopt;
      domain.granule = run;
    }
  }
  return domain;
}

std::optional<FlatDomain>
FlatDomain::findBlocks(KernelOp kernel, std::array<int64_t, 2> loneBlock) {
  FlatDomain domain;
  domain.extents = {0, 0};
  for (Type type : kernel.getOperandTypes()) {
    auto shaped = cast<ShapedType>(type);
    if (shaped.getRank() == 0)
      continue;
    if (shaped.getRank() != 2)
      return std::nullopt;
    for (auto [extent, size] :
         llvm::zip_equal(domain.extents, shaped.getShape()))
      extent = std::max(extent, size);
  }
  int64_t numElements = domain.getNumElements();
  if (numElements <= 1)
    return std::nullopt;
  bool hasBlocks = false;
  SmallVector<int64_t, 2> found = {0, 0};
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.hasDynamicShape() ||
        llvm::product_of(generic.getStaticLoopRanges()) != numElements)
      continue;
    for (OpOperand &operand : generic->getOpOperands()) {
      auto type = cast<ShapedType>(operand.get().getType());
      if (type.getRank() == 0 || type.getNumElements() == numElements)
        continue;
      SmallVector<int64_t, 2> runs =
          readRuns(generic.getStaticLoopRanges(),
                   generic.getMatchingIndexingMap(&operand), domain.extents);
      if (runs.empty())
        return std::nullopt;
      hasBlocks = true;
      for (unsigned dim : {0, 1}) {
        if (runs[dim] >= domain.extents[dim])
          continue;
        if (found[dim] != 0 && found[dim] != runs[dim])
          return std::nullopt;
        found[dim] = runs[dim];
      }
    }
  }
  if (!hasBlocks)
    return std::nullopt;
  for (unsigned dim : {0, 1})
    if (found[dim] == 0)
      found[dim] = std::max(loneBlock[dim], domain.extents[dim]);
  domain.granule = std::move(found);
  return domain;
}
