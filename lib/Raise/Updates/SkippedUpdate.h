//===- SkippedUpdate.h - updates skipped by a condition ---------*- C++ -*-===//

#ifndef FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
#define FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Moves a condition into the `skip` operand of `update`. The region of
/// `update` must use one condition on scalars to select between the new and the
/// old value of every state. The region then yields the new values, as
/// optimizer patterns expect. A skipped step leaves all planes unchanged,
/// whatever their storage. Returns true on success.
bool raiseSkip(UpdateOp update);

/// Returns the first state of `update` that changes although others are
/// preserved by a condition on scalars. An average of the weights outside the
/// skipped part is an example. Such an update has no skip.
std::optional<unsigned> findStateBesideSkip(UpdateOp update);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
