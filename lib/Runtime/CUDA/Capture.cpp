//===- Capture.cpp - capture of ops as one CUDA graph ---------------------===//

#include "../Error.h"
#include "Step.h"

#include <string>

using namespace fp8rt;
using namespace fp8rt::cuda;

namespace {
/// Streams and events that exist during the capture.
class Capture {
public:
  Capture(const char *function, const Driver &driver)
      : function(function), driver(driver) {}
  ~Capture();

  fp8rt_status create(int numStreams, int numEvents);
  fp8rt_status record(const std::vector<BoundOp> &ops, const char *name);
  fp8rt_status recordTimed(const std::vector<BoundOp> &ops,
                           const std::vector<CUevent_st *> &marks,
                           const char *name);
  fp8rt_status instantiate(CUgraphExec_st *&result);
  /// Releases everything. Returns the first error, but continues after it.
  fp8rt_status close();

private:
  fp8rt_status begin();
  fp8rt_status end();
  fp8rt_status submit(const BoundOp &op);
  fp8rt_status order(CUstream_st *before, CUstream_st *after,
                     CUevent_st *event);

  const char *function;
  const Driver &driver;
  std::vector<CUstream_st *> streams;
  /// Events of the ops, followed by one event per stream.
  std::vector<CUevent_st *> events;
  size_t numOwnEvents = 0;
  CUgraph_st *graph = nullptr;
  bool isOpen = false;
};
} // namespace

Capture::~Capture() {
  // End a capture that failed and discard its graph.
  if (isOpen)
    driver.streamEndCapture(streams[0], &graph);
  if (!streams.empty()) {
    // Preserve the original error for the caller.
    std::string message = fp8rt_last_error();
    if (close() != FP8RT_OK)
      fail(FP8RT_DEVICE_ERROR, "%s", message.c_str());
  }
}

fp8rt_status Capture::close() {
  fp8rt_status first = FP8RT_OK;
  auto note = [&](const char *call, Result result) {
    if (result != success && first == FP8RT_OK)
      first = driver.check(function, call, result);
  };
  if (graph)
    note("cuGraphDestroy", driver.graphDestroy(graph));
  if (fp8rt_status status = destroyEvents(function, driver, events))
    first = first ? first : status;
  for (CUstream_st *stream : streams)
    note("cuStreamDestroy", driver.streamDestroy(stream));
  graph = nullptr;
  streams.clear();
  return first;
}

fp8rt_status Capture::create(int numStreams, int numEvents) {
  for (int i = 0; i < numStreams; ++i) {
    CUstream_st *stream = nullptr;
    if (fp8rt_status status =
            driver.check(function, "cuStreamCreate",
                         driver.streamCreate(&stream, streamNonBlocking)))
      return status;
    streams.push_back(stream);
  }
  numOwnEvents = static_cast<size_t>(numEvents);
  for (int i = 0; i < numEvents + numStreams; ++i) {
    CUevent_st *event = nullptr;
    if (fp8rt_status status =
            driver.check(function, "cuEventCreate",
                         driver.eventCreate(&event, eventDisableTiming)))
      return status;
    events.push_back(event);
  }
  return FP8RT_OK;
}

fp8rt_status Capture::order(CUstream_st *before, CUstream_st *after,
                            CUevent_st *event) {
  if (fp8rt_status status = driver.check(function, "cuEventRecord",
                                         driver.eventRecord(event, before)))
    return status;
  return driver.check(function, "cuStreamWaitEvent",
                      driver.streamWaitEvent(after, event, 0));
}

fp8rt_status Capture::submit(const BoundOp &op) {
  CUstream_st *stream = streams[static_cast<size_t>(op.stream)];
  for (int event : op.waits)
    if (fp8rt_status status =
            driver.check(function, "cuStreamWaitEvent",
                         driver.streamWaitEvent(
                             stream, events[static_cast<size_t>(event)], 0)))
      return status;
  if (fp8rt_status status = op.submit(function, driver, stream))
    return status;
  if (op.event < 0)
    return FP8RT_OK;
  return driver.check(
      function, "cuEventRecord",
      driver.eventRecord(events[static_cast<size_t>(op.event)], stream));
}

fp8rt_status Capture::begin() {
  // Relaxed mode: other threads may allocate, and cuBLASLt may load its
  // kernels.
  fp8rt_status status =
      driver.check(function, "cuStreamBeginCapture",
                   driver.streamBeginCapture(streams[0], captureRelaxed));
  isOpen = status == FP8RT_OK;
  return status;
}

fp8rt_status Capture::end() {
  isOpen = false;
  return driver.check(function, "cuStreamEndCapture",
                      driver.streamEndCapture(streams[0], &graph));
}

fp8rt_status Capture::record(const std::vector<BoundOp> &ops,
                             const char *name) {
  if (fp8rt_status status = begin())
    return status;
  // The other streams join the capture, and stream 0 waits for them at the end.
  for (size_t i = 1; i < streams.size(); ++i)
    if (fp8rt_status status =
            order(streams[0], streams[i], events[numOwnEvents]))
      return status;
  for (const BoundOp &op : ops)
    if (fp8rt_status status = submit(op))
      return locate(name, op.label, status);
  for (size_t i = 1; i < streams.size(); ++i)
    if (fp8rt_status status =
            order(streams[i], streams[0], events[numOwnEvents + i]))
      return status;
  return end();
}

fp8rt_status Capture::recordTimed(const std::vector<BoundOp> &ops,
                                  const std::vector<CUevent_st *> &marks,
                                  const char *name) {
  if (fp8rt_status status = begin())
    return status;
  // With eventRecordExternal, the graph records the event in every run. Other
  // captured events only order the nodes of the graph.
  auto mark = [&](CUevent_st *event) {
    return driver.check(
        function, "cuEventRecordWithFlags",
        driver.eventRecordWithFlags(event, streams[0], eventRecordExternal));
  };
  if (fp8rt_status status = mark(marks[0]))
    return status;
  for (size_t i = 0; i < ops.size(); ++i) {
    fp8rt_status status = ops[i].submit(function, driver, streams[0]);
    if (status == FP8RT_OK)
      status = mark(marks[i + 1]);
    if (status)
      return locate(name, ops[i].label, status);
  }
  return end();
}

fp8rt_status Capture::instantiate(CUgraphExec_st *&result) {
  return driver.check(function, "cuGraphInstantiateWithFlags",
                      driver.graphInstantiate(&result, graph, 0));
}

fp8rt_status fp8rt::cuda::capture(const char *function, const Driver &driver,
                                  const std::vector<BoundOp> &ops,
                                  const std::vector<CUevent_st *> &marks,
                                  int numStreams, int numEvents,
                                  const char *name, CUgraphExec_st *&graph) {
  Capture capture(function, driver);
  bool isTimed = !marks.empty();
  if (fp8rt_status status =
          capture.create(isTimed ? 1 : numStreams, isTimed ? 0 : numEvents))
    return status;
  if (fp8rt_status status = isTimed ? capture.recordTimed(ops, marks, name)
                                    : capture.record(ops, name))
    return status;
  if (fp8rt_status status = capture.instantiate(graph))
    return status;
  return capture.close();
}
