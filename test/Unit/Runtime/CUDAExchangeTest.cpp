//===- CUDAExchangeTest.cpp - exchanges between GPUs ----------------------===//

#include "CUDARanks.h"

using namespace fp8rt::test;

namespace {

using Bytes = std::vector<char>;

char letter(int32_t number) { return static_cast<char>('a' + number); }

TEST(CUDAExchange, GraphsGatherAtEveryRun) {
  runRanks({3}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Device device(0, rank);
    ExchangeStep step(comm, device, 1024);
    step.add({FP8RT_ALL_GATHER, 1, 2, 6}, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    for (int32_t run = 0; run < 3; ++run) {
      step.write(0, {letter(rank), letter(run)});
      step.run();
      Bytes expected;
      for (int32_t other = 0; other < 3; ++other)
        expected.insert(expected.end(), {letter(other), letter(run)});
      expected.push_back(77);
      EXPECT_EQ(step.read(512, 7), expected);
    }
    EXPECT_EQ(count("ncclAllGather"), 1);
    EXPECT_EQ(count("ncclSend"), 0);
  });
}

TEST(CUDAExchange, GathersShortAndEmptyPieces) {
  runRanks({4}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Device device(0, rank);
    ExchangeStep step(comm, device, 1024);
    // 3 bytes in pieces of 2: ranks 2 and 3 have none.
    step.add({FP8RT_ALL_GATHER, 1, 2, 3}, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    step.write(0, {letter(2 * rank), letter(2 * rank + 1)});
    step.run();
    EXPECT_EQ(step.read(512, 5), (Bytes{'a', 'b', 'c', 77, 77}));
    EXPECT_EQ(count("ncclAllGather"), 0);
    EXPECT_EQ(count("ncclSend"), rank < 2 ? 3 : 0);
    EXPECT_EQ(count("ncclRecv"), rank < 2 ? 1 : 2);
  });
}

TEST(CUDAExchange, SendsPiecesAndClearsPadding) {
  for (uint32_t flags : {uint32_t{0}, uint32_t{FP8RT_CUDA_EAGER}})
    runRanks({3}, [=](fp8rt_comm comm) {
      int32_t rank = fp8rt_comm_rank(comm);
      Device device(flags, rank);
      ExchangeStep step(comm, device, 1024);
      // 5 bytes in pieces of 2: rank 2 has one of them.
      step.add({FP8RT_ALL_TO_ALL, 1, 2, 5}, 0, 512);
      ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
      Bytes sent;
      for (int32_t i = 0; i < 5; ++i)
        sent.push_back(letter(5 * rank + i));
      step.write(0, sent);
      step.run();
      Bytes expected;
      for (int32_t from = 0; from < 3; ++from) {
        expected.push_back(letter(5 * from + 2 * rank));
        expected.push_back(rank == 2 ? 0 : letter(5 * from + 2 * rank + 1));
      }
      expected.push_back(77);
      EXPECT_EQ(step.read(512, 7), expected);
      EXPECT_EQ(count("cuStreamBeginCapture"), flags ? 0 : 1);
    });
}

/// Tensors share one group of calls: two even gathers, an uneven one, and two
/// short ones of all-to-all exchanges.
TEST(CUDAExchange, TensorsShareAGroup) {
  for (uint32_t flags : {uint32_t{0}, uint32_t{FP8RT_CUDA_EAGER}})
    runRanks({2}, [=](fp8rt_comm comm) {
      int32_t rank = fp8rt_comm_rank(comm);
      Device device(flags, rank);
      ExchangeStep step(comm, device, 4096);
      step.add({{FP8RT_ALL_GATHER, 1, 1, 2},
                {FP8RT_ALL_GATHER, 1, 2, 4},
                {FP8RT_ALL_GATHER, 1, 2, 3}},
               {0, 256, 0, 512, 0, 768});
      step.add({{FP8RT_ALL_TO_ALL, 1, 2, 3}, {FP8RT_ALL_TO_ALL, 1, 1, 2}},
               {512, 1024, 256, 1280});
      ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
      step.write(0, {letter(2 * rank), letter(2 * rank + 1)});
      step.run();
      EXPECT_EQ(step.read(256, 3), (Bytes{'a', 'c', 77}));
      EXPECT_EQ(step.read(512, 5), (Bytes{'a', 'b', 'c', 'd', 77}));
      EXPECT_EQ(step.read(768, 4), (Bytes{'a', 'b', 'c', 77}));
      EXPECT_EQ(step.read(1024, 5), rank == 0 ? (Bytes{'a', 'b', 'a', 'b', 77})
                                              : (Bytes{'c', 0, 'c', 0, 77}));
      EXPECT_EQ(step.read(1280, 3),
                rank == 0 ? (Bytes{'a', 'a', 77}) : (Bytes{'c', 'c', 77}));
      EXPECT_EQ(count("ncclGroupStart"), 2);
      EXPECT_EQ(count("ncclAllGather"), 2);
      fp8rt_comm_counts counts;
      EXPECT_EQ(fp8rt_comm_count(comm, FP8RT_ALL_GATHER, &counts), FP8RT_OK);
      EXPECT_EQ(counts.calls, 1);
      EXPECT_EQ(counts.bytes_sent, 1 + 2 + (rank == 0 ? 2 : 1));
      EXPECT_EQ(counts.bytes_received, 1 + 2 + (rank == 0 ? 1 : 2));
    });
}

TEST(CUDAExchange, GroupsAreMadeOnce) {
  runRanks({2, 2}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Device device(0, rank);
    ExchangeStep step(comm, device, 2048);
    step.add({FP8RT_ALL_GATHER, 1, 1, 2}, 0, 256);
    step.add({FP8RT_ALL_GATHER, 2, 1, 2}, 0, 512);
    step.add({FP8RT_ALL_GATHER, 3, 1, 4}, 0, 768);
    step.add({FP8RT_ALL_TO_ALL, 2, 1, 2}, 512, 1024);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    step.write(0, {letter(rank)});
    step.run();
    int32_t column = rank % 2, row = rank / 2 * 2;
    EXPECT_EQ(step.read(256, 2), (Bytes{letter(column), letter(column + 2)}));
    EXPECT_EQ(step.read(512, 2), (Bytes{letter(row), letter(row + 1)}));
    EXPECT_EQ(step.read(768, 4), (Bytes{'a', 'b', 'c', 'd'}));
    EXPECT_EQ(step.read(1024, 2), (Bytes{letter(rank), letter(rank)}));
    ExchangeStep second(comm, device, 512);
    second.add({FP8RT_ALL_GATHER, 2, 1, 2}, 0, 256);
    ASSERT_EQ(second.create(), FP8RT_OK) << fp8rt_last_error();
    EXPECT_EQ(count("ncclCommInitRank"), 3);
  });
}

