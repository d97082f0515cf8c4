//===- Buckets.cpp - kernels of a multi-tensor launch ---------------------===//

#include "Buckets.h"
#include "Plan/KernelModel.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/Codegen/TargetLowering.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <numeric>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Kernels with stand-in extents
//===----------------------------------------------------------------------===//

/// Returns true if a contiguous buffer has the alignment of the buffers of a
/// step.
static bool isAligned(MemRefType memref) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (memref.getRank() == 0 || memref.getLayout().isIdentity())
    return true;
  return succeeded(memref.getStridesAndOffset(strides, offset)) &&
         !ShapedType::isDynamic(offset) &&
         offset * getByteWidth(memref.getElementType()) % kBufferAlignment == 0;
}

/// Returns true if the bucket code for `target` may read and write aligned
/// vectors of all operands.
static bool hasAlignedOperands(KernelOp kernel, const TargetLowering &target) {
  return !target.hasAlignedBuffers() ||
         llvm::all_of(kernel.getOperandTypes(), [](Type type) {
           return isAligned(cast<MemRefType>(type));
         });
}

/// Returns `type`, the type of a value in a kernel with tensors of shape
/// `original`, for tensors of shape `stretched`. Memrefs become contiguous.
/// They start at offset 0 if `isAligned` is set. Otherwise, they start at
/// offset 1, which implies no alignment.
static Type stretch(Type type, const BucketShape &original,
                    const BucketShape &stretched, bool isAligned) {
  auto shaped = cast<ShapedType>(type);
  SmallVector<int64_t, 2> shape;
  if (shaped.getRank() != 0)
    shape = original.isFull(shaped) ? stretched.extents
                                    : stretched.getNumGranules();
  if (!isa<MemRefType>(type))
    return shaped.clone(shape);
  MemRefLayoutAttrInterface layout;
  if (!isAligned && !shape.empty())
    layout = StridedLayoutAttr::get(type.getContext(), /*offset=*/1,
                                    computeSuffixProduct(shape));
  return MemRefType::get(shape, shaped.getElementType(), layout);
}

StretchedKernel::StretchedKernel(KernelOp original,
                                 const TargetLowering &target)
    : shape(BucketShape::get(original)) {
  auto stretchType = [tensors = BucketShape::get(original),
                      isAligned = !original.isBufferized() ||
                                  hasAlignedOperands(original, target),
                      this](Type type) -> Type {
    return stretch(type, tensors, shape.getShape(), isAligned);
  };
  OpBuilder builder(original);
  kernel = cast<KernelOp>(builder.clone(*original));
  for (OpOperand &operand : kernel->getOpOperands()) {
    builder.setInsertionPoint(kernel);
    auto cast = UnrealizedConversionCastOp::create(
        builder, kernel.getLoc(), stretchType(operand.get().getType()),
        operand.get());
    operand.set(cast.getResult(0));
    casts.push_back(cast);
  }
  for (OpResult result : kernel->getResults())
    result.setType(stretchType(result.getType()));
  for (BlockArgument argument : kernel.getBody().getArguments())
    argument.setType(stretchType(argument.getType()));
  for (Operation &op : kernel.getBody().front()) {
    for (OpResult result : op.getResults())
      if (auto type = dyn_cast<RankedTensorType>(result.getType()))
        result.setType(stretchType(type));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
        constant.setValueAttr(
            splat.resizeSplat(cast<ShapedType>(constant.getType())));
  }
}

StretchedKernel::~StretchedKernel() {
  kernel.erase();
  for (Operation *cast : casts)
    cast->erase();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

Type fp8::dropOffset(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (memref && memref.getRank() == 0)
    return MemRefType::get({}, memref.getElementType(),
                           MemRefLayoutAttrInterface(),
                           memref.getMemorySpace());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!memref || failed(memref.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) || offset == 0)
    return type;
  int64_t bytes = getByteWidth(memref.getElementType());
  int64_t alignment = std::gcd(kBufferAlignment, offset * bytes);
  auto layout = StridedLayoutAttr::get(
      type.getContext(), alignment == kBufferAlignment ? 0 : alignment / bytes,
      strides);
  return MemRefType::get(memref.getShape(), memref.getElementType(), layout,
                         memref.getMemorySpace());
}

SmallVector<unsigned> fp8::findUpdated(KernelOp kernel) {
  SmallVector<unsigned> updated;
  for (unsigned i = 0, e = kernel.getInits().size(); i < e; ++i)
    if (KernelModel::isUpdated(kernel, i))
      updated.push_back(i);
  return updated;
}

