//===- FuseLegality.cpp - whether ops may be one kernel -------------------===//

#include "FuseLegality.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Emitter/Emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Up to here one thread may walk a kernel alone.
static constexpr int64_t kSmall = 4096;
/// Work per element up to which a value may be computed again.
static constexpr int64_t kCheap = 4;

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
  ObstacleFinder(KernelOp kernel, const KernelDomain &domain)
      : kernel(kernel), domain(domain), reduced(domain.getNumDims()),
        all(domain.getNumDims()) {
    for (unsigned dim = 0; dim < domain.getNumDims(); ++dim)
      if (domain.getExtents()[dim] != 1)
        all.set(dim);
    for (unsigned dim : domain.getReductionDims())
      if (all.test(dim))
        reduced.set(dim);
  }

  int64_t getNumPoints() const { return llvm::product_of(domain.getExtents()); }
  StringRef find();

private:
  llvm::SmallBitVector getLoopDims(Operation *op) const;
  llvm::SmallBitVector getDims(Value value) const;
  bool isYielded(Operation *op) const;
  bool isTotal(Operation *op) const;
  bool waitsForTotal();
  bool reducesColumns() const;
  bool repeatsWork() const;

  mutable KernelOp kernel;
  const KernelDomain &domain;
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

/// Whether elements depend on a reduction over everything.
bool ObstacleFinder::waitsForTotal() {
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
      if (readsLate || getDims(result).none())
        late.insert(result);
  }
  return false;
}

/// Whether a reduction keeps the dimension along which its operand is
/// contiguous, and other ops walk what it reduces. They would be walked down
/// the columns with it.
bool ObstacleFinder::reducesColumns() const {
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector dims(domain.getNumDims());
    for (unsigned dim : domain.getDomain(generic).reductionDims)
      if (all.test(dim))
        dims.set(dim);
    if (dims.none() || dims == all)
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
    if (isa<arith::DivFOp, math::SqrtOp, ConvertOp>(op))
      return false;
    numOps += !isa<arith::ConstantOp>(op);
  }
  return numOps <= kCheap;
}

/// Whether something is computed once per point that was computed once per row,
/// or stored by more than one point.
bool ObstacleFinder::repeatsWork() const {
  llvm::SmallBitVector rows = all;
  rows.reset(reduced);
  for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>()) {
    llvm::SmallBitVector dims = getLoopDims(generic);
    if (dims == all || dims.none() || (reduced.any() && dims == rows))
      continue;
    if (isYielded(generic) || !isCheap(generic))
      return true;
  }
  return false;
}

StringRef ObstacleFinder::find() {
  if (getNumPoints() > kSmall && waitsForTotal())
    return "elements wait for a reduction over all of them";
  if (reducesColumns())
    return "a reduction runs across rows";
  if (repeatsWork())
    return "a value would be computed more than once";
  return "";
}

StringRef fp8::findFusionObstacle(KernelOp kernel, int64_t numPoints,
                                  const TargetLowering &target) {
  FailureOr<KernelDomain> domain =
      KernelDomain::compute(kernel, /*emitErrors=*/false);
  if (failed(domain))
    return "together they have no single iteration domain";
  ObstacleFinder finder(kernel, *domain);
  if (finder.getNumPoints() > numPoints)
    return "together their iteration domain is larger";
  if (StringRef obstacle = finder.find(); !obstacle.empty())
    return obstacle;
  if (failed(checkEmittable(kernel, target, /*emitErrors=*/false)))
    return "no schedule of the emitter walks both";
  return "";
}
