//===- ForwardSlices.h - forwarding of written slices -----------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
#define FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::fp8 {

/// Replaces each slice that is read from a tensor by the value that was written
/// there, in the shape of the slice. A loop over layers stacks values that its
/// backward pass reads.
///
/// Looks through nested stacks, concatenations, reshapes, and copies that add
/// unit dimensions. Ops that the backward pass recomputes thus read the same
/// values as in the forward pass. Returns true if anything changed. Does not
/// erase stacks that are no longer read.
bool forwardSlices(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
