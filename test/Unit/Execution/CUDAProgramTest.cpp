//===- CUDAProgramTest.cpp - programs on the mock of a GPU ----------------===//

#include "fp8/Target/NVIDIA/CUDAProgram.h"
#include "TestPrograms.h"
#include "fp8/Target/CPU/CPUProgram.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// A state that is updated in place by a number that changes with every step,
/// its sum, and a result that is larger than what comes with each step.
constexpr const char *kDecay = R"(
  func.func @f(%s: tensor<300xf32> {fp8.name = "s"}, %k: tensor<f32>, %x: tensor<300xf32>)
      -> (tensor<f32>, tensor<300xf32> {fp8.updates = "s"}, tensor<300xf32>) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<f32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
    %rate = tensor.extract %k[] : tensor<f32>
    %rates = tensor.splat %rate : tensor<300xf32>
    %scaled = arith.mulf %s, %rates : tensor<300xf32>
    %next = arith.addf %scaled, %x : tensor<300xf32>
    %sum = linalg.reduce ins(%next : tensor<300xf32>) outs(%z : tensor<f32>) dimensions = [0]
      (%a: f32, %b: f32) { %0 = arith.addf %b, %a : f32  linalg.yield %0 : f32 }
    %copy = arith.negf %next : tensor<300xf32>
    return %sum, %next, %copy : tensor<f32>, tensor<300xf32>, tensor<300xf32>
  })";

class CUDAProgramTest : public testing::TestWithParam<int> {
protected:
  CUDAProgramTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("fp8-kernels", folder));
    set("FP8RT_CUDA_DRIVER", FP8_MOCK_CUDA);
    set("FP8RT_CUBLASLT", FP8_MOCK_CUDA);
    set("FP8_MOCK_KERNELS", folder.c_str());
    // The driver gets PTX: an assembler would take most of the time.
    set("CUDA_HOME", folder.c_str());
  }
  ~CUDAProgramTest() override {
    for (const char *name : variables)
      unsetenv(name);
    llvm::sys::fs::remove_directories(folder);
  }

  void set(const char *name, const char *value) {
    setenv(name, value, 1);
    variables.push_back(name);
  }

  FailureOr<std::unique_ptr<Program>> create(ModuleOp module) {
    CUDAProgramOptions options;
    options.saveFolder = folder.str().str();
    // That there is no assembler.
    ScopedDiagnosticHandler handler(&getContext(), [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
    });
    return createCUDAProgram(module, "f", options);
  }

  SmallString<128> folder;
  std::vector<const char *> variables;
};

/// Arguments and results of kDecay, and what the host writes before a step.
struct Values {
  explicit Values(ModuleOp module)
      : arguments(allocateAll(getFunction(module).getArgumentTypes())),
        results(allocateAll(getFunction(module).getResultTypes())) {
    for (int64_t i = 0; i < 300; ++i) {
      results[1].setFloat(i, 1.0 / (i + 3));
      arguments[2].setFloat(i, i % 7);
    }
  }
  void write(int step) { arguments[1].fill(0.5 + 0.1 * step); }

  std::vector<HostTensor> arguments, results;
};

/// Nobody waits for a step before the next ones have begun, so that whatever is
/// written too early, or read too late, shows.
TEST_P(CUDAProgramTest, StepsFollowEachOther) {
  set("FP8_MOCK_SEED", std::to_string(GetParam()).c_str());
  constexpr int numSteps = 6;
  OwningOpRef<ModuleOp> module = parse(kDecay);
  ASSERT_TRUE(module);
  FailureOr<std::unique_ptr<Program>> cpu = createCPUProgram(*module, "f");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(cpu) && succeeded(gpu));
  EXPECT_TRUE((*gpu)->isAsynchronous());
  EXPECT_TRUE((*gpu)->keepsPrevious(0));
  EXPECT_FALSE((*gpu)->keepsPrevious(1));
  EXPECT_FALSE((*gpu)->keepsPrevious(2));

  Values onCPU(*module), onGPU(*module);
  llvm::BitVector written(3);
  written.set(1);
  std::vector<float> sums;
  for (int step = 0; step < numSteps; ++step) {
    onCPU.write(step);
    onGPU.write(step);
    ASSERT_TRUE(
        succeeded((*cpu)->run(getPointers(onCPU.arguments), onCPU.results)));
    sums.push_back(onCPU.results[0].data<float>()[0]);
    ASSERT_TRUE(succeeded(
        (*gpu)->step(getPointers(onGPU.arguments), written, onGPU.results)));
    // What the host does with its memory is its own affair from here on.
    onGPU.arguments[1].fill(-1);
    onGPU.results[1].fill(-1);
  }
  ASSERT_TRUE(succeeded((*gpu)->fetch(0, onGPU.results[0], /*previous=*/true)));
  EXPECT_EQ(onGPU.results[0].data<float>()[0], sums[numSteps - 2]);
  for (unsigned i = 0; i < 3; ++i) {
    ASSERT_TRUE(succeeded((*gpu)->fetch(i, onGPU.results[i])));
    EXPECT_EQ(onGPU.results[i].bytes(), onCPU.results[i].bytes()) << i;
  }
  std::optional<double> seconds = (*gpu)->getDeviceSeconds();
  ASSERT_TRUE(seconds);
  EXPECT_GT(*seconds, 0);
}

