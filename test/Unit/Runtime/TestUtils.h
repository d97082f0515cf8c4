//===- TestUtils.h - Utilities for tests of the runtime ---------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_TESTUTILS_H
#define FP8_TEST_UNIT_RUNTIME_TESTUTILS_H

#include "fp8/Runtime/fp8rt.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <string>

namespace fp8rt::test {

/// A context that must be destroyed cleanly.
class Context {
public:
  explicit Context(int numThreads = 2, uint32_t flags = 0) {
    fp8rt_options options = {sizeof(options), numThreads, flags};
    EXPECT_EQ(fp8rt_context_create(&options, &context), FP8RT_OK)
        << fp8rt_last_error();
  }
  ~Context() {
    EXPECT_EQ(fp8rt_context_destroy(context), FP8RT_OK) << fp8rt_last_error();
  }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  operator fp8rt_context() const { return context; }

private:
  fp8rt_context context = nullptr;
};

/// fp8rt_parallel_for over anything that can be called with (begin, end).
template <typename Body>
fp8rt_status parallelFor(fp8rt_context context, int64_t n, int64_t grain,
                         Body body) {
  return fp8rt_parallel_for(
      context, nullptr, n, grain,
      [](int64_t begin, int64_t end, void *closure) {
        (*static_cast<Body *>(closure))(begin, end);
      },
      &body);
}

/// splitmix64.
struct Random {
  uint64_t state;

  uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// In [0, limit).
  int64_t below(int64_t limit) {
    return static_cast<int64_t>(next() % static_cast<uint64_t>(limit));
  }
  /// Returns a random number in [-1, 1).
  float unit() {
    return static_cast<float>(static_cast<int64_t>(next() >> 40) - (1 << 23)) *
           0x1p-23f;
  }
};

#define EXPECT_FAILS(call, status, text)                                       \
  do {                                                                         \
    EXPECT_EQ(call, status);                                                   \
    EXPECT_NE(std::string(fp8rt_last_error()).find(text), std::string::npos)   \
        << fp8rt_last_error();                                                 \
  } while (false)

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_TESTUTILS_H
