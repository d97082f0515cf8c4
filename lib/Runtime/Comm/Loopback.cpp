//===- Loopback.cpp - ranks that share memory -----------------------------===//
//
// Every pair of ranks has two slots of shared memory, one for each direction. A
// message is sent through its slot in parts. Each rank sleeps on its own futex.
// A rank that fills or empties a slot wakes the other rank of the slot. The
// memory is anonymous: the system frees it when the last process ends.
//
//===----------------------------------------------------------------------===//

#include "../Error.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <linux/futex.h>
#include <memory>
#include <set>
#include <string>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

using namespace fp8rt;

namespace {
using Clock = std::chrono::steady_clock;

constexpr int32_t maxRanks = 1024;
constexpr size_t maxPlace = 192;

/// The part of a message that is being sent from one rank to another.
struct Slot {
  /// 1 if the part is not read yet.
  std::atomic<uint32_t> isFull;
  uint32_t partBytes;
  int64_t messageBytes;
  char place[maxPlace];
  /// The bytes of the part follow.
};

struct Header {
  /// 0 without a failure, 1 while `reason` is written, then 2.
  std::atomic<uint32_t> failure;
  char reason[FP8RT_COMM_ERROR_BYTES];
};

/// The futex on which a rank sleeps.
struct alignas(64) Bell {
  std::atomic<uint32_t> rings;
};

static_assert(std::atomic<uint32_t>::is_always_lock_free,
              "processes share the atomics");

/// A rank of a loopback.
struct Rank {
  fp8rt_loopback loopback;
  int32_t number;
};

/// The progress of a message in both directions.
struct Transfer {
  const fp8rt_message *message;
  /// Index of the previous message to or from the same rank, or -1.
  int32_t previous = -1;
  int64_t sent = 0, received = 0;
  bool hasSent = false, hasReceived = false;
};
} // namespace

struct fp8rt_loopback_s {
  int32_t numRanks;
  /// Bytes of a part, and of a slot with its part.
  size_t partBytes, slotBytes;
  char *memory;
  size_t memoryBytes;
  std::vector<Rank> ranks;

  Header &header() const { return *reinterpret_cast<Header *>(memory); }
  Bell &bell(int32_t rank) const {
    return reinterpret_cast<Bell *>(memory + bellsOffset())[rank];
  }
  Slot &slot(int32_t from, int32_t to) const {
    size_t number = static_cast<size_t>(from) * numRanks + to;
    return *reinterpret_cast<Slot *>(memory + slotsOffset() +
                                     number * slotBytes);
  }
  static size_t bellsOffset() { return (sizeof(Header) + 63) / 64 * 64; }
  size_t slotsOffset() const { return bellsOffset() + numRanks * sizeof(Bell); }

  void ring(int32_t rank) const;
  void ringAll() const;
  void abort(const char *reason) const;
  /// Sends and receives parts, unless `previous`, the previous message to or
  /// from the same rank, is still in progress. Returns true if there was
  /// something to do.
  bool progress(Rank self, const char *place, Transfer &transfer,
                const Transfer *previous) const;
  fp8rt_status exchange(Rank self, const char *place,
                        const fp8rt_message *messages, int32_t numMessages,
                        double deadline, char *error) const;
};

//===----------------------------------------------------------------------===//
// Waiting and failures
//===----------------------------------------------------------------------===//

