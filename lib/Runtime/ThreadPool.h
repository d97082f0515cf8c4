//===- ThreadPool.h - Chunks of an index range over threads -----*- C++ -*-===//
//
// The caller of run() is thread 0 and the pool's own threads are the others. A
// thread starts with its contiguous share of the chunks, the same share in
// every job of that size, so that a buffer stays in one core's cache from
// kernel to kernel. Who is done early takes from the others' shares: on a
// shared machine a core that was preempted would hold up all. Chunks are cut by
// index alone, so none of this can be seen in results.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_THREADPOOL_H
#define FP8_LIB_RUNTIME_THREADPOOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace fp8rt {

/// The CPUs that the calling thread may use, in ascending order.
std::vector<int> affinityMask();

class ThreadPool {
public:
  /// Called with the index of a chunk.
  using Body = void (*)(int64_t chunk, void *closure);

  static constexpr int maxThreads = 1024;

  /// Throws std::system_error where a thread cannot be started.
  ThreadPool(int numThreads, bool pin);
  ~ThreadPool();

  int numThreads() const { return static_cast<int>(shares.size()); }

  /// Calls body(0), ..., body(numChunks - 1) and returns after all of them. One
  /// call at a time; from inside a body of any pool, on this thread alone.
  void run(int64_t numChunks, Body body, void *closure);

  /// The same for anything that can be called with an index.
  template <typename Callable>
  void run(int64_t numChunks, Callable &&callable) {
    run(
        numChunks,
        [](int64_t chunk, void *closure) {
          (*static_cast<std::remove_reference_t<Callable> *>(closure))(chunk);
        },
        &callable);
  }

  /// Whether this thread is running a body of any pool.
  static bool insideBody();

  /// Which thread of its pool this one is in the job that it runs: bodies that
  /// run at the same time have different numbers, from 0 to numThreads() - 1.
  static int thread();

private:
  /// What is left of a thread's share: chunks [next, end). On a cache line of
  /// its own, because its owner takes from it between chunks.
  struct alignas(64) Share {
    std::atomic<int64_t> next{0};
    int64_t end = 0;
    int64_t step = 1;
  };

  void work(int thread, int participants) noexcept;
  bool enter(uint64_t job);
  void leave();
  void threadMain(int thread) noexcept;
  uint64_t awaitJob(uint64_t seen);
  void finish() noexcept;

  std::vector<Share> shares;
  std::vector<std::thread> threads;
  bool spin;

  Body jobBody = nullptr;
  void *jobClosure = nullptr;

  /// Upper bits: the number of the job; lower 16: how many threads take part.
  /// Who does not take part reads this word and nothing else of the job.
  alignas(64) std::atomic<uint64_t> jobWord{0};
  /// Upper bits: the number of the job; bit 16: it takes nobody any more; lower
  /// 16: the own threads that are in it. Only they are waited for: on a busy
  /// machine a thread may wake long after others did its share.
  alignas(64) std::atomic<uint64_t> members{0};
  std::atomic<int> sleepers{0};
  std::mutex sleepMutex;
  std::condition_variable jobPosted, jobDone;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_THREADPOOL_H
