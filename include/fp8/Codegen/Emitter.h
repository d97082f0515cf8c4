//===- Emitter.h - emission of a fused kernel as a function -----*- C++ -*-===//
#ifndef FP8_CODEGEN_EMITTER_H
#define FP8_CODEGEN_EMITTER_H

#include "fp8/Codegen/StretchedShape.h"
#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// The target functions emitted for a kernel, with the data that a launch of
/// them needs.
///
/// Both functions take the same pointers: one per operand of the kernel, in
/// order, to its first element, then one per scratch buffer. For a multi-tensor
/// launch (bucket) of matrices, a pointer to two i64, the numbers of rows and
/// columns, follows the inputs.
struct EmittedKernel {
  std::string main;
  /// The second-stage function (finish), which runs once after all chunks.
  /// Empty if the kernel needs none.
  std::string finish;
  /// Work items 0 .. numItems-1 are split into chunks of `grain` items.
  int64_t numItems;
  int64_t grain;
  /// GPU only: the number of warps per thread block, as getGPULaunch expects
  /// it.
  int64_t blockWarps = 0;
  /// Size of each scratch buffer, in bytes. Buffers need no initialization.
  SmallVector<int64_t> scratch;
  /// True for functions of a launch of equal kernels. As in a multi-tensor
  /// launch, they find their pointers in tables.
  bool sharesLaunch = false;
  /// Multi-tensor launch only: for each scratch buffer, the number of tensor
  /// elements that share one entry, and the bytes of an entry.
  SmallVector<int64_t> itemsPerPartial, bytesPerPartial;

  /// Multi-tensor launch only: the shape that the code was planned with, the
  /// extents of the grid of work items for that shape, and the number of
  /// elements per work item.
  std::optional<StretchedShape> shape;
  SmallVector<int64_t> itemExtents;
  int64_t elementsPerItem = 1;
  bool takesExtents() const { return shape && shape->isMatrix(); }

  /// Returns the number of elements of a tensor of a multi-tensor launch. For a
  /// matrix, every partial scaling block counts as a whole one.
  int64_t getSize(const BucketShape &tensor) const;
  /// Returns the size of each scratch buffer, in bytes, for a tensor of a
  /// multi-tensor launch that has `size` elements.
  SmallVector<int64_t> getScratch(int64_t size) const;
};

/// Emits `kernel` as the function `name` and, if needed, the function
/// `name`_finish at the insertion point of `builder`. Tensor operands are
/// treated as contiguous buffers. Reports unsupported constructs at the
/// offending op, and then emits nothing.
///
/// If the kernel belongs to a multi-tensor launch, the functions take the
/// tensor size at run time. They then serve all kernels that differ only in
/// that size.
///
/// If `sharesLaunch` is set, the functions belong to a launch of several
/// kernels that equal `kernel`, for which canShareLaunch() returns true.
FailureOr<EmittedKernel> emitKernel(OpBuilder &builder, KernelOp kernel,
                                    StringRef name, TargetLowering &target,
                                    bool sharesLaunch = false);

/// Returns true if kernels that equal `kernel` can share a launch.
bool canShareLaunch(KernelOp kernel, const TargetLowering &target);

/// Returns true if `type` is a supported element type for operands of a kernel
/// and for values in its body.
bool isKernelElementType(Type type);

/// Checks that `emitKernel` can emit `kernel`. Fusion passes use this check.
/// The result is the same for every target.
LogicalResult checkEmittable(KernelOp kernel, bool emitErrors = true);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_EMITTER_H
