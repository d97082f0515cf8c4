//===- SkeletonTest.cpp - kernels of test/Emitter on every target ---------===//

#include "KernelRunner.h"
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

INSTANTIATE_TEST_SUITE_P(Kernels, Skeleton,
                         testing::Values("quantize.mlir", "cast-transpose.mlir",
                                         "softmax.mlir", "adamw.mlir",
                                         "adamw-e4m3.mlir"));
