//===- ForwardSlices.h - slices that are read as written --------*- C++ -*-===//
#ifndef FP8_LIB_TRANSFORMS_NORMALIZE_FORWARDSLICES_H
#define FP8_LIB_TRANSFORMS_NORMALIZE_FORWARDSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::fp8 {

/// Replaces, in `root`, every slice of a tensor that was put there as it is
/// read by what was put there: what a scan stacks for its backward, and the
/// backward takes off the stack. Whether there were any; stacks that nobody
/// reads are left.
bool forwardSlices(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_TRANSFORMS_NORMALIZE_FORWARDSLICES_H
