//===- ForwardSlices.h - forwarding of written slices -----------*- C++ -*-===//
#ifndef FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
#define FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::fp8 {

/// Replaces each slice that is read from a tensor by the value that was
/// inserted there, in the shape of the slice. For example, a loop over layers
/// inserts a value of each layer into one tensor (a stack), from which its
/// backward pass reads slices.
///
/// Finds inserted values also in nested stacks, and behind concatenations,
/// reshapes, and copies that add unit dimensions. Recomputed ops of the
/// backward pass then read the same values as their originals in the forward
/// pass. Returns true if anything changed. Does not erase stacks that are no
/// longer read.
bool forwardSlices(Operation *root);

} // namespace mlir::fp8

#endif // FP8_LIB_IMPORT_NORMALIZE_FORWARDSLICES_H