TEST(CUDAExchange, OneRankNeedsNoLibrary) {
  runRanks({1, 2}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Device device(0, rank);
    ExchangeStep step(comm, device, 1024);
    step.add({FP8RT_ALL_GATHER, 1, 4, 4}, 0, 256);
    step.add({FP8RT_ALL_TO_ALL, 1, 4, 3}, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    step.write(0, {1, 2, 3, 4});
    step.run();
    EXPECT_EQ(step.read(256, 5), (Bytes{1, 2, 3, 4, 77}));
    EXPECT_EQ(step.read(512, 5), (Bytes{1, 2, 3, 0, 77}));
    EXPECT_EQ(count("nccl"), 0);
  });
}

/// y[i] = x[i] + 1 for as many i as there are blocks.
void addOne(unsigned numBlocks, unsigned, void *const *parameters) {
  const char *x = *static_cast<const char **>(parameters[0]);
  char *y = *static_cast<char **>(parameters[1]);
  for (unsigned i = 0; i < numBlocks; ++i)
    y[i] = static_cast<char>(x[i] + 1);
}

/// Runs a gather between two kernels on another stream, concurrently with a
/// third kernel. `seed` determines the orders of work. Without `waits`, the
/// last kernel does not wait for the gather. Returns true if the last kernel
/// always read the gathered data.
bool gatherBetweenKernels(fp8rt_comm comm, int seed, bool waits) {
  int32_t rank = fp8rt_comm_rank(comm);
  Variable order("FP8_MOCK_SEED", std::to_string(2 * seed + rank));
  Device device(0, rank);
  fp8mock_add_kernel("add_one", 2, addOne);
  fp8rt_cuda_module module = nullptr;
  EXPECT_EQ(fp8rt_cuda_module_load(device, "image", &module), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_set_comm(device, comm), FP8RT_OK);
  fp8rt_address x = device.upload(Bytes(2048, 10));
  const fp8rt_exchange gather = {FP8RT_ALL_GATHER, 1, 2, 4};
  const fp8rt_cuda_buffer buffers[4][2] = {{{0, 0}, {0, 256}},
                                           {{0, 256}, {0, 512}},
                                           {{0, 0}, {0, 1024}},
                                           {{0, 512}, {0, 768}}};
  const int32_t events[] = {0, 1};
  fp8rt_cuda_op ops[4] = {};
  for (int i = 0; i < 4; ++i) {
    ops[i].num_buffers = 2;
    ops[i].buffers = buffers[i];
    ops[i].event = -1;
    ops[i].main = {"add_one", 4, 32};
  }
  ops[0].event = 0;
  ops[1].main = {};
  ops[1].tensors = &gather;
  ops[1].num_tensors = 1;
  ops[1].stream = 1;
  ops[1].num_waits = 1;
  ops[1].waits = &events[0];
  ops[1].event = 1;
  ops[3].num_waits = waits;
  ops[3].waits = &events[1];
  fp8rt_cuda_step_desc desc = {FP8RT_ABI_VERSION, 0, 1, 2, 2, "train", ops, 4};
  fp8rt_cuda_step step = nullptr;
  EXPECT_EQ(fp8rt_cuda_step_create(device, module, &desc, &x, &step), FP8RT_OK)
      << fp8rt_last_error();
  bool isRight = true;
  for (int run = 0; run < 4; ++run) {
    EXPECT_EQ(fp8rt_cuda_fill(device, device.stream, x, uint8_t(20 * run),
                              /*bytes=*/4),
              FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_step_run(device, device.stream, step), FP8RT_OK);
    Bytes all = device.download<char>(x, 2048);
    isRight &= Bytes(all.begin() + 768, all.begin() + 772) ==
               Bytes(4, static_cast<char>(20 * run + 2));
  }
  EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_module_unload(device, module), FP8RT_OK);
  return isRight;
}

