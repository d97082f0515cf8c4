//===- ThreadPool.cpp - index ranges on several threads -------------------===//

#include "ThreadPool.h"
#include "FloatEnv.h"

#include <algorithm>
#include <chrono>
#include <utility>

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace fp8rt;

/// Layout of jobWord. 0 participants: the threads must exit.
constexpr uint64_t participantBits = 16;
constexpr uint64_t participantMask = (uint64_t{1} << participantBits) - 1;
static_assert(ThreadPool::maxThreads <= participantMask);

/// Layout of members.
constexpr uint64_t closedBit = uint64_t{1} << 16;
constexpr uint64_t countMask = closedBit - 1;
constexpr uint64_t numberShift = 17;

/// Waking a sleeping thread takes about 50 us, several times the duration of a
/// kernel on a small tensor. Threads therefore spin between the kernels of a
/// step.
constexpr std::chrono::microseconds spinTime(50);

static thread_local bool isInsideBody = false;
static thread_local int threadInJob = 0;

static void pauseCPU() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

template <typename Condition>
static bool spinUntil(Condition condition) {
  auto deadline = std::chrono::steady_clock::now() + spinTime;
  do {
    for (int i = 0; i < 64; ++i) {
      if (condition())
        return true;
      pauseCPU();
    }
  } while (std::chrono::steady_clock::now() < deadline);
  return false;
}

static void pinTo(std::thread &thread, int cpu) {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  // Pinning is a hint: ignore a CPU that has gone offline.
  pthread_setaffinity_np(thread.native_handle(), sizeof(set), &set);
#else
  (void)thread;
  (void)cpu;
#endif
}
std::vector<int> fp8rt::affinityMask() {
  std::vector<int> cpus;
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set))
        cpus.push_back(cpu);
#endif
  // There are more than 1024 CPUs, or this is another operating system.
  if (cpus.empty())
    for (unsigned cpu = 0; cpu < std::thread::hardware_concurrency(); ++cpu)
      cpus.push_back(static_cast<int>(cpu));
  if (cpus.empty())
    cpus.push_back(0);
  return cpus;
}

bool ThreadPool::insideBody() { return isInsideBody; }
int ThreadPool::thread() { return threadInJob; }

ThreadPool::ThreadPool(int numThreads, bool pin)
    : shares(static_cast<size_t>(numThreads)) {
  std::vector<int> cpus = affinityMask();
  // With more threads than CPUs, a spinning thread would keep a working thread
  // from running.
  spin = static_cast<size_t>(numThreads) <= cpus.size();
  threads.reserve(shares.size() - 1);
  try {
    for (int i = 1; i < numThreads; ++i) {
      threads.emplace_back([this, i] { threadMain(i); });
      if (pin)
        pinTo(threads.back(), cpus[static_cast<size_t>(i) % cpus.size()]);
    }
  } catch (...) {
    finish();
    throw;
  }
}

ThreadPool::~ThreadPool() { finish(); }

void ThreadPool::finish() noexcept {
  {
    std::lock_guard<std::mutex> lock(sleepMutex);
    jobWord.store((jobWord.load() & ~participantMask) + participantMask + 1);
  }
  jobPosted.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void ThreadPool::run(int64_t numChunks, Body body, void *closure) {
  if (numChunks <= 0)
    return;
  int participants =
      static_cast<int>(std::min<int64_t>(numThreads(), numChunks));
  if (participants == 1 || isInsideBody) {
    FloatEnv environment;
    bool wasInside = std::exchange(isInsideBody, true);
    int threadOutside = std::exchange(threadInJob, 0);
    for (int64_t chunk = 0; chunk < numChunks; ++chunk)
      body(chunk, closure);
    isInsideBody = wasInside;
    threadInJob = threadOutside;
    return;
  }

  jobBody = body;
  jobClosure = closure;
  int64_t quotient = numChunks / participants;
  int64_t remainder = numChunks % participants;
  int64_t begin = 0;
  for (int i = 0; i < participants; ++i) {
    int64_t size = quotient + (i < remainder ? 1 : 0);
    Share &share = shares[static_cast<size_t>(i)];
    share.next.store(begin, std::memory_order_relaxed);
    share.end = begin + size;
    // Number of chunks that a thread takes at once. It is large enough that
    // taking chunks costs almost nothing. It is small enough that other threads
    // can take over almost all of a share.
    share.step = std::max<int64_t>(1, size / 16);
    begin += size;
  }
  uint64_t number =
      (jobWord.load(std::memory_order_relaxed) >> participantBits) + 1;
  members.store(number << numberShift, std::memory_order_relaxed);
  // Avoids a race with a thread that is about to sleep. That thread announces
  // itself and then reads the word; this code writes the word and then reads
  // the announcements.
  jobWord.store(number << participantBits |
                static_cast<uint64_t>(participants));
  if (sleepers.load() != 0) {
    // Wait for threads that have announced themselves but are not yet waiting.
    {
      std::lock_guard<std::mutex> lock(sleepMutex);
    }
    jobPosted.notify_all();
  }

  work(0, participants);

  // All chunks have been taken, so no more threads need to enter.
  members.fetch_or(closedBit, std::memory_order_acq_rel);
  auto done = [this] {
    return (members.load(std::memory_order_acquire) & countMask) == 0;
  };
  if (!done() && (!spin || !spinUntil(done))) {
    std::unique_lock<std::mutex> lock(sleepMutex);
    jobDone.wait(lock, done);
  }
}

/// Returns true if the job still accepts this thread. The fields of the job
/// then remain valid until the thread leaves.
bool ThreadPool::enter(uint64_t job) {
  uint64_t word = members.load(std::memory_order_relaxed);
  do {
    if (word >> numberShift != job >> participantBits ||
        (word & closedBit) != 0)
      return false;
  } while (!members.compare_exchange_weak(
      word, word + 1, std::memory_order_acq_rel, std::memory_order_relaxed));
  return true;
}

void ThreadPool::leave() {
  uint64_t left = members.fetch_sub(1, std::memory_order_acq_rel) - 1;
  if ((left & closedBit) == 0 || (left & countMask) != 0)
    return;
  // The submitter reads the count under this lock before it sleeps.
  {
    std::lock_guard<std::mutex> lock(sleepMutex);
  }
  jobDone.notify_one();
}

void ThreadPool::work(int thread, int participants) noexcept {
  FloatEnv environment;
  isInsideBody = true;
  threadInJob = thread;
  for (int i = 0; i < participants; ++i) {
    Share &share = shares[static_cast<size_t>((thread + i) % participants)];
    for (;;) {
      int64_t begin =
          share.next.fetch_add(share.step, std::memory_order_relaxed);
      if (begin >= share.end)
        break;
      int64_t end = std::min(begin + share.step, share.end);
      for (int64_t chunk = begin; chunk < end; ++chunk)
        jobBody(chunk, jobClosure);
    }
  }
  isInsideBody = false;
}

uint64_t ThreadPool::awaitJob(uint64_t seen) {
  auto posted = [&] { return jobWord.load() != seen; };
  if (!spin || !spinUntil(posted)) {
    std::unique_lock<std::mutex> lock(sleepMutex);
    sleepers.fetch_add(1);
    jobPosted.wait(lock, posted);
    sleepers.fetch_sub(1);
  }
  return jobWord.load();
}

void ThreadPool::threadMain(int thread) noexcept {
  uint64_t seen = 0;
  for (;;) {
    seen = awaitJob(seen);
    auto participants = static_cast<int>(seen & participantMask);
    if (participants == 0)
      return;
    if (thread >= participants || !enter(seen))
      continue;
    work(thread, participants);
    leave();
  }
}
