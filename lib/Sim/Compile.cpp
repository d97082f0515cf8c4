//===- Compile.cpp - device LLVM IR to host code --------------------------===//

#include "Shim.h"
#include "SimulatorImpl.h"
#include "fp8/Support/BrainFloats.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;
using namespace fp8sim;
using mlir::fp8::isKernel;

static StringMap<Kernel> collectKernels(const Module &module,
                                        const SharedLayout &layout) {
  StringMap<Kernel> kernels;
  const DataLayout &data = module.getDataLayout();
  for (const Function &function : module) {
    if (!isKernel(function))
      continue;
    Kernel kernel;
    kernel.staticShared = layout.staticSizes.lookup(function.getName());
    for (const Argument &argument : function.args()) {
      Type *type = argument.getType();
      std::string text;
      raw_string_ostream(text) << *type;
      kernel.parameters.push_back(
          {type->isPointerTy(), data.getTypeStoreSize(type), text});
    }
    kernels[function.getName()] = std::move(kernel);
  }
  return kernels;
}

/// Returns an upper bound of the size of the local variables of all functions.
static uint64_t getLocalSize(const Module &module) {
  uint64_t size = 0;
  for (const Function &function : module)
    for (const Instruction &inst : instructions(function))
      if (auto *local = dyn_cast<AllocaInst>(&inst))
        size += local->getAllocationSize(module.getDataLayout())
                    .value_or(TypeSize::getFixed(0));
  return size;
}

Error SimulatorImpl::compile(Module &module) {
  expandVectorIntrinsics(module);
  if (Error error = checkSupported(module))
    return error;
  SharedLayout layout = SharedLayout::compute(module);
  kernels = collectKernels(module, layout);
  uint64_t localSize = getLocalSize(module);

  FunctionAnalysisManager analyses;
  InstrumentPass instrument(sites, layout);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    if (options.checked)
      instrument.run(function, analyses);
    if (Error error = lowerIntrinsics(function, sites))
      return error;
    makeFloatsExact(function);
    makeDivisionsSafe(function, options.checked ? &sites : nullptr);
    dropAlignment(function);
    splitLongBlocks(function, /*maxSize=*/500);
  }
  retarget(module, layout);
  mlir::fp8::keepBrainFloats(module);

  SmallVector<std::pair<std::string, uint64_t>> variables;
  for (const GlobalVariable &variable : module.globals())
    variables.push_back(
        {variable.getName().str(),
         module.getDataLayout().getTypeAllocSize(variable.getValueType())});
  Expected<std::unique_ptr<HostJIT>> compiled =
      HostJIT::create(module, options.cache);
  if (!compiled)
    return compiled.takeError();
  jit = std::move(*compiled);
  // The runtime also runs on the stacks of fibers. Frames have no local
  // variables outside of the first block of a function.
  constexpr size_t kRuntimeStack = 128 * 1024;
  stackSize = kRuntimeStack + localSize + jit->getFrameBytes();
  for (auto &[name, size] : variables) {
    Expected<void *> address = jit->lookup(name);
    if (!address)
      return address.takeError();
    checker.addBuffer(*address, size, name);
  }
  for (auto &entry : kernels) {
    Expected<void *> address = jit->lookup(getEntryName(entry.getKey()));
    if (!address)
      return address.takeError();
    entry.second.entry = reinterpret_cast<void (*)(void **)>(*address);
  }
  return Error::success();
}
