//===- ThreadPool.h - index ranges on several threads -----------*- C++ -*-===//
//
// The caller of run() is thread 0. The pool owns threads 1, 2, ... Every thread
// starts with a contiguous share of the chunks. The share is the same in every
// job of that size, so a buffer stays in the cache of one core from kernel to
// kernel. A thread that finishes early takes chunks from other shares: on a
// shared machine, a preempted core would otherwise delay all threads. The
// result of a chunk depends only on its index, so results do not depend on this
// schedule.
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

/// Returns the CPUs that the calling thread may use, in ascending order.
std::vector<int> affinityMask();

class ThreadPool {
public:
  /// Function that is called with the index of each chunk.
  using Body = void (*)(int64_t chunk, void *closure);

  static constexpr int maxThreads = 1024;

  /// Throws std::system_error if a thread cannot be started.
  ThreadPool(int numThreads, bool pin);
  ~ThreadPool();

  int numThreads() const { return static_cast<int>(shares.size()); }

  /// Calls body(0), ..., body(numChunks - 1) and returns after all of them.
  /// Only one call may run at a time. A call from inside a body of any pool
  /// runs on the calling thread only.
  void run(int64_t numChunks, Body body, void *closure);

  /// Does the same for any callable that accepts an index.
  template <typename Callable>
  void run(int64_t numChunks, Callable &&callable) {
    run(
        numChunks,
        [](int64_t chunk, void *closure) {
          (*static_cast<std::remove_reference_t<Callable> *>(closure))(chunk);
        },
        &callable);
  }

  /// Returns true if this thread is running a body of any pool.
  static bool insideBody();

  /// Returns the number of this thread in the job that it runs, from 0 to
  /// numThreads() - 1. Bodies that run at the same time have different numbers.
  static int thread();

private:
  /// The remaining chunks [next, end) of a thread's share. Each share has its
  /// own cache line, because its owner modifies it between chunks.
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

  /// Upper bits: the number of the job. Lower 16 bits: the number of
  /// participating threads. A thread that does not participate reads no other
  /// field of the job.
  alignas(64) std::atomic<uint64_t> jobWord{0};
  /// Upper bits: the number of the job. Bit 16: the job accepts no more
  /// threads. Lower 16 bits: the number of pool threads inside the job. run()
  /// waits only for these threads: on a busy machine, a thread may wake up long
  /// after other threads have done its share.
  alignas(64) std::atomic<uint64_t> members{0};
  std::atomic<int> sleepers{0};
  std::mutex sleepMutex;
  std::condition_variable jobPosted, jobDone;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_THREADPOOL_H
