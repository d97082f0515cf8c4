//===- SimulatorTest.cpp - kernels and the interface ----------------------===//

#include "Kernels.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <random>

using namespace fp8sim;

static uint8_t encodeE4M3(float value) {
  using llvm::APFloat;
  APFloat result(std::fmin(std::fmax(value, -448.0f), 448.0f));
  bool lost;
  result.convert(APFloat::Float8E4M3FN(), APFloat::rmNearestTiesToEven, &lost);
  return result.bitcastToAPInt().getZExtValue();
}

static std::vector<float> makeValues(size_t count, float limit) {
  std::mt19937 engine(count);
  std::uniform_real_distribution<float> any(-limit, limit);
  std::vector<float> values(count);
  for (float &value : values)
    value = any(engine);
  return values;
}

TEST(SimulatorTest, quantizesAsAPFloat) {
  for (bool checked : {true, false}) {
    Options options;
    options.checked = checked;
    options.hostThreads = 3;
    auto simulator = simulateFile("quantize.mlir", options);
    ASSERT_TRUE(simulator);
    for (int64_t n : {1, 3, 4, 127, 128, 4097}) {
      std::vector<float> x = makeValues(n, 1000);
      std::vector<uint8_t> q(n, 0xcc);
      uint32_t amax = 0;
      simulator->addBuffer(x.data(), n * sizeof(float), "x");
      simulator->addBuffer(q.data(), n, "q");
      simulator->addBuffer(&amax, sizeof(amax), "amax");
      launch(*simulator, "hardware", {uint32_t(n / 512 + 1)}, {128},
             KernelArgument::pointer(x.data()),
             KernelArgument::pointer(q.data()), KernelArgument::pointer(&amax),
             KernelArgument::scalar(n), KernelArgument::scalar(0.75f));
      float largest = 0;
      for (int64_t i = 0; i < n; ++i) {
        volatile float scaled = x[i] * 0.75f;
        EXPECT_EQ(q[i], encodeE4M3(scaled)) << i;
        largest = std::fmax(largest, std::fabs(x[i]));
      }
      float got;
      std::memcpy(&got, &amax, sizeof(got));
      EXPECT_EQ(got, largest);
      for (void *data : {(void *)x.data(), (void *)q.data(), (void *)&amax})
        simulator->removeBuffer(data);
    }
  }
}

TEST(SimulatorTest, softmaxIsCloseToF64) {
  auto simulator = simulateFile("softmax.mlir");
  ASSERT_TRUE(simulator);
  constexpr int64_t kRows = 3, kColumns = 77;
  std::vector<float> x = makeValues(kRows * kColumns, 20);
  std::vector<float> y(x.size());
  simulator->addBuffer(x.data(), x.size() * sizeof(float), "x");
  simulator->addBuffer(y.data(), y.size() * sizeof(float), "y");
  auto memref = [&](std::vector<float> &v) {
    return std::vector<KernelArgument>{
        KernelArgument::pointer(v.data()),  KernelArgument::pointer(v.data()),
        KernelArgument::scalar<int64_t>(0), KernelArgument::scalar(kRows),
        KernelArgument::scalar(kColumns),   KernelArgument::scalar(kColumns),
        KernelArgument::scalar<int64_t>(1)};
  };
  std::vector<KernelArgument> arguments = memref(x);
  for (const KernelArgument &argument : memref(y))
    arguments.push_back(argument);
  llvm::Error error = simulator->launch("softmax", {kRows}, {64}, 0, arguments);
  EXPECT_FALSE(bool(error));
  EXPECT_TRUE(simulator->getReports().empty());
  for (int64_t row = 0; row < kRows; ++row) {
    const float *in = &x[row * kColumns];
    double max = *std::max_element(in, in + kColumns), sum = 0;
    for (int64_t j = 0; j < kColumns; ++j)
      sum += std::exp(in[j] - max);
    for (int64_t j = 0; j < kColumns; ++j) {
      double expected = std::exp(in[j] - max) / sum;
      EXPECT_NEAR(y[row * kColumns + j], expected, 4e-6 * expected);
    }
  }
}

