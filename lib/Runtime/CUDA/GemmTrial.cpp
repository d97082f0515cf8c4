//===- GemmTrial.cpp - memory and clock for trials of matmuls -------------===//

#include "GemmTrial.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Size of the random data of a region, which repeats, in bytes.
constexpr uint64_t patternBytes = uint64_t{256} << 10;
constexpr uint64_t regionAlignment = 256;
/// The f32 number 1, and the e8m0 number 1.
constexpr unsigned floatOne = 0x3F800000;
constexpr unsigned char mxOne = 0x7F;

uint64_t GemmTrial::reserve(uint64_t bytes) {
  uint64_t offset = memoryBytes;
  memoryBytes +=
      (bytes + regionAlignment - 1) / regionAlignment * regionAlignment;
  return offset;
}

fp8rt_status GemmTrial::allocate(const char *function, uint64_t numFills,
                                 uint64_t tableBytes) {
  uint64_t hostBytes = numFills * patternBytes + tableBytes;
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