/// Returns true if one function computes `a` and `b`.
static bool haveOneFunction(KernelOp a, KernelOp b) {
  auto types = [](KernelOp kernel) {
    return llvm::map_range(kernel->getOperandTypes(), dropOffset);
  };
  return !b.getBucket() && llvm::equal(types(a), types(b)) &&
         findUpdated(a) == findUpdated(b) && haveEqualBodies(a, b);
}

/// Returns true if no op with side effects, other than an allocation, lies
/// between `first` and `second`, which must be in one block.
static bool areNeighbours(Operation *first, Operation *second) {
  if (first->getBlock() != second->getBlock())
    return false;
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode())
    if (!op || !(isa<memref::AllocOp>(op) || isMemoryEffectFree(op)))
      return false;
  return true;
}

/// Returns true if `kernel`, which follows `previous`, can share the launch of
/// `first`.
static bool canJoinGroup(KernelOp first, KernelOp previous, KernelOp kernel,
                         const TargetLowering &target) {
  if (!areNeighbours(previous, kernel))
    return false;
  if (first.getBucket())
    return kernel.getBucketAttr() == first.getBucketAttr() &&
           areEqualButForExtent(first, kernel);
  return target.sharesLaunches() && haveOneFunction(first, kernel) &&
         (previous != first || canShareLaunch(first, target));
}

/// Returns true if the code of a bucket fits the operands of `kernel`. This
/// code requires contiguous buffers, and for matrices also their alignment.
static bool fitsBucket(KernelOp kernel, const TargetLowering &target) {
  bool isContiguous = llvm::all_of(kernel.getOperandTypes(), [](Type type) {
    auto memref = cast<MemRefType>(type);
    SmallVector<int64_t> strides;
    int64_t offset;
    return memref.getRank() == 0 || memref.getLayout().isIdentity() ||
           (succeeded(memref.getStridesAndOffset(strides, offset)) &&
            strides == computeSuffixProduct(memref.getShape()));
  });
  return isContiguous && (hasAlignedOperands(kernel, target) ||
                          !BucketShape::get(kernel).isMatrix());
}

/// Returns true if `kernels` may run in any order.
static bool areIndependent(ArrayRef<KernelOp> kernels) {
  SmallVector<TensorAccesses> accesses;
  for (KernelOp kernel : kernels) {
    TensorAccesses &own = accesses.emplace_back();
    for (OpOperand &operand : kernel->getOpOperands())
      own.emplace_back(&operand, kernel.isDpsInit(&operand));
  }
  return !findConflict(accesses);
}

/// Returns the length of the longest independent prefix of `kernels`, at least
/// 1. Tries short prefixes first, so that dependent chains stop the search
/// early.
static size_t countIndependent(ArrayRef<KernelOp> kernels) {
  size_t independent = 1, bound = kernels.size() + 1;
  while (bound - independent > 1) {
    size_t count = bound > kernels.size()
                       ? std::min(2 * independent, kernels.size())
                       : (independent + bound) / 2;
    (areIndependent(kernels.take_front(count)) ? independent : bound) = count;
  }
  return independent;
}

/// Adds independent kernels of a bucket to `groups`, as up to two groups. The
/// first group has the kernels whose operands are all aligned. The second group
/// has all other kernels; its code cannot use aligned vectors.
static void addGroups(ArrayRef<KernelOp> kernels, const TargetLowering &target,
                      SmallVectorImpl<SmallVector<KernelOp, 1>> &groups) {
  SmallVector<KernelOp, 1> aligned, others;
  for (KernelOp kernel : kernels)
    (hasAlignedOperands(kernel, target) ? aligned : others).push_back(kernel);
  for (SmallVector<KernelOp, 1> &group : {std::ref(aligned), std::ref(others)})
    if (!group.empty())
      groups.push_back(std::move(group));
}

SmallVector<SmallVector<KernelOp, 1>>
fp8::groupKernels(ArrayRef<KernelOp> kernels, const TargetLowering &target) {
  for (KernelOp kernel : kernels)
    if (kernel.getBucket() && !fitsBucket(kernel, target))
      kernel.removeBucketAttr();
  SmallVector<SmallVector<KernelOp, 1>> groups;
  while (!kernels.empty()) {
    KernelOp first = kernels.front();
    size_t count = 1;
    while (count < kernels.size() &&
           canJoinGroup(first, kernels[count - 1], kernels[count], target))
      ++count;
    ArrayRef<KernelOp> equal = kernels.take_front(count);
    while (!equal.empty()) {
      size_t size = countIndependent(equal);
      addGroups(equal.take_front(size), target, groups);
      equal = equal.drop_front(size);
    }
    kernels = kernels.drop_front(count);
  }
  return groups;
}
