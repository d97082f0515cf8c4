//===- FuseLegality.cpp - whether ops may be one kernel -------------------===//

#include "FuseLegality.h"
#include "FuseKernel.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Up to here one thread may walk a kernel alone.
static constexpr int64_t kSmall = 4096;
/// Rows of a block, at most, that is walked again for what is reduced down its
/// columns.
static constexpr int64_t kBlockRows = 512;
/// Work per element up to which a value may be computed again.
static constexpr int64_t kCheap = 4;
/// Casts and draws that one kernel is given by fusion, at most. They
/// are most of its code, in every loop of its schedule; loops over granules of
/// several shapes are many.
static constexpr unsigned kMaxCasts = 16, kMaxMixedCasts = 12;

int64_t fp8::getNumPoints(ArrayRef<Operation *> ops) {
  int64_t points = 1;
  for (Operation *op : ops)
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      points =
          std::max(points, llvm::product_of(linalgOp.getStaticLoopRanges()));
  return points;
}

namespace {
class ObstacleFinder {
public:
  ObstacleFinder(KernelOp kernel, const KernelDomain &domain, bool makesState)
      : kernel(kernel), domain(domain), makesState(makesState),
        reduced(domain.getNumDims()), all(domain.getNumDims()) {
    for (unsigned dim = 0; dim < domain.getNumDims(); ++dim)
      if (domain.getExtents()[dim] != 1)
        all.set(dim);
    for (unsigned dim : domain.getReductionDims())
      if (all.test(dim))
        reduced.set(dim);
  }

  int64_t getNumPoints() const { return domain.getNumPoints(); }
  StringRef find();

private:
  llvm::SmallBitVector getLoopDims(Operation *op) const;
  llvm::SmallBitVector getDims(Value value) const;
  bool isYielded(Operation *op) const;
  bool isTotal(Operation *op) const;
  bool waitsForTotal(bool ofScalars);
  llvm::SmallBitVector getReducedDims(linalg::GenericOp generic) const;
  bool reducesColumns() const;
  bool repeatsWork() const;
  bool writesTwice() const;

  mutable KernelOp kernel;
  const KernelDomain &domain;
  bool makesState;
  /// Dimensions of more than one point: those reduced over, and all.
  llvm::SmallBitVector reduced, all;
};
} // namespace

llvm::SmallBitVector ObstacleFinder::getLoopDims(Operation *op) const {
  llvm::SmallBitVector dims(domain.getNumDims());
  for (unsigned dim : domain.getDomain(op).loopDims)
    if (dim != KernelDomain::kNoDim && all.test(dim))
      dims.set(dim);
  return dims;
}

llvm::SmallBitVector ObstacleFinder::getDims(Value value) const {
  llvm::SmallBitVector dims(domain.getNumDims());
  for (unsigned dim : domain.getDims(value))
    if (dim != KernelDomain::kNoDim && all.test(dim))
      dims.set(dim);
  return dims;
}

bool ObstacleFinder::isYielded(Operation *op) const {
  return llvm::is_contained(op->getUsers(),
                            kernel.getBody().front().getTerminator());
}

/// A reduction over the whole domain.
bool ObstacleFinder::isTotal(Operation *op) const {
  llvm::SmallBitVector dims(domain.getNumDims());
  for (unsigned dim : domain.getDomain(op).reductionDims)
    if (all.test(dim))
      dims.set(dim);
  return all.any() && dims == all;
}

/// Whether elements depend on a reduction over everything; `ofScalars`: to a
/// tensor without dimensions, which one group of elements is not reduced to.
bool ObstacleFinder::waitsForTotal(bool ofScalars) {
  llvm::DenseSet<Value> late;
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    bool readsLate = llvm::any_of(generic->getOperands(), [&](Value operand) {
      return late.contains(operand);
    });
    if (readsLate && getLoopDims(generic).any())
      return true;
    if (!readsLate && !isTotal(generic))
      continue;
    for (OpResult result : generic.getResults())
      if (readsLate ||
          (getDims(result).none() &&
           (!ofScalars || cast<ShapedType>(result.getType()).getRank() == 0)))
        late.insert(result);
  }
  return false;
}

llvm::SmallBitVector
ObstacleFinder::getReducedDims(linalg::GenericOp generic) const {
  llvm::SmallBitVector dims(domain.getNumDims());
  for (unsigned dim : domain.getDomain(generic).reductionDims)
    if (all.test(dim))
      dims.set(dim);
  return dims;
}

/// Whether the order of `generic` is free: no sum.
static bool isOfExtrema(linalg::GenericOp generic) {
  for (unsigned i = 0; i < generic.getNumDpsInits(); ++i)
    if (auto combiner = matchCombiner(generic, i);
        combiner && combiner->kind == CombinerKind::Sum)
      return false;
  return true;
}

/// Whether a reduction keeps the dimension along which its operand is
/// contiguous, and other ops walk what it reduces. They would be walked down
/// the columns with it. Granules of few rows are blocks that the cache holds.
bool ObstacleFinder::reducesColumns() const {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector dims = getReducedDims(generic);
    if (dims.none() || dims == all)
      continue;
    int64_t rows = 1;
    for (unsigned dim : dims.set_bits())
      rows *= domain.getExtents()[dim];
    if (rows <= kBlockRows && isOfExtrema(generic))
      continue;
    bool alongRows = llvm::any_of(generic.getDpsInputs(), [&](Value input) {
      if (getDims(input) != getLoopDims(generic))
        return false;
      for (unsigned dim : llvm::reverse(domain.getDims(input)))
        if (dim != KernelDomain::kNoDim && all.test(dim))
          return dims.test(dim);
      return false;
    });
    if (alongRows)
      continue;
    for (auto other : kernel.getBody().front().getOps<linalg::GenericOp>())
      if (other != generic && getLoopDims(other).anyCommon(dims))
        return true;
  }
  return false;
}

