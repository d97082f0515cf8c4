//===- SimProgramTest.cpp - programs on the simulated GPU -----------------===//

#include "fp8/Target/Simulator/SimProgram.h"
#include "TestPrograms.h"
#include "fp8/Execution/StepPlan.h"
#include "fp8/Target/CPU/CPUProgram.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// A state that is updated in place, and a sum over all of its new elements.
constexpr const char *kDecay = R"(
  func.func @f(%s: tensor<300xf32> {fp8.name = "s"}, %k: tensor<f32>)
      -> (tensor<f32>, tensor<300xf32> {fp8.updates = "s"}) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<f32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %rate = tensor.extract %k[] : tensor<f32>
    %rates = tensor.splat %rate : tensor<300xf32>
    %next = arith.mulf %s, %rates : tensor<300xf32>
    %sum = linalg.reduce ins(%next : tensor<300xf32>) outs(%z : tensor<f32>) dimensions = [0]
      (%a: f32, %b: f32) { %0 = arith.addf %b, %a : f32  linalg.yield %0 : f32 }
    return %sum, %next : tensor<f32>, tensor<300xf32>
  })";

/// Collects the diagnostics during its lifetime.
struct Errors {
  std::string text;
  ScopedDiagnosticHandler handler{&getContext(),
                                  [this](Diagnostic &diagnostic) {
                                    text += diagnostic.str() + "\n";
                                    return success();
                                  }};
};

TEST(SimProgram, UpdatesStatesInPlaceAsTheCPUDoes) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  ASSERT_TRUE(module);
  std::vector<float> sums[2];
  FailureOr<std::unique_ptr<Program>> programs[] = {
      createCPUProgram(*module, "f"), createSimProgram(*module, "f")};
  for (auto [program, list] : llvm::zip_equal(programs, sums)) {
    ASSERT_TRUE(succeeded(program));
    func::FuncOp function = getFunction(*module);
    std::vector<HostTensor> arguments =
        allocateAll(function.getArgumentTypes());
    std::vector<HostTensor> results = allocateAll(function.getResultTypes());
    for (int64_t i = 0; i < 300; ++i)
      arguments[0].setFloat(i, 1.0 / (i + 3));
    arguments[1].fill(0.7);
    StateStore states(function.getLoc(), std::move(arguments),
                      {std::nullopt, 0});
    const HostTensor &state = states.get(0);
    const char *memory = state.bytes().data();
    for (int step = 0; step < 3; ++step) {
      ASSERT_TRUE(succeeded((*program)->step(states, results)));
      list.push_back(results[0].data<float>()[0]);
    }
    EXPECT_EQ(state.bytes().data(), memory);
    EXPECT_EQ(state.data<float>()[2], 1.0f / 5 * 0.7f * 0.7f * 0.7f);
  }
  EXPECT_EQ(sums[0], sums[1]);
  EXPECT_LT(sums[0][1], sums[0][0]);
}

/// Two chains of kernels and matmuls that join, and a state that is updated
/// after other ops have read it.
constexpr const char *kChains = R"(
  #map = affine_map<(i, j) -> (i, j)>
  func.func @f(%a: tensor<33x33xf32>, %w: tensor<33x33xf32> {fp8.name = "w"})
      -> (tensor<33x33xf32>, tensor<33x33xf32>, tensor<33x33xf32> {fp8.updates = "w"}) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<33x33xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<33x33xf32>) -> tensor<33x33xf32>
    %p = linalg.matmul ins(%a, %w : tensor<33x33xf32>, tensor<33x33xf32>) outs(%z : tensor<33x33xf32>) -> tensor<33x33xf32>
    %b = math.absf %a : tensor<33x33xf32>
    %q = linalg.matmul ins(%w, %b : tensor<33x33xf32>, tensor<33x33xf32>) outs(%z : tensor<33x33xf32>) -> tensor<33x33xf32>
    %c = math.absf %p : tensor<33x33xf32>
    %d = math.absf %q : tensor<33x33xf32>
    %r = linalg.matmul ins(%c, %d : tensor<33x33xf32>, tensor<33x33xf32>) outs(%z : tensor<33x33xf32>) -> tensor<33x33xf32>
    %n = arith.subf %w, %r : tensor<33x33xf32>
    %f = arith.mulf %c, %n : tensor<33x33xf32>
    %g = arith.addf %d, %w : tensor<33x33xf32>
    return %f, %g, %n : tensor<33x33xf32>, tensor<33x33xf32>, tensor<33x33xf32>
  })";

TEST(SimProgram, HasOneResultInEveryOrderThatStreamsAllow) {
  OwningOpRef<ModuleOp> module = parse(kChains);
  ASSERT_TRUE(module);
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  for (HostTensor &argument : arguments)
    for (int64_t i = 0; i < argument.getNumElements(); ++i)
      argument.setFloat(i, std::sin(float(i)));
  auto run = [&](FailureOr<std::unique_ptr<Program>> program) {
    std::vector<HostTensor> results = allocateAll(function.getResultTypes());
    EXPECT_TRUE(succeeded(program));
    if (failed(program))
      return results;
    EXPECT_TRUE(succeeded((*program)->run(getPointers(arguments), results)));
    return results;
  };
  std::vector<HostTensor> expected = run(createCPUProgram(*module, "f"));
  for (unsigned numStreams : {1, 2, 4})
    for (uint64_t seed = 0; seed < 6; ++seed) {
      std::vector<HostTensor> results =
          run(createSimProgram(*module, "f", {"sm_80", numStreams, seed}));
      for (unsigned i = 0; i < results.size(); ++i)
        EXPECT_TRUE(llvm::equal(results[i].bytes(), expected[i].bytes()))
            << "result " << i << ", " << numStreams << " streams, seed "
            << seed;
    }
}

