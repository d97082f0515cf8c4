//===- BucketCasts.cpp - --fp8-bucket-casts -------------------------------===//

#include "KernelKinds.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

#include <limits>

namespace mlir::fp8 {
#define GEN_PASS_DEF_BUCKETCASTSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A kernel that reads only arguments.
struct Cast {
  KernelOp kernel;
  /// Positions of the kernel, and of the last op that reads a result.
  int64_t position, lastUse;
  FlatKernel flat;
};

class CastBucketer {
public:
  explicit CastBucketer(func::FuncOp function)
      : function(function), block(function.getBody().front()) {
    for (auto [i, op] : llvm::enumerate(block))
      positions[&op] = static_cast<int64_t>(i);
  }

  /// Groups the casts. Numbers the buckets from `nextBucket` on. Returns true
  /// if there are groups.
  bool run(int64_t &nextBucket);

private:
  void findCasts();
  std::optional<int64_t> findLastUse(KernelOp kernel);
  void gather(ArrayRef<Cast *> casts, std::optional<int64_t> bucket);
  SmallVector<SmallVector<Cast *>> splitByLife(ArrayRef<unsigned> kind);

  func::FuncOp function;
  Block &block;
  DenseMap<Operation *, int64_t> positions;
  SmallVector<Cast, 0> casts;
  bool hasChanged = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// Returns true if `value` is an argument of the step, a view of one, a
/// constant or a destination without elements.
static bool isOfArguments(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::EmptyOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return true;
    value = getMovedSource(op, Move::View);
    if (!value)
      return false;
  }
  return true;
}

/// Returns the position of the last op that reads a result of `kernel`, or
/// std::nullopt if the step returns a result.
std::optional<int64_t> CastBucketer::findLastUse(KernelOp kernel) {
  int64_t lastUse = -1;
  for (Value result : kernel->getResults())
    for (OpOperand *read : getReads(result)) {
      Operation *user = block.findAncestorOpInBlock(*read->getOwner());
      if (user == block.getTerminator())
        return std::nullopt;
      lastUse = std::max(lastUse, positions.lookup(user));
    }
  return lastUse;
}

void CastBucketer::findCasts() {
  for (auto kernel : block.getOps<KernelOp>()) {
    if (kernel.getBucket() || kernel.isBufferized() ||
        kernel.getInputs().empty() ||
        !llvm::all_of(kernel->getOperands(), isOfArguments))
      continue;
    if (std::optional<int64_t> lastUse = findLastUse(kernel))
      casts.push_back({kernel, positions.lookup(kernel), *lastUse, {}});
  }
}

/// Splits casts that could share a launch, so that the results of a group are
/// all alive where its last cast was. An earlier start of their lives then
/// hardly raises the peak of memory.
SmallVector<SmallVector<Cast *>>
CastBucketer::splitByLife(ArrayRef<unsigned> kind) {
  SmallVector<SmallVector<Cast *>> groups;
  int64_t end = -1;
  for (unsigned i : kind) {
    Cast &cast = casts[i];
    if (groups.empty() || cast.position > end) {
      groups.emplace_back();
      end = std::numeric_limits<int64_t>::max();
    }
    groups.back().push_back(&cast);
    end = std::min(end, cast.lastUse);
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Moves `op`, and the views and destinations that it reads, directly after
/// `last`. Ops that lie before `last` stay. Sets `last` to `op`.
static void moveAfter(Operation *op, Operation *&last) {
  if (!last->isBeforeInBlock(op))
    return;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp())
      moveAfter(def, last);
  op->moveAfter(last);
  last = op;
}

/// Moves `casts` to the first of them, in the form of a bucket if `bucket` is
/// set.
void CastBucketer::gather(ArrayRef<Cast *> casts,
                          std::optional<int64_t> bucket) {
  Builder builder(function.getContext());
  KernelOp first = casts.front()->kernel;
  remark::passed(first.getLoc(),
                 remark::RemarkOpts::name("casts").category("fp8-bucket-casts"))
      << (Twine(casts.size()) + " kernels that read only arguments " +
          (bucket ? "share a bucket" : "were placed side by side"))
             .str();
  Operation *last = bucket ? casts.front()->flat.ops.back() : first;
  for (Cast *cast : casts) {
    if (!bucket) {
      moveAfter(cast->kernel, last);
      continue;
    }
    cast->flat.kernel.setBucketAttr(builder.getI64IntegerAttr(*bucket));
    for (Operation *op : cast->flat.ops)
      moveAfter(op, last);
    cast->flat.replace(cast->kernel);
  }
  hasChanged = true;
}

bool CastBucketer::run(int64_t &nextBucket) {
  findCasts();
  OpBuilder builder(function.getContext());
  auto kernels = llvm::map_to_vector(
      casts, [](const Cast &cast) -> KernelOp { return cast.kernel; });
  SmallVector<FlatKernel> flat;
  auto kinds = findKinds(builder, kernels, findGranules(kernels), flat);
  // Casts without a flattened form, such as casts in two layouts.
  SmallVector<unsigned> rest;
  SmallVector<KernelOp> restKernels;
  for (auto [i, cast] : llvm::enumerate(casts)) {
    cast.flat = std::move(flat[i]);
    if (cast.flat.kernel)
      continue;
    rest.push_back(i);
    restKernels.push_back(cast.kernel);
  }
  for (ArrayRef<unsigned> kind : kinds)
    for (ArrayRef<Cast *> group : splitByLife(kind))
      if (group.size() > 1)
        gather(group, nextBucket++);
      else
        group.front()->flat.erase();
  for (ArrayRef<unsigned> equal : findEqualKernels(restKernels)) {
    auto kind = llvm::map_to_vector(equal, [&](unsigned i) { return rest[i]; });
    for (ArrayRef<Cast *> group : splitByLife(kind))
      if (group.size() > 1)
        gather(group, std::nullopt);
  }
  return hasChanged;
}

namespace {
struct BucketCasts : fp8::impl::BucketCastsPassBase<BucketCasts> {
  using BucketCastsPassBase::BucketCastsPassBase;

  void runOnOperation() override {
    int64_t nextBucket = 0;
    for (KernelOp kernel : collectOps<KernelOp>(getOperation()))
      nextBucket =
          std::max<int64_t>(nextBucket, kernel.getBucket().value_or(-1) + 1);
    bool hasChanged = false;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal() &&
          function.getBody().hasOneBlock())
        hasChanged |= CastBucketer(function).run(nextBucket);
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};
} // namespace
