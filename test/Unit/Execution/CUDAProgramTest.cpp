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

/// A state that is multiplied in place by a factor that changes in every step,
/// the sum of the state, and a result that is too large to be copied after each
/// step.
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
    // Pass PTX to the driver, because an assembler would take most of the time.
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
    // Ignores the warning about a missing assembler.
    ScopedDiagnosticHandler handler(&getContext(), [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Warning);
    });
    return createCUDAProgram(module, "f", options);
  }

  SmallString<128> folder;
  std::vector<const char *> variables;
};

std::vector<HostTensor> createArguments(ModuleOp module) {
  std::vector<HostTensor> arguments =
      allocateAll(getFunction(module).getArgumentTypes());
  for (int64_t i = 0; i < 300; ++i) {
    arguments[0].setFloat(i, 1.0 / (i + 3));
    arguments[2].setFloat(i, i % 7);
  }
  return arguments;
}

/// The states and the other results of kDecay.
struct Values {
  explicit Values(ModuleOp module)
      : states(module.getLoc(), createArguments(module), {std::nullopt, 0}),
        results(allocateAll(getFunction(module).getResultTypes())) {}

  void write(int step) { states.upload(1).fill(0.5 + 0.1 * step); }
  void writeInput() { std::ignore = states.upload(2); }

  /// Copies result `i` of the last step of `program` to the host.
  ArrayRef<char> fetch(Program &program, unsigned i) {
    if (i == 1) {
      EXPECT_TRUE(succeeded(states.download(0)));
      return states.get(0).bytes();
    }
    EXPECT_TRUE(succeeded(program.fetch(i, results[i])));
    return results[i].bytes();
  }

  StateStore states;
  std::vector<HostTensor> results;
};

/// The host does not wait for a step before it starts the next ones. So data
/// that are written too early or read too late give wrong results.
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
  std::vector<float> sums;
  for (int step = 0; step < numSteps; ++step) {
    onCPU.write(step);
    onGPU.write(step);
    ASSERT_TRUE(succeeded((*cpu)->step(onCPU.states, onCPU.results)));
    sums.push_back(onCPU.results[0].data<float>()[0]);
    ASSERT_TRUE(succeeded((*gpu)->step(onGPU.states, onGPU.results)));
    // The step has its own copy of this input.
    onGPU.states.upload(1).fill(-1);
  }
  ASSERT_TRUE(succeeded((*gpu)->fetch(0, onGPU.results[0], /*previous=*/true)));
  EXPECT_EQ(onGPU.results[0].data<float>()[0], sums[numSteps - 2]);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(onGPU.fetch(**gpu, i), onCPU.fetch(**cpu, i)) << i;
  }
  std::optional<double> seconds = (*gpu)->getDeviceSeconds();
  ASSERT_TRUE(seconds);
  EXPECT_GT(*seconds, 0);
}

INSTANTIATE_TEST_SUITE_P(Orders, CUDAProgramTest, testing::Range(0, 12));

/// A plain run reads all arguments and copies all results to the host.
TEST_F(CUDAProgramTest, RunsLikeAnyProgram) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  FailureOr<std::unique_ptr<Program>> cpu = createCPUProgram(*module, "f");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(cpu) && succeeded(gpu));
  std::vector<HostTensor> arguments = createArguments(*module);
  TypeRange types = getFunction(*module).getResultTypes();
  std::vector<HostTensor> onCPU = allocateAll(types);
  std::vector<HostTensor> onGPU = allocateAll(types);
  for (int step = 0; step < 3; ++step) {
    arguments[1].fill(0.5 + 0.1 * step);
    arguments[2].fill(step);
    ASSERT_TRUE(succeeded((*cpu)->run(getPointers(arguments), onCPU)));
    ASSERT_TRUE(succeeded((*gpu)->run(getPointers(arguments), onGPU)));
    for (unsigned i = 0; i < 3; ++i)
      EXPECT_EQ(onGPU[i].bytes(), onCPU[i].bytes()) << i;
  }
  EXPECT_EQ(arguments[0].getFloat(1), 0.25);
}

/// A plain run between two steps leaves their states as they are.
TEST_F(CUDAProgramTest, RunsBetweenSteps) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  FailureOr<std::unique_ptr<Program>> cpu = createCPUProgram(*module, "f");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(cpu) && succeeded(gpu));
  Values onCPU(*module), onGPU(*module);
  for (int step = 0; step < 3; ++step) {
    onCPU.write(step);
    onGPU.write(step);
    ASSERT_TRUE(succeeded((*cpu)->step(onCPU.states, onCPU.results)));
    ASSERT_TRUE(succeeded((*gpu)->step(onGPU.states, onGPU.results)));
    std::vector<HostTensor> arguments = createArguments(*module);
    std::vector<HostTensor> results =
        allocateAll(getFunction(*module).getResultTypes());
    ASSERT_TRUE(succeeded((*gpu)->run(getPointers(arguments), results)));
  }
  EXPECT_EQ(onGPU.fetch(**gpu, 1), onCPU.fetch(**cpu, 1));
}

