//===- SkeletonTest.cpp - kernels of test/Codegen on every target ---------===//

#include "KernelRunner.h"
#include "KernelTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir::fp8::test;

static std::string readKernel(const std::string &name) {
  auto buffer = llvm::MemoryBuffer::getFile(FP8_KERNEL_INPUTS "/" + name);
  EXPECT_TRUE(bool(buffer)) << name;
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

namespace {
class Skeleton : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(Skeleton, EqualsTheReference) {
  KernelRunner runner(readKernel(GetParam()));
  ASSERT_TRUE(runner.isValid());
  for (unsigned seed = 0; seed < 20; ++seed)
    runner.check(runner.makeArguments(seed), seed);
}

// Every NaN has the same code and gives the same amax, even if other chunks
// have no NaN.
TEST(Maximum, OfNaNHasOneBitPattern) {
  KernelRunner runner(readKernel("quantize.mlir"));
  ASSERT_TRUE(runner.isValid());
  for (uint32_t nan : {0x7F800001u, 0xFFC12345u, 0x7FFFFFFFu})
    for (int64_t position : {0, 1000, 4096}) {
      Tensors arguments = runner.makeArguments(/*seed=*/1);
      arguments[0].data<uint32_t>()[position] = nan;
      runner.check(arguments, /*seed=*/0, NaNs::Canonical);
    }
}

// A sum starts from -0.0, the only number that changes no sum, not even -0.0.
TEST(Sum, OfNegativeZeros) {
  for (int64_t n : {1, 33, 4097}) {
    KernelRunner runner(makeSum(n));
    ASSERT_TRUE(runner.isValid());
    Tensors arguments = runner.makeArguments(/*seed=*/1);
    for (mlir::fp8::HostTensor &argument : arguments)
      argument.fill(-0.0);
    runner.check(arguments);
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Skeleton,
                         testing::Values("quantize.mlir", "cast-transpose.mlir",
                                         "softmax.mlir", "adamw.mlir",
                                         "adamw-e4m3.mlir"));
