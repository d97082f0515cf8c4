//===- Machine.h - The state of the mock ------------------------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_MACHINE_H
#define FP8_TEST_MOCKCUDA_MACHINE_H

#include "MockCUDA.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace mock {

using Address = unsigned long long;

enum Code : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  NoDevice = 100,
  InvalidContext = 201,
  UnsupportedPTX = 222,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchFailed = 719,
  CaptureUnsupported = 900,
  CaptureUnmatched = 903,
  CaptureUnjoined = 904,
  CaptureIsolation = 905,
};

struct Communicator;

/// An operation of a stream or a graph. The code runs on the GPU.
struct Work {
  std::string label;
  std::function<Code()> run;
  /// Ranks that the work exchanges data with, or null.
  Communicator *communicator = nullptr;
  /// Event that a node of a graph records, or null.
  struct Event *recorded = nullptr;
};

struct Node {
  Work work;
  std::set<size_t> before;
};

struct Graph {
  int number = 0;
  std::vector<Node> nodes;
};

struct Event {
  int number = 0;
  bool timed = false;
  uint64_t submitted = 0, done = 0;
  double time = 0;
  /// The graph that contains the record of the event, if it was captured.
  Graph *graph = nullptr;
  std::set<size_t> tail;
};

struct Stream {
  struct Item {
    enum Kind { Run, Wait, Record } kind;
    Work work;
    Event *event = nullptr;
    uint64_t version = 0;
  };
  int number = 0;
  std::deque<Item> items;
  /// The graph to which the stream is captured, or null.
  Graph *graph = nullptr;
  bool isOrigin = false;
  std::set<size_t> tail;
};

class Kernels;
struct Module {
  int number = 0;
  std::unique_ptr<Kernels> kernels;
};
struct Function {
  Module *module = nullptr;
  std::string name;
  int numParameters = 0;
};

struct Block {
  int number = 0;
  size_t bytes = 0;
};

/// A GPU and its driver. Not thread safe: the runtime locks.
class Machine {
public:
  static Machine &get();

  void reset();
  void readEnvironment();

  /// Records a call. Returns the code of a planted fault, or Success.
  Code enter(const char *function, const std::string &arguments);
  /// Records an error of the caller; returns `code`.
  Code violate(const std::string &what, Code code = InvalidValue);

  /// Returns the name of an address, such as "block2+64".
  std::string describe(Address address) const;
  bool isDeviceMemory(Address address, size_t bytes) const;
  bool isPinned(const void *address, size_t bytes) const;

  /// Returns the bytes of the allocation at `address` and its offset there.
  std::pair<size_t, size_t> findPlace(Address address) const;

  /// Queues work, or adds it to the graph that the stream is captured to.
  Code submit(Stream *stream, Work work);
  /// Records an event. During a capture, an `external` record becomes a node of
  /// the graph. Other records only order the nodes of the graph.
  Code record(Event *event, Stream *stream, bool external = false);
  Code wait(Stream *stream, Event *event);
  /// Runs the nodes in some order that they allow.
  Code run(const Graph &graph);
  /// Runs work, of any stream, until `done`.
  Code runUntil(const std::function<bool()> &done);
  Code drain();
  /// Runs the next work. Returns the result of cuStreamQuery and cuEventQuery.
  Code query(const std::function<bool()> &done);
  bool isCapturing() const;

  std::string trace, violations;
  int numDevices = 1, capability = 90, version = 12040;
  size_t totalBytes = size_t{1} << 30, usedBytes = 0;
  bool isInitialized = false;
  int numContexts = 0, contextDepth = 0;
  /// Number of the GPU of the context.
  int device = 0;
  std::map<Address, Block> memory;
  std::map<void *, Block> pinned;
  std::map<Stream *, std::unique_ptr<Stream>> streams;
  std::map<Event *, std::unique_ptr<Event>> events;
  std::map<Module *, std::unique_ptr<Module>> modules;
  std::map<Function *, std::unique_ptr<Function>> functions;
  std::map<Graph *, std::unique_ptr<Graph>> graphs;
  /// Instantiated graphs by their handles.
  std::map<void *, std::shared_ptr<Graph>> executables;
  std::map<Communicator *, std::shared_ptr<Communicator>> communicators;
  /// Communicators that ncclCommAbort has ended. Their exchanges end without
  /// data.
  std::set<Communicator *> aborted;
  std::map<std::string, std::pair<int, fp8mock_kernel>> hostKernels;
  /// The algorithms of each matmul, as in FP8_MOCK_ALGORITHMS.
  std::vector<std::string> algorithms = {"0"};
  int blasVersion = 120805;
  /// Actions of a test before the next call of a function.
  std::map<std::string, void (*)()> actions;
  std::string kernelFolder;
  /// True if work does not end while there are communicators.
  bool hangs = false;
  /// Simulated time, which increases with every item of work.
  double clock = 0;
  int nextNumber = 1;

private:
  /// Checks that exchanges of a graph run in one order.
  void checkOrder(const Stream &stream);
  bool canAdvance(const Stream &stream) const;
  Code advance(Stream &stream);

  std::string traceFile, faultFunction;
  int faultCall = 0, numFaultCalls = 0;
  Code faultCode = Success;
  Code stickyError = Success;
  std::mt19937_64 random;
  bool favoursFirst = false;
};

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_MACHINE_H
