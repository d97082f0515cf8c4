//===- HostTensorTest.cpp - Dense tensors in host memory ------------------===//

#include "fp8/Host/HostTensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;

namespace {

struct HostTensorTest : testing::Test {
  HostTensorTest()
      : handler(&context, [this](Diagnostic &diag) {
          error = diag.str();
          return success();
        }) {}

  InFlightDiagnostic emitError() {
    return mlir::emitError(builder.getUnknownLoc());
  }
  FailureOr<HostTensor> tryAllocate(ArrayRef<int64_t> shape, Type elementType) {
    return HostTensor::allocate(RankedTensorType::get(shape, elementType),
                                [&] { return emitError(); });
  }
  FailureOr<HostTensor> tryClone(const HostTensor &tensor) {
    return tensor.clone([&] { return emitError(); });
  }
  HostTensor allocate(ArrayRef<int64_t> shape, Type elementType) {
    return std::move(*tryAllocate(shape, elementType));
  }

  MLIRContext context;
  Builder builder{&context};
  std::string error;
  ScopedDiagnosticHandler handler;
};

TEST_F(HostTensorTest, StartsAlignedAndZero) {
  HostTensor tensor = allocate({3, 5}, builder.getF32Type());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.bytes().data()) %
                HostTensor::kAlignment,
            0u);
  EXPECT_EQ(tensor.bytes().size(), 60u);
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    EXPECT_EQ(tensor.getFloat(i), 0.0);
}

TEST_F(HostTensorTest, HoldsNothingAndScalars) {
  HostTensor none = allocate({3, 0, 4}, builder.getF32Type());
  EXPECT_TRUE(none.bytes().empty());
  none.fill(1.0);
  EXPECT_EQ(tryClone(none)->getNumElements(), 0);
  HostTensor scalar = allocate({}, builder.getIndexType());
  scalar.setInt(0, 7);
  EXPECT_EQ(tryClone(scalar)->getInt(0), 7);
}

TEST_F(HostTensorTest, RefusesWhatItCannotHold) {
  Type f32 = builder.getF32Type();
  EXPECT_TRUE(failed(tryAllocate({ShapedType::kDynamic}, f32)));
  EXPECT_EQ(error, "expected a static shape, but got 'tensor<?xf32>'");
  EXPECT_TRUE(failed(tryAllocate({2}, builder.getIntegerType(4))));
  EXPECT_EQ(error, "unsupported element type 'i4'");
  EXPECT_TRUE(failed(tryAllocate({int64_t(1) << 40, int64_t(1) << 40}, f32)));
  EXPECT_NE(error.find("more elements than memory can hold"),
            std::string::npos);
  // The number of elements fits, the number of bytes does not.
  EXPECT_TRUE(failed(tryAllocate({int64_t(1) << 62}, f32)));
  EXPECT_TRUE(
      succeeded(tryAllocate({int64_t(1) << 40, int64_t(1) << 40, 0}, f32)));
}

/// A child has memory for one tensor, and not for two.
TEST_F(HostTensorTest, ReportsACloneThatMemoryCannotHold) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "sanitizers map memory of their own";
#endif
  constexpr int64_t kSize = int64_t(64) << 20;
  auto cloneInLittleMemory = [&] {
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    uint64_t used = pages * sysconf(_SC_PAGESIZE);
    rlimit limit = {used + kSize * 3 / 2, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    FailureOr<HostTensor> tensor = tryAllocate({kSize}, builder.getI8Type());
    if (failed(tensor))
      _exit(2);
    bool isReported = failed(tryClone(*tensor)) &&
                      error == "out of memory: 'tensor<67108864xi8>' takes "
                               "67108864 bytes";
    _exit(isReported ? 0 : 1);
  };
  EXPECT_EXIT(cloneInLittleMemory(), testing::ExitedWithCode(0), "");
}

