//===- LaunchTest.cpp - Chunks, kernels, last stages ----------------------===//

#include "TestUtils.h"
#include "fp8/Numerics/SumTree.h"

#include <array>
#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace fp8rt::test;
namespace numerics = mlir::fp8::numerics;

namespace {

TEST(ParallelFor, EveryChunkOnce) {
  for (int numThreads = 1; numThreads <= 8; ++numThreads) {
    Context context(numThreads);
    for (int64_t n : {0, 1, 2, 7, 8, 100, 4097})
      for (int64_t grain : {1, 3, 64, 5000}) {
        std::mutex mutex;
        std::multiset<std::pair<int64_t, int64_t>> seen, expected;
        for (int64_t begin = 0; begin < n; begin += grain)
          expected.emplace(begin, std::min(begin + grain, n));
        ASSERT_EQ(parallelFor(context, n, grain,
                              [&](int64_t begin, int64_t end) {
                                std::lock_guard<std::mutex> lock(mutex);
                                seen.emplace(begin, end);
                              }),
                  FP8RT_OK);
        ASSERT_EQ(seen, expected) << n << " by " << grain;
      }
  }
}

/// Every chunk of every tensor runs once, and the first chunk of a tensor
/// begins at its item 0. Then the finish runs once per tensor.
TEST(LaunchBucket, EveryChunkOnce) {
  using Chunk = std::array<int64_t, 3>;
  struct Log {
    std::mutex mutex;
    std::multiset<Chunk> chunks, finished;
    /// For each tensor, its number and the number of the next tensor.
    std::set<std::pair<int64_t, int64_t>> neighbours;
  };
  // The first pointer of a tensor is the log, the second one its number.
  auto record = [](std::multiset<Chunk> Log::*list, int64_t begin, int64_t end,
                   void *const *pointers) {
    auto *log = static_cast<Log *>(pointers[0]);
    std::lock_guard<std::mutex> lock(log->mutex);
    (log->*list).insert({*static_cast<int64_t *>(pointers[1]), begin, end});
  };
  static auto staticRecord = record;
  fp8rt_kernel kernel = {};
  kernel.name = "record";
  kernel.num_pointers = 2;
  kernel.num_sizes = 1;
  kernel.body = [](int64_t begin, int64_t end, void *const *pointers,
                   const int64_t *) {
    staticRecord(&Log::chunks, begin, end, pointers);
    auto *log = static_cast<Log *>(pointers[2]);
    std::lock_guard<std::mutex> lock(log->mutex);
    log->neighbours.insert({*static_cast<int64_t *>(pointers[1]),
                            *static_cast<int64_t *>(pointers[3])});
  };
  kernel.finish = [](int64_t, int64_t, void *const *pointers,
                     const int64_t *size) {
    staticRecord(&Log::finished, 0, *size, pointers);
  };
  std::vector<std::vector<int64_t>> cases = {
      {}, {0}, {1}, {5, 0, 0, 64, 1, 1, 300}, std::vector<int64_t>(200, 3)};
  for (int numThreads : {1, 2, 5})
    for (const std::vector<int64_t> &sizes : cases)
      for (int64_t grain : {1, 7, 64})
        for (int64_t room : {0, 1, 100}) {
          Context context(numThreads);
          Log log;
          std::vector<int64_t> starts = {room}, numbers(sizes.size());
          std::vector<void *> pointers;
          std::multiset<Chunk> chunks, finished;
          for (size_t t = 0; t < sizes.size(); ++t) {
            numbers[t] = static_cast<int64_t>(t);
            starts.push_back(starts.back() + sizes[t] + room);
            pointers.insert(pointers.end(), {&log, &numbers[t]});
            finished.insert({numbers[t], 0, sizes[t]});
            for (int64_t begin = 0; begin < sizes[t]; begin += grain)
              chunks.insert(
                  {numbers[t], begin, std::min(begin + grain, sizes[t])});
          }
          fp8rt_bucket bucket = {static_cast<int64_t>(sizes.size()),
                                 sizes.data(), starts.data()};
          kernel.grain = grain;
          ASSERT_EQ(fp8rt_launch_bucket(context, nullptr, &kernel, &bucket,
                                        pointers.data()),
                    FP8RT_OK)
              << fp8rt_last_error();
          EXPECT_EQ(log.chunks, chunks);
          for (auto [t, next] : log.neighbours)
            EXPECT_EQ(next, std::min<int64_t>(t + 1, sizes.size() - 1));
          EXPECT_EQ(log.finished, finished);
        }
}

TEST(LaunchBucket, Errors) {
  Context context(1);
  fp8rt_kernel kernel = {};
  kernel.name = "k";
  kernel.grain = 1;
  kernel.num_pointers = 1;
  kernel.body = [](int64_t, int64_t, void *const *, const int64_t *) {};
  int64_t sizes[] = {2}, starts[] = {0, 2};
  void *pointers[] = {nullptr};
  auto launch = [&](fp8rt_bucket bucket, void **list) {
    return fp8rt_launch_bucket(context, nullptr, &kernel, &bucket, list);
  };
  EXPECT_EQ(launch({1, sizes, starts}, pointers), FP8RT_OK);
  EXPECT_FAILS(launch({-1, sizes, starts}, pointers), FP8RT_INVALID_ARGUMENT,
               "num_tensors is -1, expected at least 0");
  EXPECT_FAILS(launch({1, nullptr, starts}, pointers), FP8RT_INVALID_ARGUMENT,
               "bucket->sizes is NULL");
  EXPECT_FAILS(launch({1, sizes, nullptr}, pointers), FP8RT_INVALID_ARGUMENT,
               "bucket->starts is NULL");
  EXPECT_FAILS(launch({1, sizes, starts}, nullptr), FP8RT_INVALID_ARGUMENT,
               "pointers is NULL");
  sizes[0] = 3;
  EXPECT_FAILS(launch({1, sizes, starts}, pointers), FP8RT_INVALID_ARGUMENT,
               "tensor 0 has 3 items");
  // The differences of these starts overflow.
  sizes[0] = 2;
  starts[0] = INT64_MIN;
  EXPECT_FAILS(launch({1, sizes, starts}, pointers), FP8RT_INVALID_ARGUMENT,
               "starts[0] is -9223372036854775808, expected at least 0");
  starts[0] = 1;
  starts[1] = INT64_MIN;
  EXPECT_FAILS(launch({1, sizes, starts}, pointers), FP8RT_INVALID_ARGUMENT,
               "tensor 0 has 2 items");
  EXPECT_FAILS(
      fp8rt_launch_bucket(context, nullptr, &kernel, nullptr, pointers),
      FP8RT_INVALID_ARGUMENT, "bucket is NULL");
  EXPECT_FAILS(
      fp8rt_launch_bucket(context, nullptr, nullptr, nullptr, pointers),
      FP8RT_INVALID_ARGUMENT, "kernel is NULL");
}

/// With a grain near the largest integer, the number of chunks must be computed
/// without an overflow.
TEST(LaunchBucket, LargeGrain) {
  Context context(1);
  static int64_t numDone;
  numDone = 0;
  fp8rt_kernel kernel = {};
  kernel.name = "k";
  kernel.grain = INT64_MAX - 1;
  kernel.num_pointers = 1;
  kernel.body = [](int64_t begin, int64_t end, void *const *,
                   const int64_t *size) {
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, *size);
    numDone += end;
  };
  int64_t sizes[] = {3, 4}, starts[] = {0, 8, INT64_MAX};
  void *pointers[] = {nullptr, nullptr};
  fp8rt_bucket bucket = {2, sizes, starts};
  ASSERT_EQ(fp8rt_launch_bucket(context, nullptr, &kernel, &bucket, pointers),
            FP8RT_OK);
  EXPECT_EQ(numDone, 7);
}

