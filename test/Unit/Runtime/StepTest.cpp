//===- StepTest.cpp - Lists of launches and products ----------------------===//

#include "TestUtils.h"

#include <vector>

using namespace fp8rt::test;

namespace {

void addOne(int64_t begin, int64_t end, void *const *pointers,
            const int64_t *) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(pointers[1])[i] =
        static_cast<const float *>(pointers[0])[i] + 1;
}

fp8rt_gemm_desc product(int64_t m, int64_t n, int64_t k) {
  fp8rt_gemm_desc desc = {};
  desc.m = m;
  desc.n = n;
  desc.k = k;
  desc.batch[0] = desc.batch[1] = 1;
  desc.lhs = {FP8RT_F32, 0, k, 1, {0, 0}};
  desc.rhs = {FP8RT_F32, 0, n, 1, {0, 0}};
  desc.out = {FP8RT_F32, 0, n, 1, {0, 0}};
  return desc;
}

/// x is an argument, ones a constant: arena = x + 1, y = arena * ones.
class Step : public ::testing::Test {
protected:
  static constexpr int64_t size = 4;
  static constexpr int64_t offset = 64;

  Step() {
    ops[0] = {&kernel,
              nullptr,
              size,
              launchBuffers,
              "step.mlir:3",
              nullptr,
              nullptr,
              0,
              0,
              -1,
              0,
              nullptr};
    ops[1] = {
        nullptr, &desc, 0, productBuffers, "step.mlir:4", nullptr, nullptr, 0,
        0,       -1,    0, nullptr};
  }

  fp8rt_status run(void *x, void *y, void *memory) {
    void *arguments[] = {x, y, memory};
    return fp8rt_run_step(context, nullptr, &step, arguments);
  }

  Context context;
  float ones[size] = {1, 1, 1, 1};
  float x[size] = {1, 2, 3, 4};
  float y[1] = {0};
  alignas(64) std::byte arena[offset + size * sizeof(float)];

  fp8rt_kernel kernel = {"add_one", addOne, nullptr, 1, 2, 0};
  fp8rt_gemm_desc desc = product(1, 1, size);
  fp8rt_buffer launchBuffers[2] = {{nullptr, 0, 0}, {nullptr, 2, offset}};
  fp8rt_buffer productBuffers[7] = {
      {nullptr, 2, offset}, {ones, -1, 0},    {nullptr, 1, 0}, {nullptr, -1, 0},
      {nullptr, -1, 0},     {nullptr, -1, 0}, {nullptr, 2, 0}};
  const char *names[3] = {"x", "y", "arena"};
  fp8rt_op ops[2];
  fp8rt_step step = {FP8RT_ABI_VERSION, 3, "train", names, ops, 2};
};

} // namespace

TEST_F(Step, RunsLaunchesAndProductsInOrder) {
  ASSERT_EQ(run(x, y, arena), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(y[0], 2 + 3 + 4 + 5);
  step.num_ops = 0;
  y[0] = 7;
  ASSERT_EQ(run(x, y, arena), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(y[0], 7);
}

/// Launches add_one on a bucket of two tensors, which are parts of x with one
/// and two elements. Writes the results to the arena.
TEST_F(Step, RunsBuckets) {
  int64_t sizes[] = {1, 2}, starts[] = {0, 1, 3};
  fp8rt_bucket bucket = {2, sizes, starts};
  fp8rt_buffer buffers[] = {{nullptr, 0, 2 * sizeof(float)},
                            {nullptr, 2, offset},
                            {nullptr, 0, 0},
                            {nullptr, 2, offset + 2 * sizeof(float)}};
  ops[0] = {&kernel, nullptr, 3,  buffers, "step.mlir:3", &bucket, nullptr,
            0,       0,       -1, 0,       nullptr};
  step.num_ops = 1;
  std::memset(arena, 0, sizeof(arena));
  ASSERT_EQ(run(x, y, arena), FP8RT_OK) << fp8rt_last_error();
  float made[size];
  std::memcpy(made, arena + offset, sizeof(made));
  EXPECT_EQ(std::vector<float>(made, made + size),
            (std::vector<float>{4, 0, 2, 3}));
  sizes[1] = 3;
  EXPECT_FAILS(run(x, y, arena), FP8RT_INVALID_ARGUMENT,
               "train: add_one at step.mlir:3: fp8rt_run_step: kernel "
               "add_one: tensor 1 has 3 items");
}

TEST_F(Step, ErrorsOfArguments) {
  EXPECT_FAILS(run(nullptr, y, arena), FP8RT_INVALID_ARGUMENT,
               "train: x is NULL");
  EXPECT_FAILS(run(x, nullptr, arena), FP8RT_INVALID_ARGUMENT,
               "train: y is NULL");
  EXPECT_FAILS(run(x, y, nullptr), FP8RT_INVALID_ARGUMENT,
               "train: arena is NULL");
  EXPECT_FAILS(run(x, y, arena + 32), FP8RT_INVALID_ARGUMENT,
               "expected an address that is a multiple of 64");
  EXPECT_FAILS(fp8rt_run_step(context, nullptr, &step, nullptr),
               FP8RT_INVALID_ARGUMENT, "arguments is NULL");
  EXPECT_FAILS(fp8rt_run_step(context, nullptr, nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "step is NULL");
}

TEST_F(Step, ErrorsNameTheOp) {
  kernel.grain = 0;
  EXPECT_FAILS(run(x, y, arena), FP8RT_INVALID_ARGUMENT,
               "train: add_one at step.mlir:3: fp8rt_launch");
  kernel.grain = 1;
  desc.k = -1;
  EXPECT_FAILS(run(x, y, arena), FP8RT_INVALID_ARGUMENT,
               "train: product at step.mlir:4: fp8rt_gemm");
  // The ops before the failing op have run.
  float sum;
  std::memcpy(&sum, arena + offset, sizeof(sum));
  EXPECT_EQ(sum, 2);
}

TEST_F(Step, ErrorsOfOtherVersions) {
  step.abi_version = FP8RT_ABI_VERSION + 1;
  EXPECT_FAILS(run(x, y, arena), FP8RT_UNSUPPORTED,
               "train was compiled for version");
}
