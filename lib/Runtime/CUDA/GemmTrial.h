//===- GemmTrial.h - memory and clock for trials of matmuls -----*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_GEMMTRIAL_H
#define FP8_LIB_RUNTIME_CUDA_GEMMTRIAL_H

#include "GemmPlan.h"

namespace fp8rt::cuda {

/// The resources of a measurement: one block of GPU memory, a stream and two
/// events. They are released at its end.
class GemmTrial {
public:
  explicit GemmTrial(const Driver &driver) : driver(driver) {}
  ~GemmTrial() { release(""); }
  GemmTrial(const GemmTrial &) = delete;
  GemmTrial &operator=(const GemmTrial &) = delete;

  /// Reserves a region of the memory. Returns its offset.
  uint64_t reserve(uint64_t bytes);
  /// Allocates the reserved regions, and memory of the host for `numFills`
  /// calls of `fill` and an upload of `tableBytes`.
  fp8rt_status allocate(const char *function, uint64_t numFills,
                        uint64_t tableBytes);
  /// Fills a region with random finite numbers of at most 2.
  fp8rt_status fill(const char *function, uint64_t offset, uint64_t bytes,
                    const MatrixPlan &type);
  /// Fills a region with ones.
  fp8rt_status fillScales(const char *function, uint64_t offset, uint64_t bytes,
                          int32_t mode);
  fp8rt_status upload(const char *function, uint64_t offset,
                      const std::vector<Address> &table);
  fp8rt_status synchronize(const char *function) {
    return driver.check(function, "cuStreamSynchronize",
                        driver.streamSynchronize(stream));
  }
  /// Times `work`, a single call, on the GPU after a write of the region at
  /// `flush`.
  template <typename Work>
  fp8rt_status time(const char *function, uint64_t flush, uint64_t flushBytes,
                    Work &&work, float &milliseconds);
  /// Releases everything. Returns the first error, but continues after it.
  fp8rt_status release(const char *function);

  Address at(uint64_t offset) const { return memory + offset; }
  CUstream_st *getStream() const { return stream; }

private:
  const Driver &driver;
  uint64_t memoryBytes = 0;
  Address memory = 0;
  CUstream_st *stream = nullptr;
  CUevent_st *start = nullptr, *end = nullptr;
  /// Pinned memory of the host, and the size of its used part in bytes.
  char *staging = nullptr;
  uint64_t stagedBytes = 0;
  uint64_t random = 1;
};

template <typename Work>
fp8rt_status GemmTrial::time(const char *function, uint64_t flush,
                             uint64_t flushBytes, Work &&work,
                             float &milliseconds) {
  // The write displaces the L2 cache. It also takes longer than the host needs
  // to submit the call, so the measured time contains no submission.
  if (fp8rt_status status =
          driver.check(function, "cuMemsetD8Async",
                       driver.memsetD8Async(at(flush), 0, flushBytes, stream)))
    return status;
  if (fp8rt_status status = driver.check(function, "cuEventRecord",
                                         driver.eventRecord(start, stream)))
    return status;
  if (fp8rt_status status = work())
    return status;
  if (fp8rt_status status = driver.check(function, "cuEventRecord",
                                         driver.eventRecord(end, stream)))
    return status;
  if (fp8rt_status status = synchronize(function))
    return status;
  return driver.check(function, "cuEventElapsedTime",
                      driver.eventElapsedTime(&milliseconds, start, end));
}

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_GEMMTRIAL_H
