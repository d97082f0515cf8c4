//===- Transport.cpp - exchanges through MPI ------------------------------===//
//
// Each part of a message is one send and one receive of MPI_BYTE. If the
// deadline passes, the missing rank is therefore known. MPI's collectives would
// not identify it, and the order of MPI's reductions is unspecified.
//
//===----------------------------------------------------------------------===//

#include "fp8/Runtime/fp8rt_comm.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {
using Clock = std::chrono::steady_clock;

/// MPI counts bytes in an int.
constexpr int64_t maxPartBytes = int64_t(1) << 30;
/// MPI allows tags up to 32767.
constexpr int abortTag = 32767;
/// Number of polls before a rank starts to sleep between polls.
constexpr int numBusyPolls = 200;
constexpr auto pollInterval = std::chrono::microseconds(50);

class Transport {
public:
  /// Starts MPI unless the host has done so.
  fp8rt_status open(char *error);
  ~Transport();

  fp8rt_status exchange(const char *place, const fp8rt_message *messages,
                        int32_t numMessages, double deadline, char *error);
  /// May be called during an exchange, by another thread.
  void abort(const char *reason);

  int rank = 0, numRanks = 1;

private:
  void expectAbort();
  void post(const fp8rt_message &message, int tag);
  /// Returns true once exchanges fail. Receives the failure that another rank
  /// announces.
  bool hasFailed();
  /// Announces the failure that abort() requested, if there is one.
  void announceRequest();
  /// Announces to the other ranks that this rank has failed.
  void giveUp(const std::string &reason);
  /// Cancels all messages, and writes the reason to `error`.
  fp8rt_status fail(char *error);
  std::string nameMissing() const;

  MPI_Comm comm = MPI_COMM_NULL;
  bool isOwner = false;
  MPI_Request abortRequest = MPI_REQUEST_NULL;
  char received[FP8RT_COMM_ERROR_BYTES] = "";
  /// Held while a thread calls MPI.
  std::mutex inUse;
  /// Guards `request`, the failure that abort() requests.
  std::mutex requestMutex;
  std::string request;
  /// The reason why all exchanges fail, once there is one.
  std::string failure;
  std::vector<MPI_Request> requests;
  /// The peer of each request, and whether it is a receive.
  std::vector<int> peers;
  std::vector<bool> receives;
  /// A buffer that exchange() reuses.
  std::vector<int> indices;
};
} // namespace

static double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

static void write(char *error, const std::string &text) {
  std::snprintf(error, FP8RT_COMM_ERROR_BYTES, "%s", text.c_str());
}

/// Returns a tag for the exchange at `place`, so that messages of different
/// exchanges do not match.
static int getTag(const char *place) {
  uint32_t hash = 2166136261u;
  for (const char *c = place; *c; ++c)
    hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
  return static_cast<int>(hash % abortTag);
}

/// Number of transports of this process.
static std::atomic<int> numTransports;

/// Starts MPI and sets `isOwner`, unless the host has already started MPI.
static fp8rt_status startMPI(bool &isOwner, char *error) {
  int isInitialized = 0, provided = 0;
  MPI_Initialized(&isInitialized);
  if (!isInitialized) {
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided)) {
      write(error, "MPI_Init_thread failed");
      return FP8RT_SYSTEM;
    }
    isOwner = true;
  } else {
    MPI_Query_thread(&provided);
  }
  if (provided < MPI_THREAD_SERIALIZED) {
    write(error, "expected an MPI library that several threads may call in "
                 "turn (MPI_THREAD_SERIALIZED)");
    return FP8RT_UNSUPPORTED;
  }
  // Steps of two meshes may run at the same time.
  if (provided < MPI_THREAD_MULTIPLE && numTransports != 0) {
    write(error, "expected an MPI library that several threads may call at the "
                 "same time (MPI_THREAD_MULTIPLE) for a second mesh");
    return FP8RT_UNSUPPORTED;
  }
  return FP8RT_OK;
}

