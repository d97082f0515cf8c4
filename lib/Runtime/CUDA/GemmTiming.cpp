//===- GemmTiming.cpp - times of the algorithms of a matmul ---------------===//
//
// Algorithms are timed on matrices of their own, because those of the step may
// hold states, or may not be filled yet. The matrices hold random numbers: a
// GPU multiplies zeros faster. Other data displaces them from the L2 cache
// before each sample. Samples of the algorithms alternate, so that a change of
// the clock rate affects all of them.
//
//===----------------------------------------------------------------------===//

#include "../Error.h"
#include "../GemmScale.h"
#include "GemmPlan.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Number of samples of an algorithm. There are fewer if a shape takes more
/// time than `maxTime`.
constexpr int maxSamples = 7;
constexpr auto maxTime = std::chrono::milliseconds(60);
/// Size of the random data of a matrix, which repeats, in bytes.
constexpr uint64_t patternBytes = uint64_t{256} << 10;
constexpr uint64_t trialAlignment = 256;
/// The f32 number 1, and the e8m0 number 1.
constexpr unsigned floatOne = 0x3F800000;
constexpr unsigned char mxOne = 0x7F;

/// The resources of a measurement. They are released at its end.
class fp8rt::cuda::GemmTrial {
public:
  explicit GemmTrial(const Driver &driver) : driver(driver) {}
  ~GemmTrial() { release(""); }

  /// Reserves a region of the memory. Returns its offset.
  uint64_t reserve(uint64_t bytes) {
    uint64_t offset = memoryBytes;
    memoryBytes +=
        (bytes + trialAlignment - 1) / trialAlignment * trialAlignment;
    return offset;
  }
  /// Allocates what was reserved, and `hostBytes` for uploads.
  fp8rt_status allocate(const char *function, uint64_t hostBytes);
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
  /// Times `work` on the GPU after a write of the region at `flush`.
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

fp8rt_status GemmTrial::allocate(const char *function, uint64_t hostBytes) {
  if (fp8rt_status status = driver.check(function, "cuMemAlloc",
                                         driver.memAlloc(&memory, memoryBytes)))
    return status;
  void *host = nullptr;
  if (fp8rt_status status = driver.check(
          function, "cuMemHostAlloc", driver.memHostAlloc(&host, hostBytes, 0)))
    return status;
  staging = static_cast<char *>(host);
  if (fp8rt_status status =
          driver.check(function, "cuStreamCreate",
                       driver.streamCreate(&stream, streamNonBlocking)))
    return status;
  for (CUevent_st **event : {&start, &end})
    if (fp8rt_status status = driver.check(function, "cuEventCreate",
                                           driver.eventCreate(event, 0)))
      return status;
  return FP8RT_OK;
}

fp8rt_status GemmTrial::release(const char *function) {
  fp8rt_status first = FP8RT_OK;
  auto note = [&](const char *call, Result result) {
    if (result != success && first == FP8RT_OK)
      first = driver.check(function, call, result);
  };
  if (stream)
    note("cuStreamDestroy", driver.streamDestroy(stream));
  for (CUevent_st *event : {start, end})
    if (event)
      note("cuEventDestroy", driver.eventDestroy(event));
  if (memory)
    note("cuMemFree", driver.memFree(memory));
  if (staging)
    note("cuMemFreeHost", driver.memFreeHost(staging));
  stream = nullptr;
  start = end = nullptr;
  memory = 0;
  staging = nullptr;
  return first;
}

fp8rt_status GemmTrial::fill(const char *function, uint64_t offset,
                             uint64_t bytes, const MatrixPlan &type) {
  uint64_t part = std::min(bytes, patternBytes);
  char *pattern = staging + stagedBytes;
  // Keep the addresses of a table aligned.
  stagedBytes +=
      (part + sizeof(Address) - 1) / sizeof(Address) * sizeof(Address);
  auto last = static_cast<uint64_t>(type.elementBytes) - 1;
  for (uint64_t i = 0; i < part; ++i) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    auto byte = static_cast<unsigned char>(random >> 56);
    // The last byte has the sign and the upper bits of the exponent. Exponents
    // of 8-bit numbers are at most 0, others are -1 or 0.
    if (i % (last + 1) == last)
      byte = last == 0 ? byte & 0xBF : (byte & 0x80) | 0x3F;
    pattern[i] = static_cast<char>(byte);
  }
  if (fp8rt_status status = driver.check(
          function, "cuMemcpyHtoDAsync",
          driver.memcpyHtoDAsync(at(offset), pattern, part, stream)))
    return status;
  for (uint64_t filled = part; filled < bytes; filled += part) {
    part = std::min(filled, bytes - filled);
    if (fp8rt_status status =
            driver.check(function, "cuMemcpyDtoDAsync",
                         driver.memcpyDtoDAsync(at(offset) + filled, at(offset),
                                                part, stream)))
      return status;
  }
  return FP8RT_OK;
}

