//===- StepEvents.h - order between the threads of a step -------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_STEPEVENTS_H
#define FP8_LIB_RUNTIME_STEPEVENTS_H

#include "Error.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <vector>

namespace fp8rt {

/// The events of a step that several threads run, and its first failure.
class StepEvents {
public:
  /// Clears the events and the failure of the previous step.
  void reset(const fp8rt_step &step) {
    int32_t count = 0;
    for (int64_t i = 0; i < step.num_ops; ++i)
      count = std::max(count, step.ops[i].event + 1);
    isRecorded.assign(count, false);
    status = FP8RT_OK;
  }

  /// Waits for the events that `op` waits for. Returns false if the step has
  /// failed.
  bool wait(const fp8rt_op &op) {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] {
      return status || std::all_of(op.waits, op.waits + op.num_waits,
                                   [&](int32_t i) { return isRecorded[i]; });
    });
    return status == FP8RT_OK;
  }

  /// Records the event of `op`, if it has one.
  void record(const fp8rt_op &op) {
    if (op.event < 0)
      return;
    std::lock_guard<std::mutex> lock(mutex);
    isRecorded[op.event] = true;
    changed.notify_all();
  }

  /// Records a failure with the message of this thread's last error.
  void fail(fp8rt_status code) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!status) {
      status = code;
      std::snprintf(message, sizeof(message), "%s", fp8rt_last_error());
    }
    changed.notify_all();
  }

  /// Returns the status of the step. Sets the last error of this thread.
  fp8rt_status finish() {
    std::lock_guard<std::mutex> lock(mutex);
    return status ? fp8rt::fail(status, "%s", message) : FP8RT_OK;
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<bool> isRecorded;
  fp8rt_status status = FP8RT_OK;
  char message[512];
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_STEPEVENTS_H
