//===- ArithmeticTest.cpp - results as PTX defines them -------------------===//

#include "Approximations.h"
#include "Kernels.h"
#include <cfenv>
#include <cmath>
#include <limits>
#include <random>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

using namespace fp8sim;

static uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static const char *const kBinary = R"mlir(
gpu.module @kernels {
  gpu.func @ops(%p: !llvm.ptr<1>, %a: f32, %b: f32, %c: f32) kernel {
    %add = arith.addf %a, %b : f32
    %mul = arith.mulf %a, %b : f32
    %div = arith.divf %a, %b : f32
    %sqrt = math.sqrt %a : f32
    %fma = math.fma %a, %b, %c : f32
    %maxnum = arith.maxnumf %a, %b : f32
    %minnum = arith.minnumf %a, %b : f32
    %maximum = arith.maximumf %a, %b : f32
    %v = vector.from_elements %add, %mul, %div, %sqrt, %fma, %maxnum, %minnum, %maximum : vector<8xf32>
    llvm.store %v, %p {alignment = 16 : i64} : vector<8xf32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @integers(%p: !llvm.ptr<1>, %a: i32, %b: i32, %f: f32) kernel {
    %div = arith.divsi %a, %b : i32
    %rem = arith.remsi %a, %b : i32
    %udiv = arith.divui %a, %b : i32
    %toint = arith.fptosi %f : f32 to i32
    %touint = arith.fptoui %f : f32 to i32
    %v = vector.from_elements %div, %rem, %udiv, %toint, %touint : vector<5xi32>
    llvm.store %v, %p {alignment = 4 : i64} : vector<5xi32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @divide(%p: !llvm.ptr<1>, %scalar: f32) kernel {
    %a = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %at_d = llvm.getelementptr %p[4] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    %d = llvm.load %at_d {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
    %q = arith.divf %a, %d : vector<4xf32>
    %at_q = llvm.getelementptr %p[8] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %q, %at_q {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    %all = vector.broadcast %scalar : f32 to vector<4xf32>
    %r = arith.divf %a, %all : vector<4xf32>
    %at_r = llvm.getelementptr %p[12] : (!llvm.ptr<1>) -> !llvm.ptr<1>, f32
    llvm.store %r, %at_r {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @one_lane(%p: !llvm.ptr<1>, %a: i64, %b: i64) kernel {
    %x = vector.broadcast %a : i64 to vector<1xi64>
    %y = vector.broadcast %b : i64 to vector<1xi64>
    %div = arith.divui %x, %y : vector<1xi64>
    llvm.store %div, %p {alignment = 8 : i64} : vector<1xi64>, !llvm.ptr<1>
    gpu.return
  }
})mlir";

namespace {
class ArithmeticTest : public testing::Test {
protected:
  std::array<float, 8> ops(float a, float b, float c = 0) {
    std::array<float, 8> result = {};
    auto *p = static_cast<float *>(buffer);
    launch(*simulator, "ops", {}, {}, KernelArgument::pointer(p),
           KernelArgument::scalar(a), KernelArgument::scalar(b),
           KernelArgument::scalar(c));
    std::copy(p, p + 8, result.begin());
    return result;
  }

  std::unique_ptr<Simulator> simulator = simulateText(kBinary);
  void *buffer = simulator->allocate(64, "result");
};
} // namespace

TEST_F(ArithmeticTest, roundsOnce) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<float> any(-4, 4);
  for (int i = 0; i < 500; ++i) {
    volatile float a = std::fabs(any(engine)), b = any(engine), c = any(engine);
    auto r = ops(a, b, c);
    EXPECT_EQ(bitsOf(r[0]), bitsOf(a + b));
    EXPECT_EQ(bitsOf(r[1]), bitsOf(a * b));
    EXPECT_EQ(bitsOf(r[2]), bitsOf(a / b));
    EXPECT_EQ(bitsOf(r[3]), bitsOf(std::sqrt(a)));
    EXPECT_EQ(bitsOf(r[4]), bitsOf(std::fma(a, b, c)));
  }
}

// Tests approximate reciprocals, which differ from the nearest ones.
TEST_F(ArithmeticTest, dividesVectorsExactly) {
  std::mt19937 engine(1);
  std::vector<float> special = {
      0.0f,     -0.0f,      1.0f,      -3.0f,         0x1p-149f,     0x1p-126f,
      0x1p127f, -HUGE_VALF, HUGE_VALF, std::nanf(""), 0x1.fffffep+0f};
  auto draw = [&](bool isUsual) {
    if (!isUsual && engine() % 2)
      return special[engine() % special.size()];
    uint32_t bits = uint32_t(engine());
    if (isUsual)
      bits = (bits & 0x807fffff) | (100 + engine() % 60) << 23;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  };
  auto *p = static_cast<float *>(buffer);
  for (int i = 0; i < 3000; ++i) {
    bool isUsual = i % 2;
    float scalar = isUsual ? std::fabs(draw(true)) : draw(false);
    for (int j = 0; j < 8; ++j)
      p[j] = draw(isUsual);
    // In every second vector, only the first element is a special value.
    if (i % 4 == 1)
      p[0] = special[i / 4 % special.size()];
    launch(*simulator, "divide", {}, {}, KernelArgument::pointer(p),
           KernelArgument::scalar(scalar));
    for (int j = 0; j < 4; ++j) {
      volatile float a = p[j], d = p[4 + j], all = scalar;
      float q = a / d, r = a / all;
      EXPECT_TRUE(std::isnan(q) ? std::isnan(p[8 + j])
                                : bitsOf(q) == bitsOf(p[8 + j]))
          << a << " / " << d;
      EXPECT_TRUE(std::isnan(r) ? std::isnan(p[12 + j])
                                : bitsOf(r) == bitsOf(p[12 + j]))
          << a << " / " << all;
    }
  }
}

TEST(Approximations, ReciprocalsAreWithinAnUlpAndNotAllNearest) {
  int numOthers = 0;
  for (uint64_t x = 0; x < uint64_t(1) << 32; x += 65521) {
    uint32_t bits = uint32_t(x);
    float value, result;
    std::memcpy(&value, &bits, sizeof(value));
    uint32_t resultBits = approximateReciprocal(bits);
    std::memcpy(&result, &resultBits, sizeof(result));
    if (std::isnan(value)) {
      EXPECT_EQ(resultBits, 0x7fffffffu);
    } else if (std::fabs(value) < 0x1p-126f) {
      EXPECT_EQ(result, std::copysign(HUGE_VALF, value));
    } else if (std::fabs(value) >= 0x1p126f) {
      EXPECT_LE(std::fabs(result), 0x1p-126f);
    } else {
      double exact = 1.0 / value;
      double ulp = std::ldexp(1.0, std::ilogb(exact) - 23);
      EXPECT_LE(std::fabs(result - exact), ulp) << value;
      numOthers += result != static_cast<float>(exact);
    }
  }
  EXPECT_GT(numOthers, 10000);
}

TEST_F(ArithmeticTest, returnsTheNaNOfPTX) {
  float nan = -std::numeric_limits<float>::quiet_NaN();
  auto r = ops(nan, 1);
  for (int i : {0, 1, 2, 3, 4, 7})
    EXPECT_EQ(bitsOf(r[i]), 0x7fffffffu) << i;
  // These operations return the operand that is not NaN.
  EXPECT_EQ(r[5], 1);
  EXPECT_EQ(r[6], 1);
  EXPECT_EQ(bitsOf(ops(-1, 0)[3]), 0x7fffffffu);
  EXPECT_EQ(bitsOf(ops(0, 0)[2]), 0x7fffffffu);
  EXPECT_EQ(bitsOf(ops(nan, nan)[5]), 0x7fffffffu);
}

TEST_F(ArithmeticTest, ordersZeros) {
  for (auto [a, b] : {std::pair(-0.0f, 0.0f), std::pair(0.0f, -0.0f)}) {
    auto r = ops(a, b);
    EXPECT_EQ(bitsOf(r[5]), bitsOf(0.0f));
    EXPECT_EQ(bitsOf(r[6]), bitsOf(-0.0f));
    EXPECT_EQ(bitsOf(r[7]), bitsOf(0.0f));
  }
}

TEST_F(ArithmeticTest, keepsSubnormalsWhateverTheCallerDoes) {
#if defined(__SSE__)
  unsigned saved = _mm_getcsr();
  // Flush to zero and denormals are zero.
  _mm_setcsr(saved | 0x8040);
#endif
  auto r = ops(1e-40f, 0.5f);
#if defined(__SSE__)
  EXPECT_EQ(_mm_getcsr() & 0x8040, 0x8040u);
  _mm_setcsr(saved);
#endif
  EXPECT_EQ(r[1], 5e-41f);
  EXPECT_EQ(r[0], 0.5f);
  EXPECT_EQ(r[6], 1e-40f);
}

TEST_F(ArithmeticTest, doesNotTrapOnIntegers) {
  auto *p = static_cast<int32_t *>(buffer);
  auto run = [&](int32_t a, int32_t b, float f) {
    return simulator->launch(
        "integers", {}, {}, 0,
        {KernelArgument::pointer(p), KernelArgument::scalar(a),
         KernelArgument::scalar(b), KernelArgument::scalar(f)});
  };
  EXPECT_FALSE(bool(run(INT32_MIN, -1, 1e20f)));
  EXPECT_EQ(p[0], INT32_MIN);
  EXPECT_EQ(p[1], 0);
  EXPECT_EQ(p[3], INT32_MAX);
  EXPECT_EQ(uint32_t(p[4]), UINT32_MAX);
  EXPECT_TRUE(simulator->getReports().empty());

  EXPECT_FALSE(bool(run(7, 2, -3.7f)));
  EXPECT_EQ(p[0], 3);
  EXPECT_EQ(p[1], 1);
  EXPECT_EQ(p[3], -3);
  EXPECT_EQ(p[4], 0);

  EXPECT_FALSE(bool(run(7, 0, NAN)));
  EXPECT_EQ(p[3], 0);
  // LLVM may compute the remainder from the quotient.
  ASSERT_FALSE(simulator->getReports().empty());
  EXPECT_EQ(simulator->getReports()[0].fault, Fault::DivisionByZero);
}

// On a CPU with mask registers, the bits beside a mask of one lane are not 0.
TEST_F(ArithmeticTest, DividesVectorsOfOneLane) {
  auto *p = static_cast<uint64_t *>(buffer);
  launch(*simulator, "one_lane", {}, {}, KernelArgument::pointer(p),
         KernelArgument::scalar(uint64_t(21)),
         KernelArgument::scalar(uint64_t(3)));
  EXPECT_EQ(*p, 7u);
}
