//===- CUDAExchangeFaultsTest.cpp - faults of one rank --------------------===//
//
// The mock reports faults that on a real machine would cause wrong data, or
// ranks that wait forever.
//
//===----------------------------------------------------------------------===//

#include "CUDARanks.h"

using namespace fp8rt::test;

namespace {

constexpr fp8rt_exchange gather = {FP8RT_ALL_GATHER, 1, 2, 4};
constexpr fp8rt_exchange scatter = {FP8RT_ALL_TO_ALL, 1, 2, 3};

/// Runs a step with a fault of rank 1. Expects that no rank gets data, and that
/// the mocks report the calls of the two ranks.
void expectFault(const std::function<void(ExchangeStep &, int32_t)> &add,
                 const std::string &first, const std::string &second) {
  runRanks({2}, [&](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    // The device has failed, so that nothing can be released.
    auto *device = new Device(0, rank);
    auto *step = new ExchangeStep(comm, *device, 2048);
    add(*step, rank);
    ASSERT_EQ(step->create(), FP8RT_OK) << fp8rt_last_error();
    step->run();
    EXPECT_EQ(fp8rt_cuda_stream_synchronize(*device, device->stream),
              FP8RT_DEVICE_ERROR);
    std::string calls[] = {"rank 0 is at exchange 0, " + first,
                           "rank 1 is at exchange 0, " + second};
    EXPECT_EQ(fp8mock_violations(),
              calls[rank] + ", but " + calls[1 - rank] + "\n");
  });
}

constexpr const char *toByte512 = "a gather that sends 2 bytes and receives 2, "
                                  "from byte 0 of 2048 to byte 512 of 2048";

TEST(CUDAExchangeFaults, AnotherOrderOnOneRank) {
  expectFault(
      [](ExchangeStep &step, int32_t rank) {
        step.add(rank == 0 ? gather : scatter, 0, 512);
        step.add(rank == 0 ? scatter : gather, 256, 1024);
      },
      toByte512, "a group that sends 2 bytes and receives 1");
}

TEST(CUDAExchangeFaults, AnotherOrderOfEqualSizes) {
  expectFault(
      [](ExchangeStep &step, int32_t rank) {
        step.add(gather, 0, rank == 0 ? 512 : 1024);
        step.add(gather, 256, rank == 0 ? 1024 : 512);
      },
      toByte512,
      "a gather that sends 2 bytes and receives 2, from byte 0 of 2048 to byte "
      "1024 of 2048");
}

TEST(CUDAExchangeFaults, AShortCountOnOneRank) {
  expectFault(
      [](ExchangeStep &step, int32_t rank) {
        step.add({FP8RT_ALL_GATHER, 1, rank == 0 ? 2 : 1, rank == 0 ? 4 : 2}, 0,
                 512);
      },
      toByte512,
      "a gather that sends 1 bytes and receives 1, from byte 0 of 2048 to byte "
      "512 of 2048");
  expectFault(
      [](ExchangeStep &step, int32_t rank) {
        step.add({FP8RT_ALL_TO_ALL, 1, 4, rank == 0 ? 7 : 6}, 0, 512);
      },
      "a group that sends 3 bytes and receives 4",
      "a group that sends 4 bytes and receives 2");
}

TEST(CUDAExchangeFaults, OneExchangeLessOnOneRank) {
  runRanks({2}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Variable limit("FP8_MOCK_PATIENCE", "0.2");
    auto *device = new Device(0, rank);
    auto *step = new ExchangeStep(comm, *device, 2048);
    step->add(gather, 0, 512);
    if (rank == 0)
      step->add(gather, 0, 1024);
    ASSERT_EQ(step->create(), FP8RT_OK) << fp8rt_last_error();
    step->run();
    fp8rt_status status =
        fp8rt_cuda_stream_synchronize(*device, device->stream);
    EXPECT_EQ(status, rank == 0 ? FP8RT_DEVICE_ERROR : FP8RT_OK);
    if (rank == 1)
      usleep(500'000);
    else
      EXPECT_NE(std::string(fp8mock_violations()).find("rank 1 did not arrive"),
                std::string::npos);
  });
}

/// Runs `wait` on rank 0, whose exchange waits for rank 1. Rank 1 ends
/// meanwhile.
void expectEnd(const std::function<void(Device &, ExchangeStep &)> &wait,
               uint32_t flags = 0) {
  runRanks({2}, [&](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Variable hangs("FP8_MOCK_HANG", rank == 0 ? "1" : "0");
    Device device(flags, rank);
    ExchangeStep step(comm, device, 1024);
    step.add(gather, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    if (rank == 1) {
      usleep(20'000);
      EXPECT_EQ(fp8rt_comm_abort(comm, "rank 1 has no batch"), FP8RT_OK);
    } else {
      wait(device, step);
      // The GPU stops waiting, and runs no other exchange.
      EXPECT_FAILS(step.start(), FP8RT_COMM_FAILED, "rank 1 has no batch");
      device.synchronize();
    }
    EXPECT_EQ(count("ncclCommAbort"), 1 - rank);
  });
}

TEST(CUDAExchangeFaults, WaitsEndWhereARankEnds) {
  expectEnd([](Device &device, ExchangeStep &step) {
    ASSERT_EQ(step.start(), FP8RT_OK);
    EXPECT_FAILS(fp8rt_cuda_stream_synchronize(device, device.stream),
                 FP8RT_COMM_FAILED,
                 "fp8rt_cuda_stream_synchronize: rank 1 has no batch");
  });
  expectEnd([](Device &device, ExchangeStep &step) {
    ASSERT_EQ(step.start(), FP8RT_OK);
    fp8rt_cuda_event event = nullptr;
    ASSERT_EQ(fp8rt_cuda_event_create(device, 0, &event), FP8RT_OK);
    ASSERT_EQ(fp8rt_cuda_event_record(device, event, device.stream), FP8RT_OK);
    EXPECT_FAILS(fp8rt_cuda_event_synchronize(device, event), FP8RT_COMM_FAILED,
                 "fp8rt_cuda_event_synchronize: rank 1 has no batch");
  });
  expectEnd(
      [](Device &, ExchangeStep &step) {
        EXPECT_FAILS(step.start(), FP8RT_COMM_FAILED,
                     "train: all_gather at step.mlir:3: fp8rt_cuda_step_run: "
                     "rank 1 has no batch");
      },
      FP8RT_CUDA_EAGER);
}

TEST(CUDAExchangeFaults, WaitsEndWhereTheLibraryFails) {
  runRanks({2}, [&](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Variable hangs("FP8_MOCK_HANG", "1");
    Variable result("FP8_MOCK_ASYNC", "6");
    Device device(0, rank);
    ExchangeStep step(comm, device, 1024);
    step.add(gather, 0, 512);
    ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
    ASSERT_EQ(step.start(), FP8RT_OK);
    EXPECT_FAILS(fp8rt_cuda_stream_synchronize(device, device.stream),
                 FP8RT_COMM_FAILED,
                 "an exchange between GPUs failed: remote process exited or "
                 "there was a network error (6): a planted fault");
    EXPECT_EQ(count("ncclCommAbort"), 1);
  });
}

/// Creates and runs a step of both exchanges, and releases everything.
fp8rt_status exchangeOnce(fp8rt_comm comm, std::string &message) {
  fp8rt_cuda_options options = mockOptions(0, fp8rt_comm_rank(comm));
  fp8rt_cuda device = nullptr;
  fp8rt_cuda_stream stream = nullptr;
  fp8rt_cuda_step step = nullptr;
  fp8rt_address x = 0;
  const fp8rt_cuda_buffer buffers[2][2] = {{{0, 0}, {0, 256}},
                                           {{0, 0}, {0, 512}}};
  fp8rt_cuda_op ops[2] = {};
  for (int i = 0; i < 2; ++i) {
    ops[i].tensors = i == 0 ? &gather : &scatter;
    ops[i].num_tensors = 1;
    ops[i].num_buffers = 2;
    ops[i].buffers = buffers[i];
    ops[i].event = -1;
    ops[i].location = "step.mlir:3";
  }
  fp8rt_cuda_step_desc desc = {FP8RT_ABI_VERSION, 0, 1, 1, 0, "train", ops, 2};
  fp8rt_status status = FP8RT_OK;
  auto then = [&](auto call) {
    if (status != FP8RT_OK)
      return;
    status = call();
    if (status != FP8RT_OK)
      message = fp8rt_last_error();
  };
  then([&] { return fp8rt_cuda_create(&options, &device); });
  then([&] { return fp8rt_cuda_stream_create(device, &stream); });
  then([&] { return fp8rt_cuda_set_comm(device, comm); });
  then([&] { return fp8rt_cuda_alloc(device, 1024, &x); });
  then([&] {
    return fp8rt_cuda_step_create(device, nullptr, &desc, &x, &step);
  });
  then([&] { return fp8rt_cuda_step_run(device, stream, step); });
  then([&] { return fp8rt_cuda_stream_synchronize(device, stream); });
  if (step)
    fp8rt_cuda_step_destroy(device, step);
  fp8rt_cuda_free(device, x);
  fp8rt_status destroyed = fp8rt_cuda_destroy(device);
  if (status == FP8RT_OK && destroyed != FP8RT_OK) {
    status = destroyed;
    message = fp8rt_last_error();
  }
  return status;
}

/// Each call of NCCL fails in turn, on one rank. The error of this rank names
/// the call and the op, and everything is released. The other rank fails, too,
/// or has already received all data.
TEST(CUDAExchangeFaults, EveryCallMayFail) {
  for (int failing : {0, 1})
    for (const char *function :
         {"ncclGetVersion", "ncclGetUniqueId", "ncclCommInitRank",
          "ncclAllGather", "ncclGroupStart", "ncclSend", "ncclRecv",
          "ncclGroupEnd", "ncclCommDestroy"}) {
      // Only the first member draws the number of a group.
      if (failing == 1 && std::string(function) == "ncclGetUniqueId")
        continue;
      SCOPED_TRACE(function);
      runRanks({2}, [=](fp8rt_comm comm) {
        int32_t rank = fp8rt_comm_rank(comm);
        Variable limit("FP8_MOCK_PATIENCE", "0.1");
        if (rank == failing)
          setenv("FP8_MOCK_FAULT", (std::string(function) + ":1:1").c_str(), 1);
        fp8mock_reset();
        std::string message;
        fp8rt_status status = exchangeOnce(comm, message);
        if (rank != failing)
          return;
        EXPECT_EQ(status, FP8RT_DEVICE_ERROR);
        EXPECT_NE(message.find(std::string(function) +
                               " failed: unhandled cuda error (1): a planted "
                               "fault"),
                  std::string::npos)
            << message;
        bool isRelease = std::string(function) == "ncclCommDestroy";
        EXPECT_EQ(message.find(" at step.mlir:3: ") == std::string::npos,
                  isRelease)
            << message;
        if (!isRelease)
          EXPECT_STREQ(fp8mock_violations(), "");
      });
    }
}

} // namespace
