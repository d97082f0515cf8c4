//===- FlatDomain.cpp - the elements of a kernel in order -----------------===//

#include "FlatDomain.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

FlatDomain::Extent FlatDomain::getExtent(Type type) const {
  auto shaped = cast<ShapedType>(type);
  int64_t elements = shaped.getNumElements();
  if (shaped.getRank() > 0 && elements == numElements)
    return Extent::Full;
  if (shaped.getRank() > 0 && groupSize != 0 && elements == getNumGroups())
    return Extent::Groups;
  return elements == 1 ? Extent::Scalar : Extent::Other;
}

RankedTensorType FlatDomain::flatten(Type type) const {
  auto shaped = cast<ShapedType>(type);
  switch (getExtent(type)) {
  case Extent::Full:
    return RankedTensorType::get({numElements}, shaped.getElementType());
  case Extent::Groups:
    return RankedTensorType::get({getNumGroups()}, shaped.getElementType());
  case Extent::Scalar:
  case Extent::Other:
    break;
  }
  return RankedTensorType::get({}, shaped.getElementType());
}

FlatDomain::Extent FlatDomain::getLoops(linalg::GenericOp generic) const {
  int64_t points = llvm::product_of(generic.getStaticLoopRanges());
  auto isOf = [&](Extent extent) {
    return llvm::any_of(generic->getOperandTypes(),
                        [&](Type type) { return getExtent(type) == extent; });
  };
  if (isOf(Extent::Full))
    return points == numElements ? Extent::Full : Extent::Other;
  if (isOf(Extent::Groups))
    return points == getNumGroups() ? Extent::Groups : Extent::Other;
  return points == 1 ? Extent::Scalar : Extent::Other;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// The number of consecutive points, in the order of the loops, that `map`
/// takes to one element before it goes on to the next: 1 where it names all
/// loops that have iterations, in their order. 0 if there is none.
static int64_t getRun(ArrayRef<int64_t> ranges, AffineMap map) {
  unsigned next = 0;
  int64_t divisor = 1, outer = 1;
  auto skipUnits = [&] {
    while (next < ranges.size() && ranges[next] == 1)
      ++next;
  };
  for (AffineExpr expr : map.getResults()) {
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
    skipUnits();
    // What comes after a quotient would be walked once per part of its loop.
    if (next != dim.getPosition() || divisor != 1)
      return 0;
    // A part that is cut short ends where the tensor does.
    if (ranges[next] % own != 0 && outer != 1)
      return 0;
    divisor = own;
    outer *= ranges[next++];
  }
  return divisor * llvm::product_of(ranges.drop_front(next));
}

bool FlatDomain::walksInOrder(linalg::GenericOp generic, OpOperand &operand,
                              Extent loops) const {
  Extent extent = getExtent(operand.get().getType());
  if (extent == Extent::Scalar)
    return true;
  int64_t run = getRun(generic.getStaticLoopRanges(),
                       generic.getMatchingIndexingMap(&operand));
  if (extent == loops)
    return run == 1;
  // All elements are one group, however large others are.
  return extent == Extent::Groups && loops == Extent::Full &&
         (run == groupSize || (getNumGroups() == 1 && run >= numElements));
}

AffineMap FlatDomain::getMap(MLIRContext *context, Extent loops,
                             Extent extent) const {
  unsigned numLoops = loops != Extent::Scalar;
  if (extent == Extent::Scalar)
    return AffineMap::get(numLoops, 0, context);
  AffineExpr index = getAffineDimExpr(0, context);
  if (extent != loops)
    index = index.floorDiv(groupSize);
  return AffineMap::get(1, 0, index);
}

//===----------------------------------------------------------------------===//
// Finding it
//===----------------------------------------------------------------------===//

/// Whether elements wait for a tensor of one element that has dimensions: the
/// scale of the one group that they are.
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
  // The results say what is full: a scalar may be a state, too. Of a reduction
  // the operands do, also where its result has dimensions.
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
  domain.numElements = *largest;
  if (*largest > 1 && loneGroup >= *largest && hasLoneGroup(kernel))
    domain.groupSize = loneGroup;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    if (generic.hasDynamicShape() ||
        llvm::product_of(generic.getStaticLoopRanges()) != *largest)
      continue;
    for (OpOperand &operand : generic->getOpOperands()) {
      auto type = cast<ShapedType>(operand.get().getType());
      int64_t elements = type.getNumElements();
      if (elements == 1 || elements == *largest)
        continue;
      int64_t run = getRun(generic.getStaticLoopRanges(),
                           generic.getMatchingIndexingMap(&operand));
      if (run <= 1 || (domain.groupSize != 0 && domain.groupSize != run))
        return std::nullopt;
      domain.groupSize = run;
    }
  }
  return domain;
}
