//===- SkippedUpdate.h - steps that keep their states -----------*- C++ -*-===//

#ifndef FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
#define FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Lets `update`, whose region chooses between the new and the old value of
/// every state by one condition on scalars, have that condition as `skip`: the
/// region then gives the new values, as those who look for an optimizer expect,
/// and a step that is skipped leaves planes alone, whatever their storage.
/// Whether it did.
bool raiseSkip(UpdateOp update);

/// The first state of `update` that steps where others are kept by a condition
/// on scalars, as an average of the weights does if it is no part of what is
/// skipped. There is no skip then.
std::optional<unsigned> findStateBesideSkip(UpdateOp update);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