TEST(CUDAExchange, EventsOrderKernelsAndExchanges) {
  runRanks({2}, [](fp8rt_comm comm) {
    for (int seed = 0; seed < 4; ++seed)
      EXPECT_TRUE(gatherBetweenKernels(comm, seed, /*waits=*/true))
          << "seed " << seed;
  });
}

/// A planted fault: a kernel that does not wait for the event of a gather.
TEST(CUDAExchange, ReadingAGatherBeforeItsEventIsFound) {
  runRanks({2}, [](fp8rt_comm comm) {
    int numWrong = 0;
    for (int seed = 0; seed < 4; ++seed)
      numWrong += !gatherBetweenKernels(comm, seed, /*waits=*/false);
    EXPECT_GT(numWrong, 0);
  });
}

TEST(CUDAExchange, RunsCountBytesToOtherRanks) {
  runRanks({3}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Device device(0, rank);
    ExchangeStep step(comm, device, 1024);
    step.add({FP8RT_ALL_TO_ALL, 1, 2, 5}, 0, 256);
    step.add({FP8RT_ALL_GATHER, 1, 2, 6}, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    step.run();
    step.run();
    device.synchronize();
    fp8rt_comm_counts counts;
    EXPECT_EQ(fp8rt_comm_count(comm, FP8RT_ALL_TO_ALL, &counts), FP8RT_OK);
    EXPECT_EQ(counts.calls, 2);
    EXPECT_EQ(counts.bytes_sent, 2 * (rank == 2 ? 4 : 3));
    EXPECT_EQ(counts.bytes_received, 2 * (rank == 2 ? 2 : 4));
    EXPECT_EQ(fp8rt_comm_count(comm, FP8RT_ALL_GATHER, &counts), FP8RT_OK);
    EXPECT_EQ(counts.calls, 2);
    EXPECT_EQ(counts.bytes_sent, 2 * 4);
    EXPECT_EQ(counts.bytes_received, 2 * 4);
  });
}

} // namespace
