//===- CUDAExchangeErrorsTest.cpp - rejected exchanges --------------------===//

#include "CUDARanks.h"

using namespace fp8rt::test;

namespace {

constexpr fp8rt_exchange gather = {FP8RT_ALL_GATHER, 1, 2, 4};

TEST(CUDAExchangeErrors, NoRanks) {
  Device device;
  ExchangeStep step(nullptr, device, 1024);
  step.add(gather, 0, 256);
  EXPECT_FAILS(step.create(), FP8RT_INVALID_ARGUMENT,
               "train: all_gather at step.mlir:3: fp8rt_cuda_step_create: "
               "expected a communicator with the ranks that take part "
               "(fp8rt_cuda_set_comm), but the device has none");
}

TEST(CUDAExchangeErrors, InvalidExchanges) {
  runRanks({2}, [](fp8rt_comm comm) {
    Device device(0, fp8rt_comm_rank(comm));
    auto expect = [&](fp8rt_exchange exchange, const char *message) {
      ExchangeStep step(comm, device, 1024);
      step.add(exchange, 0, 256);
      EXPECT_FAILS(step.create(), FP8RT_INVALID_ARGUMENT, message);
    };
    expect({7, 1, 1, 2}, "no exchange is of kind 7");
    expect({FP8RT_ALL_GATHER, 2, 1, 2},
           "axes is 0x2, expected bits of the 1 axes");
    expect(
        {FP8RT_ALL_GATHER, 1, 1, 3},
        "all_gather at step.mlir:3: fp8rt_cuda_step_create: expected at most "
        "2 pieces of 1 bytes, but the tensor has 3 bytes");
  });
}

TEST(CUDAExchangeErrors, InvalidOps) {
  Device device;
  fp8rt_address x = device.allocate(1024);
  fp8rt_cuda_buffer buffers[] = {{0, 0}, {0, 256}, {0, 512}};
  fp8rt_cuda_op ops[2] = {};
  for (fp8rt_cuda_op &op : ops) {
    op.tensors = &gather;
    op.num_tensors = 1;
    op.num_buffers = 2;
    op.buffers = buffers;
    op.event = -1;
    op.location = "step.mlir:3";
  }
  fp8rt_cuda_step_desc desc = {FP8RT_ABI_VERSION, 0, 1, 2, 0, "train", ops, 2};
  uint64_t bytes = 1;
  EXPECT_EQ(fp8rt_cuda_step_bytes(&desc, 90, &bytes), FP8RT_OK);
  EXPECT_EQ(bytes, 0u);
  fp8rt_cuda_step step = nullptr;
  auto create = [&] {
    return fp8rt_cuda_step_create(device, nullptr, &desc, &x, &step);
  };
  ops[1].stream = 1;
  EXPECT_FAILS(create(), FP8RT_INVALID_ARGUMENT,
               "exchanges on streams 0 and 1, expected one stream");
  ops[1].stream = 0;
  ops[1].num_buffers = 3;
  EXPECT_FAILS(create(), FP8RT_INVALID_ARGUMENT, "3 buffers, expected 2");
  ops[1].num_tensors = 2;
  const fp8rt_exchange mixed[] = {gather, {FP8RT_ALL_TO_ALL, 1, 2, 4}};
  ops[1].tensors = mixed;
  EXPECT_FAILS(create(), FP8RT_INVALID_ARGUMENT,
               "tensor 1 has kind 1 and axes 0x1");
  ops[1].num_tensors = 0;
  EXPECT_FAILS(create(), FP8RT_INVALID_ARGUMENT,
               "num_tensors is 0, expected at least 1");
  ops[1].tensors = &gather;
  ops[1].num_tensors = 1;
  ops[1].num_buffers = 2;
  buffers[1].argument = -1;
  EXPECT_FAILS(create(), FP8RT_OUT_OF_RANGE,
               "argument -1 of an exchange, expected at least 0");
  ops[0].tensors = nullptr;
  EXPECT_FAILS(create(), FP8RT_INVALID_ARGUMENT, "product is NULL");
}

TEST(CUDAExchangeErrors, RanksStayWhileStepsExchange) {
  runRanks({2}, [](fp8rt_comm comm) {
    Device device(0, fp8rt_comm_rank(comm));
    {
      ExchangeStep step(comm, device, 1024);
      step.add(gather, 0, 256);
      ASSERT_EQ(step.create(), FP8RT_OK) << fp8rt_last_error();
      EXPECT_EQ(fp8rt_cuda_set_comm(device, comm), FP8RT_OK);
      EXPECT_FAILS(fp8rt_cuda_set_comm(device, nullptr), FP8RT_BUSY,
                   "1 steps exchange data");
    }
    EXPECT_EQ(fp8rt_cuda_set_comm(device, nullptr), FP8RT_OK);
    EXPECT_EQ(count("ncclCommDestroy"), 1);
  });
}

TEST(CUDAExchangeErrors, NoLibraryOnOneRank) {
  runRanks({2}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    fp8mock_reset();
    fp8rt_cuda_options options = mockOptions(0, rank);
    if (rank == 1)
      options.nccl = "/nowhere/libnccl.so";
    fp8rt_cuda device = nullptr;
    ASSERT_EQ(fp8rt_cuda_create(&options, &device), FP8RT_OK);
    ASSERT_EQ(fp8rt_cuda_set_comm(device, comm), FP8RT_OK);
    fp8rt_address x = 0;
    ASSERT_EQ(fp8rt_cuda_alloc(device, 1024, &x), FP8RT_OK);
    const fp8rt_cuda_buffer buffers[] = {{0, 0}, {0, 256}};
    fp8rt_cuda_op op = {};
    op.tensors = &gather;
    op.num_tensors = 1;
    op.num_buffers = 2;
    op.buffers = buffers;
    op.event = -1;
    fp8rt_cuda_step_desc desc = {FP8RT_ABI_VERSION, 0,   1, 1, 0,
                                 "train",           &op, 1};
    fp8rt_cuda_step step = nullptr;
    fp8rt_status status =
        fp8rt_cuda_step_create(device, nullptr, &desc, &x, &step);
    if (rank == 1) {
      EXPECT_FAILS(status, FP8RT_LIBRARY_MISSING,
                   "train: all_gather at an unknown location: "
                   "fp8rt_cuda_step_create: no library for exchanges between "
                   "NVIDIA GPUs (NCCL: the wheel nvidia-nccl-cu13, or the "
                   "package libnccl2): cannot open /nowhere/libnccl.so; "
                   "FP8RT_NCCL may name another file");
      EXPECT_EQ(fp8rt_cuda_open_exchanges(device), FP8RT_LIBRARY_MISSING);
    } else {
      EXPECT_FAILS(status, FP8RT_COMM_FAILED,
                   "rank 1 cannot exchange data between GPUs");
      EXPECT_EQ(fp8rt_cuda_open_exchanges(device), FP8RT_OK);
    }
    EXPECT_EQ(fp8rt_cuda_free(device, x), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK);
    EXPECT_STREQ(fp8mock_violations(), "");
  });
}

