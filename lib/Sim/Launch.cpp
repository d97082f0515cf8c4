//===- Launch.cpp - launches of grids of blocks ---------------------------===//

#include "SimulatorImpl.h"
#include "fp8/Support/FloatEnvironment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <thread>

using namespace llvm;
using namespace fp8sim;

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
  // Shadow cells store block numbers in 32 bits.
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
    mlir::fp8::DefaultFloatEnvironment environment;
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
