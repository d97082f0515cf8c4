//===- KernelRunner.cpp - one kernel on every target ----------------------===//

#include "KernelRunner.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/IR/Builders.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Format.h"
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
    auto *context = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    return context;
  }();
  return *context;
}

static KernelOp findKernel(ModuleOp module) {
  KernelOp kernel;
  module.walk([&](KernelOp op) { kernel = op; });
  return kernel;
}

/// Puts the body of the kernel where the kernel is.
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
  expand.addPass(createFP8ExpandMath());
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
  for (unsigned bits = 128; bits <= getHostVectorBits(); bits *= 2)
    compileForCPU(bits);
}

void KernelRunner::compileForCPU(unsigned vectorBits) {
  OpBuilder builder(&getContext());
  OwningOpRef<ModuleOp> emitted = ModuleOp::create(builder, builder.getUnknownLoc());
  builder.setInsertionPointToEnd(emitted->getBody());
  std::unique_ptr<TargetLowering> target = createCPULowering(vectorBits);
  FailureOr<EmittedKernel> result =
      emitKernel(builder, kernel, "kernel", *target);
  if (failed(result)) {
    ADD_FAILURE() << "not emitted";
    return;
  }
  FailureOr<std::unique_ptr<KernelJIT>> jit = KernelJIT::create(*emitted);
  if (failed(jit)) {
    ADD_FAILURE() << "not compiled";
    return;
  }
  compiled.push_back({"cpu " + std::to_string(vectorBits), std::move(*result),
                      std::move(*jit)});
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

static float drawFloat(std::mt19937 &random) {
  static const float special[] = {
      0.0f,      -0.0f,     INFINITY,  -INFINITY,  NAN,     448.0f,  449.0f,
      464.0f,    465.0f,    -448.0f,   57344.0f,   61440.0f, 1e-38f, 1e-45f,
      -1e-40f,   0.0625f,   0x1p-10f,  0x1.8p-10f, 0x1p-9f, 0x1p-6f, 3.4e38f,
      0x1p-16f,  0x1p-17f,  0x1.1p-7f, 1.0f,       -1.0f,   0.5f,    88.7f};
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

/// Chunks run in an order of `seed`.
Tensors KernelRunner::runCompiled(const Compiled &target,
                                  const Tensors &arguments,
                                  unsigned seed) const {
  const EmittedKernel &emitted = target.emitted;
  Tensors inits;
  std::vector<void *> pointers;
  size_t numInputs = kernel.getInputs().size();
  for (const HostTensor &argument : arguments)
    pointers.push_back(const_cast<char *>(argument.bytes().data()));
  for (size_t i = numInputs; i < arguments.size(); ++i) {
    inits.push_back(arguments[i].clone());
    pointers[i] = inits.back().bytes().data();
  }
  // What scratch holds before does not matter: NaN shows who reads it.
  std::vector<std::vector<char>> scratch;
  for (int64_t bytes : emitted.scratch) {
    scratch.emplace_back(bytes, char(0xFF));
    pointers.push_back(scratch.back().data());
  }
  std::vector<int64_t> begins;
  for (int64_t begin = 0; begin < emitted.numItems; begin += emitted.grain)
    begins.push_back(begin);
  std::shuffle(begins.begin(), begins.end(), std::mt19937(seed));
  fp8rt_cpu_kernel main = target.jit->lookup(emitted.main);
  for (int64_t begin : begins)
    main(begin, std::min(begin + emitted.grain, emitted.numItems),
         pointers.data(), nullptr);
  if (!emitted.finish.empty())
    target.jit->lookup(emitted.finish)(0, emitted.numItems, pointers.data(),
                                       nullptr);
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

static void expectSame(const HostTensor &expected, const HostTensor &actual,
                       const std::string &what) {
  unsigned size = expected.getElementSize();
  bool isWide = expected.isFloat() && size > 1;
  int64_t numDifferent = 0, first = -1;
  for (int64_t i = 0, e = expected.getNumElements(); i < e; ++i) {
    bool isSame = std::memcmp(expected.bytes().data() + i * size,
                              actual.bytes().data() + i * size, size) == 0;
    if (isSame || (isWide && std::isnan(expected.getFloat(i)) &&
                   std::isnan(actual.getFloat(i))))
      continue;
    if (numDifferent++ == 0)
      first = i;
  }
  if (numDifferent != 0)
    ADD_FAILURE() << what << ": " << numDifferent << " of "
                  << expected.getNumElements() << " elements differ, first "
                  << first << ": expected " << show(expected, first)
                  << ", got " << show(actual, first);
}

void KernelRunner::check(const Tensors &arguments, unsigned seed) const {
  std::vector<const HostTensor *> list;
  for (const HostTensor &argument : arguments)
    list.push_back(&argument);
  Tensors expected;
  for (size_t i = kernel.getInputs().size(); i < arguments.size(); ++i)
    expected.push_back(arguments[i].clone());
  ASSERT_TRUE(succeeded(reference->run(list, expected)));
  for (const Compiled &target : compiled) {
    Tensors actual = runCompiled(target, arguments, seed);
    for (size_t i = 0; i < actual.size(); ++i)
      expectSame(expected[i], actual[i],
                 target.target + ", result " + std::to_string(i));
  }
}
