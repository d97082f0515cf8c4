//===- Simulator.cpp - device code on the host CPU ------------------------===//

#include "fp8/Sim/Simulator.h"
#include "Block.h"
#include "Checker.h"
#include "JIT.h"
#include "Shim.h"
#include "fp8/Conversion/NVVM/DeviceModule.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Alignment.h"
#include <cfenv>
#include <mutex>
#include <thread>

using namespace llvm;
using namespace fp8sim;
using mlir::fp8::isKernel;

namespace {
struct Parameter {
  bool isPointer;
  uint64_t bytes;
  std::string type;
};

struct Kernel {
  std::vector<Parameter> parameters;
  uint64_t staticShared;
  void (*entry)(void **) = nullptr;
};

/// A host thread's share: its fibers, and a block that they run.
struct Worker {
  explicit Worker(size_t stackSize) : pool(stackSize), block(pool) {}
  FiberPool pool;
  Block block;
};

/// Subnormals are kept and rounding is to nearest, whatever the caller's
/// thread is set to.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() {
    fegetenv(&saved);
    fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { fesetenv(&saved); }

private:
  fenv_t saved;
};
} // namespace

class fp8sim::SimulatorImpl {
public:
  Error compile(std::unique_ptr<LLVMContext> context,
                std::unique_ptr<Module> module);
  Error launch(StringRef name, Dim3 grid, Dim3 block, uint64_t dynamicShared,
               ArrayRef<KernelArgument> arguments);

  Options options;
  Checker checker;
  std::vector<Report> reports;
  std::vector<std::unique_ptr<char[]>> allocations;
  StringMap<Kernel> kernels;

private:
  Error checkShape(StringRef name, const Kernel &kernel, Dim3 grid, Dim3 block,
                   uint64_t dynamicShared) const;
  void addReport(const ThreadState &thread, Fault fault, uint32_t site,
                 std::string message, Note note);
  void runBlocks(Launch &launch);

  std::unique_ptr<HostJIT> jit;
  SiteTable sites;
  size_t stackSize = 0;
  std::vector<std::unique_ptr<Worker>> workers;
  std::mutex reportMutex;
  DenseMap<std::pair<unsigned, uint32_t>, size_t> reportIndex;
};

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

/// What the local variables of all functions take at most.
static uint64_t getLocalSize(const Module &module) {
  uint64_t size = 0;
  for (const Function &function : module)
    for (const Instruction &inst : instructions(function))
      if (auto *local = dyn_cast<AllocaInst>(&inst))
        size += local->getAllocationSize(module.getDataLayout())
                    .value_or(TypeSize::getFixed(0));
  return size;
}