TEST_F(HostTensorTest, RoundsAndSaturatesFloats) {
  double infinity = std::numeric_limits<double>::infinity();
  HostTensor e4m3 = allocate({4}, Float8E4M3FNType::get(&context));
  e4m3.setFloat(0, 0.3);
  e4m3.setFloat(1, infinity);
  e4m3.setFloat(2, -1e30);
  e4m3.setFloat(3, std::nan(""));
  EXPECT_EQ(e4m3.getFloat(0), 0.3125);
  EXPECT_EQ(e4m3.getFloat(1), 448.0);
  EXPECT_EQ(e4m3.getFloat(2), -448.0);
  EXPECT_EQ(e4m3.data<uint8_t>()[3], 0x7F);
  HostTensor f16 = allocate({1}, builder.getF16Type());
  f16.setFloat(0, 1e30);
  EXPECT_EQ(f16.getFloat(0), infinity);
  f16.setFloat(0, 1e300);
  EXPECT_EQ(f16.getFloat(0), infinity);
  HostTensor e8m0 = allocate({2}, Float8E8M0FNUType::get(&context));
  e8m0.setFloat(0, 0.3);
  e8m0.setFloat(1, -1.0);
  EXPECT_EQ(e8m0.getFloat(0), 0.5);
  EXPECT_TRUE(std::isnan(e8m0.getFloat(1)));
}

/// A number just above a tie, which f32 would round to the tie.
TEST_F(HostTensorTest, RoundsFloatsOnce) {
  HostTensor bf16 = allocate({1}, builder.getBF16Type());
  bf16.setFloat(0, 1.00390625000001);
  EXPECT_EQ(bf16.getFloat(0), 1.0078125);
  bf16.setFloat(0, 1.00390625);
  EXPECT_EQ(bf16.getFloat(0), 1.0);
  HostTensor f16 = allocate({1}, builder.getF16Type());
  f16.setFloat(0, -1.00048828125000001 - 1e-15);
  EXPECT_EQ(f16.getFloat(0), -1.0009765625);
  HostTensor e4m3 = allocate({1}, Float8E4M3FNType::get(&context));
  e4m3.setFloat(0, 1.0625000000001);
  EXPECT_EQ(e4m3.getFloat(0), 1.125);
  HostTensor e8m0 = allocate({1}, Float8E8M0FNUType::get(&context));
  e8m0.setFloat(0, 1.0000000000001);
  EXPECT_EQ(e8m0.getFloat(0), 2.0);
}

TEST_F(HostTensorTest, SaturatesIntegers) {
  HostTensor i8 = allocate({3}, builder.getI8Type());
  i8.setFloat(0, 300.0);
  i8.setFloat(1, -300.0);
  i8.setFloat(2, -1.9);
  EXPECT_EQ(i8.getInt(0), 127);
  EXPECT_EQ(i8.getInt(1), -128);
  EXPECT_EQ(i8.getInt(2), -1);
  HostTensor u8 = allocate({2}, builder.getIntegerType(8, /*isSigned=*/false));
  u8.setFloat(0, 300.0);
  u8.setFloat(1, -1.0);
  EXPECT_EQ(u8.getInt(0), 255);
  EXPECT_EQ(u8.getInt(1), 0);
  HostTensor i64 = allocate({2}, builder.getI64Type());
  i64.setFloat(0, 1e30);
  i64.setFloat(1, std::nan(""));
  EXPECT_EQ(i64.getInt(0), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(i64.getInt(1), 0);
  HostTensor i1 = allocate({1}, builder.getI1Type());
  i1.setInt(0, 2);
  EXPECT_EQ(i1.getInt(0), 1);
}

TEST_F(HostTensorTest, FillsEveryElement) {
  for (int64_t size : {1, 2, 3, 100}) {
    HostTensor tensor = allocate({size}, builder.getBF16Type());
    tensor.fill(-2.5);
    for (int64_t i = 0; i < size; ++i)
      EXPECT_EQ(tensor.getFloat(i), -2.5);
  }
}

} // namespace
