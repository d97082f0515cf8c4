//===- KernelRunner.cpp - one kernel on every target ----------------------===//

#include "KernelRunner.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Plan/BufferSharing.h"
#include "fp8/Target/CPU/CPULowering.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/GPULowering.h"
#include "mlir/IR/Builders.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

MLIRContext &mlir::fp8::test::getContext() {
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerFP8Dialect(registry);
    registerDeviceCodeDialects(registry);
    auto *context = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }();
  return *context;
}

static HostTensor copyOf(const HostTensor &tensor) {
  return std::move(
      *tensor.clone([] { return emitError(UnknownLoc::get(&getContext())); }));
}

static KernelOp findKernel(ModuleOp module) {
  KernelOp kernel;
  module.walk([&](KernelOp op) { kernel = op; });
  return kernel;
}

/// Replaces the kernel by its body.
static void inlineKernel(ModuleOp module) {
  KernelOp kernel = findKernel(module);
  Block &body = kernel.getBody().front();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), kernel->getOperands()))
    argument.replaceAllUsesWith(operand);
  KernelYieldOp yield = kernel.getYield();
  kernel->replaceAllUsesWith(yield.getValues());
  yield.erase();
  kernel->getBlock()->getOperations().splice(kernel->getIterator(),
                                             body.getOperations());
  kernel.erase();
}

KernelRunner::KernelRunner(StringRef text) {
  module = parseSourceString<ModuleOp>(text, &getContext());
  EXPECT_TRUE(module) << text.str();
  if (!module)
    return;
  PassManager expand(&getContext());
  expand.addPass(createExpandMathPass());
  if (failed(expand.run(*module))) {
    ADD_FAILURE() << text.str();
    return;
  }
  kernel = findKernel(*module);
  OwningOpRef<ModuleOp> inlined = module->clone();
  inlineKernel(*inlined);
  FailureOr<std::unique_ptr<Program>> program =
      createReferenceProgram(*inlined, "main");
  EXPECT_TRUE(succeeded(program)) << text.str();
  if (failed(program))
    return;
  reference = std::move(*program);
  unsigned widest = getHostVectorBits();
  compileForCPU(widest);
  SmallVector<std::pair<unsigned, CPUTuning>> others;
  for (unsigned bits = 128; bits < widest; bits *= 2)
    others.push_back({bits, CPUTuning()});
  // Compile for a CPU with non-temporal stores, with no minimum size of the
  // results.
  if (widest == 512) {
    CPUTuning tuning = getCPUTuning("znver5");
    tuning.streamedBytes = 1;
    others.push_back({512, tuning});
  }
  // Use one of the other targets for every second kernel, because compiling
  // takes most of the time of a test.
  uint64_t turn = xxh3_64bits(text);
  bool hasAll = std::getenv("FP8_TEST_ALL_SETS");
  if (!hasAll && !others.empty()) {
    size_t choice = turn % (2 * others.size());
    if (choice < others.size())
      others = {others[choice]};
    else
      others.clear();
  }
  for (const auto &[bits, tuning] : others)
    compileForCPU(bits, tuning);
  compileForSimulator(hasAll ? std::nullopt : std::optional(turn >> 32));
}

void KernelRunner::compileForCPU(unsigned vectorBits, const CPUTuning &tuning) {
  OpBuilder builder(&getContext());
  OwningOpRef<ModuleOp> emitted =
      ModuleOp::create(builder, builder.getUnknownLoc());
  builder.setInsertionPointToEnd(emitted->getBody());
  std::unique_ptr<TargetLowering> target =
      createCPULowering(vectorBits, tuning);
  FailureOr<EmittedKernel> result =
      emitKernel(builder, kernel, "kernel", *target);
  if (failed(result)) {
    ADD_FAILURE() << "not emitted";
    return;
  }
  FailureOr<std::unique_ptr<KernelJIT>> jit =
      KernelJIT::create(*emitted, vectorBits);
  if (failed(jit)) {
    ADD_FAILURE() << "not compiled";
    return;
  }
  bool streams = tuning.streamedBytes != 0;
  compiled.push_back(
      {"cpu " + std::to_string(vectorBits) + (streams ? " past the cache" : ""),
       std::move(*result), std::move(*jit), streams});
}