static const char *const kStore = R"mlir(
gpu.module @kernels {
  gpu.func @store(%p: !llvm.ptr<1>, %i: i64) kernel {
    %one = arith.constant 1.0 : f32
    %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
    llvm.store %one, %q : f32, !llvm.ptr<1>
    gpu.return
  }
})mlir";

TEST(SimulatorTest, argumentsHaveExtents) {
  auto simulator = simulateText(kStore);
  ASSERT_TRUE(simulator);
  auto *arena = static_cast<float *>(simulator->allocate(64, "arena"));
  auto store = [&](int64_t index, uint64_t extent) {
    return simulator->launch("store", {}, {}, 0,
                             {KernelArgument::pointer(arena + 4, extent),
                              KernelArgument::scalar(index)});
  };
  EXPECT_FALSE(bool(store(3, 16)));
  EXPECT_FALSE(bool(store(4, 0)));
  EXPECT_TRUE(simulator->getReports().empty());
  llvm::Error error = store(4, 16);
  EXPECT_EQ(toString(std::move(error)),
            "kernel 'store' was stopped at a fault; see the reports");
  ASSERT_EQ(simulator->getReports().size(), 1u);
  EXPECT_EQ(simulator->getReports()[0].fault, Fault::OutOfBounds);
  EXPECT_EQ(simulator->getReports()[0].message,
            "expected a store of 4 bytes within 'argument 0' (16 bytes), but "
            "it is at offset 16");

  // The simulator can be used after a fault.
  simulator->clearReports();
  EXPECT_FALSE(bool(store(0, 16)));
  EXPECT_TRUE(simulator->getReports().empty());
}

TEST(SimulatorTest, listsKernels) {
  auto simulator = simulateFile("quantize.mlir");
  ASSERT_TRUE(simulator);
  EXPECT_EQ(simulator->getKernels(),
            (std::vector<std::string>{"compare", "hardware", "integer"}));
}

TEST(SimulatorTest, limitsReports) {
  Options options;
  options.maxReports = 1;
  auto simulator = simulateFile("Faults/cross-block-race.mlir", options);
  ASSERT_TRUE(simulator);
  void *p = simulator->allocate(8, "p");
  EXPECT_FALSE(bool(
      simulator->launch("read", {2}, {}, 0, {KernelArgument::pointer(p)})));
  EXPECT_EQ(simulator->getReports().size(), 1u);
}

// LLVM needs quadratic time for long blocks, so they are split. A block begins
// with phis and has results that later parts use.
TEST(SimulatorTest, longBlocksAreSplit) {
  constexpr int kSteps = 3, kRounds = 700;
  std::string text = R"(gpu.module @kernels {
  llvm.func @mix(%out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %steps = llvm.mlir.constant(3 : i32) : i32
    %factor = llvm.mlir.constant(1664525 : i32) : i32
    llvm.br ^loop(%zero, %one : i32, i32)
  ^loop(%i: i32, %x0: i32):
)";
  llvm::raw_string_ostream os(text);
  for (int i = 0; i < kRounds; ++i)
    os << llvm::formatv("    %p{0} = llvm.mul %x{0}, %factor : i32\n"
                        "    %x{1} = llvm.add %p{0}, %i : i32\n",
                        i, i + 1);
  os << llvm::formatv(R"(    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "ult" %next, %steps : i32
    llvm.cond_br %more, ^loop(%next, %x{0} : i32, i32), ^end
  ^end:
    llvm.store %x{0}, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}
)",
                      kRounds);
  uint32_t expected = 1;
  for (uint32_t step = 0; step < kSteps; ++step)
    for (int i = 0; i < kRounds; ++i)
      expected = expected * 1664525 + step;

  auto simulator = simulateText(text);
  ASSERT_TRUE(simulator);
  uint32_t result = 0;
  simulator->addBuffer(&result, sizeof(result), "result");
  launch(*simulator, "mix", {1}, {1}, KernelArgument::pointer(&result));
  EXPECT_EQ(result, expected);
}
