//===- NCCLExchanges.cpp - libnccl: exchanges between ranks ---------------===//
//
// Exchanges run where a stream or a graph runs them, and wait for the same
// exchange of the other processes. All ranks of a communicator must call the
// same functions in the same order, with counts that fit.
//
//===----------------------------------------------------------------------===//

#include "NCCL.h"

#include <cstring>
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
  std::vector<Call> calls;
};
Group group;

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

FP8MOCK_API int ncclAllGather(const void *send, void *receive, size_t count,
                              int type, NCCLComm comm, CUstream_st *stream) {
  if (int code = enterNCCLContext(__func__, std::to_string(count)))
    return code;
  Machine &machine = Machine::get();
  if (int code = check(machine, __func__, type, comm, stream))
    return code;
  if (group.depth != 0)
    return violateNCCL("ncclAllGather in a group");
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
  // Alone, it would wait for a message that comes behind it on the other rank.
  if (group.depth == 0)
    return violateNCCL(name + " outside of a group");
  auto *communicator = static_cast<Communicator *>(comm);
  auto *on = reinterpret_cast<Stream *>(stream);
  if (group.calls.empty()) {
    group.communicator = communicator;
    group.stream = on;
  }
  if (group.communicator != communicator || group.stream != on)
    return violateNCCL("a group of several communicators or streams");
  if (call.bytes == 0 || !machine.isDeviceMemory(call.address, call.bytes))
    return violateNCCL(name + " outside of the memory of the GPU",
                       InvalidArgument);
  const Peers &peers = communicator->peers;
  if (call.peer < 0 || call.peer >= peers.getNumRanks() ||
      call.peer == peers.getRank())
    return violateNCCL(name + " with rank " + std::to_string(call.peer),
                       InvalidArgument);
  for (const Call &other : group.calls)
    if (other.peer == call.peer && other.isSend == call.isSend)
      return violateNCCL(name + " twice with rank " +
                         std::to_string(call.peer));
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

FP8MOCK_API int ncclGroupEnd() {
  Machine &machine = Machine::get();
  int planted = enterNCCL(__func__, "");
  if (group.depth == 0)
    return violateNCCL("the end of a group that was not begun");
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
