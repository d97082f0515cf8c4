//===- CUDARanks.h - ranks with a GPU each for tests ------------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_CUDARANKS_H
#define FP8_TEST_UNIT_RUNTIME_CUDARANKS_H

#include "CUDATestUtils.h"

#include <cstdio>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace fp8rt::test {

/// Runs `rank` in a process for each rank of a mesh. Failed expectations of a
/// process fail the test.
inline void runRanks(std::vector<int32_t> axes,
                     const std::function<void(fp8rt_comm)> &rank,
                     double deadline = 60) {
  int32_t numRanks = 1;
  for (int32_t size : axes)
    numRanks *= size;
  fp8rt_loopback loopback = nullptr;
  ASSERT_EQ(fp8rt_loopback_create(numRanks, &loopback), FP8RT_OK);
  Variable devices("FP8_MOCK_DEVICES", std::to_string(numRanks));
  std::fflush(nullptr);
  std::vector<pid_t> processes;
  for (int32_t number = 0; number < numRanks; ++number) {
    pid_t process = fork();
    if (process != 0) {
      processes.push_back(process);
      continue;
    }
    fp8rt_transport transport;
    EXPECT_EQ(fp8rt_loopback_transport(loopback, number, &transport), FP8RT_OK);
    fp8rt_comm_options options = {sizeof(options), axes.data(),
                                  static_cast<int32_t>(axes.size()), deadline};
    fp8rt_comm comm = nullptr;
    EXPECT_EQ(fp8rt_comm_create(&transport, &options, &comm), FP8RT_OK);
    rank(comm);
    EXPECT_EQ(fp8rt_comm_destroy(comm), FP8RT_OK);
    std::fflush(nullptr);
    _exit(::testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  for (size_t number = 0; number < processes.size(); ++number) {
    int status = 0;
    ASSERT_EQ(waitpid(processes[number], &status, 0), processes[number]);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        << "rank " << number << " ended with status " << status;
  }
  EXPECT_EQ(fp8rt_loopback_destroy(loopback), FP8RT_OK);
}

/// A step of exchanges on the bytes of one buffer, which its device owns.
/// Buffers of exchanges are at multiples of 256 bytes.
class ExchangeStep {
public:
  ExchangeStep(fp8rt_comm comm, Device &device, size_t bytes)
      : device(device), bytes(bytes),
        address(device.upload(std::vector<char>(bytes, 77))) {
    EXPECT_EQ(fp8rt_cuda_set_comm(device, comm), FP8RT_OK)
        << fp8rt_last_error();
  }
  ~ExchangeStep() {
    if (step)
      EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
  }
  ExchangeStep(const ExchangeStep &) = delete;

  /// Adds an exchange from the bytes at `send` to the bytes at `receive`.
  void add(fp8rt_exchange tensor, int64_t send, int64_t receive) {
    add({tensor}, {send, receive});
  }
  /// Adds an exchange of several tensors. `offsets` are the bytes at which
  /// their buffers start.
  void add(std::vector<fp8rt_exchange> tensors,
           const std::vector<int64_t> &offsets) {
    exchanges.push_back(std::move(tensors));
    std::vector<fp8rt_cuda_buffer> &own = buffers.emplace_back();
    for (int64_t offset : offsets)
      own.push_back({0, offset});
  }
  fp8rt_status create() {
    std::vector<fp8rt_cuda_op> ops(exchanges.size());
    for (size_t i = 0; i < ops.size(); ++i) {
      ops[i].tensors = exchanges[i].data();
      ops[i].num_tensors = int64_t(exchanges[i].size());
      ops[i].num_buffers = int64_t(buffers[i].size());
      ops[i].buffers = buffers[i].data();
      ops[i].stream = 1;
      ops[i].event = -1;
      ops[i].location = "step.mlir:3";
    }
    fp8rt_cuda_step_desc desc = {
        FP8RT_ABI_VERSION,  0, 1, 2, 0, "train", ops.data(),
        int64_t(ops.size())};
    return fp8rt_cuda_step_create(device, nullptr, &desc, &address, &step);
  }
  /// Writes `values` at `offset`.
  void write(size_t offset, const std::vector<char> &values) {
    char *pinned = device.allocateHost<char>(values.size());
    std::copy(values.begin(), values.end(), pinned);
    EXPECT_EQ(fp8rt_cuda_upload(device, device.stream, address + offset, pinned,
                                values.size()),
              FP8RT_OK);
  }
  fp8rt_status start() {
    return fp8rt_cuda_step_run(device, device.stream, step);
  }
  void run() { EXPECT_EQ(start(), FP8RT_OK) << fp8rt_last_error(); }
  std::vector<char> read(size_t offset, size_t count) {
    std::vector<char> all = device.download<char>(address, bytes);
    return {all.begin() + static_cast<ptrdiff_t>(offset),
            all.begin() + static_cast<ptrdiff_t>(offset + count)};
  }

private:
  Device &device;
  size_t bytes;
  fp8rt_address address;
  std::vector<std::vector<fp8rt_exchange>> exchanges;
  std::vector<std::vector<fp8rt_cuda_buffer>> buffers;
  fp8rt_cuda_step step = nullptr;
};

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_CUDARANKS_H