TEST(ParallelFor, UsesItsThreads) {
  Context context(4);
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> arrived{0};
  // No chunk ends before all four have started, so four threads are needed.
  ASSERT_EQ(parallelFor(context, 4, 1,
                        [&](int64_t, int64_t) {
                          ++arrived;
                          while (arrived.load() < 4)
                            std::this_thread::yield();
                          std::lock_guard<std::mutex> lock(mutex);
                          ids.insert(std::this_thread::get_id());
                        }),
            FP8RT_OK);
  EXPECT_EQ(ids.size(), 4u);
  EXPECT_EQ(ids.count(std::this_thread::get_id()), 1u);
}

TEST(ParallelFor, HugeRanges) {
  Context context(2);
  std::atomic<int64_t> items{0};
  int64_t n = INT64_MAX, grain = INT64_MAX / 3;
  ASSERT_EQ(
      parallelFor(context, n, grain,
                  [&](int64_t begin, int64_t end) { items += end - begin; }),
      FP8RT_OK);
  EXPECT_EQ(items.load(), n);
}

TEST(ParallelFor, NestedRunsOnItsThread) {
  Context context(3), other(3);
  std::atomic<int64_t> sum{0};
  ASSERT_EQ(parallelFor(context, 10, 1,
                        [&](int64_t i, int64_t) {
                          auto self = std::this_thread::get_id();
                          auto body = [&](int64_t j, int64_t) {
                            EXPECT_EQ(std::this_thread::get_id(), self);
                            sum += i * j;
                          };
                          EXPECT_EQ(parallelFor(context, 10, 1, body),
                                    FP8RT_OK);
                          EXPECT_EQ(parallelFor(other, 10, 1, body), FP8RT_OK);
                        }),
            FP8RT_OK);
  EXPECT_EQ(sum.load(), 2 * 45 * 45);
}

