//===- FloatEnvTest.cpp - Kernels run in the declared environment ---------===//

#include "TestUtils.h"

#include <atomic>
#include <cfenv>
#include <thread>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace fp8rt::test;

namespace {

/// Returns true if this thread preserves subnormals and rounds ties to even.
bool isDeclaredEnvironment() {
  volatile float tiny = 0x1p-126f, half = 0.5f, one = 1.0f, tie = 0x1p-24f;
  volatile float subnormal = tiny * half;
  volatile float doubled = subnormal + subnormal;
  return subnormal == 0x1p-127f && doubled == tiny && one + tie == one &&
         std::fegetround() == FE_TONEAREST;
}

void spoil() {
  std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040); // flush to zero, subnormals are zero
#endif
}

bool isSpoilt() {
#if defined(__x86_64__)
  if ((_mm_getcsr() & 0x8040) != 0x8040)
    return false;
#endif
  return std::fegetround() == FE_UPWARD;
}

/// Runs `body` on a thread with a bad environment.
template <typename Body>
void onSpoiltThread(Body body) {
  std::thread([&] {
    spoil();
    EXPECT_FALSE(isDeclaredEnvironment());
    body();
    EXPECT_TRUE(isSpoilt());
  }).join();
}

TEST(FloatEnv, SetInKernelsRestoredAfter) {
  onSpoiltThread([] {
    // Threads inherit the environment of the thread that starts them.
    for (int numThreads : {1, 2, 4}) {
      Context context(numThreads);
      for (int64_t n : {1, 64}) {
        std::atomic<int64_t> good{0};
        ASSERT_EQ(parallelFor(context, n, 1,
                              [&](int64_t, int64_t) {
                                good += isDeclaredEnvironment();
                                spoil();
                              }),
                  FP8RT_OK);
        // The first chunk of each thread is tested.
        EXPECT_GE(good.load(), 1);
        good = 0;
        ASSERT_EQ(parallelFor(context, n, 1,
                              [&](int64_t, int64_t) {
                                good += isDeclaredEnvironment();
                              }),
                  FP8RT_OK);
        EXPECT_EQ(good.load(), n);
      }
    }
  });
}

TEST(FloatEnv, LaunchAndFinish) {
  onSpoiltThread([] {
    Context context(2);
    bool good[2] = {false, false};
    void *pointers[] = {good};
    fp8rt_kernel kernel = {
        "check",
        [](int64_t, int64_t, void *const *pointers, const int64_t *) {
          static_cast<bool *>(pointers[0])[0] = isDeclaredEnvironment();
        },
        [](int64_t, int64_t, void *const *pointers, const int64_t *) {
          static_cast<bool *>(pointers[0])[1] = isDeclaredEnvironment();
        },
        8,
        1,
        0};
    ASSERT_EQ(fp8rt_launch(context, nullptr, &kernel, 8, pointers, nullptr),
              FP8RT_OK);
    EXPECT_TRUE(good[0]);
    EXPECT_TRUE(good[1]);
  });
}

TEST(FloatEnv, Gemm) {
  float lhs[] = {0x1p-126f, 1.0f}, rhs[] = {0.5f, 0x1p-24f}, out = 0;
  fp8rt_gemm_desc desc = {1,
                          1,
                          1,
                          {1, 1},
                          {FP8RT_F32, 0, 1, 1, {0, 0}},
                          {FP8RT_F32, 0, 1, 1, {0, 0}},
                          {FP8RT_F32, 0, 1, 1, {0, 0}},
                          0,
                          0,
                          0,
                          0};
  fp8rt_gemm_args args = {lhs, rhs, &out, nullptr, nullptr, nullptr, nullptr};
  onSpoiltThread([&] {
    Context context(2);
    fp8rt_status status = fp8rt_gemm(context, nullptr, &desc, &args);
    if (status == FP8RT_LIBRARY_MISSING)
      return;
    ASSERT_EQ(status, FP8RT_OK) << fp8rt_last_error();
    uint32_t bits;
    std::memcpy(&bits, &out, sizeof(bits));
    EXPECT_EQ(bits, 0x00400000u);
  });
}

} // namespace
