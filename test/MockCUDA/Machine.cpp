//===- Machine.cpp - The state of the mock --------------------------------===//

#include "Machine.h"
#include "Kernels.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

using namespace mock;

Machine &Machine::get() {
  // Never destroyed, because hosts may make calls while static objects are
  // destroyed.
  static auto *machine = new Machine;
  return *machine;
}

void Machine::reset() {
  for (auto &[address, block] : memory)
    std::free(reinterpret_cast<void *>(address));
  for (auto &[address, block] : pinned)
    std::free(address);
  *this = Machine();
}

static std::string getVariable(const char *name, const char *fallback) {
  const char *value = std::getenv(name);
  return value ? value : fallback;
}

void Machine::readEnvironment() {
  numDevices = std::stoi(getVariable("FP8_MOCK_DEVICES", "1"));
  capability = std::stoi(getVariable("FP8_MOCK_CAPABILITY", "90"));
  version = std::stoi(getVariable("FP8_MOCK_VERSION", "12040"));
  totalBytes = std::stoull(getVariable("FP8_MOCK_MEMORY", "1073741824"));
  kernelFolder = getVariable("FP8_MOCK_KERNELS", "");
  traceFile = getVariable("FP8_MOCK_TRACE", "");
  blasVersion = std::stoi(getVariable("FP8_MOCK_CUBLASLT", "120805"));
  algorithms.clear();
  std::istringstream list(getVariable("FP8_MOCK_ALGORITHMS", "0"));
  for (std::string kind; std::getline(list, kind, ',');)
    algorithms.push_back(kind);
  hangs = getVariable("FP8_MOCK_HANG", "0") == "1";
  uint64_t seed = std::stoull(getVariable("FP8_MOCK_SEED", "0"));
  random.seed(seed);
  favoursFirst = seed % 2 == 0;
  std::string fault = getVariable("FP8_MOCK_FAULT", "");
  size_t first = fault.find(':'), second = fault.find(':', first + 1);
  if (fault.empty() || second == std::string::npos)
    return;
  faultFunction = fault.substr(0, first);
  faultCall = std::stoi(fault.substr(first + 1));
  faultCode = Code(std::stoi(fault.substr(second + 1)));
}

Code Machine::enter(const char *function, const std::string &arguments) {
  std::string line =
      function + (arguments.empty() ? "" : " " + arguments) + "\n";
  trace += line;
  if (!traceFile.empty())
    std::ofstream(traceFile, std::ios::app) << line;
  if (auto action = actions.extract(function))
    action.mapped()();
  if (faultFunction == function && ++numFaultCalls == faultCall)
    return faultCode;
  return Success;
}