fp8rt_status GemmTrial::fillScales(const char *function, uint64_t offset,
                                   uint64_t bytes, int32_t mode) {
  if (mode == scaleOfMX)
    return driver.check(function, "cuMemsetD8Async",
                        driver.memsetD8Async(at(offset), mxOne, bytes, stream));
  return driver.check(function, "cuMemsetD32Async",
                      driver.memsetD32Async(at(offset), floatOne,
                                            bytes / sizeof(float), stream));
}

fp8rt_status GemmTrial::upload(const char *function, uint64_t offset,
                               const std::vector<Address> &table) {
  auto *addresses = reinterpret_cast<Address *>(staging + stagedBytes);
  std::copy(table.begin(), table.end(), addresses);
  return driver.check(function, "cuMemcpyHtoDAsync",
                      driver.memcpyHtoDAsync(at(offset), addresses,
                                             table.size() * sizeof(Address),
                                             stream));
}

template <typename Work>
fp8rt_status GemmTrial::time(const char *function, uint64_t flush,
                             uint64_t flushBytes, Work &&work,
                             float &milliseconds) {
  // The GPU writes for longer than the host takes to submit `work`.
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

/// Returns the size in bytes of the scales of `outer` rows or columns.
static uint64_t getScaleBytes(int32_t mode, int64_t outer, int64_t terms) {
  int32_t scaling = mode == scaleOf1x128     ? FP8RT_SCALE_1X128
                    : mode == scaleOf128x128 ? FP8RT_SCALE_128X128
                                             : FP8RT_SCALE_MX;
  int64_t bytes = sizeof(float);
  if (mode != scaleOfTensor)
    scaleBytes(scaling, outer, terms, bytes);
  return static_cast<uint64_t>(bytes);
}

namespace {
/// An algorithm and its samples in milliseconds.
struct Candidate {
  const BlasHeuristic *algorithm;
  std::vector<float> samples = {};
  bool hasFailed = false;

  float getMedian() {
    auto middle =
        samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
  }
};
} // namespace

fp8rt_status BoundGemm::runTrial(const char *function, uint64_t flushBytes,
                                 const std::vector<BlasHeuristic> &list,
                                 GemmTrial &trial, BlasHeuristic &fastest,
                                 std::string &times) {
  // Memory.
  const MatrixPlan *matrices[] = {&plan.lhs, &plan.rhs, &plan.out};
  uint64_t sizes[3], offsets[3];
  for (unsigned i = 0; i < 3; ++i) {
    sizes[i] = matrices[i]->getBytes(plan.batch);
    offsets[i] = trial.reserve(sizes[i]);
  }
  int64_t terms =
      plan.lhs.hasContiguousTerms ? plan.lhs.getLength() : plan.lhs.getCount();
  uint64_t scaleSizes[] = {
      getScaleBytes(plan.lhs.scaleMode, plan.out.getCount(), terms),
      getScaleBytes(plan.rhs.scaleMode, plan.out.getLength(), terms)};
  uint64_t scaleOffsets[] = {trial.reserve(scaleSizes[0]),
                             trial.reserve(scaleSizes[1])};
  MatrixPlan biasPlan;
  biasPlan.elementBytes = plan.biasType == typeBF16 ? 2 : 4;
  auto biasBytes =
      static_cast<uint64_t>(plan.out.getLength() * biasPlan.elementBytes);
  uint64_t biasOffset = trial.reserve(biasBytes);
  uint64_t tableOffset = trial.reserve(plan.getPointerBytes());
  uint64_t workspaceBytes = 0;
  for (const BlasHeuristic &entry : list)
    workspaceBytes = std::max<uint64_t>(workspaceBytes, entry.workspaceBytes);
  uint64_t workspace = trial.reserve(workspaceBytes);
  uint64_t flush = trial.reserve(flushBytes);
  if (fp8rt_status status =
          trial.allocate(function, 4 * patternBytes + plan.getPointerBytes()))
    return status;

  // Contents.
  for (unsigned i = 0; i < 3; ++i)
    if (fp8rt_status status =
            trial.fill(function, offsets[i], sizes[i], *matrices[i]))
      return status;
  for (unsigned i : {0, 1})
    if (fp8rt_status status = trial.fillScales(
            function, scaleOffsets[i], scaleSizes[i], matrices[i]->scaleMode))
      return status;
  if (fp8rt_status status =
          trial.fill(function, biasOffset, biasBytes, biasPlan))
    return status;
  if (usesPointers) {
    if (fp8rt_status status = trial.upload(function, tableOffset,
                                           listMatrices(trial.at(offsets[0]),
                                                        trial.at(offsets[1]),
                                                        trial.at(offsets[2]))))
      return status;
    pointers = trial.at(tableOffset);
  }
  auto getScale = [&](unsigned i) {
    return scales[i] ? trial.at(scaleOffsets[i]) : 0;
  };
  if (fp8rt_status status = setScales(function, getScale(0), getScale(1)))
    return status;
  if (bias)
    if (fp8rt_status status = setBias(function, trial.at(biasOffset)))
      return status;

  // Samples. The first call of an algorithm may load its code.
  auto call = [&](Candidate &candidate) {
    fp8rt_status status =
        multiply(function, trial.at(offsets[0]), trial.at(offsets[1]),
                 trial.at(offsets[2]), *candidate.algorithm,
                 trial.at(workspace), trial.getStream());
    candidate.hasFailed = status != FP8RT_OK;
    return status;
  };
  std::vector<Candidate> candidates;
  for (const BlasHeuristic &entry : list)
    call(candidates.emplace_back(Candidate{&entry}));
  if (fp8rt_status status = trial.synchronize(function))
    return status;
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < maxSamples; ++i) {
    for (Candidate &candidate : candidates) {
      if (candidate.hasFailed)
        continue;
      float milliseconds = 0;
      fp8rt_status status = trial.time(
          function, flush, flushBytes, [&] { return call(candidate); },
          milliseconds);
      if (status != FP8RT_OK && !candidate.hasFailed)
        return status;
      candidate.samples.push_back(milliseconds);
    }
    if (std::chrono::steady_clock::now() - begin > maxTime)
      break;
  }
  // If all have failed, the first one gives the error message of the step.
  const float none = std::numeric_limits<float>::infinity();
  float least = none;
  fastest = list.front();
  for (Candidate &candidate : candidates) {
    float median = candidate.hasFailed ? none : candidate.getMedian();
    times += " " + std::to_string(median);
    if (median >= least)
      continue;
    least = median;
    fastest = *candidate.algorithm;
  }
  return FP8RT_OK;
}

fp8rt_status BoundGemm::timeAlgorithms(const char *function,
                                       uint64_t flushBytes,
                                       const std::vector<BlasHeuristic> &list,
                                       BlasHeuristic &fastest,
                                       std::string &times) {
  GemmTrial trial(driver);
  fp8rt_status status =
      runTrial(function, flushBytes, list, trial, fastest, times);
  // Too little memory is no error, because the step itself may fit.
  if (status == FP8RT_OUT_OF_MEMORY) {
    fastest = list.front();
    times = ": not measured, because GPU memory was short";
    status = FP8RT_OK;
  }
  std::string message = status ? fp8rt_last_error() : "";
  fp8rt_status released = trial.release(function);
  // The descriptor refers to the matmul of the step again.
  if (released == FP8RT_OK)
    released = setAlignedScales(function);
  if (released == FP8RT_OK && bias)
    released = setBias(function, bias);
  pointers = 0;
  return status ? fail(status, "%s", message.c_str()) : released;
}