/// A gather on a separate stream, and a matmul that reads its result.
constexpr const char *kGather = R"(
  module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
    func.func @f(%rows: memref<16x16xf32>, %w: memref<32x16xf32>, %x: memref<16x32xf32>, %y: memref<16x16xf32>, %arena: memref<64xi8> {llvm.dereferenceable = 64 : i64}) {
      fp8.all_gather %rows over ["dp"] on<1 event 0> outs(%w : memref<32x16xf32>) : memref<16x16xf32>
      fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x, %w on<0 waits[0]> outs(%y : memref<16x16xf32>) : memref<16x32xf32>, memref<32x16xf32>
      return
    }
  })";

/// A planted fault: without the wait, the reader runs first in some orders.
TEST(SimProgram, SomeOrderReadsAGatherBeforeItsEvent) {
  OwningOpRef<ModuleOp> module = parse(kGather);
  ASSERT_TRUE(module);
  FailureOr<StepPlan> plan = StepPlan::read(getFunction(*module));
  ASSERT_TRUE(succeeded(plan));
  ASSERT_TRUE(plan->steps.size() == 2 && plan->steps[0].isExchange());
  auto countEarly = [&] {
    int numEarly = 0;
    for (uint64_t seed = 0; seed < 16; ++seed)
      numEarly += plan->drawOrder(seed)->front() == 1;
    return numEarly;
  };
  EXPECT_EQ(countEarly(), 0);
  plan->steps[1].order =
      StreamOrderAttr::get(&getContext(), 0, {}, std::nullopt);
  EXPECT_GT(countEarly(), 0);
}

TEST(CPUProgram, HasOneResultForEveryNumberOfThreads) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  ASSERT_TRUE(module);
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  for (int64_t i = 0; i < 300; ++i)
    arguments[0].setFloat(i, std::sin(float(i)));
  arguments[1].fill(0.7);
  std::optional<float> expected;
  for (int32_t threads : {1, 2, 3, 7}) {
    CPUProgramOptions options;
    options.numThreads = threads;
    FailureOr<std::unique_ptr<Program>> program =
        createCPUProgram(*module, "f", options);
    ASSERT_TRUE(succeeded(program));
    std::vector<HostTensor> results = allocateAll(function.getResultTypes());
    ASSERT_TRUE(succeeded((*program)->run(getPointers(arguments), results)));
    float sum = results[0].data<float>()[0];
    EXPECT_EQ(sum, expected.value_or(sum)) << threads << " threads";
    expected = sum;
  }
}

TEST(SimProgram, RunsStepsWithoutKernels) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4x4xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
      %y = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
      return %y : tensor<4x4xf32>
    })");
  ASSERT_TRUE(module);
  FailureOr<std::unique_ptr<Program>> program = createSimProgram(*module, "f");
  ASSERT_TRUE(succeeded(program));
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  std::vector<HostTensor> results = allocateAll(function.getResultTypes());
  arguments[0].fill(2.0);
  arguments[1].fill(0.5);
  ASSERT_TRUE(succeeded((*program)->run(getPointers(arguments), results)));
  EXPECT_EQ(results[0].getFloat(15), 8.0);
}

TEST(SimProgram, EndsAtAFault) {
  OwningOpRef<ModuleOp> module = parse(R"(
    #id = affine_map<(d0) -> (d0)>
    func.func @f(%x: tensor<32xi32>, %at: tensor<32xi32>) -> tensor<32xi32> {
      %e = tensor.empty() : tensor<32xi32>
      %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%at : tensor<32xi32>) outs(%e : tensor<32xi32>) {
      ^bb0(%i: i32, %unused: i32):
        %k = arith.index_cast %i : i32 to index
        %v = tensor.extract %x[%k] : tensor<32xi32>
        linalg.yield %v : i32
      } -> tensor<32xi32>
      return %0 : tensor<32xi32>
    })");
  ASSERT_TRUE(module);
  FailureOr<std::unique_ptr<Program>> program = createSimProgram(*module, "f");
  ASSERT_TRUE(succeeded(program));
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  std::vector<HostTensor> results = allocateAll(function.getResultTypes());
  arguments[0].fillInt(6);
  arguments[0].setInt(2, 3);
  for (int i = 0; i < 32; ++i)
    arguments[1].setInt(i, 31 - i);
  {
    // A host whose result shares the memory of an operand that is read
    // entirely.
    std::vector<const HostTensor *> shared = getPointers(arguments);
    shared[0] = &results[0];
    Errors errors;
    EXPECT_TRUE(failed((*program)->run(shared, results)));
    EXPECT_NE(errors.text.find("race]"), std::string::npos) << errors.text;
  }
  // The program continues after the error of the host has been corrected.
  ASSERT_TRUE(succeeded((*program)->run(getPointers(arguments), results)));
  EXPECT_EQ(results[0].getInt(29), 3);
  EXPECT_EQ(results[0].getInt(6), 6);
}

TEST(SimProgram, RefusesUnknownChips) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  ASSERT_TRUE(module);
  Errors errors;
  EXPECT_TRUE(failed(createSimProgram(*module, "f", {"sm_70"})));
  EXPECT_NE(errors.text.find("sm_70"), std::string::npos) << errors.text;
}

} // namespace
