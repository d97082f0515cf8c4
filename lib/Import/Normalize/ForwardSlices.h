//===- ForwardSlices.h - slices that are read as written --------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
#define FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::fp8 {

/// Replaces, in `root`, every slice of a tensor that was put there by what was
/// put there, in the shape of the slice: what a scan stacks for its backward,
/// and the backward takes off the stack. Looks through stacks of stacks,
/// concatenations, reshapes, and copies that add dimensions of extent 1, so
/// that what the backward computes again reads the value that the forward read.
/// Returns whether there were any; stacks that nobody reads are left.
bool forwardSlices(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