Error SimulatorImpl::compile(std::unique_ptr<LLVMContext> context,
                             std::unique_ptr<Module> module) {
  expandVectorIntrinsics(*module);
  if (Error error = checkSupported(*module))
    return error;
  SharedLayout layout = SharedLayout::compute(*module);
  kernels = collectKernels(*module, layout);
  // The runtime too runs on the stacks of fibers.
  constexpr size_t kRuntimeStack = 128 * 1024;
  stackSize = kRuntimeStack + getLocalSize(*module);

  FunctionAnalysisManager analyses;
  InstrumentPass instrument(sites, layout);
  for (Function &function : *module) {
    if (function.isDeclaration())
      continue;
    if (options.checked)
      instrument.run(function, analyses);
    if (Error error = lowerIntrinsics(function, sites))
      return error;
    makeFloatsExact(function);
    makeDivisionsSafe(function, options.checked ? &sites : nullptr);
    dropAlignment(function);
  }
  retarget(*module, layout);

  SmallVector<std::pair<std::string, uint64_t>> variables;
  for (const GlobalVariable &variable : module->globals())
    variables.push_back(
        {variable.getName().str(),
         module->getDataLayout().getTypeAllocSize(variable.getValueType())});
  Expected<std::unique_ptr<HostJIT>> compiled =
      HostJIT::create(std::move(context), std::move(module));
  if (!compiled)
    return compiled.takeError();
  jit = std::move(*compiled);
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

void SimulatorImpl::addReport(const ThreadState &thread, Fault fault,
                              uint32_t site, std::string message, Note note) {
  std::lock_guard<std::mutex> lock(reportMutex);
  auto key = std::make_pair(unsigned(fault), sites[site].origin);
  auto [it, isNew] = reportIndex.try_emplace(key, reports.size());
  if (!isNew) {
    ++reports[it->second].count;
    return;
  }
  if (reports.size() >= options.maxReports) {
    reportIndex.erase(it);
    return;
  }
  Report report;
  report.fault = fault;
  report.message = std::move(message);
  report.note = std::move(note.message);
  report.noteLocation = sites[note.site.value_or(site)].location;
  report.kernel = thread.block->launch->kernel;
  llvm::copy(thread.block->ctaid, report.block.begin());
  llvm::copy(thread.tid, report.thread.begin());
  report.location = sites[site].location;
  reports.push_back(std::move(report));
}

static Error checkArguments(StringRef name, const Kernel &kernel,
                            ArrayRef<KernelArgument> arguments) {
  if (arguments.size() != kernel.parameters.size())
    return createStringError("expected " + Twine(kernel.parameters.size()) +
                             " arguments for kernel '" + name + "', but got " +
                             Twine(arguments.size()));
  for (auto [i, argument] : enumerate(arguments)) {
    const Parameter &parameter = kernel.parameters[i];
    if (argument.bytes != parameter.bytes ||
        argument.isPointer != parameter.isPointer)
      return createStringError(
          "expected argument " + Twine(i) + " of kernel '" + name +
          "' to be of type " + parameter.type + ", but got a " +
          (argument.isPointer
               ? Twine("pointer")
               : Twine("scalar of ") + Twine(argument.bytes) + " bytes"));
  }
  return Error::success();
}

Error SimulatorImpl::checkShape(StringRef name, const Kernel &kernel, Dim3 grid,
                                Dim3 block, uint64_t dynamicShared) const {
  auto describe = [](Dim3 d) {
    return (Twine(d.x) + " x " + Twine(d.y) + " x " + Twine(d.z)).str();
  };
  if (block.x > kMaxThreads || block.y > kMaxThreads || block.z > kMaxThreads ||
      block.count() == 0 || block.count() > kMaxThreads)
    return createStringError("expected from 1 to " + Twine(kMaxThreads) +
                             " threads per block for kernel '" + name +
                             "', but got " + describe(block));
  constexpr uint32_t kMaxX = 0x7fffffff, kMaxYZ = 65535;
  if (grid.count() == 0 || grid.x > kMaxX || grid.y > kMaxYZ || grid.z > kMaxYZ)
    return createStringError(
        "expected a grid of at least 1 block and at most " + Twine(kMaxX) +
        " x " + Twine(kMaxYZ) + " x " + Twine(kMaxYZ) + " for kernel '" + name +
        "', but got " + describe(grid));
  // A block number has 32 bits in the shadow cells.
  if (grid.count() > UINT32_MAX)
    return createStringError("unsupported by the simulator: a grid of " +
                             describe(grid) + " blocks");
  uint64_t shared = kernel.staticShared + dynamicShared;
  if (shared > options.sharedLimit)
    return createStringError("expected at most " + Twine(options.sharedLimit) +
                             " bytes of shared memory for kernel '" + name +
                             "', but got " + Twine(kernel.staticShared) +
                             " declared and " + Twine(dynamicShared) +
                             " dynamic");
  return Error::success();
}

void SimulatorImpl::runBlocks(Launch &launch) {
  unsigned count = options.checked ? 1 : std::max(1u, options.hostThreads);
  while (workers.size() < count)
    workers.push_back(std::make_unique<Worker>(stackSize));
  std::atomic<uint64_t> next = 0;
  uint64_t numBlocks = launch.grid.count();
  auto work = [&](Worker &worker) {
    DefaultFloatEnvironment environment;
    for (uint64_t i; !launch.failed && (i = next++) < numBlocks;)
      if (!worker.block.run(launch, i))
        return;
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < count; ++i)
    threads.emplace_back([&, i] { work(*workers[i]); });
  work(*workers[0]);
  for (std::thread &thread : threads)
    thread.join();
}

Error SimulatorImpl::launch(StringRef name, Dim3 grid, Dim3 block,
                            uint64_t dynamicShared,
                            ArrayRef<KernelArgument> arguments) {
  auto it = kernels.find(name);
  if (it == kernels.end()) {
    std::string known = join(kernels.keys(), ", ");
    return createStringError("expected a kernel of the module, but got '" +
                             name + "'; its kernels are " + known);
  }
  const Kernel &kernel = it->second;
  if (Error error = checkArguments(name, kernel, arguments))
    return error;
  if (Error error = checkShape(name, kernel, grid, block, dynamicShared))
    return error;

  SmallVector<void *> slots;
  for (const KernelArgument &argument : arguments)
    slots.push_back(const_cast<char *>(argument.bits.data()));
  Launch launch;
  launch.kernel = name.str();
  launch.entry = kernel.entry;
  launch.arguments = slots.data();
  launch.argumentInfo = arguments;
  launch.grid = grid;
  launch.block = block;
  constexpr uint64_t kDynamicAlign = 128;
  launch.staticShared = dynamicShared
                            ? alignTo(kernel.staticShared, kDynamicAlign)
                            : kernel.staticShared;
  launch.dynamicShared = dynamicShared;
  launch.sites = &sites;
  launch.checker = options.checked ? &checker : nullptr;
  launch.addReport = [this](const ThreadState &thread, Fault fault,
                            uint32_t site, std::string message, Note note) {
    addReport(thread, fault, site, std::move(message), std::move(note));
  };
  reportIndex.clear();
  if (launch.checker)
    checker.beginLaunch(launch);
  runBlocks(launch);
  if (launch.failed)
    return createStringError("kernel '" + name +
                             "' was stopped at a fault; see the reports");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Simulator
//===----------------------------------------------------------------------===//

Simulator::Simulator(std::unique_ptr<SimulatorImpl> impl)
    : impl(std::move(impl)) {}
Simulator::~Simulator() = default;

Expected<std::unique_ptr<Simulator>>
Simulator::create(std::unique_ptr<LLVMContext> context,
                  std::unique_ptr<Module> device, const Options &options) {
  auto impl = std::make_unique<SimulatorImpl>();
  impl->options = options;
  if (Error error = impl->compile(std::move(context), std::move(device)))
    return std::move(error);
  return std::unique_ptr<Simulator>(new Simulator(std::move(impl)));
}

void *Simulator::allocate(uint64_t size, StringRef name) {
  // The gaps keep an access just outside from meeting another buffer.
  constexpr uint64_t kGap = 4096, kAlign = 256;
  uint64_t bytes = size + 2 * kGap + kAlign;
  impl->allocations.push_back(std::make_unique<char[]>(bytes));
  auto begin =
      reinterpret_cast<uintptr_t>(impl->allocations.back().get()) + kGap;
  auto *data = reinterpret_cast<void *>(alignTo(begin, kAlign));
  addBuffer(data, size, name);
  return data;
}

void Simulator::addBuffer(void *data, uint64_t size, StringRef name) {
  impl->checker.addBuffer(data, size, name);
}

void Simulator::removeBuffer(void *data) { impl->checker.removeBuffer(data); }

Error Simulator::launch(StringRef kernel, Dim3 grid, Dim3 block,
                        uint64_t dynamicSharedBytes,
                        ArrayRef<KernelArgument> arguments) {
  return impl->launch(kernel, grid, block, dynamicSharedBytes, arguments);
}

ArrayRef<Report> Simulator::getReports() const { return impl->reports; }

void Simulator::clearReports() { impl->reports.clear(); }

std::vector<std::string> Simulator::getKernels() const {
  std::vector<std::string> names;
  for (StringRef name : impl->kernels.keys())
    names.push_back(name.str());
  llvm::sort(names);
  return names;
}
