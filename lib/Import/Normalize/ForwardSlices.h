//===- ForwardSlices.h - forwarding of written slices -----------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
#define FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::fp8 {

/// Replaces each slice read from a tensor in `root` by the value that was
/// written there, in the shape of the slice. A loop over layers stacks such
/// values for its backward pass, which reads them from the stack. Looks through
/// nested stacks, concatenations, reshapes, and copies that add unit
/// dimensions, so that recomputation in the backward pass reads the same value
/// as the forward pass. Returns true if anything changed. Stacks without
/// readers are not erased.
bool forwardSlices(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
