//===- Streams.cpp - Streams, events and graphs of libcuda.so.1 -----------===//

#include "Entry.h"

using namespace mock;

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

FP8MOCK_API int cuStreamCreate(CUstream_st **stream, unsigned flags) {
  ENTER_CONTEXT();
  if (flags != fp8rt::cuda::streamNonBlocking)
    return machine.violate("a stream that waits for the default stream");
  auto created = std::make_unique<Stream>();
  created->number = machine.nextNumber++;
  Stream *handle = created.get();
  machine.streams[handle] = std::move(created);
  *stream = reinterpret_cast<CUstream_st *>(handle);
  return Success;
}
FP8MOCK_API int cuStreamDestroy_v2(CUstream_st *stream) {
  ENTER_CONTEXT(nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  Code code = machine.runUntil([&] { return asStream(stream)->items.empty(); });
  machine.streams.erase(asStream(stream));
  return code;
}
FP8MOCK_API int cuStreamSynchronize(CUstream_st *stream) {
  ENTER_UNCAPTURED(nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  return machine.runUntil([&] { return asStream(stream)->items.empty(); });
}
FP8MOCK_API int cuStreamQuery(CUstream_st *stream) {
  ENTER_UNCAPTURED(nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  return machine.query([&] { return asStream(stream)->items.empty(); });
}
FP8MOCK_API int cuEventCreate(CUevent_st **event, unsigned flags) {
  ENTER_CONTEXT();
  auto created = std::make_unique<Event>();
  created->number = machine.nextNumber++;
  created->timed = flags == 0;
  Event *handle = created.get();
  machine.events[handle] = std::move(created);
  *event = reinterpret_cast<CUevent_st *>(handle);
  return Success;
}
FP8MOCK_API int cuEventDestroy_v2(CUevent_st *event) {
  ENTER_CONTEXT(nameOf(event));
  EXPECT_LIVE(events, asEvent(event));
  Code code = machine.drain();
  machine.events.erase(asEvent(event));
  return code;
}
FP8MOCK_API int cuEventRecord(CUevent_st *event, CUstream_st *stream) {
  ENTER_CONTEXT(nameOf(event), nameOf(stream));
  EXPECT_LIVE(events, asEvent(event));
  EXPECT_LIVE(streams, asStream(stream));
  return machine.record(asEvent(event), asStream(stream));
}
FP8MOCK_API int cuEventRecordWithFlags(CUevent_st *event, CUstream_st *stream,
                                       unsigned flags) {
  ENTER_CONTEXT(nameOf(event), nameOf(stream), flags);
  EXPECT_LIVE(events, asEvent(event));
  EXPECT_LIVE(streams, asStream(stream));
  if (flags > 1)
    return InvalidValue;
  return machine.record(asEvent(event), asStream(stream), flags == 1);
}
FP8MOCK_API int cuStreamWaitEvent(CUstream_st *stream, CUevent_st *event,
                                  unsigned) {
  ENTER_CONTEXT(nameOf(stream), nameOf(event));
  EXPECT_LIVE(events, asEvent(event));
  EXPECT_LIVE(streams, asStream(stream));
  return machine.wait(asStream(stream), asEvent(event));
}
FP8MOCK_API int cuEventSynchronize(CUevent_st *handle) {
  ENTER_UNCAPTURED(nameOf(handle));
  EXPECT_LIVE(events, asEvent(handle));
  Event *event = asEvent(handle);
  return machine.runUntil([&] { return event->done >= event->submitted; });
}
FP8MOCK_API int cuEventQuery(CUevent_st *handle) {
  ENTER_UNCAPTURED(nameOf(handle));
  EXPECT_LIVE(events, asEvent(handle));
  Event *event = asEvent(handle);
  return machine.query([&] { return event->done >= event->submitted; });
}
FP8MOCK_API int cuEventElapsedTime(float *milliseconds, CUevent_st *from,
                                   CUevent_st *to) {
  ENTER_CONTEXT(nameOf(from), nameOf(to));
  for (Event *event : {asEvent(from), asEvent(to)}) {
    EXPECT_LIVE(events, event);
    if (!event->timed)
      return machine.violate("the time of an event that has none");
    if (event->done < event->submitted)
      return NotReady;
  }
  *milliseconds = float((asEvent(to)->time - asEvent(from)->time) / 1000);
  return Success;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

FP8MOCK_API int cuStreamBeginCapture_v2(CUstream_st *handle, int mode) {
  ENTER_UNCAPTURED(nameOf(handle), mode);
  EXPECT_LIVE(streams, asStream(handle));
  auto graph = std::make_unique<Graph>();
  graph->number = machine.nextNumber++;
  Stream *stream = asStream(handle);
  stream->graph = graph.get();
  stream->isOrigin = true;
  machine.graphs[stream->graph] = std::move(graph);
  return Success;
}
FP8MOCK_API int cuStreamEndCapture(CUstream_st *handle, CUgraph_st **result) {
  Machine &machine = Machine::get();
  Code planted = machine.enter(__func__, nameOf(handle));
  EXPECT_LIVE(streams, asStream(handle));
  Stream *origin = asStream(handle);
  Graph *graph = origin->graph;
  if (!graph || !origin->isOrigin)
    return machine.violate("the end of a capture that was not begun",
                           CaptureUnmatched);
  // All captured work must precede the end of the first stream.
  std::set<size_t> joined = origin->tail;
  for (size_t i = graph->nodes.size(); i-- > 0;)
    if (joined.count(i))
      joined.insert(graph->nodes[i].before.begin(),
                    graph->nodes[i].before.end());
  for (auto &[stream, owner] : machine.streams)
    if (stream->graph == graph) {
      stream->graph = nullptr;
      stream->isOrigin = false;
      stream->tail.clear();
    }
  for (auto &[event, owner] : machine.events)
    if (event->graph == graph)
      event->graph = nullptr;
  *result = nullptr;
  // End the capture in any case, also after an error.
  if (planted) {
    machine.graphs.erase(graph);
    return planted;
  }
  if (joined.size() != graph->nodes.size()) {
    machine.graphs.erase(graph);
    // A capture that failed before ends in the same way.
    return CaptureUnjoined;
  }
  *result = reinterpret_cast<CUgraph_st *>(graph);
  return Success;
}
FP8MOCK_API int cuGraphInstantiateWithFlags(CUgraphExec_st **result,
                                            CUgraph_st *handle,
                                            unsigned long long flags) {
  auto *graph = reinterpret_cast<Graph *>(handle);
  ENTER_UNCAPTURED(nameOf(Machine::get().graphs, "graph", graph));
  EXPECT_LIVE(graphs, graph);
  auto copy = std::make_shared<Graph>(*graph);
  *result = reinterpret_cast<CUgraphExec_st *>(copy.get());
  machine.executables[copy.get()] = std::move(copy);
  return flags == 0 ? Success : InvalidValue;
}
FP8MOCK_API int cuGraphDestroy(CUgraph_st *handle) {
  auto *graph = reinterpret_cast<Graph *>(handle);
  ENTER_CONTEXT(nameOf(Machine::get().graphs, "graph", graph));
  EXPECT_LIVE(graphs, graph);
  machine.graphs.erase(graph);
  return Success;
}
FP8MOCK_API int cuGraphExecDestroy(CUgraphExec_st *handle) {
  ENTER_CONTEXT();
  EXPECT_LIVE(executables, static_cast<void *>(handle));
  // If the graph is running, it is released when it ends.
  machine.executables.erase(handle);
  return Success;
}
FP8MOCK_API int cuGraphLaunch(CUgraphExec_st *handle, CUstream_st *stream) {
  ENTER_CONTEXT(
      nameOf(Machine::get().executables, "graph", static_cast<void *>(handle)),
      nameOf(stream));
  EXPECT_LIVE(executables, static_cast<void *>(handle));
  EXPECT_LIVE(streams, asStream(stream));
  std::shared_ptr<Graph> graph = machine.executables[handle];
  for (const Node &node : graph->nodes)
    if (Event *event = node.work.recorded)
      if (machine.events.count(event))
        ++event->submitted;
  return machine.submit(asStream(stream), {"graph", [graph] {
                                             return Machine::get().run(*graph);
                                           }});
}
