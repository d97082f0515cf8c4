//===- CommStepTest.cpp - Exchanges of compiled steps ---------------------===//

#include "CommRanks.h"

#include <atomic>
#include <thread>

using namespace fp8rt::test;

namespace {

/// A step of one exchange: every rank receives the values of all.
TEST(Comm, StepsExchange) {
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, 1, 4, 8};
  fp8rt_buffer buffers[] = {{nullptr, 0, 0}, {nullptr, 1, 0}};
  fp8rt_op op = {};
  op.buffers = buffers;
  op.location = "step.mlir:3";
  op.tensors = &exchange;
  op.num_tensors = 1;
  op.event = -1;
  const char *names[] = {"x", "y", "arena"};
  fp8rt_step step = {FP8RT_ABI_VERSION, 3, "train", names, &op, 1};
  runAll({2}, longDeadline, [&](const Comm &self) {
    Context context;
    float x = static_cast<float>(self.rank()), y[2] = {7, 7};
    alignas(64) char arena[64];
    void *arguments[] = {&x, y, arena};
    EXPECT_EQ(fp8rt_run_step(context, nullptr, &step, arguments),
              FP8RT_INVALID_ARGUMENT);
    EXPECT_STREQ(fp8rt_last_error(),
                 "train: exchange at step.mlir:3: expected a communicator with "
                 "the ranks that take part (fp8rt_context_set_comm), but the "
                 "context has none");
    EXPECT_EQ(fp8rt_context_set_comm(context, self), FP8RT_OK);
    EXPECT_EQ(fp8rt_run_step(context, nullptr, &step, arguments), FP8RT_OK);
    EXPECT_EQ(y[0], 0);
    EXPECT_EQ(y[1], 1);
  });
}

/// If a rank does not begin a step, the other ranks end immediately.
TEST(Comm, RejectedStepsEndTheOthers) {
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, 1, 4, 8};
  fp8rt_buffer buffers[] = {{nullptr, 0, 0}, {nullptr, 1, 0}};
  fp8rt_op op = {};
  op.buffers = buffers;
  op.location = "step.mlir:3";
  op.tensors = &exchange;
  op.num_tensors = 1;
  op.event = -1;
  const char *names[] = {"x", "y", "arena"};
  fp8rt_step step = {FP8RT_ABI_VERSION, 3, "train", names, &op, 1};
  runAll({2}, longDeadline, [&](const Comm &self) {
    Context context;
    EXPECT_EQ(fp8rt_context_set_comm(context, self), FP8RT_OK);
    float x = 0, y[2] = {7, 7};
    alignas(64) char arena[64];
    void *arguments[] = {self.rank() == 1 ? nullptr : &x, y, arena};
    EXPECT_EQ(fp8rt_run_step(context, nullptr, &step, arguments),
              self.rank() == 1 ? FP8RT_INVALID_ARGUMENT : FP8RT_COMM_FAILED);
    EXPECT_STREQ(fp8rt_last_error(),
                 self.rank() == 1
                     ? "train: x is NULL"
                     : "train: exchange at step.mlir:3: rank 1 ended: train: x "
                       "is NULL");
  });
}

/// Set by a kernel that runs beside an exchange.
std::atomic<bool> hasComputed;

void addOne(int64_t, int64_t, void *const *pointers, const int64_t *) {
  *static_cast<float *>(pointers[0]) += 1;
}
void announce(int64_t, int64_t, void *const *, const int64_t *) {
  hasComputed = true;
}

/// x + 1 is gathered on a separate stream, and 1 is added to the result.
/// Between the two, a kernel runs that needs no other rank.
TEST(Comm, ExchangesOverlapKernels) {
  hasComputed = false;
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, 1, 4, 8};
  fp8rt_kernel add = {"add", addOne, nullptr, 1, 1, 0};
  fp8rt_kernel tell = {"tell", announce, nullptr, 1, 1, 0};
  fp8rt_buffer first[] = {{nullptr, 0, 0}};
  fp8rt_buffer gathered[] = {{nullptr, 0, 0}, {nullptr, 1, 0}};
  fp8rt_buffer last[] = {{nullptr, 1, 4}};
  int32_t made = 0, received = 1;
  fp8rt_op ops[4] = {};
  ops[0] = {&add,    nullptr, 1, first, "step:1", nullptr,
            nullptr, 0,       0, 0,     0,        nullptr};
  ops[1] = {nullptr,   nullptr, 0, gathered, "step:2", nullptr,
            &exchange, 1,       1, 1,        1,        &made};
  ops[2] = {&tell,   nullptr, 1, first, "step:3", nullptr,
            nullptr, 0,       0, -1,    0,        nullptr};
  ops[3] = {&add,    nullptr, 1, last, "step:4", nullptr,
            nullptr, 0,       0, -1,   1,        &received};
  const char *names[] = {"x", "y", "arena"};
  fp8rt_step step = {FP8RT_ABI_VERSION, 3, "train", names, ops, 4};
  runAll({2}, longDeadline, [&](const Comm &self) {
    Context context;
    EXPECT_EQ(fp8rt_context_set_comm(context, self), FP8RT_OK);
    float x = static_cast<float>(10 * self.rank()), y[2] = {7, 7};
    alignas(64) char arena[64];
    void *arguments[] = {&x, y, arena};
    // Rank 1 arrives after rank 0 has computed beside its exchange.
    while (self.rank() == 1 && !hasComputed)
      std::this_thread::yield();
    EXPECT_EQ(fp8rt_run_step(context, nullptr, &step, arguments), FP8RT_OK)
        << fp8rt_last_error();
    EXPECT_EQ(y[0], 1);
    EXPECT_EQ(y[1], 12);
  });
}

/// The failure of an exchange on its thread ends the step.
TEST(Comm, FailuresOfConcurrentExchangesEndTheStep) {
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, 1, 4, 8};
  fp8rt_kernel add = {"add", addOne, nullptr, 1, 1, 0};
  fp8rt_buffer gathered[] = {{nullptr, 0, 0}, {nullptr, 1, 0}};
  fp8rt_buffer last[] = {{nullptr, 1, 4}};
  int32_t received = 0;
  fp8rt_op ops[2] = {};
  ops[0] = {nullptr,   nullptr, 0, gathered, "step:2", nullptr,
            &exchange, 1,       1, 0,        0,        nullptr};
  ops[1] = {&add,    nullptr, 1, last, "step:4", nullptr,
            nullptr, 0,       0, -1,   1,        &received};
  const char *names[] = {"x", "y", "arena"};
  fp8rt_step step = {FP8RT_ABI_VERSION, 3, "train", names, ops, 2};
  runAll({2}, shortDeadline, [&](const Comm &self) {
    if (self.rank() == 1)
      return;
    Context context;
    EXPECT_EQ(fp8rt_context_set_comm(context, self), FP8RT_OK);
    float x = 1, y[2] = {7, 7};
    alignas(64) char arena[64];
    void *arguments[] = {&x, y, arena};
    EXPECT_EQ(fp8rt_run_step(context, nullptr, &step, arguments),
              FP8RT_COMM_FAILED);
    EXPECT_STREQ(fp8rt_last_error(),
                 "train: exchange at step:2: rank 1 did not arrive at step:2 "
                 "within 1.5 s");
    EXPECT_EQ(y[1], 7);
  });
}

} // namespace