INSTANTIATE_TEST_SUITE_P(Orders, CUDAProgramTest, testing::Range(0, 12));

/// A plain run reads all arguments and brings all results.
TEST_F(CUDAProgramTest, RunsLikeAnyProgram) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  FailureOr<std::unique_ptr<Program>> cpu = createCPUProgram(*module, "f");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(cpu) && succeeded(gpu));
  Values onCPU(*module), onGPU(*module);
  for (int step = 0; step < 3; ++step)
    for (auto [program, values] :
         {std::pair(cpu->get(), &onCPU), std::pair(gpu->get(), &onGPU)}) {
      values->write(step);
      values->arguments[2].fill(step);
      ASSERT_TRUE(succeeded(
          program->run(getPointers(values->arguments), values->results)));
    }
  for (unsigned i = 0; i < 3; ++i)
    EXPECT_EQ(onGPU.results[i].bytes(), onCPU.results[i].bytes()) << i;
}

/// More than the memory that copies go through, in both directions.
TEST_F(CUDAProgramTest, LargeTensors) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%x: tensor<1200001xf32>) -> tensor<1200001xf32> {
      %0 = arith.addf %x, %x : tensor<1200001xf32>
      return %0 : tensor<1200001xf32>
    })");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  Type type = getFunction(*module).getResultTypes()[0];
  std::vector<HostTensor> arguments = allocateAll({type});
  std::vector<HostTensor> results = allocateAll({type});
  MutableArrayRef<float> x = arguments[0].data<float>();
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i);
  ASSERT_TRUE(succeeded((*gpu)->run(getPointers(arguments), results)));
  ArrayRef<float> y = results[0].data<float>();
  for (size_t i = 0; i < y.size(); ++i)
    ASSERT_EQ(y[i], 2 * float(i));
}

/// A constant, no kernel that reads an argument, and a product of nothing else.
TEST_F(CUDAProgramTest, ProductsWithoutKernels) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%x: tensor<4x3xf32>) -> tensor<4x2xf32> {
      %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4x2xf32>
      %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
      %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x2xf32>) outs(%z : tensor<4x2xf32>) -> tensor<4x2xf32>
      return %y : tensor<4x2xf32>
    })");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  std::vector<HostTensor> results = allocateAll(function.getResultTypes());
  arguments[0].fill(1);
  ASSERT_TRUE(succeeded((*gpu)->run(getPointers(arguments), results)));
  EXPECT_EQ(results[0].data<float>()[6], 9);
  EXPECT_EQ(results[0].data<float>()[7], 12);
}

/// The numbers of what a GPU with too little memory is refused with.
struct Shortage {
  int64_t needed = 0, other = 0;

  void read(Diagnostic &diagnostic) {
    auto after = [](std::string text, StringRef word) {
      StringRef rest = StringRef(text).split(word).second;
      int64_t number = 0;
      rest.consumeInteger(10, number);
      return number;
    };
    needed = after(diagnostic.str(), "expected ");
    for (Diagnostic &note : diagnostic.getNotes())
      other = after(note.str(), "tables and matmuls ");
  }
};

