//===- RandomTensorTest.cpp - Reproducible random inputs ------------------===//

#include "Inputs/RandomTensor.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {

struct RandomTensorTest : testing::Test {
  HostTensor allocate(int64_t size, Type elementType) {
    return std::move(
        *HostTensor::allocate(RankedTensorType::get({size}, elementType), [&] {
          return mlir::emitError(builder.getUnknownLoc());
        }));
  }
  double getMoment(const HostTensor &tensor, int power) {
    double sum = 0;
    for (int64_t i = 0; i < tensor.getNumElements(); ++i)
      sum += std::pow(tensor.getFloat(i), power);
    return sum / static_cast<double>(tensor.getNumElements());
  }

  MLIRContext context;
  Builder builder{&context};
};

TEST_F(RandomTensorTest, EqualBitsOnEveryMachine) {
  HostTensor tensor = allocate(5, builder.getF32Type());
  fillNormal(tensor, {1, "w"}, 1);
  const uint32_t expected[] = {0xBF9E890F, 0xBE925472, 0x4018C9B4, 0xBF1D8F17,
                               0xBE9D965F};
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(tensor.data<uint32_t>()[i], expected[i]) << i;
}

TEST_F(RandomTensorTest, MomentsOfTheNormalDistribution) {
  HostTensor tensor = allocate(1 << 18, builder.getF32Type());
  fillNormal(tensor, {3, "w"}, 2);
  EXPECT_NEAR(getMoment(tensor, 1), 0, 0.02);
  EXPECT_NEAR(getMoment(tensor, 2), 4, 0.05);
  EXPECT_NEAR(getMoment(tensor, 3), 0, 0.3);
  EXPECT_NEAR(getMoment(tensor, 4), 48, 2);
}

TEST_F(RandomTensorTest, IntervalsAsWideAsDoublesAre) {
  HostTensor tensor = allocate(1 << 10, builder.getF64Type());
  fillUniform(tensor, {3, "w"}, -1.7e308, 1.7e308);
  int negative = 0;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    ASSERT_TRUE(std::isfinite(tensor.getFloat(i)));
    negative += tensor.getFloat(i) < 0;
  }
  EXPECT_NEAR(negative, 1 << 9, 100);
}

TEST_F(RandomTensorTest, UniformIntegersTakeEveryValue) {
  HostTensor tensor = allocate(1 << 16, builder.getI32Type());
  fillUniform(tensor, {3, "i"}, -2, 5);
  int counts[7] = {};
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    ASSERT_GE(tensor.getInt(i), -2);
    ASSERT_LT(tensor.getInt(i), 5);
    ++counts[tensor.getInt(i) + 2];
  }
  for (int count : counts)
    EXPECT_NEAR(count, (1 << 16) / 7, 400);
}

TEST_F(RandomTensorTest, SeedAndNameDecideAndSizeDoesNot) {
  HostTensor a = allocate(64, builder.getF32Type());
  HostTensor b = allocate(64, builder.getF32Type());
  HostTensor longer = allocate(99, builder.getF32Type());
  fillNormal(a, {1, "a"}, 1);
  fillNormal(b, {1, "b"}, 1);
  fillNormal(longer, {1, "a"}, 1);
  EXPECT_NE(a.bytes(), b.bytes());
  EXPECT_EQ(ArrayRef<char>(a.bytes()),
            ArrayRef<char>(longer.bytes()).take_front(256));
  fillNormal(b, {1, "a"}, 1);
  EXPECT_EQ(a.bytes(), b.bytes());
  fillNormal(b, {uint64_t(1) << 40, "a"}, 1);
  EXPECT_NE(a.bytes(), b.bytes());
}

} // namespace
