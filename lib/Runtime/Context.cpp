//===- Context.cpp - contexts, streams and events -------------------------===//

#include "Context.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

using namespace fp8rt;

/// Reads the options. The struct of an older caller is shorter; missing fields
/// are zero.
static fp8rt_status readOptions(const char *function,
                                const fp8rt_options *given,
                                fp8rt_options &options) {
  options = fp8rt_options{sizeof(fp8rt_options), 0, 0};
  if (given) {
    if (given->struct_size < sizeof(size_t) ||
        given->struct_size > sizeof(fp8rt_options))
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: struct_size is %zu, expected at most %zu", function,
                  given->struct_size, sizeof(fp8rt_options));
    std::memcpy(&options, given, given->struct_size);
  }
  if (options.num_threads < 0 || options.num_threads > ThreadPool::maxThreads)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: num_threads is %d, expected 0 to %d", function,
                static_cast<int>(options.num_threads), ThreadPool::maxThreads);
  const uint32_t known = FP8RT_PIN_THREADS | FP8RT_GUARD;
  if ((options.flags & ~known) != 0)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: unknown flags 0x%x", function,
                static_cast<unsigned>(options.flags & ~known));
  if (options.num_threads == 0)
    options.num_threads = static_cast<int32_t>(
        std::min<size_t>(affinityMask().size(), ThreadPool::maxThreads));
  const char *guard = std::getenv("FP8RT_GUARD");
  if (guard && std::strcmp(guard, "1") == 0)
    options.flags |= FP8RT_GUARD;
  return FP8RT_OK;
}
fp8rt_status fp8rt_context_create(const fp8rt_options *given,
                                  fp8rt_context *context) {
  return guarded(__func__, [&](const char *function) {
    if (!context)
      return failNull(function, "context");
    fp8rt_options options;
    if (fp8rt_status status = readOptions(function, given, options))
      return status;
    // The number is part of every handle, to reject handles of other contexts.
    static std::atomic<uint16_t> counter{0};
    uint16_t number = ++counter;
    *context = new fp8rt_context_s(number, options.num_threads,
                                   (options.flags & FP8RT_PIN_THREADS) != 0,
                                   (options.flags & FP8RT_GUARD) != 0);
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_context_destroy(fp8rt_context context) {
  return guarded(__func__, [&](const char *function) {
    if (!context)
      return FP8RT_OK;
    if (ThreadPool::insideBody())
      return fail(FP8RT_BUSY, "%s: called from inside a kernel", function);
    {
      std::lock_guard<std::mutex> lock(context->tableMutex);
      size_t arenas = context->arenas.size();
      size_t blocks = context->blocks.size();
      if (arenas + blocks != 0)
        return fail(FP8RT_BUSY, "%s: %zu arenas and %zu blocks are alive",
                    function, arenas, blocks);
    }
    delete context;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_context_set_comm(fp8rt_context context, fp8rt_comm comm) {
  return withStream(__func__, context, /*stream=*/nullptr, [&](const char *) {
    context->comm = comm;
    return FP8RT_OK;
  });
}

int32_t fp8rt_num_threads(fp8rt_context context) {
  return context ? context->pool.numThreads() : 0;
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

fp8rt_status fp8rt_stream_create(fp8rt_context context, fp8rt_stream *stream) {
  return withContext(__func__, context, [&](const char *function) {
    if (!stream)
      return failNull(function, "stream");
    *stream = context->streams.insert({});
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_stream_destroy(fp8rt_context context, fp8rt_stream stream) {
  return withContext(__func__, context, [&](const char *function) {
    return context->streams.erase(stream) ? FP8RT_OK
                                          : failHandle(function, "stream");
  });
}

fp8rt_status fp8rt_stream_synchronize(fp8rt_context context,
                                      fp8rt_stream stream) {
  // Wait for work that another thread is submitting.
  return withStream(__func__, context, stream,
                    [](const char *) { return FP8RT_OK; });
}

fp8rt_status fp8rt_event_create(fp8rt_context context, fp8rt_event *event) {
  return withContext(__func__, context, [&](const char *function) {
    if (!event)
      return failNull(function, "event");
    *event = context->events.insert({});
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_event_destroy(fp8rt_context context, fp8rt_event event) {
  return withContext(__func__, context, [&](const char *function) {
    return context->events.erase(event) ? FP8RT_OK
                                        : failHandle(function, "event");
  });
}

static fp8rt_status withEvent(const char *function, fp8rt_context context,
                              fp8rt_event handle, fp8rt_stream stream,
                              fp8rt_status (*body)(const char *, Event &)) {
  return withContext(function, context, [&](const char *function) {
    if (stream && !context->streams.find(stream))
      return failHandle(function, "stream");
    Event *event = context->events.find(handle);
    return event ? body(function, *event) : failHandle(function, "event");
  });
}

static fp8rt_status expectRecorded(const char *function, Event &event) {
  return event.recorded ? FP8RT_OK
                        : fail(FP8RT_INVALID_ARGUMENT,
                               "%s: the event was never recorded", function);
}
fp8rt_status fp8rt_event_record(fp8rt_context context, fp8rt_event event,
                                fp8rt_stream stream) {
  return withEvent(__func__, context, event, stream,
                   [](const char *, Event &event) {
                     event.recorded = true;
                     return FP8RT_OK;
                   });
}

fp8rt_status fp8rt_stream_wait(fp8rt_context context, fp8rt_stream stream,
                               fp8rt_event event) {
  return withEvent(__func__, context, event, stream, expectRecorded);
}

fp8rt_status fp8rt_event_synchronize(fp8rt_context context, fp8rt_event event) {
  return withEvent(__func__, context, event, nullptr, expectRecorded);
}
