//===- Streams.cpp - streams and events -----------------------------------===//

#include "Device.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

fp8rt_status fp8rt_cuda_stream_create(fp8rt_cuda device,
                                      fp8rt_cuda_stream *stream) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!stream)
      return failNull(function, "stream");
    const Driver &driver = device->driver;
    CUstream_st *created = nullptr;
    if (fp8rt_status status =
            driver.check(function, "cuStreamCreate",
                         driver.streamCreate(&created, streamNonBlocking)))
      return status;
    *stream = device->streams.insert(created);
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_cuda_stream_destroy(fp8rt_cuda device,
                                       fp8rt_cuda_stream handle) {
  return withDeviceStream(
      __func__, device, handle, [&](const char *function, CUstream_st *stream) {
        device->streams.erase(handle);
        return device->driver.check(function, "cuStreamDestroy",
                                    device->driver.streamDestroy(stream));
      });
}

fp8rt_status fp8rt_cuda_stream_synchronize(fp8rt_cuda device,
                                           fp8rt_cuda_stream handle) {
  return withDeviceStream(__func__, device, handle,
                          [&](const char *function, CUstream_st *stream) {
                            return device->synchronize(function, stream);
                          });
}

fp8rt_status fp8rt_cuda_event_create(fp8rt_cuda device, int32_t timed,
                                     fp8rt_cuda_event *event) {
  return withDevice(__func__, device, [&](const char *function) {
    if (!event)
      return failNull(function, "event");
    const Driver &driver = device->driver;
    CUevent_st *created = nullptr;
    if (fp8rt_status status = driver.check(
            function, "cuEventCreate",
            driver.eventCreate(&created, timed ? 0 : eventDisableTiming)))
      return status;
    *event = device->events.insert({created});
    return FP8RT_OK;
  });
}

/// Implements an entry point on an event, which must have been recorded if
/// `recorded`.
template <typename Body>
static fp8rt_status withEvent(const char *function, fp8rt_cuda device,
                              fp8rt_cuda_event handle, bool recorded,
                              Body &&body) {
  return withDevice(function, device, [&](const char *function) {
    Event *event = device->events.find(handle);
    if (!event)
      return failHandle(function, "event");
    if (recorded && !event->recorded)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: the event was never recorded",
                  function);
    return body(function, *event);
  });
}

fp8rt_status fp8rt_cuda_event_destroy(fp8rt_cuda device,
                                      fp8rt_cuda_event handle) {
  return withEvent(
      __func__, device, handle, false, [&](const char *function, Event &event) {
        CUevent_st *destroyed = event.event;
        device->events.erase(handle);
        return device->driver.check(function, "cuEventDestroy",
                                    device->driver.eventDestroy(destroyed));
      });
}

fp8rt_status fp8rt_cuda_event_record(fp8rt_cuda device, fp8rt_cuda_event handle,
                                     fp8rt_cuda_stream streamHandle) {
  return withEvent(__func__, device, handle, false,
                   [&](const char *function, Event &event) {
                     CUstream_st **stream = device->streams.find(streamHandle);
                     if (!stream)
                       return failHandle(function, "stream");
                     fp8rt_status status = device->driver.check(
                         function, "cuEventRecord",
                         device->driver.eventRecord(event.event, *stream));
                     event.recorded |= status == FP8RT_OK;
                     return status;
                   });
}

fp8rt_status fp8rt_cuda_stream_wait(fp8rt_cuda device,
                                    fp8rt_cuda_stream streamHandle,
                                    fp8rt_cuda_event handle) {
  return withEvent(
      __func__, device, handle, true, [&](const char *function, Event &event) {
        CUstream_st **stream = device->streams.find(streamHandle);
        if (!stream)
          return failHandle(function, "stream");
        return device->driver.check(
            function, "cuStreamWaitEvent",
            device->driver.streamWaitEvent(*stream, event.event, 0));
      });
}

fp8rt_status fp8rt_cuda_event_synchronize(fp8rt_cuda device,
                                          fp8rt_cuda_event handle) {
  return withEvent(__func__, device, handle, true,
                   [&](const char *function, Event &event) {
                     return device->synchronize(function, event.event);
                   });
}

fp8rt_status fp8rt_cuda_elapsed(fp8rt_cuda device, fp8rt_cuda_event from,
                                fp8rt_cuda_event to, float *milliseconds) {
  return withEvent(
      __func__, device, from, true, [&](const char *function, Event &start) {
        if (!milliseconds)
          return failNull(function, "milliseconds");
        Event *end = device->events.find(to);
        if (!end)
          return failHandle(function, "event");
        return device->driver.check(function, "cuEventElapsedTime",
                                    device->driver.eventElapsedTime(
                                        milliseconds, start.event, end->event));
      });
}
