//===- OutsideReads.h - updates that read their state twice -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
#define FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns the op outside `update` through which the new value of `state`
/// depends on its old value, or null. Returns null, too, if the region carries
/// the old value over. An op outside the update reads only the main plane, so
/// the new value would have only its precision.
Operation *findOutsideRead(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