fp8rt_status Transport::open(char *error) {
  if (fp8rt_status status = startMPI(isOwner, error))
    return status;
  // A communicator of its own, so that messages of the host do not interfere.
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &numRanks);
  ++numTransports;
  expectAbort();
  return FP8RT_OK;
}

Transport::~Transport() {
  int isFinalized = 0;
  MPI_Finalized(&isFinalized);
  if (comm == MPI_COMM_NULL)
    return;
  --numTransports;
  if (isFinalized)
    return;
  // All ranks end together, also after a failure, so that each can report it.
  // The wait is limited, because a rank that died never arrives.
  constexpr double longest = 10;
  MPI_Request barrier;
  int isDone = 0;
  MPI_Ibarrier(comm, &barrier);
  for (Clock::time_point begin = Clock::now();
       !isDone && secondsSince(begin) < longest;) {
    MPI_Test(&barrier, &isDone, MPI_STATUS_IGNORE);
    std::this_thread::sleep_for(pollInterval);
  }
  if (!isDone)
    MPI_Abort(comm, 1);
  if (abortRequest != MPI_REQUEST_NULL) {
    MPI_Cancel(&abortRequest);
    MPI_Wait(&abortRequest, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&comm);
  if (isOwner)
    MPI_Finalize();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void Transport::expectAbort() {
  MPI_Irecv(received, sizeof(received), MPI_BYTE, MPI_ANY_SOURCE, abortTag,
            comm, &abortRequest);
}

bool Transport::hasFailed() {
  int isThere = 0;
  if (failure.empty() && abortRequest != MPI_REQUEST_NULL) {
    MPI_Test(&abortRequest, &isThere, MPI_STATUS_IGNORE);
    if (isThere) {
      received[sizeof(received) - 1] = '\0';
      failure = received;
    }
  }
  return !failure.empty();
}

void Transport::abort(const char *reason) {
  {
    std::lock_guard<std::mutex> lock(requestMutex);
    if (request.empty())
      request = reason;
  }
  // If another thread performs an exchange, that thread announces the failure.
  if (std::unique_lock<std::mutex> lock(inUse, std::try_to_lock); lock)
    announceRequest();
}

void Transport::announceRequest() {
  // Only the first reason is kept, because it causes all other failures.
  if (hasFailed())
    return;
  {
    std::lock_guard<std::mutex> lock(requestMutex);
    failure = request;
  }
  if (failure.empty())
    return;
  char text[FP8RT_COMM_ERROR_BYTES] = "";
  std::snprintf(text, sizeof(text), "%s", failure.c_str());
  std::vector<MPI_Request> sends;
  for (int peer = 0; peer < numRanks; ++peer)
    if (peer != rank)
      MPI_Isend(text, sizeof(text), MPI_BYTE, peer, abortTag, comm,
                &sends.emplace_back());
  // Waits at most a second, because a peer that died receives nothing.
  int isDone = 0;
  for (Clock::time_point begin = Clock::now();
       !isDone && secondsSince(begin) < 1;)
    MPI_Testall(static_cast<int>(sends.size()), sends.data(), &isDone,
                MPI_STATUSES_IGNORE);
  for (MPI_Request &send : sends)
    if (send != MPI_REQUEST_NULL)
      MPI_Request_free(&send);
}

void Transport::giveUp(const std::string &reason) {
  {
    std::lock_guard<std::mutex> lock(requestMutex);
    if (request.empty())
      request = reason;
  }
  announceRequest();
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

void Transport::post(const fp8rt_message &message, int tag) {
  // A message without bytes also has one part, so that the ranks still wait for
  // each other.
  auto forParts = [&](int64_t bytes, auto post) {
    int64_t begin = 0;
    do {
      int64_t part = std::min(bytes - begin, maxPartBytes);
      post(begin, static_cast<int>(part));
      begin += part;
    } while (begin < bytes);
  };
  forParts(message.receive_bytes, [&](int64_t begin, int bytes) {
    MPI_Irecv(static_cast<char *>(message.receive) + begin, bytes, MPI_BYTE,
              message.peer, tag, comm, &requests.emplace_back());
    peers.push_back(message.peer);
    receives.push_back(true);
  });
  forParts(message.send_bytes, [&](int64_t begin, int bytes) {
    MPI_Isend(static_cast<const char *>(message.send) + begin, bytes, MPI_BYTE,
              message.peer, tag, comm, &requests.emplace_back());
    peers.push_back(message.peer);
    receives.push_back(false);
  });
}

std::string Transport::nameMissing() const {
  std::set<int> missing;
  for (size_t i = 0; i < requests.size(); ++i)
    if (requests[i] != MPI_REQUEST_NULL)
      missing.insert(peers[i]);
  std::string names;
  for (int peer : missing)
    names += (names.empty() ? "" : ", ") + std::to_string(peer);
  return (missing.size() == 1 ? "rank " : "ranks ") + names;
}

fp8rt_status Transport::fail(char *error) {
  // The caller returns after this error, so receives that never complete must
  // not write to its buffers.
  for (size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == MPI_REQUEST_NULL)
      continue;
    if (receives[i])
      MPI_Cancel(&requests[i]);
    MPI_Request_free(&requests[i]);
  }
  write(error, failure);
  return FP8RT_COMM_FAILED;
}

/// Returns the description of an error code of MPI.
static std::string describe(int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string(text, length);
}

fp8rt_status Transport::exchange(const char *place,
                                 const fp8rt_message *messages,
                                 int32_t numMessages, double deadline,
                                 char *error) {
  std::lock_guard<std::mutex> lock(inUse);
  requests.clear();
  peers.clear();
  receives.clear();
  if (hasFailed())
    return fail(error);
  for (int32_t i = 0; i < numMessages; ++i)
    post(messages[i], getTag(place));
  indices.resize(requests.size());
  Clock::time_point last = Clock::now();
  int polls = 0;
  for (size_t numDone = 0; numDone < requests.size();) {
    int count = 0;
    int code = MPI_Testsome(static_cast<int>(requests.size()), requests.data(),
                            &count, indices.data(), MPI_STATUSES_IGNORE);
    if (code != MPI_SUCCESS)
      giveUp("rank " + std::to_string(rank) + " failed at " + place + ": " +
             describe(code));
    numDone += count;
    // A rank still receives the data that other ranks sent before a failure.
    if (count != 0 && code == MPI_SUCCESS) {
      last = Clock::now();
      polls = 0;
      continue;
    }
    announceRequest();
    if (hasFailed())
      return fail(error);
    if (secondsSince(last) >= deadline) {
      char seconds[32];
      std::snprintf(seconds, sizeof(seconds), "%g", deadline);
      giveUp(nameMissing() + " did not arrive at " + place + " within " +
             seconds + " s");
    } else if (++polls > numBusyPolls) {
      std::this_thread::sleep_for(pollInterval);
    } else {
      std::this_thread::yield();
    }
  }
  return FP8RT_OK;
}

//===----------------------------------------------------------------------===//
// C API
//===----------------------------------------------------------------------===//

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" FP8RT_API fp8rt_status fp8rt_mpi_open(fp8rt_transport *transport,
                                                 char *error) {
  auto *made = new (std::nothrow) Transport;
  if (!made) {
    write(error, "out of memory");
    return FP8RT_OUT_OF_MEMORY;
  }
  if (fp8rt_status status = made->open(error)) {
    delete made;
    return status;
  }
  *transport = {};
  transport->struct_size = sizeof(fp8rt_transport);
  transport->self = made;
  transport->rank = made->rank;
  transport->num_ranks = made->numRanks;
  transport->exchange = [](void *self, const char *place,
                           const fp8rt_message *messages, int32_t numMessages,
                           double deadline, char *error) {
    return static_cast<Transport *>(self)->exchange(
        place, messages, numMessages, deadline, error);
  };
  transport->abort = [](void *self, const char *reason) {
    static_cast<Transport *>(self)->abort(reason);
  };
  transport->destroy = [](void *self) {
    delete static_cast<Transport *>(self);
  };
  return FP8RT_OK;
}
