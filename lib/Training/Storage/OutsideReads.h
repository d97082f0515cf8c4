//===- OutsideReads.h - updates that read their state twice -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
#define FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns the op outside `update` through which the new value of `state`
/// depends on the old one, or null. Returns null as well if the region itself
/// preserves the old value. The update of such a state would have only the
/// precision of its main plane.
Operation *findOutsideRead(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
