//===- Comm.h - communicators -----------------------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_COMM_COMM_H
#define FP8_LIB_RUNTIME_COMM_COMM_H

#include "../Error.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <atomic>
#include <mutex>
#include <vector>

struct fp8rt_comm_s {
  /// Exchanges tensors, and adds their bytes to `count`. The caller holds the
  /// mutex.
  fp8rt_status exchange(const char *function, const fp8rt_exchange *tensors,
                        int64_t numTensors, const char *place,
                        void *const *buffers, fp8rt_comm_counts &count);

  /// Fails if exchanges of any rank have failed. Does not wait.
  fp8rt_status poll(const char *function);

  /// Adds the calls and bytes of exchanges that another library performs.
  void addCounts(const fp8rt_comm_counts *more);

  fp8rt_transport transport;
  /// Numbers of ranks along the axes of the mesh.
  std::vector<int32_t> axes;
  /// Seconds that an exchange waits for another rank.
  double deadline;

  /// Guards the transport and the fields below.
  std::mutex mutex;
  /// Buffers that exchange() reuses. They grow if an exchange has more tensors
  /// than all exchanges before it.
  std::vector<int32_t> group;
  std::vector<fp8rt_message> messages;
  fp8rt_comm_counts counts[FP8RT_NUM_EXCHANGES] = {};
  /// True after a failed exchange, or after abort().
  std::atomic<bool> hasFailed{false};
};

#endif // FP8_LIB_RUNTIME_COMM_COMM_H
