//===- Update.h - workspace and checks of updates ---------------*- C++ -*-===//
#ifndef FP8_LIB_RUNTIME_UPDATE_H
#define FP8_LIB_RUNTIME_UPDATE_H

#include "fp8/Runtime/fp8rt_update.h"

namespace fp8rt {

/// Parts of the workspace.
struct Workspace {
  char *shared;
  /// For each tensor, the position of its memory; then the end.
  int64_t *positions;
  /// Sizes and starts of a bucket.
  int64_t *sizes;
  int64_t *starts;
  char *own;
};

/// Returns the bytes of the parts that all tensors share.
int64_t getCommonBytes(const fp8rt_update &update, int64_t numTensors);

Workspace divideWorkspace(const fp8rt_update &update, int64_t numTensors,
                          void *address);

/// Returns the number of work items of a launch for a tensor of `size`
/// elements.
int64_t getNumItems(const fp8rt_update_launch &launch, int64_t size);

/// Returns the size of the partial results of an operand, or 0 for other
/// operands.
int64_t getPartialBytes(const fp8rt_update_operand &operand, int64_t numItems);

/// Returns the size of the memory of one tensor, without partial results.
int64_t getOwnBytes(const fp8rt_update &update);

/// Returns the size of the workspace of a tensor: its own memory, followed by
/// the partial results of one launch at a time.
int64_t getTensorBytes(const fp8rt_update &update, int64_t size);

fp8rt_status checkUpdate(const char *function, const fp8rt_update *update,
                         const fp8rt_update_args *args);

/// Checks that an update can run on parts that start at `offsets`.
fp8rt_status checkParts(const char *function, const fp8rt_update &update,
                        const fp8rt_update_args &args, const int64_t *offsets);

/// Returns false if a launch writes only results that the caller does not want.
bool isWanted(const fp8rt_update &update, const fp8rt_update_args &args,
              const fp8rt_update_launch &launch);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_UPDATE_H