static bool isCheap(linalg::GenericOp generic) {
  int64_t numOps = 0;
  for (Operation &op : generic.getBody()->without_terminator()) {
    if (isa<arith::DivFOp, math::SqrtOp, ConvertOp, DrawOp>(op))
      return false;
    numOps += !isa<arith::ConstantOp>(op);
  }
  return numOps <= kCheap;
}

/// Whether something is computed once per point that was computed once per row,
/// or stored by more than one point.
bool ObstacleFinder::repeatsWork() const {
  // What reductions keep: rows, and the granules of a block.
  SmallVector<llvm::SmallBitVector> kept;
  if (reduced.any())
    kept.emplace_back(all).reset(reduced);
  auto generics = kernel.getBody().front().getOps<linalg::GenericOp>();
  for (auto generic : generics)
    if (llvm::SmallBitVector dims = getReducedDims(generic); dims.any())
      kept.emplace_back(all).reset(dims);
  for (auto generic : generics) {
    llvm::SmallBitVector dims = getLoopDims(generic);
    if (dims == all || dims.none() || llvm::is_contained(kept, dims))
      continue;
    if (isYielded(generic) || !isCheap(generic))
      return true;
  }
  return false;
}

/// Whether a tensor and a view of it are both results.
bool ObstacleFinder::writesTwice() const {
  llvm::DenseSet<Value> written;
  for (Value value : kernel.getYield().getValues()) {
    while (Operation *op = value.getDefiningOp()) {
      if (!isReshape(op))
        break;
      value = op->getOperand(0);
    }
    if (!written.insert(value).second)
      return true;
  }
  return false;
}

StringRef ObstacleFinder::find() {
  if (writesTwice())
    return "a tensor and a view of it would be written";
  // An update is walked element by element, in a bucket with others.
  bool isSmall = getNumPoints() <= kSmall;
  if ((!isSmall || makesState) && waitsForTotal(/*ofScalars=*/isSmall))
    return "elements wait for a reduction over all of them";
  if (reducesColumns())
    return "a reduction runs across rows";
  if (repeatsWork())
    return "a value would be computed more than once";
  return "";
}

StringRef fp8::findFusionObstacle(KernelOp kernel, int64_t numPoints,
                                  bool makesState) {
  FailureOr<KernelDomain> domain =
      KernelDomain::compute(kernel, /*emitErrors=*/false);
  if (failed(domain))
    return "together they have no single iteration domain";
  ObstacleFinder finder(kernel, *domain, makesState);
  if (finder.getNumPoints() > numPoints)
    return "together their iteration domain is larger";
  if (StringRef obstacle = finder.find(); !obstacle.empty())
    return obstacle;
  if (failed(checkEmittable(kernel, /*emitErrors=*/false)))
    return "no schedule of the emitter walks both";
  return "";
}

//===----------------------------------------------------------------------===//
// Length
//===----------------------------------------------------------------------===//

/// Points of a kernel beside which one number is few.
static constexpr int64_t kManyPoints = 16;

static unsigned countCasts(ArrayRef<Operation *> ops) {
  unsigned count = 0;
  for (Operation *op : ops)
    op->walk([&](Operation *inner) { count += isa<ConvertOp, DrawOp>(inner); });
  return count;
}

/// The types of what is reduced to more than one element: of granules.
static llvm::DenseSet<Type> getReducedTypes(ArrayRef<Operation *> ops) {
  llvm::DenseSet<Type> types;
  for (Operation *op : ops)
    if (auto generic = dyn_cast<linalg::GenericOp>(op);
        generic && generic.getNumReductionLoops() > 0)
      for (Type type : generic.getResultTypes())
        if (cast<ShapedType>(type).getRank() > 0)
          types.insert(type);
  return types;
}

bool fp8::areShort(ArrayRef<Operation *> first, ArrayRef<Operation *> second) {
  unsigned numFirst = countCasts(first), numSecond = countCasts(second);
  if (numFirst == 0 || numSecond == 0)
    return true;
  llvm::DenseSet<Type> types = getReducedTypes(first);
  for (Type type : getReducedTypes(second))
    types.insert(type);
  return numFirst + numSecond <=
         (types.size() > 1 ? kMaxMixedCasts : kMaxCasts);
}

bool fp8::readsLittle(ArrayRef<Operation *> readers,
                      ArrayRef<Operation *> ops) {
  int64_t few = getNumPoints(ops) / kManyPoints;
  return llvm::all_of(readers, [&](Operation *reader) {
    return llvm::all_of(reader->getOperands(), [&](Value value) {
      Operation *def = value.getDefiningOp();
      return !def || !llvm::is_contained(ops, def) ||
             (isReshape(def) && isa<BlockArgument>(getViewRoot(value))) ||
             cast<ShapedType>(value.getType()).getNumElements() <= few;
    });
  });
}