TEST(ParallelFor, ManySubmitters) {
  Context context(3);
  std::atomic<int64_t> sum{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round)
        parallelFor(context, 50, 1 + round % 7,
                    [&](int64_t begin, int64_t end) { sum += end - begin; });
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sum.load(), 4 * 200 * 50);
}

TEST(ParallelFor, Errors) {
  Context context;
  auto nothing = [](int64_t, int64_t) { FAIL(); };
  EXPECT_FAILS(parallelFor(context, -1, 1, nothing), FP8RT_INVALID_ARGUMENT,
               "n is -1, expected at least 0");
  EXPECT_FAILS(parallelFor(context, 1, 0, nothing), FP8RT_INVALID_ARGUMENT,
               "grain is 0, expected at least 1");
  EXPECT_FAILS(fp8rt_parallel_for(context, nullptr, 1, 1, nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "body is NULL");
}

//===----------------------------------------------------------------------===//
// Two-stage sums
//===----------------------------------------------------------------------===//

/// Sums a chunk of data. Pointers: data, partials, result. Sizes: n.
void sumChunk(int64_t begin, int64_t end, void *const *pointers,
              const int64_t *) {
  const auto *data = static_cast<const float *>(pointers[0]);
  static_cast<float *>(pointers[1])[begin / numerics::sumBlockSize] =
      numerics::sumBlock(begin, end, [=](int64_t i) { return data[i]; });
}

void sumFinish(int64_t, int64_t n, void *const *pointers, const int64_t *) {
  *static_cast<float *>(pointers[2]) = fp8rt_combine_sums(
      static_cast<float *>(pointers[1]),
      (n + numerics::sumBlockSize - 1) / numerics::sumBlockSize);
}

TEST(Launch, SumsFollowTheTreeOnAnyNumberOfThreads) {
  fp8rt_kernel kernel = {"sum", sumChunk, sumFinish, numerics::sumBlockSize,
                         3,     1};
  Random random{1};
  for (int64_t n : {0, 1, 4096, 4097, 3 * 4096, 5 * 4096 + 1, 100003}) {
    std::vector<float> data(static_cast<size_t>(n));
    for (float &value : data)
      value = random.unit();
    float expected = numerics::sumTree(
        n, [&](int64_t i) { return data[static_cast<size_t>(i)]; });
    for (int numThreads = 1; numThreads <= 8; ++numThreads) {
      Context context(numThreads);
      std::vector<float> partials(static_cast<size_t>(n / 4096 + 1));
      float result = 0;
      void *pointers[] = {data.data(), partials.data(), &result};
      ASSERT_EQ(fp8rt_launch(context, nullptr, &kernel, n, pointers, &n),
                FP8RT_OK);
      ASSERT_EQ(numerics::bitsOf(result), numerics::bitsOf(expected)) << n;
    }
  }
}

TEST(Launch, CombineSums) {
  Random random{2};
  for (int64_t count = 0; count <= 130; ++count) {
    int64_t padded = 1;
    while (padded < count)
      padded *= 2;
    std::vector<float> values(static_cast<size_t>(padded), -0.0f);
    for (int64_t i = 0; i < count; ++i)
      values[static_cast<size_t>(i)] = random.unit();
    // The element after the last one must not be read.
    std::vector<float> partials(values.begin(), values.begin() + count);
    partials.push_back(1000.0f);
    float sum = fp8rt_combine_sums(partials.data(), count);
    EXPECT_EQ(
        numerics::bitsOf(sum),
        numerics::bitsOf(numerics::combineByHalving(values.data(), padded)));
    EXPECT_EQ(partials.back(), 1000.0f);
  }
}

TEST(Launch, CombineMaxima) {
  float values[] = {1.0f, 3.0f, 2.0f, INFINITY, numerics::floatOf(0x7F800001)};
  EXPECT_EQ(numerics::bitsOf(fp8rt_combine_maxima(values, 0)), 0u);
  EXPECT_EQ(fp8rt_combine_maxima(values, 3), 3.0f);
  EXPECT_EQ(fp8rt_combine_maxima(values, 4), INFINITY);
  EXPECT_EQ(numerics::bitsOf(fp8rt_combine_maxima(values, 5)),
            numerics::canonicalNaNBits);
}

TEST(Launch, Errors) {
  Context context;
  fp8rt_kernel kernel = {"sum", sumChunk, nullptr, 16, 1, 1};
  int64_t size = 0;
  void *pointer = nullptr;
  EXPECT_FAILS(fp8rt_launch(context, nullptr, nullptr, 1, &pointer, &size),
               FP8RT_INVALID_ARGUMENT, "kernel is NULL");
  EXPECT_FAILS(fp8rt_launch(context, nullptr, &kernel, 1, nullptr, &size),
               FP8RT_INVALID_ARGUMENT,
               "kernel sum has 1 pointers and 1 sizes, but pointers is NULL");
  EXPECT_FAILS(fp8rt_launch(context, nullptr, &kernel, 1, &pointer, nullptr),
               FP8RT_INVALID_ARGUMENT, "but sizes is NULL");
  EXPECT_FAILS(fp8rt_launch(context, nullptr, &kernel, -5, &pointer, &size),
               FP8RT_INVALID_ARGUMENT, "kernel sum: n is -5");
  kernel.grain = 0;
  EXPECT_FAILS(fp8rt_launch(context, nullptr, &kernel, 1, &pointer, &size),
               FP8RT_INVALID_ARGUMENT, "kernel sum: grain is 0");
  kernel.body = nullptr;
  EXPECT_FAILS(fp8rt_launch(context, nullptr, &kernel, 1, &pointer, &size),
               FP8RT_INVALID_ARGUMENT, "kernel sum: body is NULL");
}

} // namespace