void KernelRunner::compileForSimulator(std::optional<uint64_t> turn) {
  OpBuilder builder(&getContext());
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> host = ModuleOp::create(builder, loc);
  builder.setInsertionPointToEnd(host->getBody());
  auto device = gpu::GPUModuleOp::create(builder, loc, "kernels");
  builder.setInsertionPointToEnd(device.getBody());
  std::unique_ptr<TargetLowering> target = createGPULowering();
  FailureOr<EmittedKernel> result =
      emitKernel(builder, kernel, "kernel", *target);
  if (failed(result)) {
    ADD_FAILURE() << "not emitted for the GPU";
    return;
  }
  emittedForGPU = std::move(*result);
  // Chips with conversions by integer arithmetic and by instructions; all other
  // code is equal.
  SmallVector<const char *> chips = {"sm_80"};
  if (device.walk([](ConvertOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    chips.push_back("sm_90a");
  if (turn)
    chips = {chips[*turn % chips.size()]};
  for (const char *chip : chips) {
    FailureOr<DeviceTarget> target =
        getDeviceTarget(chip, 0, [&] { return emitError(loc); });
    FailureOr<DeviceModule> code = compileToDeviceIR(device, *target);
    ASSERT_TRUE(succeeded(code));
    auto simulator = fp8sim::Simulator::create(std::move(code->context),
                                               std::move(code->module));
    ASSERT_TRUE(bool(simulator)) << llvm::toString(simulator.takeError());
    simulated.push_back({chip, std::move(*simulator)});
  }
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

static float drawFloat(std::mt19937 &random) {
  static const float special[] = {
      0.0f,     -0.0f,    INFINITY,  -INFINITY,  NAN,      448.0f,  449.0f,
      464.0f,   465.0f,   -448.0f,   57344.0f,   61440.0f, 1e-38f,  1e-45f,
      -1e-40f,  0.0625f,  0x1p-10f,  0x1.8p-10f, 0x1p-9f,  0x1p-6f, 3.4e38f,
      0x1p-16f, 0x1p-17f, 0x1.1p-7f, 1.0f,       -1.0f,    0.5f,    88.7f};
  uint32_t kind = random() % 64;
  if (kind == 0)
    return special[random() % std::size(special)];
  float value = std::normal_distribution<float>()(random);
  return kind < 8 ? std::ldexp(value, int(random() % 24) - 12) : value;
}

static void fill(HostTensor &tensor, std::mt19937 &random, int64_t indexBound,
                 bool isTame) {
  Type type = tensor.getElementType();
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i) {
    if (type.isInteger(1))
      tensor.data<uint8_t>()[i] = random() & 1;
    else if (tensor.getElementSize() == 1)
      tensor.data<uint8_t>()[i] = uint8_t(random());
    else if (isa<FloatType>(type))
      tensor.setFloat(i, isTame ? std::normal_distribution<float>()(random)
                                : drawFloat(random));
    else
      tensor.setInt(i, random() % indexBound);
  }
}

Tensors KernelRunner::makeArguments(unsigned seed, int64_t indexBound) const {
  std::mt19937 random(seed);
  Tensors tensors;
  for (Value operand : kernel->getOperands()) {
    auto type = cast<RankedTensorType>(operand.getType());
    tensors.push_back(std::move(*HostTensor::allocate(
        type, [&] { return emitError(UnknownLoc::get(&getContext())); })));
    // Every other set has no special values: one NaN hides a whole sum.
    fill(tensors.back(), random, indexBound, /*isTame=*/seed % 2 == 1);
  }
  return tensors;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Size of guards in bytes: a multiple of every element size, but not of the
/// size of a vector.
static constexpr size_t kGuard = 72;

/// Returns the first input and init that may be the same buffer, which then has
/// the contents of the input.
std::optional<KernelRunner::SharedBuffer>
KernelRunner::findSharedBuffer() const {
  size_t numInputs = kernel.getInputs().size();
  KernelAccesses accesses(kernel);
  for (size_t i = 0; i < numInputs; ++i)
    for (size_t k = numInputs; k < kernel->getNumOperands(); ++k)
      if (kernel->getOperand(i).getType() == kernel->getOperand(k).getType() &&
          !kernel.readsOperand(k) &&
          accesses.canShareBuffer(
              {&kernel->getOpOperand(i), &kernel->getOpOperand(k)}))
        return SharedBuffer{i, k};
  return std::nullopt;
}

/// Runs compiled code. `seed` determines the order of the chunks.
Tensors KernelRunner::runCompiled(const Compiled &target,
                                  const Tensors &arguments, unsigned seed,
                                  std::optional<SharedBuffer> shared,
                                  bool isAligned) const {
  const EmittedKernel &emitted = target.emitted;
  Tensors inits;
  std::vector<void *> pointers;
  size_t numInputs = kernel.getInputs().size();
  for (const HostTensor &argument : arguments)
    pointers.push_back(const_cast<char *>(argument.bytes().data()));
  // Results are between guard bytes, at addresses at which either no vector or
  // every vector is aligned.
  constexpr size_t line = 64;
  std::vector<std::vector<char>> guarded;
  std::vector<size_t> begins;
  for (size_t i = numInputs; i < arguments.size(); ++i) {
    bool isShared = shared && shared->init == i;
    ArrayRef<char> bytes = arguments[isShared ? shared->input : i].bytes();
    std::vector<char> &buffer =
        guarded.emplace_back(bytes.size() + 2 * kGuard + line, char(0xA5));
    auto address = reinterpret_cast<uintptr_t>(buffer.data());
    uintptr_t first = llvm::alignTo(address + kGuard, line);
    size_t begin = isAligned ? first - address : first + 8 - address;
    begins.push_back(begin);
    std::copy(bytes.begin(), bytes.end(), buffer.begin() + begin);
    pointers[i] = buffer.data() + begin;
    if (isShared)
      pointers[shared->input] = pointers[i];
  }
  // Fill scratch memory with NaN, so that reads of its initial contents show.
  std::vector<std::vector<char>> scratch;
  for (int64_t bytes : emitted.scratch) {
    scratch.emplace_back(bytes, char(0xFF));
    pointers.push_back(scratch.back().data());
  }
  std::vector<int64_t> chunks;
  for (int64_t begin = 0; begin < emitted.numItems; begin += emitted.grain)
    chunks.push_back(begin);
  std::shuffle(chunks.begin(), chunks.end(), std::mt19937(seed));
  fp8rt_cpu_kernel main = target.jit->lookup(emitted.main);
  for (int64_t begin : chunks)
    main(begin, std::min(begin + emitted.grain, emitted.numItems),
         pointers.data(), nullptr);
  if (!emitted.finish.empty())
    target.jit->lookup(emitted.finish)(0, emitted.numItems, pointers.data(),
                                       nullptr);
  for (size_t i = numInputs; i < arguments.size(); ++i) {
    inits.push_back(copyOf(arguments[i]));
    MutableArrayRef<char> bytes = inits.back().bytes();
    const std::vector<char> &buffer = guarded[i - numInputs];
    auto from = buffer.begin() + begins[i - numInputs];
    std::copy_n(from, bytes.size(), bytes.begin());
    auto isGuard = [](char byte) { return byte == char(0xA5); };
    EXPECT_TRUE(std::all_of(buffer.begin(), from, isGuard) &&
                std::all_of(from + bytes.size(), buffer.end(), isGuard))
        << target.target << " writes beside result " << i - numInputs;
  }
  return inits;
}

Tensors KernelRunner::runSimulated(fp8sim::Simulator &simulator,
                                   const Tensors &arguments) const {
  const EmittedKernel &emitted = emittedForGPU;
  Tensors inits;
  std::vector<fp8sim::KernelArgument> list;
  std::vector<void *> buffers;
  auto add = [&](ArrayRef<char> bytes) {
    if (!bytes.empty()) {
      buffers.push_back(const_cast<char *>(bytes.data()));
      simulator.addBuffer(buffers.back(), bytes.size(),
                          "operand " + std::to_string(list.size()));
    }
    list.push_back(fp8sim::KernelArgument::pointer(
        const_cast<char *>(bytes.data()), bytes.size()));
  };
  size_t numInputs = kernel.getInputs().size();
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (i >= numInputs)
      inits.push_back(copyOf(arguments[i]));
    add(i < numInputs ? arguments[i].bytes() : inits.back().bytes());
  }
  Tensors scratch;
  for (int64_t bytes : emitted.scratch) {
    auto type =
        RankedTensorType::get({bytes}, IntegerType::get(&getContext(), 8));
    scratch.push_back(std::move(*HostTensor::allocate(
        type, [&] { return emitError(UnknownLoc::get(&getContext())); })));
    scratch.back().fillInt(-1);
    add(scratch.back().bytes());
  }
  auto launch = [&](StringRef name, GPULaunch shape) {
    llvm::Error error =
        simulator.launch(name, {uint32_t(shape.numBlocks), 1, 1},
                         {uint32_t(shape.numThreads), 1, 1}, 0, list);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  };
  simulator.clearReports();
  if (emitted.numItems != 0)
    launch(emitted.main,
           getGPULaunch(emitted.numItems, emitted.grain, emitted.blockWarps));
  if (!emitted.finish.empty())
    launch(emitted.finish, getGPUFinishLaunch());
  for (const fp8sim::Report &report : simulator.getReports()) {
    std::string text;
    llvm::raw_string_ostream(text) << report;
    ADD_FAILURE() << text;
  }
  for (void *buffer : buffers)
    simulator.removeBuffer(buffer);
  return inits;
}

static std::string show(const HostTensor &tensor, int64_t i) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (tensor.isFloat())
    os << tensor.getFloat(i) << ' ';
  unsigned size = tensor.getElementSize();
  for (unsigned byte = size; byte-- > 0;)
    os << llvm::format_hex_no_prefix(uint8_t(tensor.bytes()[i * size + byte]),
                                     2);
  return text;
}

/// Returns true if `actual`, in f32, bf16 or f16, is an acceptable NaN.
static bool isNaNOf(const HostTensor &actual, int64_t i, NaNs nans) {
  return nans == NaNs::Canonical
             ? actual.data<uint32_t>()[i] == numerics::canonicalNaNBits
             : std::isnan(actual.getFloat(i));
}

static void expectSame(const HostTensor &expected, const HostTensor &actual,
                       const std::string &what, NaNs nans) {
  unsigned size = expected.getElementSize();
  bool isWide = expected.isFloat() && size > 1;
  int64_t numDifferent = 0, first = -1;
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i) {
    bool isSame =
        isWide && std::isnan(expected.getFloat(i))
            ? isNaNOf(actual, i, nans)
            : std::memcmp(expected.bytes().data() + i * size,
                          actual.bytes().data() + i * size, size) == 0;
    if (!isSame && numDifferent++ == 0)
      first = i;
  }
  if (numDifferent != 0)
    ADD_FAILURE() << what << ": " << numDifferent << " of "
                  << expected.getNumElements() << " elements differ, first "
                  << first << ": expected " << show(expected, first) << ", got "
                  << show(actual, first);
}

void KernelRunner::check(const Tensors &arguments, unsigned seed,
                         NaNs nans) const {
  std::vector<const HostTensor *> list;
  for (const HostTensor &argument : arguments)
    list.push_back(&argument);
  Tensors expected;
  for (size_t i = kernel.getInputs().size(); i < arguments.size(); ++i)
    expected.push_back(copyOf(arguments[i]));
  ASSERT_TRUE(succeeded(reference->run(list, expected)));
  std::optional<SharedBuffer> shared = findSharedBuffer();
  for (const Compiled &target : compiled) {
    auto expectResults = [&](const Tensors &actual, const char *where) {
      for (size_t i = 0; i < actual.size(); ++i)
        expectSame(expected[i], actual[i],
                   target.target + where + ", result " + std::to_string(i),
                   nans);
    };
    for (bool isAligned : {false, true}) {
      if (isAligned && !target.streams)
        continue;
      expectResults(
          runCompiled(target, arguments, seed, std::nullopt, isAligned), "");
      if (shared)
        expectResults(runCompiled(target, arguments, seed, shared, isAligned),
                      " in place");
    }
  }
  for (const Simulated &target : simulated) {
    Tensors actual = runSimulated(*target.simulator, arguments);
    for (size_t i = 0; i < actual.size(); ++i)
      expectSame(expected[i], actual[i],
                 "simulator of " + target.chip + ", result " +
                     std::to_string(i),
                 nans);
  }
}