Code Machine::violate(const std::string &what, Code code) {
  violations += what + "\n";
  enter("VIOLATION", what);
  std::fprintf(stderr, "mock CUDA: %s\n", what.c_str());
  return code;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Returns the block that contains [address, address + bytes), or nothing.
template <typename Map, typename Key>
static auto findBlock(Map &map, Key address, size_t bytes)
    -> decltype(map.begin()) {
  auto it = map.upper_bound(address);
  if (it == map.begin())
    return map.end();
  --it;
  auto offset = size_t((char *)(address) - (char *)(it->first));
  return offset + bytes <= it->second.bytes ? it : map.end();
}

bool Machine::isDeviceMemory(Address address, size_t bytes) const {
  return findBlock(memory, address, bytes) != memory.end();
}

bool Machine::isPinned(const void *address, size_t bytes) const {
  return findBlock(pinned, const_cast<void *>(address), bytes) != pinned.end();
}

std::pair<size_t, size_t> Machine::findPlace(Address address) const {
  auto it = findBlock(memory, address, 0);
  if (it == memory.end())
    return {0, 0};
  return {it->second.bytes, size_t(address - it->first)};
}

std::string Machine::describe(Address address) const {
  auto it = findBlock(memory, address, 0);
  if (it == memory.end())
    return address ? "unknown" : "null";
  return "block" + std::to_string(it->second.number) + "+" +
         std::to_string(address - it->first);
}

//===----------------------------------------------------------------------===//
// Streams and graphs
//===----------------------------------------------------------------------===//

bool Machine::isCapturing() const {
  return std::any_of(streams.begin(), streams.end(),
                     [](auto &entry) { return entry.first->graph; });
}

/// Returns the nodes `last` and all nodes that must run before one of them.
static std::set<size_t> findAncestors(const Graph &graph,
                                      std::set<size_t> last) {
  for (size_t i = graph.nodes.size(); i-- > 0;)
    if (last.count(i))
      last.insert(graph.nodes[i].before.begin(), graph.nodes[i].before.end());
  return last;
}

void Machine::checkOrder(const Stream &stream) {
  std::set<size_t> before = findAncestors(*stream.graph, stream.tail);
  for (size_t i = 0; i < stream.graph->nodes.size(); ++i)
    if (stream.graph->nodes[i].work.communicator && !before.count(i))
      violate("neither a stream nor an event orders two exchanges of a graph");
}

Code Machine::submit(Stream *stream, Work work) {
  if (stream->graph) {
    if (work.communicator)
      checkOrder(*stream);
    stream->graph->nodes.push_back({std::move(work), stream->tail});
    stream->tail = {stream->graph->nodes.size() - 1};
    return Success;
  }
  stream->items.push_back({Stream::Item::Run, std::move(work)});
  return Success;
}

Code Machine::record(Event *event, Stream *stream, bool external) {
  if (stream->graph && external) {
    Work work = {"event", [this, event]() -> Code {
                   if (!events.count(event))
                     return violate("a graph records an event that is gone");
                   event->done = event->submitted;
                   event->time = clock;
                   return Success;
                 }};
    work.recorded = event;
    return submit(stream, std::move(work));
  }
  if (stream->graph) {
    event->graph = stream->graph;
    event->tail = stream->tail;
    return Success;
  }
  event->graph = nullptr;
  stream->items.push_back(
      {Stream::Item::Record, {}, event, ++event->submitted});
  return Success;
}

Code Machine::wait(Stream *stream, Event *event) {
  if (!event->graph) {
    if (stream->graph)
      return violate("a captured stream waits for an event from outside",
                     CaptureIsolation);
    stream->items.push_back({Stream::Item::Wait, {}, event, event->submitted});
    return Success;
  }
  if (stream->graph && stream->graph != event->graph)
    return violate("two captures are mixed", CaptureIsolation);
  stream->graph = event->graph;
  stream->tail.insert(event->tail.begin(), event->tail.end());
  return Success;
}

bool Machine::canAdvance(const Stream &stream) const {
  if (stream.items.empty())
    return false;
  const Stream::Item &item = stream.items.front();
  return item.kind != Stream::Item::Wait || item.event->done >= item.version;
}

Code Machine::advance(Stream &stream) {
  Stream::Item item = std::move(stream.items.front());
  stream.items.pop_front();
  if (item.kind == Stream::Item::Record) {
    item.event->done = item.version;
    item.event->time = clock;
    return Success;
  }
  if (item.kind == Stream::Item::Wait)
    return Success;
  enter("run", item.work.label);
  return item.work.run();
}

Code Machine::run(const Graph &graph) {
  std::set<size_t> done, left;
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    left.insert(i);
  while (!left.empty()) {
    std::vector<size_t> ready;
    for (size_t i : left)
      if (std::includes(done.begin(), done.end(), graph.nodes[i].before.begin(),
                        graph.nodes[i].before.end()))
        ready.push_back(i);
    size_t next = ready[random() % ready.size()];
    left.erase(next);
    done.insert(next);
    clock += 1;
    if (Code code = graph.nodes[next].work.run())
      return code;
  }
  return Success;
}

Code Machine::query(const std::function<bool()> &done) {
  if (hangs && !communicators.empty())
    return NotReady;
  bool hasRun = false;
  Code code = runUntil([&] { return done() || std::exchange(hasRun, true); });
  return code == Success && !done() ? NotReady : code;
}

Code Machine::runUntil(const std::function<bool()> &done) {
  if (hangs && !communicators.empty() && !done())
    return violate("a wait for an exchange that never ends", LaunchFailed);
  while (!done() && stickyError == Success) {
    std::vector<Stream *> ready;
    for (auto &[stream, owner] : streams)
      if (canAdvance(*stream))
        ready.push_back(stream);
    if (ready.empty())
      return violate("streams wait for each other", IllegalAddress);
    // Sort by number, because addresses differ from run to run.
    std::sort(ready.begin(), ready.end(),
              [](Stream *a, Stream *b) { return a->number < b->number; });
    clock += 1;
    // Usually let one stream run ahead of the others. If each item had a random
    // stream, all orders would be similar.
    size_t next = random() % 8 == 0 ? random() % ready.size()
                  : favoursFirst    ? 0
                                    : ready.size() - 1;
    stickyError = advance(*ready[next]);
  }
  return stickyError;
}

Code Machine::drain() {
  return runUntil([&] {
    return std::all_of(streams.begin(), streams.end(),
                       [](auto &entry) { return entry.first->items.empty(); });
  });
}

//===----------------------------------------------------------------------===//
// Functions for tests
//===----------------------------------------------------------------------===//

void fp8mock_add_kernel(const char *name, int numParameters,
                        fp8mock_kernel kernel) {
  Machine::get().hostKernels[name] = {numParameters, kernel};
}

void fp8mock_on_call(const char *function, void (*action)()) {
  Machine::get().actions[function] = action;
}

const char *fp8mock_trace() { return Machine::get().trace.c_str(); }

const char *fp8mock_violations() { return Machine::get().violations.c_str(); }

void fp8mock_reset() { Machine::get().reset(); }