void fp8rt_loopback_s::ring(int32_t rank) const {
  Bell &other = bell(rank);
  other.rings.fetch_add(1);
  syscall(SYS_futex, &other.rings, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

void fp8rt_loopback_s::ringAll() const {
  for (int32_t rank = 0; rank < numRanks; ++rank)
    ring(rank);
}

void fp8rt_loopback_s::abort(const char *reason) const {
  // Only the first reason is kept, because it causes all other failures.
  uint32_t none = 0;
  if (!header().failure.compare_exchange_strong(none, 1))
    return;
  std::snprintf(header().reason, sizeof(Header::reason), "%s", reason);
  header().failure.store(2);
  ringAll();
}

/// Sleeps until `bell` has rung since the caller read `rings`, but at most for
/// `seconds`.
static void sleepUntilRung(Bell &bell, uint32_t rings, double seconds) {
  // Sleeps are short, in case a rank dies before it rings.
  constexpr double longest = 0.1;
  seconds = std::min(seconds, longest);
  timespec duration;
  duration.tv_sec = static_cast<time_t>(seconds);
  duration.tv_nsec = static_cast<long>((seconds - duration.tv_sec) * 1e9);
  syscall(SYS_futex, &bell.rings, FUTEX_WAIT, rings, &duration, nullptr, 0);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

bool fp8rt_loopback_s::progress(Rank self, const char *place,
                                Transfer &transfer,
                                const Transfer *previous) const {
  const fp8rt_message &message = *transfer.message;
  bool hasWorked = false;
  auto getPart = [&](int64_t done, int64_t bytes) {
    return std::min<int64_t>(bytes - done, static_cast<int64_t>(partBytes));
  };
  Slot &out = slot(self.number, message.peer);
  // A message without bytes also has one part, so that the ranks still wait for
  // each other.
  if (!transfer.hasSent && (!previous || previous->hasSent) &&
      out.isFull.load() == 0) {
    int64_t part = getPart(transfer.sent, message.send_bytes);
    if (transfer.sent == 0)
      std::snprintf(out.place, maxPlace, "%s", place);
    out.messageBytes = message.send_bytes;
    out.partBytes = static_cast<uint32_t>(part);
    if (part != 0)
      std::memcpy(reinterpret_cast<char *>(&out + 1),
                  static_cast<const char *>(message.send) + transfer.sent,
                  part);
    transfer.sent += part;
    transfer.hasSent = transfer.sent == message.send_bytes;
    out.isFull.store(1);
    ring(message.peer);
    hasWorked = true;
  }
  Slot &in = slot(message.peer, self.number);
  if (!transfer.hasReceived && (!previous || previous->hasReceived) &&
      in.isFull.load() == 1) {
    if (transfer.received == 0 &&
        (std::strncmp(in.place, place, maxPlace - 1) != 0 ||
         in.messageBytes != message.receive_bytes)) {
      std::string reason =
          "rank " + std::to_string(self.number) + " is at " + place +
          ", with " + std::to_string(message.receive_bytes) +
          " bytes, but rank " + std::to_string(message.peer) + " is at " +
          in.place + ", with " + std::to_string(in.messageBytes) + " bytes";
      abort(reason.c_str());
      return hasWorked;
    }
    if (in.partBytes != 0)
      std::memcpy(static_cast<char *>(message.receive) + transfer.received,
                  reinterpret_cast<char *>(&in + 1), in.partBytes);
    transfer.received += in.partBytes;
    transfer.hasReceived = transfer.received == message.receive_bytes;
    in.isFull.store(0);
    ring(message.peer);
    hasWorked = true;
  }
  return hasWorked;
}

/// Returns "rank 1" or "ranks 1, 2": the peers of the transfers that are not
/// complete.
static std::string nameMissing(const std::vector<Transfer> &transfers) {
  std::set<int32_t> peers;
  for (const Transfer &transfer : transfers)
    if (!transfer.hasReceived || !transfer.hasSent)
      peers.insert(transfer.message->peer);
  std::string names;
  for (int32_t peer : peers)
    names += (names.empty() ? "" : ", ") + std::to_string(peer);
  return (peers.size() == 1 ? "rank " : "ranks ") + names;
}

/// Returns transfers of `messages` that have not begun.
static std::vector<Transfer> getTransfers(const fp8rt_message *messages,
                                          int32_t numMessages,
                                          int32_t numRanks) {
  std::vector<Transfer> transfers;
  std::vector<int32_t> last(numRanks, -1);
  for (int32_t i = 0; i < numMessages; ++i) {
    transfers.push_back({messages + i, last[messages[i].peer]});
    last[messages[i].peer] = i;
  }
  return transfers;
}

fp8rt_status fp8rt_loopback_s::exchange(Rank self, const char *place,
                                        const fp8rt_message *messages,
                                        int32_t numMessages, double deadline,
                                        char *error) const {
  std::vector<Transfer> transfers =
      getTransfers(messages, numMessages, numRanks);
  auto fail = [&] {
    std::snprintf(error, FP8RT_COMM_ERROR_BYTES, "%s", header().reason);
    return FP8RT_COMM_FAILED;
  };
  if (header().failure.load() == 2)
    return fail();
  Clock::time_point last = Clock::now();
  Bell &own = bell(self.number);
  while (true) {
    uint32_t rings = own.rings.load();
    bool hasFailed = header().failure.load() == 2;
    bool hasWorked = false, isDone = true;
    for (Transfer &transfer : transfers) {
      const Transfer *previous =
          transfer.previous < 0 ? nullptr : &transfers[transfer.previous];
      hasWorked |= progress(self, place, transfer, previous);
      isDone &= transfer.hasSent && transfer.hasReceived;
    }
    // A rank still receives the data that other ranks sent before a failure.
    if (isDone)
      return FP8RT_OK;
    if (hasFailed && !hasWorked)
      return fail();
    if (hasWorked) {
      last = Clock::now();
      continue;
    }
    double waited = std::chrono::duration<double>(Clock::now() - last).count();
    if (waited >= deadline) {
      char seconds[32];
      std::snprintf(seconds, sizeof(seconds), "%g", deadline);
      abort((nameMissing(transfers) + " did not arrive at " + place +
             " within " + seconds + " s")
                .c_str());
      continue;
    }
    sleepUntilRung(own, rings, deadline - waited);
  }
}

//===----------------------------------------------------------------------===//
// C API
//===----------------------------------------------------------------------===//

fp8rt_status fp8rt_loopback_create(int32_t numRanks, fp8rt_loopback *loopback) {
  return guarded(__func__, [&](const char *function) {
    if (!loopback)
      return failNull(function, "loopback");
    if (numRanks < 1 || numRanks > maxRanks)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: num_ranks is %d, expected 1 to %d", function, numRanks,
                  maxRanks);
    auto made = std::make_unique<fp8rt_loopback_s>();
    made->numRanks = numRanks;
    // All slots together take 64 MiB, unless a part would be too small or too
    // large.
    size_t pairs = static_cast<size_t>(numRanks) * numRanks;
    made->partBytes = std::clamp<size_t>((size_t(64) << 20) / pairs, 4096,
                                         size_t(256) << 10) /
                      64 * 64;
    made->slotBytes = (sizeof(Slot) + 63) / 64 * 64 + made->partBytes;
    made->memoryBytes = made->slotsOffset() + pairs * made->slotBytes;
    void *memory = mmap(nullptr, made->memoryBytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      return fail(FP8RT_OUT_OF_MEMORY, "%s: cannot map %zu bytes: %s", function,
                  made->memoryBytes, std::strerror(errno));
    // New memory is zero, which means that there are no messages and no
    // failure.
    made->memory = static_cast<char *>(memory);
    for (int32_t rank = 0; rank < numRanks; ++rank)
      made->ranks.push_back({made.get(), rank});
    *loopback = made.release();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_loopback_destroy(fp8rt_loopback loopback) {
  return guarded(__func__, [&](const char *) {
    if (loopback)
      munmap(loopback->memory, loopback->memoryBytes);
    delete loopback;
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_loopback_abort(fp8rt_loopback loopback, const char *reason) {
  return guarded(__func__, [&](const char *function) {
    if (!loopback || !reason)
      return failNull(function, loopback ? "reason" : "loopback");
    loopback->abort(reason);
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_loopback_transport(fp8rt_loopback loopback, int32_t rank,
                                      fp8rt_transport *transport) {
  return guarded(__func__, [&](const char *function) {
    if (!loopback || !transport)
      return failNull(function, loopback ? "transport" : "loopback");
    if (rank < 0 || rank >= loopback->numRanks)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: rank is %d, expected 0 to %d",
                  function, rank, loopback->numRanks - 1);
    *transport = {};
    transport->struct_size = sizeof(fp8rt_transport);
    transport->self = &loopback->ranks[rank];
    transport->rank = rank;
    transport->num_ranks = loopback->numRanks;
    transport->exchange = [](void *self, const char *place,
                             const fp8rt_message *messages, int32_t numMessages,
                             double deadline, char *error) {
      Rank rank = *static_cast<Rank *>(self);
      return rank.loopback->exchange(rank, place, messages, numMessages,
                                     deadline, error);
    };
    transport->abort = [](void *self, const char *reason) {
      static_cast<Rank *>(self)->loopback->abort(reason);
    };
    transport->poll = [](void *self, char *error) {
      const Header &header = static_cast<Rank *>(self)->loopback->header();
      if (header.failure.load() != 2)
        return FP8RT_OK;
      std::snprintf(error, FP8RT_COMM_ERROR_BYTES, "%s", header.reason);
      return FP8RT_COMM_FAILED;
    };
    return FP8RT_OK;
  });
}
