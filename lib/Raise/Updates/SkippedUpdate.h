//===- SkippedUpdate.h - updates skipped by a condition ---------*- C++ -*-===//

#ifndef FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
#define FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Moves a condition into the `skip` operand of `update`. The region must
/// select between the new and the old value of every state by the same
/// condition on scalars. The region then yields the new values, as optimizer
/// patterns expect. A skipped step leaves all planes unchanged, whatever their
/// storage. Returns false if the region has another form.
bool raiseSkip(UpdateOp update);

/// If a condition on scalars preserves some states of `update`, returns the
/// first other state, which changes in every step. An example is an average of
/// the weights that is also updated in skipped steps. Such an update cannot
/// have a `skip`.
std::optional<unsigned> findStateBesideSkip(UpdateOp update);

} // namespace mlir::fp8

#endif // FP8_LIB_RAISE_UPDATES_SKIPPEDUPDATE_H
