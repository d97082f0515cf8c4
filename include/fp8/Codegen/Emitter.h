//===- Emitter.h - from a fused kernel to a function ------------*- C++ -*-===//
#ifndef FP8_CODEGEN_EMITTER_H
#define FP8_CODEGEN_EMITTER_H

#include "fp8/Codegen/StretchedShape.h"
#include "fp8/Codegen/TargetLowering.h"

namespace mlir::fp8 {

/// A kernel as functions of a target, and what a launch has to know.
///
/// The pointers of both functions are those of the kernel's operands, in order,
/// at the first element of each, then one per scratch buffer. Behind those of
/// the inputs of a bucket of matrices is one of two i64: rows and columns.
struct EmittedKernel {
  std::string main;
  /// Runs once after every chunk; empty where there is nothing to finish.
  std::string finish;
  Schedule schedule;
  /// Items 0 .. numItems-1 are cut into chunks of `grain`.
  int64_t numItems;
  int64_t grain;
  /// On a GPU: as getGPULaunch takes it.
  int64_t blockWarps = 0;
  /// Bytes of each scratch buffer; what it holds before does not matter.
  SmallVector<int64_t> scratch;
  /// Of a bucket, for each scratch buffer: how many items share four bytes.
  SmallVector<int64_t> itemsPerPartial;

  /// Of a bucket: what it was planned with, the extents of the grid of its
  /// items there, and the elements of an item.
  std::optional<StretchedShape> shape;
  SmallVector<int64_t> itemExtents;
  int64_t elementsPerItem = 1;
  bool takesExtents() const { return shape && shape->isMatrix(); }

  /// The size of a tensor of a bucket: elements, of a matrix those of whole
  /// blocks.
  int64_t getSize(const BucketShape &tensor) const;
  /// Bytes of the scratch buffers of a tensor of a bucket.
  SmallVector<int64_t> getScratch(int64_t size) const;
};

/// Emits `kernel` as the function `name` and, where needed, `name`_finish, at
/// the insertion point of `builder`. Operands that are tensors count as
/// contiguous buffers. Reports what is not supported at the op at fault; then
/// nothing is emitted.
///
/// Under `bucket` the functions take the size of tensors at run time, and work
/// for every kernel that is equal but for that.
FailureOr<EmittedKernel> emitKernel(OpBuilder &builder, KernelOp kernel,
                                    StringRef name, TargetLowering &target);

/// Whether operands of a kernel, and values in its body, may be of such
/// elements.
bool isKernelElementType(Type type);

/// Checks that `emitKernel` can emit `kernel`, for passes that fuse. The answer
/// holds for every target.
LogicalResult checkEmittable(KernelOp kernel, bool emitErrors = true);

} // namespace mlir::fp8

#endif // FP8_CODEGEN_EMITTER_H