/// Creates a step of one gather, which must fail on both ranks.
void expectNoGroup(fp8rt_comm comm, Device &device, const char *message) {
  ExchangeStep step(comm, device, 1024);
  step.add(gather, 0, 256);
  EXPECT_NE(step.create(), FP8RT_OK);
  EXPECT_NE(std::string(fp8rt_last_error()).find(message), std::string::npos)
      << fp8rt_last_error();
}

TEST(CUDAExchangeErrors, VersionsOfTheLibraryDiffer) {
  runRanks({2}, [](fp8rt_comm comm) {
    int32_t rank = fp8rt_comm_rank(comm);
    Variable version("FP8_MOCK_NCCL", rank == 0 ? "22809" : "22905");
    Device device(0, rank);
    expectNoGroup(comm, device,
                  rank == 0 ? "expected one version of NCCL on all ranks, but "
                              "rank 0 has 22809 and rank 1 has 22905"
                            : "rank 1 has 22905 and rank 0 has 22809");
  });
}

TEST(CUDAExchangeErrors, RanksOnOneGPU) {
  runRanks({2}, [](fp8rt_comm comm) {
    Device device;
    expectNoGroup(comm, device,
                  "train: all_gather at step.mlir:3: fp8rt_cuda_step_create: "
                  "ncclCommInitRank failed: invalid usage (5): Duplicate GPU "
                  "detected : rank ");
  });
}

TEST(CUDAExchangeErrors, NumbersOfGPUs) {
  Variable driver("FP8RT_CUDA_DRIVER", FP8_MOCK_CUDA);
  Variable number("FP8RT_CUDA_DEVICE", "1");
  fp8rt_cuda device = nullptr;
  fp8mock_reset();
  EXPECT_FAILS(fp8rt_cuda_create(nullptr, &device), FP8RT_INVALID_ARGUMENT,
               "GPU 1 is not there, expected 0 to 0");
  {
    Variable devices("FP8_MOCK_DEVICES", "2");
    ASSERT_EQ(fp8rt_cuda_create(nullptr, &device), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK);
  }
  setenv("FP8RT_CUDA_DEVICE", "one", 1);
  EXPECT_FAILS(fp8rt_cuda_create(nullptr, &device), FP8RT_INVALID_ARGUMENT,
               "expected the number of a GPU in FP8RT_CUDA_DEVICE, but it is "
               "'one'");
}

} // namespace
