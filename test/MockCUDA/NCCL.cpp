//===- NCCL.cpp - libnccl: the library and its communicators --------------===//

#include "NCCL.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace mock;
using fp8rt::cuda::NCCLComm;
using fp8rt::cuda::NCCLUniqueId;

/// The text for ncclGetLastError.
static std::string lastError;

std::shared_ptr<Communicator> mock::findCommunicator(NCCLComm comm) {
  auto &table = Machine::get().communicators;
  auto it = table.find(static_cast<Communicator *>(comm));
  return it == table.end() ? nullptr : it->second;
}

void mock::setLastError(const std::string &text) { lastError = text; }

int mock::violateNCCL(const std::string &what, int code) {
  lastError = what;
  Machine::get().violate(what);
  return code;
}

int mock::enterNCCL(const char *function, const std::string &arguments) {
  int planted = Machine::get().enter(function, arguments);
  if (planted)
    lastError = "a planted fault";
  return planted;
}

int mock::enterNCCLContext(const char *function, const std::string &arguments) {
  if (int planted = enterNCCL(function, arguments))
    return planted;
  if (Machine::get().contextDepth == 0)
    return violateNCCL(std::string(function) + " without a context");
  return Ok;
}

static double getPatience() {
  const char *text = std::getenv("FP8_MOCK_PATIENCE");
  return text ? std::atof(text) : 60;
}

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

FP8MOCK_API int ncclGetVersion(int *version) {
  if (int code = enterNCCL(__func__, ""))
    return code;
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
  if (int code = enterNCCL(__func__, ""))
    return code;
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
    setLastError(error);
    return fp8rt::cuda::ncclRemoteError;
  }
  for (int peer = 0; peer < peers.getNumRanks(); ++peer)
    if (peer != peers.getRank() && devices[size_t(peer)] == device) {
      setLastError("Duplicate GPU detected : rank " +
                   std::to_string(peers.getRank()) + " and rank " +
                   std::to_string(peer) + " both on device " +
                   std::to_string(device));
      return InvalidUsage;
    }
  return Ok;
}

FP8MOCK_API int ncclCommInitRank(NCCLComm *comm, int numRanks, NCCLUniqueId id,
                                 int rank) {
  if (int code = enterNCCLContext(__func__, std::to_string(rank) + " of " +
                                                std::to_string(numRanks)))
    return code;
  Machine &machine = Machine::get();
  if (machine.isCapturing())
    return violateNCCL("a communicator is created during a capture");
  if (rank < 0 || rank >= numRanks || numRanks < 2)
    return violateNCCL("a communicator of " + std::to_string(numRanks) +
                           " ranks, among them " + std::to_string(rank),
                       InvalidArgument);
  auto created = std::make_shared<Communicator>();
  std::string name(id.bytes, strnlen(id.bytes, sizeof(id.bytes)));
  setLastError(created->peers.connect(name, rank, numRanks, getPatience()));
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
    return violateNCCL(function + " of no communicator", InvalidArgument);
  for (auto &[handle, graph] : Machine::get().executables)
    for (const Node &node : graph->nodes)
      if (node.work.communicator == found.get())
        // NCCL would wait until no such graph exists.
        return violateNCCL(function + " of a communicator that a graph uses");
  return Ok;
}

FP8MOCK_API int ncclCommDestroy(NCCLComm comm) {
  if (int code = enterNCCLContext(__func__, ""))
    return code;
  Machine &machine = Machine::get();
  std::shared_ptr<Communicator> found;
  if (int code = release(comm, __func__, found))
    return code;
  if (machine.drain() != Success)
    return Unhandled;
  machine.communicators.erase(found.get());
  return Ok;
}

FP8MOCK_API int ncclCommAbort(NCCLComm comm) {
  if (int code = enterNCCLContext(__func__, ""))
    return code;
  Machine &machine = Machine::get();
  std::shared_ptr<Communicator> found;
  if (int code = release(comm, __func__, found))
    return code;
  machine.aborted.insert(found.get());
  machine.communicators.erase(found.get());
  return Ok;
}

FP8MOCK_API int ncclCommGetAsyncError(NCCLComm comm, int *result) {
  if (int code = enterNCCLContext(__func__, ""))
    return code;
  if (!findCommunicator(comm))
    return violateNCCL("ncclCommGetAsyncError of no communicator",
                       InvalidArgument);
  const char *text = std::getenv("FP8_MOCK_ASYNC");
  *result = text ? std::atoi(text) : Ok;
  if (*result != Ok)
    setLastError("a planted fault");
  return Ok;
}