/// Two stores use the memory of one GPU alternately, and a CPU uses their
/// states.
TEST_F(CUDAProgramTest, StoresTakeTurns) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  FailureOr<std::unique_ptr<Program>> cpu = createCPUProgram(*module, "f");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(cpu) && succeeded(gpu));
  Values expected(*module), first(*module), second(*module);
  Program *programs[] = {gpu->get(), gpu->get(), cpu->get(), gpu->get()};
  for (auto [step, program] : llvm::enumerate(programs)) {
    for (Values *values : {&expected, &first, &second})
      values->write(step);
    ASSERT_TRUE(succeeded((*cpu)->step(expected.states, expected.results)));
    ASSERT_TRUE(succeeded(program->step(first.states, first.results)));
    ASSERT_TRUE(succeeded(program->step(second.states, second.results)));
  }
  EXPECT_EQ(first.fetch(**gpu, 1), expected.fetch(**cpu, 1));
  EXPECT_EQ(second.fetch(**gpu, 1), expected.fetch(**cpu, 1));
}

/// Tensors that are larger than the staging memory of copies, in both
/// directions.
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

/// A step of one matmul by a constant, without kernels.
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

/// An exchange runs on a mesh of one rank, without a library. A program without
/// ranks reports the op.
TEST_F(CUDAProgramTest, ExchangesNeedRanks) {
  set("FP8RT_NCCL", "/nowhere/libnccl.so");
  OwningOpRef<ModuleOp> module = parse(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 1>} {
      func.func @f(%x: tensor<300xf32>) -> tensor<300xf32> {
        %y = arith.addf %x, %x : tensor<300xf32>
        %e = tensor.empty() : tensor<300xf32>
        %0 = fp8.all_gather %y over ["dp"] outs(%e : tensor<300xf32>) : tensor<300xf32>
        %1 = arith.addf %0, %0 : tensor<300xf32>
        return %1 : tensor<300xf32>
      }
    })");
  ASSERT_TRUE(module);
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  func::FuncOp function = getFunction(*module);
  std::vector<HostTensor> arguments = allocateAll(function.getArgumentTypes());
  std::vector<HostTensor> results = allocateAll(function.getResultTypes());
  arguments[0].fill(3);
  std::string message;
  {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    EXPECT_TRUE(failed((*gpu)->run(getPointers(arguments), results)));
  }
  EXPECT_EQ(message, "expected the ranks that take part in this exchange, but "
                     "the program runs alone");
  fp8rt_loopback loopback = nullptr;
  ASSERT_EQ(fp8rt_loopback_create(1, &loopback), FP8RT_OK);
  fp8rt_transport transport;
  ASSERT_EQ(fp8rt_loopback_transport(loopback, 0, &transport), FP8RT_OK);
  int32_t axis = 1;
  fp8rt_comm_options options = {sizeof(options), &axis, 1, 0};
  fp8rt_comm comm = nullptr;
  ASSERT_EQ(fp8rt_comm_create(&transport, &options, &comm), FP8RT_OK);
  EXPECT_TRUE(succeeded((*gpu)->connect(comm)));
  EXPECT_TRUE(succeeded((*gpu)->run(getPointers(arguments), results)));
  EXPECT_EQ(results[0].getFloat(299), 12);
  // Destroy the program before the ranks.
  gpu->reset();
  EXPECT_EQ(fp8rt_comm_destroy(comm), FP8RT_OK);
  EXPECT_EQ(fp8rt_loopback_destroy(loopback), FP8RT_OK);
}

/// The numbers in the error about insufficient GPU memory.
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

/// Programs take no more memory than planned, with inputs that change.
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
  for (int step = 0; step < 3; ++step) {
    values.write(step);
    values.writeInput();
    EXPECT_TRUE(succeeded((*gpu)->step(values.states, values.results)));
  }
}

/// Memory that one program has taken is not planned again for the next one.
TEST_F(CUDAMemoryTest, PlansWhatIsNotTaken) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  open(1000);
  ASSERT_TRUE(failed(create(*module)));
  open(shortage.needed + shortage.other);
  FailureOr<std::unique_ptr<Program>> first = create(*module);
  ASSERT_TRUE(succeeded(first));
  Values values(*module);
  values.write(0);
  values.writeInput();
  ASSERT_TRUE(succeeded((*first)->step(values.states, values.results)));
  FailureOr<std::unique_ptr<Program>> second = create(*module);
  ASSERT_TRUE(succeeded(second));
  values.write(1);
  values.writeInput();
  EXPECT_TRUE(succeeded((*second)->step(values.states, values.results)));
  EXPECT_TRUE(failed(create(*module)));
}

/// A rejected program leaves no planned memory.
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
  EXPECT_TRUE(succeeded((*gpu)->step(values.states, values.results)));
}

/// The driver must support the PTX version of a chip.
TEST_F(CUDAProgramTest, PTXOfOldDrivers) {
  OwningOpRef<ModuleOp> module = parse(kDecay);
  set("FP8_MOCK_VERSION", "12000");
  FailureOr<std::unique_ptr<Program>> gpu = create(*module);
  ASSERT_TRUE(succeeded(gpu));
  Values values(*module);
  EXPECT_TRUE(succeeded((*gpu)->step(values.states, values.results)));
  set("FP8_MOCK_CAPABILITY", "100");
  set("FP8_MOCK_VERSION", "12060");
  std::string error;
  ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
    error = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(createCUDAProgram(*module, "f")));
  EXPECT_EQ(error, "expected a driver that reads PTX 8.6, which sm_100a needs, "
                   "but the driver for CUDA 12.6 reads versions up to 8.5");
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
