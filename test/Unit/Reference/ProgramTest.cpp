//===- ProgramTest.cpp - Preparing and running programs -------------------===//

#include "TestUtils.h"

#include <cfenv>
#include <thread>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference::test;

namespace {

using ProgramTest = EvaluatorTest;

constexpr StringLiteral halve = R"(
  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    %half = arith.constant dense<0.5> : tensor<2xf32>
    %0 = arith.mulf %x, %half : tensor<2xf32>
    return %0 : tensor<2xf32>
  })";

TEST_F(ProgramTest, RunsAgainAndLeavesArgumentsAlone) {
  std::unique_ptr<Program> program = prepare(R"(
    func.func @f(%x: tensor<2xf32>, %i: index) -> (tensor<2xf32>, tensor<2xf32>) {
      %two = arith.constant 2.0 : f32
      %0 = tensor.insert %two into %x[%i] : tensor<2xf32>
      return %0, %x : tensor<2xf32>, tensor<2xf32>
    })");
  ASSERT_TRUE(program) << error;
  HostTensor x = random({2});
  HostTensor before =
      std::move(*x.clone([&] { return emitError(UnknownLoc::get(&context)); }));
  HostTensor index = allocate({}, IndexType::get(&context));
  for (int64_t i : {0, 1}) {
    index.setInt(0, i);
    std::vector<HostTensor> results;
    results.push_back(allocate({2}, Float32Type::get(&context)));
    results.push_back(allocate({2}, Float32Type::get(&context)));
    ASSERT_TRUE(succeeded(program->run({&x, &index}, results))) << error;
    EXPECT_EQ(results[0].getFloat(i), 2.0);
    EXPECT_EQ(results[0].getFloat(1 - i), before.getFloat(1 - i));
    EXPECT_EQ(x.bytes(), before.bytes());
    EXPECT_EQ(results[1].bytes(), before.bytes());
  }
}

TEST_F(ProgramTest, ReturnsAnArgumentTwice) {
  std::unique_ptr<Program> program = prepare(R"(
    func.func @f(%x: f32) -> (f32, f32) {
      return %x, %x : f32, f32
    })");
  ASSERT_TRUE(program) << error;
  HostTensor x = random({});
  std::vector<HostTensor> results;
  results.push_back(allocate({}, Float32Type::get(&context)));
  results.push_back(allocate({}, Float32Type::get(&context)));
  ASSERT_TRUE(succeeded(program->run({&x}, results))) << error;
  EXPECT_EQ(results[0].bytes(), x.bytes());
  EXPECT_EQ(results[1].bytes(), x.bytes());
}

TEST_F(ProgramTest, RunsOnSeveralThreads) {
  std::unique_ptr<Program> program = prepare(R"(
    func.func @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
      %zero = arith.constant dense<0.0> : tensor<64x64xf32>
      %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%zero : tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = math.tanh %0 : tensor<64x64xf32>
      return %1 : tensor<64x64xf32>
    })");
  ASSERT_TRUE(program) << error;
  HostTensor x = random({64, 64});
  std::vector<HostTensor> results;
  for (int i = 0; i < 3; ++i)
    results.push_back(allocate({64, 64}, Float32Type::get(&context)));
  std::vector<std::thread> threads;
  for (HostTensor &result : results)
    threads.emplace_back(
        [&] { EXPECT_TRUE(succeeded(program->run({&x}, result))); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(results[0].bytes(), results[1].bytes());
  EXPECT_EQ(results[0].bytes(), results[2].bytes());
}

TEST_F(ProgramTest, SetsTheFloatEnvironmentAndRestoresIt) {
  std::unique_ptr<Program> program = prepare(halve);
  ASSERT_TRUE(program) << error;
  HostTensor x = allocate({2}, Float32Type::get(&context));
  x.data<float>()[0] = 0x1p-126f;
  // Half of it is a tie between two subnormals.
  x.data<float>()[1] = 0x1.000002p-126f;
  HostTensor result = allocate({2}, Float32Type::get(&context));
  std::thread([&] {
    std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
    // Flush to zero, and read subnormals as zero.
    _mm_setcsr(_mm_getcsr() | 0x8040);
    unsigned spoilt = _mm_getcsr() & ~0x3Fu;
#endif
    EXPECT_TRUE(succeeded(program->run({&x}, result)));
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
#if defined(__x86_64__)
    EXPECT_EQ(_mm_getcsr() & ~0x3Fu, spoilt);
#endif
  }).join();
  EXPECT_EQ(result.data<float>()[0], 0x1p-127f);
  EXPECT_EQ(result.data<float>()[1], 0x1p-127f);
}

TEST_F(ProgramTest, RefusesWhatDoesNotFit) {
  std::unique_ptr<Program> program = prepare(halve);
  ASSERT_TRUE(program) << error;
  HostTensor x = random({2}), y = random({3}), result = random({2});
  EXPECT_TRUE(failed(program->run({}, result)));
  EXPECT_EQ(error, "expected 1 arguments and 1 results, but got 0 and 1");
  EXPECT_TRUE(failed(program->run({&y}, result)));
  EXPECT_EQ(error, "expected argument #0 of type 'tensor<2xf32>', but got "
                   "'tensor<3xf32>'");
  EXPECT_TRUE(failed(program->run({&x}, y)));
  EXPECT_EQ(error, "expected result #0 of type 'tensor<2xf32>', but got "
                   "'tensor<3xf32>'");
}

TEST_F(ProgramTest, RefusesAFunctionThatIsNotThere) {
  OwningOpRef<ModuleOp> module = parse("func.func private @g()");
  ASSERT_TRUE(module);
  EXPECT_TRUE(failed(createReferenceProgram(*module, "f")));
  EXPECT_EQ(error, "expected a function 'f' with a body, but there is none");
  EXPECT_TRUE(failed(createReferenceProgram(*module, "g")));
  EXPECT_EQ(error, "expected a function 'g' with a body, but there is none");
}

TEST_F(ProgramTest, RefusesUnregisteredOps) {
  context.allowUnregisteredDialects();
  EXPECT_FALSE(prepare(R"(
    func.func @f() {
      "stablehlo.after_all"() : () -> ()
      return
    })"));
  EXPECT_EQ(error, "unsupported by the reference evaluator: "
                   "'stablehlo.after_all'");
}

} // namespace
