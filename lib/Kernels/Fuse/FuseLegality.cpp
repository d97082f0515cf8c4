//===- FuseLegality.cpp - legality of fusion ------------------------------===//

#include "FuseLegality.h"
#include "FuseKernel.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Codegen/Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of points of a kernel that may run on a single thread.
static constexpr int64_t kMaxSerialPoints = 4096;
/// Maximum number of rows of a scaling block that a kernel may iterate over
/// again after a reduction of its columns.
static constexpr int64_t kBlockRows = 512;
/// Maximum number of operations per element of a value that may be recomputed.
static constexpr int64_t kMaxRecomputedOps = 4;
/// Maximum number of casts and random-bit ops in a fused kernel, in general and
/// if its scaling blocks have several shapes. These ops account for most of the
/// code of a kernel, and each loop of the schedule has a copy of them. Several
/// block shapes need many loops.
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
  bool readsAlong(linalg::GenericOp generic,
                  const llvm::SmallBitVector &dims) const;
  llvm::DenseSet<Operation *>
  findFeeders(const llvm::SmallBitVector &dims) const;
  bool reducesColumns() const;
  bool repeatsWork() const;
  bool writesTwice() const;

  mutable KernelOp kernel;
  const KernelDomain &domain;
  bool makesState;
  /// The dimensions with more than one point, as sets: the reduced dimensions,
  /// and all dimensions.
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

/// Returns true if `op` reduces the whole domain.
bool ObstacleFinder::isTotal(Operation *op) const {
  llvm::SmallBitVector dims(domain.getNumDims());
  for (unsigned dim : domain.getDomain(op).reductionDims)
    if (all.test(dim))
      dims.set(dim);
  return all.any() && dims == all;
}

/// Returns true if elements depend on a reduction over the whole domain. With
/// `ofScalars`, counts only reductions to rank-0 tensors. A reduction over a
/// single scaling block, which has a result with dimensions, then does not
/// count.
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

/// Returns true if an operand of `generic` that varies over all its loops is
/// contiguous along one of `dims`.
bool ObstacleFinder::readsAlong(linalg::GenericOp generic,
                                const llvm::SmallBitVector &dims) const {
  return llvm::any_of(generic.getDpsInputs(), [&](Value input) {
    if (getDims(input) != getLoopDims(generic))
      return false;
    for (unsigned dim : llvm::reverse(domain.getDims(input)))
      if (dim != KernelDomain::kNoDim && all.test(dim))
        return dims.test(dim);
    return false;
  });
}

/// Returns the elementwise ops whose results only reach reductions of `dims`.
/// Such a reduction computes them for each row of its panel of columns.
llvm::DenseSet<Operation *>
ObstacleFinder::findFeeders(const llvm::SmallBitVector &dims) const {
  llvm::DenseSet<Operation *> feeders;
  for (Operation &op :
       llvm::reverse(kernel.getBody().front().without_terminator())) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && (getReducedDims(generic).any() || readsAlong(generic, dims)))
      continue;
    bool isFeeder = llvm::all_of(op.getUsers(), [&](Operation *user) {
      auto reader = dyn_cast<linalg::GenericOp>(user);
      return feeders.contains(user) ||
             (reader && getReducedDims(reader) == dims);
    });
    if (isFeeder)
      feeders.insert(&op);
  }
  return feeders;
}

/// Returns true if a reduction keeps the contiguous dimension of its operand
/// and other ops iterate over the reduced dimensions. These ops would then
/// access memory by columns, too. Ops that only compute elements of such
/// reductions are exempt, and so are extrema of scaling blocks with few rows,
/// because the cache holds them.
bool ObstacleFinder::reducesColumns() const {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector dims = getReducedDims(generic);
    if (dims.none() || dims == all)
      continue;
    int64_t rows = 1;
    for (unsigned dim : dims.set_bits())
      rows *= domain.getExtents()[dim];
    if (rows <= kBlockRows && !hasSum(generic))
      continue;
    if (readsAlong(generic, dims))
      continue;
    llvm::DenseSet<Operation *> feeders = findFeeders(dims);
    for (auto other : kernel.getBody().front().getOps<linalg::GenericOp>())
      if (!feeders.contains(other) && getReducedDims(other) != dims &&
          getLoopDims(other).anyCommon(dims))
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
  return numOps <= kMaxRecomputedOps;
}

/// Returns true if a value would be computed once per point instead of once per
/// row, or would be stored by more than one point.
bool ObstacleFinder::repeatsWork() const {
  // The sets of dimensions over which values may be computed without
  // repetition: the dimensions that the kernel or one of its reductions keeps.
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

/// Returns true if a tensor and a view of it are both results.
bool ObstacleFinder::writesTwice() const {
  llvm::DenseSet<Value> written;
  return llvm::any_of(kernel.getYield().getValues(), [&](Value value) {
    return !written.insert(getMovedRoot(value, Move::Reshape)).second;
  });
}

StringRef ObstacleFinder::find() {
  if (writesTwice())
    return "the kernel would write both a tensor and a view of it";
  // An update processes elements independently, as part of a bucket. So it must
  // not wait for a total, even if it is small.
  bool isSmall = getNumPoints() <= kMaxSerialPoints;
  if ((!isSmall || makesState) && waitsForTotal(/*ofScalars=*/isSmall))
    return "elements depend on a reduction over all elements";
  if (reducesColumns())
    return "a reduction runs across rows";
  if (repeatsWork())
    return "a value would be computed repeatedly";
  return "";
}

StringRef fp8::findFusionObstacle(KernelOp kernel, int64_t numPoints,
                                  bool makesState) {
  FailureOr<KernelDomain> domain =
      KernelDomain::compute(kernel, /*emitErrors=*/false);
  if (failed(domain))
    return "they have no common iteration domain";
  ObstacleFinder finder(kernel, *domain, makesState);
  if (finder.getNumPoints() > numPoints)
    return "the merged iteration domain is larger";
  if (StringRef obstacle = finder.find(); !obstacle.empty())
    return obstacle;
  if (failed(checkEmittable(kernel, /*emitErrors=*/false)))
    return "the emitter has no schedule for both";
  return "";
}

//===----------------------------------------------------------------------===//
// Length
//===----------------------------------------------------------------------===//

/// A value has few elements if the kernel has at least this many points per
/// element.
static constexpr int64_t kManyPoints = 16;

static unsigned countCasts(ArrayRef<Operation *> ops) {
  unsigned count = 0;
  for (Operation *op : ops)
    op->walk([&](Operation *inner) { count += isa<ConvertOp, DrawOp>(inner); });
  return count;
}

/// Returns the types of reduction results with dimensions. They hold one
/// element per scaling block.
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
             (isReshape(def) &&
              isa<BlockArgument>(getMovedRoot(value, Move::View))) ||
             cast<ShapedType>(value.getType()).getNumElements() <= few;
    });
  });
}
