//===- NCCL.cpp - the functions of libnccl --------------------------------===//
//
// Exchanges run where a stream or a graph runs them, and wait for the same
// exchange of the other processes. All ranks of a communicator must call the
// same functions in the same order, with counts that fit.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Peers.h"

#include "../../lib/Runtime/CUDA/NCCL.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <unistd.h>

using namespace mock;
using fp8rt::cuda::NCCLComm;
using fp8rt::cuda::NCCLUniqueId;

enum : int { Ok = 0, Unhandled = 1, InvalidArgument = 4, InvalidUsage = 5 };

namespace mock {
struct Communicator {
  int number = 0;
  Peers peers;
  /// Number of exchanges that have run.
  uint64_t numRuns = 0;
};
} // namespace mock

namespace {
/// A call of ncclSend or ncclRecv.
struct Call {
  bool isSend;
  Address address;
  size_t bytes;
  int peer;
};

/// The calls since ncclGroupStart.
struct Group {
  int depth = 0;
  Communicator *communicator = nullptr;
  Stream *stream = nullptr;
  std::vector<Call> calls;
};
Group group;
/// The text for ncclGetLastError.
std::string lastError;

/// The description of an exchange that ranks compare before they exchange data.
struct Header {
  uint64_t number = 0;
  uint64_t isGather = 0;
  /// Bytes to the rank that receives the header, and from it.
  uint64_t sendBytes = 0, receiveBytes = 0;
  /// Allocations of a gather and offsets in them, which are alike on all ranks.
  uint64_t sendBlock = 0, sendOffset = 0, receiveBlock = 0, receiveOffset = 0;

  /// Returns the header that the other rank must have sent.
  Header mirrored() const {
    Header other = *this;
    std::swap(other.sendBytes, other.receiveBytes);
    return other;
  }
  bool operator==(const Header &other) const {
    return std::memcmp(this, &other, sizeof(Header)) == 0;
  }
  std::string print() const {
    std::string text = "exchange " + std::to_string(number) +
                       (isGather ? ", a gather" : ", a group") +
                       " that sends " + std::to_string(sendBytes) +
                       " bytes and receives " + std::to_string(receiveBytes);
    if (isGather)
      text += ", from byte " + std::to_string(sendOffset) + " of " +
              std::to_string(sendBlock) + " to byte " +
              std::to_string(receiveOffset) + " of " +
              std::to_string(receiveBlock);
    return text;
  }
};
} // namespace

static int violate(const std::string &what, int code = InvalidUsage) {
  lastError = what;
  Machine::get().violate(what);
  return code;
}

#define ENTER(...)                                                             \
  Machine &machine = Machine::get();                                           \
  if (int planted = machine.enter(__func__, __VA_ARGS__)) {                    \
    lastError = "a planted fault";                                             \
    return planted;                                                            \
  }

#define ENTER_CONTEXT(...)                                                     \
  ENTER(__VA_ARGS__);                                                          \
  if (machine.contextDepth == 0)                                               \
  return violate(std::string(__func__) + " without a context")

static double getPatience() {
  const char *text = std::getenv("FP8_MOCK_PATIENCE");
  return text ? std::atof(text) : 60;
}

