//===- Loopback.cpp - Ranks that are threads of one process ---------------===//
//
// A rank that arrives at an exchange shows its buffer to the others. When all
// ranks have arrived, each copies the pieces that it receives, and when all
// have copied, each may reuse its buffer.
//
//===----------------------------------------------------------------------===//

#include "fp8/Communication/Loopback.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// The part of one rank in an exchange.
struct Arrival {
  bool isGather = false;
  /// The op and its place.
  std::string place;
  ArrayRef<char> sent;
};

/// The state that all ranks share.
struct Meeting {
  Meeting(int64_t numRanks, std::chrono::milliseconds deadline)
      : deadline(deadline), arrivals(numRanks), numArrived(numRanks),
        numCopied(numRanks) {}

  const std::chrono::milliseconds deadline;
  std::mutex mutex;
  std::condition_variable changed;
  /// The current exchange of each rank.
  std::vector<Arrival> arrivals;
  /// The numbers of exchanges that each rank has begun, and whose pieces it has
  /// copied.
  std::vector<int64_t> numArrived, numCopied;
  /// The number of ranks that are reading buffers of other ranks.
  int64_t numCopying = 0;
  /// The reason why all exchanges fail, once there is one.
  std::optional<std::string> failure;
};

class Loopback : public Communicator {
public:
  Loopback(std::shared_ptr<Meeting> meeting, int64_t rank)
      : meeting(std::move(meeting)), rank(rank) {}

  int64_t getRank() const override { return rank; }
  int64_t getNumRanks() const override { return meeting->arrivals.size(); }

  llvm::Error allGather(const ExchangePlace &place, ArrayRef<char> piece,
                        MutableArrayRef<char> pieces) override {
    return exchange(place, {/*isGather=*/true, place.text.str(), piece},
                    pieces);
  }
  llvm::Error allToAll(const ExchangePlace &place, ArrayRef<char> sent,
                       MutableArrayRef<char> received) override {
    return exchange(place, {/*isGather=*/false, place.text.str(), sent},
                    received);
  }
  void abort(const Twine &reason) override;

private:
  using Lock = std::unique_lock<std::mutex>;
  llvm::Error exchange(const ExchangePlace &place, Arrival arrival,
                       MutableArrayRef<char> received);
  /// Waits for all ranks, and copies the pieces for this one.
  llvm::Error meet(Lock &lock, const ExchangePlace &place, bool isGather,
                   MutableArrayRef<char> received);
  /// Waits until `counts` of all ranks are at least `number`. Lets all ranks
  /// fail at the deadline.
  llvm::Error wait(Lock &lock, const std::vector<int64_t> &counts,
                   int64_t number);
  /// Checks that all ranks are at the same exchange.
  llvm::Error compareArrivals();
  llvm::Error fail(std::string reason);
  llvm::Error makeError() const {
    return llvm::createStringError(*meeting->failure);
  }

  std::shared_ptr<Meeting> meeting;
  const int64_t rank;
};

} // namespace

llvm::Error Loopback::fail(std::string reason) {
  // The first reason is the origin of all others.
  if (!meeting->failure)
    meeting->failure = std::move(reason);
  meeting->changed.notify_all();
  return makeError();
}

void Loopback::abort(const Twine &reason) {
  Lock lock(meeting->mutex);
  llvm::consumeError(fail(("rank " + Twine(rank) + " ended: " + reason).str()));
}

llvm::Error Loopback::wait(Lock &lock, const std::vector<int64_t> &counts,
                           int64_t number) {
  auto isMissing = [&](int64_t count) { return count < number; };
  bool isInTime = meeting->changed.wait_for(lock, meeting->deadline, [&] {
    return meeting->failure || llvm::none_of(counts, isMissing);
  });
  if (meeting->failure)
    return makeError();
  if (isInTime)
    return llvm::Error::success();
  SmallVector<std::string> missing;
  for (auto [other, count] : llvm::enumerate(counts))
    if (isMissing(count))
      missing.push_back(std::to_string(other));
  return fail((missing.size() == 1 ? "rank " : "ranks ") +
              llvm::join(missing, ", ") + " did not arrive at " +
              meeting->arrivals[rank].place + " within " +
              llvm::utostr(meeting->deadline.count()) + " ms");
}

llvm::Error Loopback::compareArrivals() {
  const Arrival &first = meeting->arrivals.front();
  for (auto [other, arrival] : llvm::enumerate(meeting->arrivals))
    if (arrival.isGather != first.isGather || arrival.place != first.place ||
        arrival.sent.size() != first.sent.size())
      return fail("rank 0 is at " + first.place + ", with " +
                  llvm::utostr(first.sent.size()) + " bytes, but rank " +
                  llvm::utostr(other) + " is at " + arrival.place + ", with " +
                  llvm::utostr(arrival.sent.size()) + " bytes");
  return llvm::Error::success();
}

llvm::Error Loopback::meet(Lock &lock, const ExchangePlace &place,
                           bool isGather, MutableArrayRef<char> received) {
  int64_t number = meeting->numArrived[rank];
  if (llvm::Error error = wait(lock, meeting->numArrived, number))
    return error;
  if (llvm::Error error = compareArrivals())
    return error;
  ++meeting->numCopying;
  lock.unlock();
  size_t pieceSize = received.size() / place.group.size();
  auto own = llvm::find(place.group, rank) - place.group.begin();
  for (auto [i, other] : llvm::enumerate(place.group)) {
    ArrayRef<char> sent = meeting->arrivals[other].sent;
    if (pieceSize != 0)
      std::memcpy(received.data() + i * pieceSize,
                  sent.data() + (isGather ? 0 : own * pieceSize), pieceSize);
  }
  lock.lock();
  --meeting->numCopying;
  meeting->numCopied[rank] = number;
  meeting->changed.notify_all();
  return wait(lock, meeting->numCopied, number);
}

llvm::Error Loopback::exchange(const ExchangePlace &place, Arrival arrival,
                               MutableArrayRef<char> received) {
  Lock lock(meeting->mutex);
  if (meeting->failure)
    return makeError();
  bool isGather = arrival.isGather;
  meeting->arrivals[rank] = std::move(arrival);
  ++meeting->numArrived[rank];
  meeting->changed.notify_all();
  llvm::Error error = meet(lock, place, isGather, received);
  // The buffer of this rank is valid until nobody reads it. After a failure, no
  // rank begins to copy.
  meeting->changed.wait(
      lock, [&] { return !meeting->failure || meeting->numCopying == 0; });
  return error;
}

std::vector<std::unique_ptr<Communicator>>
mlir::fp8::createLoopback(int64_t numRanks,
                          std::chrono::milliseconds deadline) {
  auto meeting = std::make_shared<Meeting>(numRanks, deadline);
  std::vector<std::unique_ptr<Communicator>> ranks;
  for (int64_t rank = 0; rank < numRanks; ++rank)
    ranks.push_back(std::make_unique<Loopback>(meeting, rank));
  return ranks;
}