class CUDAMemoryTest : public CUDAProgramTest {
protected:
  FailureOr<std::unique_ptr<Program>> create(ModuleOp module) {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        shortage.read(diagnostic);
      return success();
    });
    CUDAProgramOptions options;
    options.saveFolder = folder.str().str();
    options.memory = memory;
    return createCUDAProgram(module, "f", options);
  }
  void open(int64_t bytes) {
    memory = nullptr;
    set("FP8_MOCK_MEMORY", std::to_string(bytes).c_str());
    memory = *openCUDAMemory(UnknownLoc::get(&getContext()));
  }

  std::shared_ptr<CUDAMemory> memory;
  Shortage shortage;
};

/// What is planned is all that is taken, with inputs that change.
TEST_F(CUDAMemoryTest, PlansAllThatSteps) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  open(1000);
  ASSERT_TRUE(failed(create(*module)));
  int64_t needed = shortage.needed;
  open(needed - 1);
  EXPECT_TRUE(failed(create(*module)));
  open(needed);
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  Values values(*module);
  llvm::BitVector written(3, true);
  written.reset(0);
  for (int step = 0; step < 3; ++step) {
    values.write(step);
    EXPECT_TRUE(succeeded(
        (*gpu)->step(getPointers(values.arguments), written, values.results)));
  }
}

/// What one program has is not asked for again with the next one.
TEST_F(CUDAMemoryTest, PlansWhatIsNotTaken) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  open(1000);
  ASSERT_TRUE(failed(create(*module)));
  open(shortage.needed + shortage.other);
  FailureOr<std::unique_ptr<Program>> first = create(*module);
  ASSERT_TRUE(succeeded(first));
  Values values(*module);
  llvm::BitVector written(3, true);
  written.reset(0);
  ASSERT_TRUE(succeeded(
      (*first)->step(getPointers(values.arguments), written, values.results)));
  FailureOr<std::unique_ptr<Program>> second = create(*module);
  ASSERT_TRUE(succeeded(second));
  EXPECT_TRUE(succeeded(
      (*second)->step(getPointers(values.arguments), written, values.results)));
  EXPECT_TRUE(failed(create(*module)));
}

/// A program that is refused leaves nothing behind.
TEST_F(CUDAMemoryTest, RefusedProgramsPlanNothing) {
  OwningOpRef<ModuleOp> large = parse(R"(
    func.func @f(%x: tensor<1200001xf32>) -> tensor<1200001xf32> {
      %0 = arith.addf %x, %x : tensor<1200001xf32>
      return %0 : tensor<1200001xf32>
    })");
  OwningOpRef<ModuleOp> module = parse(kDecay);
  open(1000000);
  ASSERT_TRUE(failed(create(*large)));
  EXPECT_GT(shortage.needed, 1200001 * 4);
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  Values values(*module);
  EXPECT_TRUE(
      succeeded((*gpu)->run(getPointers(values.arguments), values.results)));
}

/// PTX is what the driver reads, or chips are refused.
TEST_F(CUDAProgramTest, PTXOfOldDrivers) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  set("FP8_MOCK_VERSION", "12000");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  Values values(*module);
  EXPECT_TRUE(
      succeeded((*gpu)->run(getPointers(values.arguments), values.results)));
  set("FP8_MOCK_CAPABILITY", "100");
  set("FP8_MOCK_VERSION", "12060");
  std::string error;
  ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(createCUDAProgram(*module, "f")));
  EXPECT_EQ(error, "expected a driver that reads PTX 8.6, which sm_100a needs, "
                   "but the one for CUDA 12.6 reads versions up to 8.5");
}

/// Two functions share their states.
TEST_F(CUDAProgramTest, OtherArgumentsAreRefused) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  OwningOpRef<ModuleOp> other = parse(R"(
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  FailureOr<std::shared_ptr<CUDAMemory>> memory =
      openCUDAMemory(UnknownLoc::get(&getContext()));
  ASSERT_TRUE(succeeded(memory));
  std::string errors;
  ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
    errors += diagnostic.str();
    return success();
  });
  CUDAProgramOptions options;
  options.saveFolder = folder.str().str();
  options.memory = *memory;
  EXPECT_TRUE(succeeded(createCUDAProgram(*module, "f", options)));
  EXPECT_TRUE(failed(createCUDAProgram(*other, "f", options)));
  EXPECT_NE(errors.find("expected the arguments of the functions that share "
                        "memory of a GPU to have equal sizes"),
            std::string::npos)
      << errors;
}

} // namespace
