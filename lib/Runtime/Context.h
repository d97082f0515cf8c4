//===- Context.h - state of a runtime context -------------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CONTEXT_H
#define FP8_LIB_RUNTIME_CONTEXT_H

#include "Comm/ExchangeThread.h"
#include "Error.h"
#include "FloatEnv.h"
#include "Handles.h"
#include "Memory.h"
#include "StepEvents.h"
#include "ThreadPool.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <mutex>
#include <unordered_map>

namespace fp8rt {

/// Work is complete when the submitting call returns, so a stream has no state.
struct Stream {};

struct Event {
  bool recorded = false;
};

} // namespace fp8rt

struct fp8rt_context_s {
  fp8rt_context_s(uint16_t number, int numThreads, bool pin, bool guard)
      : guard(guard), streams(number), events(number), arenas(number),
        pool(numThreads, pin) {}

  const bool guard;

  /// Guards the tables. Held only briefly.
  std::mutex tableMutex;
  fp8rt::HandleTable<fp8rt_stream, fp8rt::Stream, fp8rt::HandleKind::Stream>
      streams;
  fp8rt::HandleTable<fp8rt_event, fp8rt::Event, fp8rt::HandleKind::Event>
      events;
  fp8rt::HandleTable<fp8rt_arena, fp8rt::Reservation, fp8rt::HandleKind::Arena>
      arenas;
  std::unordered_map<void *, fp8rt::Reservation> blocks;

  /// Held while work runs. Guards the pool and the scratch memory.
  std::mutex workMutex;
  fp8rt::Reservation scratch;
  fp8rt::ThreadPool pool;

  /// The ranks of exchanges, or null. The host owns it.
  fp8rt_comm comm = nullptr;
  /// The thread and the events of steps whose exchanges run concurrently with
  /// kernels.
  fp8rt::ExchangeThread exchangeThread;
  fp8rt::StepEvents stepEvents;
};

namespace fp8rt {

/// Implements an entry point that accesses the tables of `context`.
template <typename Body>
fp8rt_status withContext(const char *function, fp8rt_context context,
                         Body &&body) noexcept {
  return guarded(function, [&](const char *function) {
    if (!context)
      return failNull(function, "context");
    std::lock_guard<std::mutex> lock(context->tableMutex);
    return body(function);
  });
}

/// Implements an entry point that runs work on a stream of `context`. A call
/// from inside a kernel takes no lock. The thread that submitted the kernel
/// already holds it, or the lock belongs to another context, and a kernel must
/// not wait.
template <typename Body>
fp8rt_status withStream(const char *function, fp8rt_context context,
                        fp8rt_stream stream, Body &&body) noexcept {
  return guarded(function, [&](const char *function) {
    if (!context)
      return failNull(function, "context");
    if (stream) {
      std::lock_guard<std::mutex> lock(context->tableMutex);
      if (!context->streams.find(stream))
        return failHandle(function, "stream");
    }
    std::unique_lock<std::mutex> lock(context->workMutex, std::defer_lock);
    if (!ThreadPool::insideBody())
      lock.lock();
    FloatEnv environment;
    return body(function);
  });
}

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_CONTEXT_H
