//===- CommTest.cpp - Exchanges between ranks -----------------------------===//

#include "CommRanks.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace fp8rt::test;

namespace {

TEST(Comm, GathersInTheOrderOfRanksManyTimes) {
  for (int32_t numRanks : {1, 2, 3, 5})
    runAll({numRanks}, longDeadline, [&](const Comm &self) {
      EXPECT_EQ(fp8rt_comm_num_ranks(self), numRanks);
      for (int step = 0; step < 100; ++step) {
        std::vector<char> received(2 * numRanks);
        char letter = static_cast<char>('a' + (self.rank() + step) % 26);
        EXPECT_EQ(self.gather({letter, static_cast<char>(step)}, received), "");
        for (int32_t other = 0; other < numRanks; ++other) {
          EXPECT_EQ(received[2 * other], 'a' + (other + step) % 26);
          EXPECT_EQ(received[2 * other + 1], step);
        }
      }
    });
}

TEST(Comm, SendsPiecesOfTheTensorAndClearsPadding) {
  runAll({3}, longDeadline, [](const Comm &self) {
    // 5 bytes in pieces of 2: the last rank has one of them.
    char base = static_cast<char>(10 * self.rank());
    std::vector<char> sent = {base, ++base, ++base, ++base, ++base};
    std::vector<char> received(6, 77);
    EXPECT_EQ(self.exchange(FP8RT_ALL_TO_ALL, sent, received, 2, 5), "");
    for (int32_t from = 0; from < 3; ++from) {
      EXPECT_EQ(received[2 * from], 10 * from + 2 * self.rank());
      EXPECT_EQ(received[2 * from + 1],
                self.rank() == 2 ? 0 : 10 * from + 2 * self.rank() + 1);
    }
  });
}

TEST(Comm, GathersTensorsWithEmptyPieces) {
  runAll({4}, longDeadline, [](const Comm &self) {
    // 3 bytes in pieces of 2: ranks 2 and 3 have none.
    std::vector<char> sent = {static_cast<char>(2 * self.rank()),
                              static_cast<char>(2 * self.rank() + 1)};
    std::vector<char> received(4, 77);
    EXPECT_EQ(self.exchange(FP8RT_ALL_GATHER, sent, received, 2, 3), "");
    EXPECT_EQ(received, (std::vector<char>{0, 1, 2, 77}));
  });
}

TEST(Comm, GroupsAreApart) {
  // Ranks 0 and 2, and ranks 1 and 3, differ along the first axis.
  runAll({2, 2}, longDeadline, [](const Comm &self) {
    std::vector<char> received(2);
    EXPECT_EQ(self.gather({static_cast<char>('a' + self.rank())}, received,
                          "the sum", /*axes=*/1),
              "");
    char first = static_cast<char>('a' + self.rank() % 2);
    EXPECT_EQ(received,
              (std::vector<char>{first, static_cast<char>(first + 2)}));
    EXPECT_EQ(self.gather({static_cast<char>('a' + self.rank())}, received,
                          "the sum", /*axes=*/2),
              "");
    first = static_cast<char>('a' + self.rank() / 2 * 2);
    EXPECT_EQ(received,
              (std::vector<char>{first, static_cast<char>(first + 1)}));
  });
}

TEST(Comm, MessagesMayBeLongerThanTheSharedMemory) {
  runAll({3}, longDeadline, [](const Comm &self) {
    constexpr size_t size = (3 << 20) + 5;
    std::vector<char> sent(size), received(3 * size);
    for (size_t i = 0; i < size; ++i)
      sent[i] = static_cast<char>(i * 7 + self.rank());
    EXPECT_EQ(self.gather(sent, received), "");
    for (size_t i = 0; i < 3 * size; ++i)
      if (received[i] != static_cast<char>(i % size * 7 + i / size)) {
        ADD_FAILURE() << "byte " << i;
        break;
      }
  });
}

TEST(Comm, CountsBytesToOtherRanks) {
  runAll({3}, longDeadline, [](const Comm &self) {
    std::vector<char> sent(5), received(6);
    EXPECT_EQ(self.exchange(FP8RT_ALL_TO_ALL, sent, received, 2, 5), "");
    fp8rt_comm_counts counts;
    EXPECT_EQ(fp8rt_comm_count(self, FP8RT_ALL_TO_ALL, &counts), FP8RT_OK);
    EXPECT_EQ(counts.calls, 1);
    EXPECT_EQ(counts.bytes_sent, self.rank() == 2 ? 4 : 3);
    EXPECT_EQ(counts.bytes_received, self.rank() == 2 ? 2 : 4);
    EXPECT_EQ(fp8rt_comm_count(self, FP8RT_ALL_GATHER, &counts), FP8RT_OK);
    EXPECT_EQ(counts.calls, 0);
  });
}

TEST(Comm, EndsAtTheDeadlineWhereARankIsMissing) {
  auto begin = std::chrono::steady_clock::now();
  runAll({3}, shortDeadline, [](const Comm &self) {
    // Rank 1 ends without a word.
    if (self.rank() == 1)
      return;
    std::vector<char> received(3);
    const char *message = "rank 1 did not arrive at the sum within 1.5 s";
    EXPECT_EQ(self.gather({1}, received), message);
    // Later exchanges fail with the same message.
    EXPECT_EQ(self.gather({1}, received), message);
  });
  EXPECT_GE(std::chrono::steady_clock::now() - begin,
            std::chrono::milliseconds(1500));
}

TEST(Comm, EndsAtOnceWhereARankAborts) {
  runAll({3}, longDeadline, [](const Comm &self) {
    if (self.rank() == 2) {
      EXPECT_EQ(fp8rt_comm_abort(self, "rank 2 has no batch"), FP8RT_OK);
      return;
    }
    std::vector<char> received(3);
    EXPECT_EQ(self.gather({1}, received), "rank 2 has no batch");
    EXPECT_EQ(self.gather({1}, received), "rank 2 has no batch");
  });
}

/// Expects that both ranks get one of two messages, which differ in the rank
/// that found the mismatch.
void expectMismatch(const std::function<std::string(const Comm &)> &exchange,
                    const std::string &first, const std::string &second) {
  runAll({2}, longDeadline, [&](const Comm &self) {
    std::string message = exchange(self);
    EXPECT_TRUE(message == first + ", but " + second ||
                message == second + ", but " + first)
        << message;
  });
}

TEST(Comm, RanksAtDifferentPlacesAreAnError) {
  expectMismatch(
      [](const Comm &self) {
        std::vector<char> received(2);
        return self.gather({1}, received,
                           self.rank() == 0 ? "the loss" : "the norm");
      },
      "rank 0 is at the loss, with 1 bytes",
      "rank 1 is at the norm, with 1 bytes");
}

TEST(Comm, PiecesOfDifferentSizesAreAnError) {
  expectMismatch(
      [](const Comm &self) {
        std::vector<char> sent(self.rank() + 1), received(2 * sent.size());
        return self.gather(sent, received);
      },
      "rank 0 is at the sum, with 1 bytes",
      "rank 1 is at the sum, with 2 bytes");
}

/// Tensors of one exchange do not interfere, even if they have different sizes,
/// if ranks have no pieces of them, or if they are sent in several parts.
TEST(Comm, TensorsShareAnExchange) {
  constexpr int64_t large = (1 << 20) + 3;
  runAll({3}, longDeadline, [](const Comm &self) {
    auto rank = static_cast<char>(self.rank());
    std::vector<char> a(2, rank), b(1, static_cast<char>(10 + rank)),
        c(large, static_cast<char>(20 + rank));
    std::vector<char> allA(5, 77), allB(1, 77), allC(3 * large, 77);
    std::vector<fp8rt_exchange> tensors = {
        {FP8RT_ALL_GATHER, 1, 2, 5},
        {FP8RT_ALL_GATHER, 1, 1, 1},
        {FP8RT_ALL_GATHER, 1, large, 3 * large}};
    EXPECT_EQ(self.exchange(tensors, {a.data(), allA.data(), b.data(),
                                      allB.data(), c.data(), allC.data()}),
              "");
    EXPECT_EQ(allA, (std::vector<char>{0, 0, 1, 1, 2}));
    EXPECT_EQ(allB, (std::vector<char>{10}));
    for (int64_t i = 0; i < 3 * large; i += large) {
      EXPECT_EQ(allC[i], 20 + i / large);
      EXPECT_EQ(allC[i + large - 1], 20 + i / large);
    }
    fp8rt_comm_counts counts;
    EXPECT_EQ(fp8rt_comm_count(self, FP8RT_ALL_GATHER, &counts), FP8RT_OK);
    EXPECT_EQ(counts.calls, 1);
    EXPECT_EQ(counts.bytes_sent,
              2 * ((rank == 2 ? 1 : 2) + (rank == 0) + large));
  });
}

/// If ranks list tensors in different orders, their exchanges do not match.
TEST(Comm, TensorsOfOtherSizesAreErrors) {
  expectMismatch(
      [](const Comm &self) {
        std::vector<char> a(2), b(1), allA(4), allB(2);
        std::vector<fp8rt_exchange> tensors = {{FP8RT_ALL_GATHER, 1, 2, 4},
                                               {FP8RT_ALL_GATHER, 1, 1, 2}};
        std::vector<void *> buffers = {a.data(), allA.data(), b.data(),
                                       allB.data()};
        if (self.rank() == 1) {
          std::swap(tensors[0], tensors[1]);
          std::swap(buffers[0], buffers[2]);
          std::swap(buffers[1], buffers[3]);
        }
        return self.exchange(tensors, buffers);
      },
      "rank 0 is at the sum, with 2 bytes",
      "rank 1 is at the sum, with 1 bytes");
}

TEST(Comm, InvalidExchangesAreErrors) {
  runAll({2}, longDeadline, [](const Comm &self) {
    char byte = 0;
    void *buffers[] = {&byte, &byte, &byte, &byte};
    auto checkAll = [&](std::vector<fp8rt_exchange> tensors,
                        const char *message) {
      EXPECT_EQ(fp8rt_comm_exchange(self, tensors.data(),
                                    static_cast<int64_t>(tensors.size()),
                                    "here", buffers),
                FP8RT_INVALID_ARGUMENT);
      EXPECT_STREQ(fp8rt_last_error(), message);
    };
    auto check = [&](fp8rt_exchange tensor, const char *message) {
      checkAll({tensor}, message);
    };
    const fp8rt_exchange valid = {FP8RT_ALL_GATHER, 1, 1, 2};
    EXPECT_EQ(fp8rt_comm_exchange(self, &valid, 0, "here", buffers),
              FP8RT_INVALID_ARGUMENT);
    EXPECT_STREQ(fp8rt_last_error(),
                 "fp8rt_comm_exchange: num_tensors is 0, expected at least 1");
    checkAll({valid, {FP8RT_ALL_TO_ALL, 1, 1, 2}},
             "fp8rt_comm_exchange: tensor 1 has kind 1 and axes 0x1, but the "
             "first one of the exchange has kind 0 and axes 0x1");
    checkAll({valid, {FP8RT_ALL_GATHER, 1, 1, 3}},
             "fp8rt_comm_exchange: expected at most 2 pieces of 1 bytes, but "
             "the tensor has 3 bytes");
    check({7, 1, 1, 2}, "fp8rt_comm_exchange: no exchange is of kind 7");
    check({FP8RT_ALL_GATHER, 2, 1, 2},
          "fp8rt_comm_exchange: axes is 0x2, expected bits of the 1 axes of "
          "the mesh");
    check({FP8RT_ALL_GATHER, 1, 1, 3},
          "fp8rt_comm_exchange: expected at most 2 pieces of 1 bytes, but the "
          "tensor has 3 bytes");
    check({FP8RT_ALL_GATHER, 1, INT64_MAX, 3},
          "fp8rt_comm_exchange: expected at most 2 pieces of "
          "9223372036854775807 bytes, but the tensor has 3 bytes");
  });
}

TEST(Comm, InvalidCommunicatorsAreErrors) {
  fp8rt_loopback loopback = nullptr;
  EXPECT_EQ(fp8rt_loopback_create(0, &loopback), FP8RT_INVALID_ARGUMENT);
  EXPECT_EQ(fp8rt_loopback_create(1 << 20, &loopback), FP8RT_INVALID_ARGUMENT);
  ASSERT_EQ(fp8rt_loopback_create(4, &loopback), FP8RT_OK);
  fp8rt_transport transport;
  EXPECT_EQ(fp8rt_loopback_transport(loopback, 4, &transport),
            FP8RT_INVALID_ARGUMENT);
  ASSERT_EQ(fp8rt_loopback_transport(loopback, 3, &transport), FP8RT_OK);
  int32_t axes[] = {2, 3};
  fp8rt_comm_options options = {sizeof(options), axes, 2, 0};
  fp8rt_comm comm = nullptr;
  EXPECT_EQ(fp8rt_comm_create(&transport, &options, &comm),
            FP8RT_INVALID_ARGUMENT);
  EXPECT_STREQ(fp8rt_last_error(),
               "fp8rt_comm_create: expected a mesh of 4 ranks, which the "
               "transport connects, but its axes hold another number");
  axes[1] = 2;
  options.deadline = -1;
  EXPECT_EQ(fp8rt_comm_create(&transport, &options, &comm),
            FP8RT_INVALID_ARGUMENT);
  EXPECT_EQ(fp8rt_loopback_destroy(loopback), FP8RT_OK);
}

TEST(Comm, RanksMayBeProcesses) {
  fp8rt_loopback loopback = nullptr;
  ASSERT_EQ(fp8rt_loopback_create(3, &loopback), FP8RT_OK);
  // Rank 2 is killed between two exchanges.
  std::vector<pid_t> processes;
  for (int32_t rank = 0; rank < 3; ++rank) {
    pid_t process = fork();
    if (process == 0) {
      Comm comm(loopback, rank, {3}, longDeadline);
      std::vector<char> received(3);
      std::string first =
          comm.gather({static_cast<char>('a' + rank)}, received);
      if (!first.empty() ||
          std::string(received.begin(), received.end()) != "abc")
        _exit(1);
      if (rank == 2)
        raise(SIGKILL);
      _exit(comm.gather({'x'}, received) == "rank 2 died" ? 0 : 2);
    }
    processes.push_back(process);
  }
  int status = 0;
  ASSERT_EQ(waitpid(processes[2], &status, 0), processes[2]);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(fp8rt_loopback_abort(loopback, "rank 2 died"), FP8RT_OK);
  for (int32_t rank : {0, 1}) {
    ASSERT_EQ(waitpid(processes[rank], &status, 0), processes[rank]);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }
  EXPECT_EQ(fp8rt_loopback_destroy(loopback), FP8RT_OK);
}

} // namespace
