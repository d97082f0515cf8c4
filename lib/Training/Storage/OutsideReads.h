//===- OutsideReads.h - updates that read their state twice -----*- C++ -*-===//
#ifndef FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
#define FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// The op outside of `update` by which the new value of `state` comes from the
/// old one, where the region does not hand on that value itself; null where
/// there is none. Such a state would step in the digits of its main plane.
Operation *findOutsideRead(UpdateOp update, unsigned state);

} // namespace mlir::fp8

#endif // FP8_LIB_TRAINING_STORAGE_OUTSIDEREADS_H