static Address asAddress(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

static std::shared_ptr<Communicator> findCommunicator(NCCLComm comm) {
  auto &table = Machine::get().communicators;
  auto it = table.find(static_cast<Communicator *>(comm));
  return it == table.end() ? nullptr : it->second;
}

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

FP8MOCK_API int ncclGetVersion(int *version) {
  ENTER("");
  const char *text = std::getenv("FP8_MOCK_NCCL");
  *version = text ? std::atoi(text) : 22809;
  return Ok;
}

FP8MOCK_API const char *ncclGetErrorString(int result) {
  switch (result) {
  case Unhandled:
    return "unhandled cuda error";
  case InvalidArgument:
    return "invalid argument";
  case InvalidUsage:
    return "invalid usage";
  case fp8rt::cuda::ncclRemoteError:
    return "remote process exited or there was a network error";
  default:
    return "unknown result code";
  }
}

FP8MOCK_API const char *ncclGetLastError(NCCLComm) { return lastError.c_str(); }

//===----------------------------------------------------------------------===//
// Communicators
//===----------------------------------------------------------------------===//

FP8MOCK_API int ncclGetUniqueId(NCCLUniqueId *id) {
  ENTER("");
  static int count = 0;
  std::memset(id, 0, sizeof(*id));
  std::string name =
      "fp8mock-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  std::copy(name.begin(), name.end(), id->bytes);
  return Ok;
}

/// Checks that each rank has a GPU of its own, as NCCL does.
static int checkDevices(const Peers &peers, int device) {
  std::vector<int> devices(size_t(peers.getNumRanks()), device);
  std::vector<Peers::Message> messages;
  for (int peer = 0; peer < peers.getNumRanks(); ++peer)
    if (peer != peers.getRank())
      messages.push_back(
          {peer, &device, sizeof(int), &devices[size_t(peer)], sizeof(int)});
  std::string error = peers.exchange(messages);
  if (!error.empty()) {
    lastError = error;
    return fp8rt::cuda::ncclRemoteError;
  }
  for (int peer = 0; peer < peers.getNumRanks(); ++peer)
    if (peer != peers.getRank() && devices[size_t(peer)] == device) {
      lastError = "Duplicate GPU detected : rank " +
                  std::to_string(peers.getRank()) + " and rank " +
                  std::to_string(peer) + " both on device " +
                  std::to_string(device);
      return InvalidUsage;
    }
  return Ok;
}

FP8MOCK_API int ncclCommInitRank(NCCLComm *comm, int numRanks, NCCLUniqueId id,
                                 int rank) {
  ENTER_CONTEXT(std::to_string(rank) + " of " + std::to_string(numRanks));
  if (machine.isCapturing())
    return violate("a communicator is created during a capture");
  if (rank < 0 || rank >= numRanks || numRanks < 2)
    return violate("a communicator of " + std::to_string(numRanks) +
                       " ranks, among them " + std::to_string(rank),
                   InvalidArgument);
  auto created = std::make_shared<Communicator>();
  std::string name(id.bytes, strnlen(id.bytes, sizeof(id.bytes)));
  lastError = created->peers.connect(name, rank, numRanks, getPatience());
  if (!lastError.empty())
    return fp8rt::cuda::ncclRemoteError;
  if (int code = checkDevices(created->peers, machine.device))
    return code;
  created->number = machine.nextNumber++;
  *comm = created.get();
  machine.communicators[created.get()] = std::move(created);
  return Ok;
}

/// Finds the communicator that `function` releases.
static int release(NCCLComm comm, const std::string &function,
                   std::shared_ptr<Communicator> &found) {
  found = findCommunicator(comm);
  if (!found)
    return violate(function + " of no communicator", InvalidArgument);
  for (auto &[handle, graph] : Machine::get().executables)
    for (const Node &node : graph->nodes)
      if (node.work.communicator == found.get())
        // NCCL waits until there are no such graphs.
        return violate(function + " of a communicator that a graph uses");
  return Ok;
}

FP8MOCK_API int ncclCommDestroy(NCCLComm comm) {
  ENTER_CONTEXT("");
  std::shared_ptr<Communicator> found;
  if (int code = release(comm, __func__, found))
    return code;
  if (machine.drain() != Success)
    return Unhandled;
  machine.communicators.erase(found.get());
  return Ok;
}

FP8MOCK_API int ncclCommAbort(NCCLComm comm) {
  ENTER_CONTEXT("");
  std::shared_ptr<Communicator> found;
  if (int code = release(comm, __func__, found))
    return code;
  machine.aborted.insert(found.get());
  machine.communicators.erase(found.get());
  return Ok;
}

FP8MOCK_API int ncclCommGetAsyncError(NCCLComm comm, int *result) {
  ENTER_CONTEXT("");
  if (!findCommunicator(comm))
    return violate("ncclCommGetAsyncError of no communicator", InvalidArgument);
  const char *text = std::getenv("FP8_MOCK_ASYNC");
  *result = text ? std::atoi(text) : Ok;
  if (*result != Ok)
    lastError = "a planted fault";
  return Ok;
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

/// Compares this exchange with the exchange that the other ranks run now.
/// `headers` has an entry for each rank.
static Code compare(Communicator &communicator,
                    const std::vector<Header> &headers) {
  const Peers &peers = communicator.peers;
  std::vector<Header> others(headers.size());
  std::vector<Peers::Message> messages;
  for (int peer = 0; peer < peers.getNumRanks(); ++peer)
    if (peer != peers.getRank())
      messages.push_back({peer, &headers[size_t(peer)], sizeof(Header),
                          &others[size_t(peer)], sizeof(Header)});
  std::string error = peers.exchange(messages);
  if (!error.empty()) {
    violate("rank " + std::to_string(peers.getRank()) + " is at " +
            headers[size_t(messages[0].peer)].print() + ", but " + error);
    return LaunchFailed;
  }
  for (const Peers::Message &message : messages) {
    const Header &own = headers[size_t(message.peer)];
    const Header &other = others[size_t(message.peer)];
    if (other == own.mirrored())
      continue;
    violate("rank " + std::to_string(peers.getRank()) + " is at " +
            own.print() + ", but rank " + std::to_string(message.peer) +
            " is at " + other.print());
    return LaunchFailed;
  }
  return Success;
}

/// Exchanges the messages after the ranks have compared their headers.
static Code run(Communicator *handle, std::vector<Header> headers,
                const std::vector<Peers::Message> &messages) {
  Machine &machine = Machine::get();
  std::shared_ptr<Communicator> communicator = findCommunicator(handle);
  if (machine.aborted.count(handle))
    return Success;
  if (!communicator)
    return machine.violate("an exchange runs without its communicator",
                           IllegalAddress);
  auto isAlive = [&](const void *address, size_t bytes) {
    return bytes == 0 || machine.isDeviceMemory(asAddress(address), bytes);
  };
  for (const Peers::Message &message : messages)
    if (!isAlive(message.send, message.sendBytes) ||
        !isAlive(message.receive, message.receiveBytes))
      return machine.violate("an exchange of memory that was freed",
                             IllegalAddress);
  uint64_t number = communicator->numRuns++;
  for (Header &header : headers)
    header.number = number;
  if (Code code = compare(*communicator, headers))
    return code;
  std::string error = communicator->peers.exchange(messages);
  if (error.empty())
    return Success;
  violate("during exchange " + std::to_string(number) + ", " + error);
  return LaunchFailed;
}

/// Checks the arguments that all exchanges have.
static int check(Machine &machine, const char *function, int type,
                 NCCLComm comm, CUstream_st *stream) {
  std::string name = function;
  if (type != fp8rt::cuda::ncclUint8)
    return violate(name + " of elements that are no bytes", InvalidArgument);
  if (!findCommunicator(comm))
    return violate(name + " without a communicator", InvalidArgument);
  if (!machine.streams.count(reinterpret_cast<Stream *>(stream)))
    return violate(name + " on something that is no stream", InvalidArgument);
  return Ok;
}

FP8MOCK_API int ncclAllGather(const void *send, void *receive, size_t count,
                              int type, NCCLComm comm, CUstream_st *stream) {
  ENTER_CONTEXT(std::to_string(count));
  if (int code = check(machine, __func__, type, comm, stream))
    return code;
  if (group.depth != 0)
    return violate("ncclAllGather in a group");
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  const Peers &peers = communicator->peers;
  Address from = asAddress(send), to = asAddress(receive);
  size_t all = count * size_t(peers.getNumRanks());
  if (count == 0 || !machine.isDeviceMemory(from, count) ||
      !machine.isDeviceMemory(to, all))
    return violate("ncclAllGather outside of the memory of the GPU",
                   InvalidArgument);
  Header header;
  header.isGather = 1;
  header.sendBytes = header.receiveBytes = count;
  std::tie(header.sendBlock, header.sendOffset) = machine.findPlace(from);
  std::tie(header.receiveBlock, header.receiveOffset) = machine.findPlace(to);
  std::vector<Header> headers(size_t(peers.getNumRanks()), header);
  std::vector<Peers::Message> messages;
  auto getPiece = [=](int rank) {
    return static_cast<char *>(receive) + count * size_t(rank);
  };
  for (int peer = 0; peer < peers.getNumRanks(); ++peer)
    if (peer != peers.getRank())
      messages.push_back({peer, send, count, getPiece(peer), count});
  char *own = getPiece(peers.getRank());
  Communicator *handle = communicator.get();
  return machine.submit(reinterpret_cast<Stream *>(stream),
                        {"ncclAllGather",
                         [=] {
                           Code code = run(handle, headers, messages);
                           if (code == Success)
                             std::memmove(own, send, count);
                           return code;
                         },
                         handle});
}

FP8MOCK_API int ncclGroupStart() {
  ENTER("");
  ++group.depth;
  return Ok;
}

/// Adds a message to the group.
static int add(Machine &machine, const char *function, Call call, int type,
               NCCLComm comm, CUstream_st *stream) {
  if (int code = check(machine, function, type, comm, stream))
    return code;
  std::string name = function;
  // Alone, it would wait for a message that comes behind it on the other rank.
  if (group.depth == 0)
    return violate(name + " outside of a group");
  auto *communicator = static_cast<Communicator *>(comm);
  auto *on = reinterpret_cast<Stream *>(stream);
  if (group.calls.empty()) {
    group.communicator = communicator;
    group.stream = on;
  }
  if (group.communicator != communicator || group.stream != on)
    return violate("a group of several communicators or streams");
  if (call.bytes == 0 || !machine.isDeviceMemory(call.address, call.bytes))
    return violate(name + " outside of the memory of the GPU", InvalidArgument);
  const Peers &peers = communicator->peers;
  if (call.peer < 0 || call.peer >= peers.getNumRanks() ||
      call.peer == peers.getRank())
    return violate(name + " with rank " + std::to_string(call.peer),
                   InvalidArgument);
  for (const Call &other : group.calls)
    if (other.peer == call.peer && other.isSend == call.isSend)
      return violate(name + " twice with rank " + std::to_string(call.peer));
  group.calls.push_back(call);
  return Ok;
}

FP8MOCK_API int ncclSend(const void *send, size_t count, int type, int peer,
                         NCCLComm comm, CUstream_st *stream) {
  ENTER_CONTEXT(std::to_string(count) + " to " + std::to_string(peer));
  return add(machine, __func__, {true, asAddress(send), count, peer}, type,
             comm, stream);
}

FP8MOCK_API int ncclRecv(void *receive, size_t count, int type, int peer,
                         NCCLComm comm, CUstream_st *stream) {
  ENTER_CONTEXT(std::to_string(count) + " from " + std::to_string(peer));
  return add(machine, __func__, {false, asAddress(receive), count, peer}, type,
             comm, stream);
}

FP8MOCK_API int ncclGroupEnd() {
  Machine &machine = Machine::get();
  int planted = machine.enter(__func__, "");
  if (planted)
    lastError = "a planted fault";
  if (group.depth == 0)
    return violate("the end of a group that was not begun");
  if (--group.depth != 0)
    return planted;
  // The group ends, also after an error.
  Group ended;
  std::swap(ended, group);
  if (planted || ended.calls.empty())
    return planted;
  const Peers &peers = ended.communicator->peers;
  std::vector<Header> headers(size_t(peers.getNumRanks()));
  std::vector<Peers::Message> messages;
  for (int peer = 0; peer < peers.getNumRanks(); ++peer) {
    Peers::Message message = {peer, nullptr, 0, nullptr, 0};
    for (const Call &call : ended.calls) {
      auto *bytes = reinterpret_cast<char *>(call.address);
      if (call.peer != peer)
        continue;
      if (call.isSend) {
        message.send = bytes;
        message.sendBytes = call.bytes;
      } else {
        message.receive = bytes;
        message.receiveBytes = call.bytes;
      }
    }
    headers[size_t(peer)].sendBytes = message.sendBytes;
    headers[size_t(peer)].receiveBytes = message.receiveBytes;
    if (message.sendBytes + message.receiveBytes != 0)
      messages.push_back(message);
  }
  Communicator *handle = ended.communicator;
  return machine.submit(
      ended.stream,
      {"group", [=] { return run(handle, headers, messages); }, handle});
}
