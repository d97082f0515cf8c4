//===- NCCLExchanges.cpp - libnccl: exchanges between ranks ---------------===//
//
// An exchange runs when its stream or graph reaches it, and waits for the same
// exchange in the other processes. All ranks of a communicator must call the
// same functions in the same order, with counts that fit.
//
//===----------------------------------------------------------------------===//

#include "NCCL.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <tuple>

using namespace mock;
using fp8rt::cuda::NCCLComm;

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
  /// Sends and receives. Sends to a rank and receives from it are matched in
  /// the order of the calls.
  std::vector<Call> calls;
  /// Calls of ncclAllGather.
  std::vector<std::function<Code()>> gathers;
};
Group group;

/// The description of an exchange that ranks compare before they exchange data.
struct Header {
  uint64_t number = 0;
  uint64_t isGather = 0;
  /// Bytes to the rank that receives the header, and from it.
  uint64_t sendBytes = 0, receiveBytes = 0;
  /// Hashes of the sizes of the single messages.
  uint64_t sendSizes = 0, receiveSizes = 0;
  /// Allocations of a gather and offsets in them, which are alike on all ranks.
  uint64_t sendBlock = 0, sendOffset = 0, receiveBlock = 0, receiveOffset = 0;

  /// Returns the header that the other rank must have sent.
  Header mirrored() const {
    Header other = *this;
    std::swap(other.sendBytes, other.receiveBytes);
    std::swap(other.sendSizes, other.receiveSizes);
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

static Address asAddress(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

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
    violateNCCL("rank " + std::to_string(peers.getRank()) + " is at " +
                headers[size_t(messages[0].peer)].print() + ", but " + error);
    return LaunchFailed;
  }
  for (const Peers::Message &message : messages) {
    const Header &own = headers[size_t(message.peer)];
    const Header &other = others[size_t(message.peer)];
    if (other == own.mirrored())
      continue;
    violateNCCL("rank " + std::to_string(peers.getRank()) + " is at " +
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
  uint64_t number = communicator->numRuns++;
  for (Header &header : headers)
    header.number = number;
  if (Code code = compare(*communicator, headers))
    return code;
  std::string error = communicator->peers.exchange(messages);
  if (error.empty())
    return Success;
  violateNCCL("during exchange " + std::to_string(number) + ", " + error);
  return LaunchFailed;
}

/// Checks the arguments that all exchanges have.
static int check(Machine &machine, const char *function, int type,
                 NCCLComm comm, CUstream_st *stream) {
  std::string name = function;
  if (type != fp8rt::cuda::ncclUint8)
    return violateNCCL(name + " of elements that are no bytes",
                       InvalidArgument);
  if (!findCommunicator(comm))
    return violateNCCL(name + " without a communicator", InvalidArgument);
  if (!machine.streams.count(reinterpret_cast<Stream *>(stream)))
    return violateNCCL(name + " on something that is no stream",
                       InvalidArgument);
  return Ok;
}

/// Adds a call to the current group, if there is one.
static int join(NCCLComm comm, CUstream_st *stream) {
  auto *communicator = static_cast<Communicator *>(comm);
  auto *on = reinterpret_cast<Stream *>(stream);
  if (group.depth == 0)
    return Ok;
  if (!group.communicator) {
    group.communicator = communicator;
    group.stream = on;
  }
  if (group.communicator != communicator || group.stream != on)
    return violateNCCL("a group of several communicators or streams");
  return Ok;
}

FP8MOCK_API int ncclAllGather(const void *send, void *receive, size_t count,
                              int type, NCCLComm comm, CUstream_st *stream) {
  if (int code = enterNCCLContext(__func__, std::to_string(count)))
    return code;
  Machine &machine = Machine::get();
  if (int code = check(machine, __func__, type, comm, stream))
    return code;
  if (int code = join(comm, stream))
    return code;
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  const Peers &peers = communicator->peers;
  Address from = asAddress(send), to = asAddress(receive);
  size_t all = count * size_t(peers.getNumRanks());
  if (count == 0 || !machine.isDeviceMemory(from, count) ||
      !machine.isDeviceMemory(to, all))
    return violateNCCL("ncclAllGather outside of the memory of the GPU",
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
  auto body = [=, &machine]() -> Code {
    if (!machine.aborted.count(handle) &&
        !(machine.isDeviceMemory(from, count) &&
          machine.isDeviceMemory(to, all)))
      return machine.violate("an exchange of memory that was freed",
                             IllegalAddress);
    Code code = run(handle, headers, messages);
    if (code == Success)
      std::memmove(own, send, count);
    return code;
  };
  if (group.depth != 0) {
    group.gathers.push_back(body);
    return Ok;
  }
  return machine.submit(reinterpret_cast<Stream *>(stream),
                        {"ncclAllGather", body, handle});
}

FP8MOCK_API int ncclGroupStart() {
  if (int code = enterNCCL(__func__, ""))
    return code;
  ++group.depth;
  return Ok;
}

/// Adds a message to the group.
static int add(Machine &machine, const char *function, Call call, int type,
               NCCLComm comm, CUstream_st *stream) {
  if (int code = check(machine, function, type, comm, stream))
    return code;
  std::string name = function;
  // Outside of a group, a message would wait for a message that the other rank
  // sends only later.
  if (group.depth == 0)
    return violateNCCL(name + " outside of a group");
  if (int code = join(comm, stream))
    return code;
  auto *communicator = static_cast<Communicator *>(comm);
  if (call.bytes == 0 || !machine.isDeviceMemory(call.address, call.bytes))
    return violateNCCL(name + " outside of the memory of the GPU",
                       InvalidArgument);
  const Peers &peers = communicator->peers;
  if (call.peer < 0 || call.peer >= peers.getNumRanks() ||
      call.peer == peers.getRank())
    return violateNCCL(name + " with rank " + std::to_string(call.peer),
                       InvalidArgument);
  group.calls.push_back(call);
  return Ok;
}

FP8MOCK_API int ncclSend(const void *send, size_t count, int type, int peer,
                         NCCLComm comm, CUstream_st *stream) {
  if (int code = enterNCCLContext(__func__, std::to_string(count) + " to " +
                                                std::to_string(peer)))
    return code;
  Machine &machine = Machine::get();
  return add(machine, __func__, {true, asAddress(send), count, peer}, type,
             comm, stream);
}

FP8MOCK_API int ncclRecv(void *receive, size_t count, int type, int peer,
                         NCCLComm comm, CUstream_st *stream) {
  if (int code = enterNCCLContext(__func__, std::to_string(count) + " from " +
                                                std::to_string(peer)))
    return code;
  Machine &machine = Machine::get();
  return add(machine, __func__, {false, asAddress(receive), count, peer}, type,
             comm, stream);
}

namespace {
/// The bytes that messages of a group transfer between this rank and one other
/// rank.
struct Exchanged {
  std::vector<char> sent, received;
};
} // namespace

/// Returns the calls that send to a rank, or that receive from it.
static std::vector<Call> getCalls(const std::vector<Call> &calls, int peer,
                                  bool isSend) {
  std::vector<Call> found;
  std::copy_if(calls.begin(), calls.end(), std::back_inserter(found),
               [&](const Call &call) {
                 return call.peer == peer && call.isSend == isSend;
               });
  return found;
}

/// Returns the number of bytes of `calls`, and combines their sizes in `hash`.
static size_t sumBytes(const std::vector<Call> &calls, uint64_t &hash) {
  size_t sum = 0;
  for (const Call &call : calls) {
    sum += call.bytes;
    hash = hash * 1000003 + call.bytes;
  }
  return sum;
}

/// Returns true if all `calls` access memory of the GPU.
static bool areAlive(const std::vector<Call> &calls) {
  return std::all_of(calls.begin(), calls.end(), [](const Call &call) {
    return Machine::get().isDeviceMemory(call.address, call.bytes);
  });
}

/// Performs the sends and receives of a group.
static Code runMessages(Communicator *handle, const std::vector<Call> &calls) {
  Machine &machine = Machine::get();
  if (!machine.aborted.count(handle) && !areAlive(calls))
    return machine.violate("an exchange of memory that was freed",
                           IllegalAddress);
  std::shared_ptr<Communicator> communicator = findCommunicator(handle);
  int numRanks = communicator ? communicator->peers.getNumRanks() : 0;
  std::vector<Header> headers(static_cast<size_t>(numRanks));
  std::vector<Exchanged> exchanged(static_cast<size_t>(numRanks));
  std::vector<Peers::Message> messages;
  for (int peer = 0; peer < numRanks; ++peer) {
    std::vector<Call> sends = getCalls(calls, peer, /*isSend=*/true);
    std::vector<Call> receives = getCalls(calls, peer, /*isSend=*/false);
    Header &header = headers[size_t(peer)];
    header.sendBytes = sumBytes(sends, header.sendSizes);
    header.receiveBytes = sumBytes(receives, header.receiveSizes);
    Exchanged &bytes = exchanged[size_t(peer)];
    for (const Call &send : sends) {
      auto *begin = reinterpret_cast<const char *>(send.address);
      bytes.sent.insert(bytes.sent.end(), begin, begin + send.bytes);
    }
    bytes.received.resize(header.receiveBytes);
    if (!sends.empty() || !receives.empty())
      messages.push_back({peer, bytes.sent.data(), bytes.sent.size(),
                          bytes.received.data(), bytes.received.size()});
  }
  Code code = run(handle, headers, messages);
  if (code != Success || machine.aborted.count(handle))
    return code;
  for (int peer = 0; peer < numRanks; ++peer) {
    const char *from = exchanged[size_t(peer)].received.data();
    for (const Call &receive : getCalls(calls, peer, /*isSend=*/false)) {
      std::memcpy(reinterpret_cast<char *>(receive.address), from,
                  receive.bytes);
      from += receive.bytes;
    }
  }
  return Success;
}

FP8MOCK_API int ncclGroupEnd() {
  Machine &machine = Machine::get();
  int planted = enterNCCL(__func__, "");
  if (group.depth == 0)
    return violateNCCL("the end of a group that was not begun");
  if (--group.depth != 0)
    return planted;
  // End the group, also after an error.
  Group ended;
  std::swap(ended, group);
  if (planted || !ended.communicator)
    return planted;
  Communicator *handle = ended.communicator;
  auto body = [=]() -> Code {
    for (const std::function<Code()> &gather : ended.gathers)
      if (Code code = gather())
        return code;
    return ended.calls.empty() ? Success : runMessages(handle, ended.calls);
  };
  return machine.submit(ended.stream, {"group", body, handle});
}
