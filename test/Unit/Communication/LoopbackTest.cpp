//===- LoopbackTest.cpp - Ranks that are threads of one process -----------===//

#include "fp8/Communication/Loopback.h"
#include "gtest/gtest.h"

#include <numeric>
#include <thread>

using namespace mlir;
using namespace mlir::fp8;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kLong{60000}, kShort{200};

/// Runs `rank` on a thread for each communicator.
template <typename F>
void runAll(ArrayRef<std::unique_ptr<Communicator>> ranks, F rank) {
  std::vector<std::thread> threads;
  for (const auto &communicator : ranks)
    threads.emplace_back([&] { rank(*communicator); });
  for (std::thread &thread : threads)
    thread.join();
}

/// Returns the message of `error`, or "" if there is none.
std::string getMessage(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "";
}

SmallVector<int64_t> getAll(int64_t numRanks) {
  SmallVector<int64_t> all(numRanks);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(Loopback, GathersInTheOrderOfRanksManyTimes) {
  for (int64_t numRanks : {1, 2, 3, 5}) {
    auto ranks = createLoopback(numRanks, kLong);
    SmallVector<int64_t> group = getAll(numRanks);
    runAll(ranks, [&](Communicator &self) {
      EXPECT_EQ(self.getNumRanks(), numRanks);
      for (int step = 0; step < 100; ++step) {
        auto letter = static_cast<char>('a' + (self.getRank() + step) % 26);
        char sent[] = {letter, static_cast<char>(step)};
        std::vector<char> received(2 * numRanks);
        EXPECT_EQ(getMessage(self.allGather({group, "here"}, sent, received)),
                  "");
        for (int64_t other = 0; other < numRanks; ++other) {
          EXPECT_EQ(received[2 * other], 'a' + (other + step) % 26);
          EXPECT_EQ(received[2 * other + 1], step);
        }
      }
    });
  }
}

TEST(Loopback, ExchangesOnePieceBetweenEveryTwoRanks) {
  constexpr int64_t kRanks = 3;
  auto ranks = createLoopback(kRanks, kLong);
  SmallVector<int64_t> group = getAll(kRanks);
  runAll(ranks, [&](Communicator &self) {
    std::vector<char> sent, received(kRanks);
    for (int64_t to = 0; to < kRanks; ++to)
      sent.push_back(static_cast<char>(10 * self.getRank() + to));
    EXPECT_EQ(getMessage(self.allToAll({group, "here"}, sent, received)), "");
    for (int64_t from = 0; from < kRanks; ++from)
      EXPECT_EQ(received[from], 10 * from + self.getRank());
  });
}

TEST(Loopback, GroupsAreApart) {
  auto ranks = createLoopback(4, kLong);
  runAll(ranks, [&](Communicator &self) {
    // Ranks 0 and 2, and ranks 1 and 3.
    int64_t first = self.getRank() % 2;
    char sent[] = {static_cast<char>('a' + self.getRank())};
    std::vector<char> received(2);
    EXPECT_EQ(getMessage(
                  self.allGather({{first, first + 2}, "here"}, sent, received)),
              "");
    EXPECT_EQ(received[0], 'a' + first);
    EXPECT_EQ(received[1], 'a' + first + 2);
  });
}

TEST(Loopback, TakesEmptyPieces) {
  auto ranks = createLoopback(2, kLong);
  SmallVector<int64_t> group = getAll(2);
  runAll(ranks, [&](Communicator &self) {
    EXPECT_EQ(getMessage(self.allGather({group, "here"}, {}, {})), "");
  });
}

TEST(Loopback, EndsAtTheDeadlineWhereARankIsMissing) {
  auto ranks = createLoopback(3, kShort);
  SmallVector<int64_t> group = getAll(3);
  auto begin = std::chrono::steady_clock::now();
  runAll(ranks, [&](Communicator &self) {
    // Rank 1 ends without a word.
    if (self.getRank() == 1)
      return;
    char sent[1] = {};
    std::vector<char> received(3);
    EXPECT_EQ(getMessage(self.allGather({group, "the sum"}, sent, received)),
              "rank 1 did not arrive at the sum within 200 ms");
    // There is no second chance.
    EXPECT_EQ(getMessage(self.allGather({group, "the sum"}, sent, received)),
              "rank 1 did not arrive at the sum within 200 ms");
  });
  EXPECT_GE(std::chrono::steady_clock::now() - begin, kShort);
}

TEST(Loopback, EndsAtOnceWhereARankAborts) {
  auto ranks = createLoopback(3, kLong);
  SmallVector<int64_t> group = getAll(3);
  runAll(ranks, [&](Communicator &self) {
    if (self.getRank() == 2)
      return self.abort("it has no batch");
    char sent[1] = {};
    std::vector<char> received(3);
    EXPECT_EQ(getMessage(self.allToAll({group, "the sum"}, received, received)),
              "rank 2 ended: it has no batch");
    EXPECT_EQ(getMessage(self.allGather({group, "the sum"}, sent, received)),
              "rank 2 ended: it has no batch");
  });
}

/// Expects that both ranks, at different exchanges, get `message`.
template <typename F>
void expectMismatch(F exchange, StringRef message) {
  auto ranks = createLoopback(2, kLong);
  runAll(ranks, [&](Communicator &self) {
    EXPECT_EQ(getMessage(exchange(self)), message);
  });
}

TEST(Loopback, RanksAtDifferentPlacesAreAnError) {
  SmallVector<int64_t> group = getAll(2);
  expectMismatch(
      [&](Communicator &self) {
        char sent[1] = {};
        std::vector<char> received(2);
        StringRef place = self.getRank() == 0 ? "the loss" : "the norm";
        return self.allGather({group, place}, sent, received);
      },
      "rank 0 is at the loss, with 1 bytes, but rank 1 is at the norm, with 1 "
      "bytes");
}

TEST(Loopback, PiecesOfDifferentSizesAreAnError) {
  SmallVector<int64_t> group = getAll(2);
  expectMismatch(
      [&](Communicator &self) {
        std::vector<char> sent(self.getRank() + 1);
        std::vector<char> received(2 * sent.size());
        return self.allGather({group, "the loss"}, sent, received);
      },
      "rank 0 is at the loss, with 1 bytes, but rank 1 is at the loss, with 2 "
      "bytes");
}

TEST(Loopback, AnAbortDuringACopyWaitsForTheReaders) {
  // Ranks free their buffers as soon as an exchange returns. A sanitizer sees a
  // copy from a buffer that has been freed.
  for (int round = 0; round < 100; ++round) {
    auto ranks = createLoopback(4, kLong);
    SmallVector<int64_t> group = getAll(4);
    std::thread aborter([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(20 * round));
      ranks[3]->abort("it ends");
    });
    runAll(ranks, [&](Communicator &self) {
      std::string message;
      while (message.empty()) {
        std::vector<char> sent(1 << 18, static_cast<char>(self.getRank()));
        std::vector<char> received(sent.size() * 4);
        message = getMessage(self.allGather({group, "here"}, sent, received));
      }
      EXPECT_EQ(message, "rank 3 ended: it ends");
    });
    aborter.join();
  }
}

} // namespace
