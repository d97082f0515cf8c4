//===- SimProgram.cpp - functions compiled for a simulated GPU ------------===//

#include "fp8/Target/Simulator/SimProgram.h"
#include "fp8/Sim/Simulator.h"
#include "fp8/Support/CodeCache.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "fp8/Target/NVIDIA/GPULowering.h"
#include "fp8/Target/NVIDIA/GPUPlan.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A program whose kernels are device code that the simulator runs.
class SimProgram : public PlannedProgram {
public:
  SimProgram(PlannedFunction planned,
             std::unique_ptr<fp8sim::Simulator> simulator, bool countsTraffic)
      : PlannedProgram(std::move(planned.plan), planned.updated),
        simulator(std::move(simulator)), countsTraffic(countsTraffic) {}

  std::optional<DeviceTraffic> getDeviceTraffic() const override {
    if (!countsTraffic)
      return std::nullopt;
    if (!simulator)
      return DeviceTraffic();
    fp8sim::Traffic all = simulator->getTraffic();
    return DeviceTraffic{all.loaded - before.loaded,
                         all.stored - before.stored};
  }

  LogicalResult drawOrder(uint64_t seed) {
    FailureOr<SmallVector<unsigned>> drawn = plan.drawOrder(seed);
    if (succeeded(drawn))
      order = std::move(*drawn);
    return drawn;
  }

private:
  LogicalResult runSteps(ArrayRef<char *> bases) override;
  LogicalResult launch(const PlannedStep &step, ArrayRef<void *> addresses);
  LogicalResult multiply(const PlannedStep &step,
                         SmallVectorImpl<void *> &addresses);
  LogicalResult attend(const PlannedStep &step, ArrayRef<void *> addresses);
  LogicalResult exchange(const PlannedStep &step, ArrayRef<void *> addresses);
  LogicalResult launchBucket(const PlannedStep &step,
                             ArrayRef<void *> addresses);
  LogicalResult launchKernel(const PlannedStep &step, StringRef kernel,
                             GPULaunch shape,
                             ArrayRef<fp8sim::KernelArgument> arguments);

  /// Indices of the steps of the plan, in execution order.
  SmallVector<unsigned> order;
  std::unique_ptr<fp8sim::Simulator> simulator;
  bool countsTraffic;
  /// Traffic at the start of the last run.
  fp8sim::Traffic before;
};

/// Registers the memory of a launch with the simulator for the duration of the
/// launch. Overlapping operands are one buffer, so that races between them are
/// detected.
class KnownMemory {
public:
  KnownMemory(fp8sim::Simulator &simulator) : simulator(simulator) {}
  ~KnownMemory() {
    for (auto [begin, end] : ranges)
      simulator.removeBuffer(begin);
  }

  void add(const PlannedStep &step, ArrayRef<void *> addresses);

private:
  fp8sim::Simulator &simulator;
  SmallVector<std::pair<char *, char *>> ranges;
};
} // namespace

void KnownMemory::add(const PlannedStep &step, ArrayRef<void *> addresses) {
  struct Operand {
    char *begin, *end;
    unsigned index;
  };
  SmallVector<Operand> operands;
  for (auto [i, address] : llvm::enumerate(addresses)) {
    auto *begin = static_cast<char *>(address);
    if (int64_t bytes = step.buffers[i]->bytes)
      operands.push_back({begin, begin + bytes, unsigned(i)});
  }
  llvm::sort(operands, [](const Operand &a, const Operand &b) {
    return std::tie(a.begin, a.index) < std::tie(b.begin, b.index);
  });
  SmallVector<std::string> names;
  for (const Operand &operand : operands) {
    std::string name = "operand " + std::to_string(operand.index);
    if (!ranges.empty() && operand.begin < ranges.back().second) {
      ranges.back().second = std::max(ranges.back().second, operand.end);
      names.back() += ", " + name;
      continue;
    }
    ranges.push_back({operand.begin, operand.end});
    names.push_back(std::move(name));
  }
  for (auto [range, name] : llvm::zip_equal(ranges, names))
    simulator.addBuffer(range.first, range.second - range.first, name);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// Parses `text` as "file:line:column"; returns `fallback` if it has another
/// form.
static Location parseLocation(StringRef text, Location fallback) {
  auto [fileAndLine, column] = text.rsplit(':');
  auto [file, line] = fileAndLine.rsplit(':');
  unsigned lineNumber, columnNumber;
  if (line.getAsInteger(10, lineNumber) ||
      column.getAsInteger(10, columnNumber))
    return fallback;
  return FileLineColLoc::get(fallback.getContext(), file, lineNumber,
                             columnNumber);
}

static void emitFault(const fp8sim::Report &report, Location launch) {
  auto join = [](ArrayRef<uint32_t> values) {
    return "(" +
           llvm::join(llvm::map_range(
                          values,
                          [](uint32_t value) { return std::to_string(value); }),
                      ",") +
           ")";
  };
  InFlightDiagnostic diag =
      mlir::emitError(parseLocation(report.location, launch), report.message)
      << " [" << getName(report.fault) << "]";
  Diagnostic &note = diag.attachNote(launch);
  note << "in kernel '" << report.kernel << "', thread " << join(report.thread)
       << " of block " << join(report.block);
  if (report.count > 1)
    note << ", the first of " << report.count;
  if (!report.note.empty())
    diag.attachNote(parseLocation(report.noteLocation, launch)) << report.note;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

LogicalResult
SimProgram::launchKernel(const PlannedStep &step, StringRef kernel,
                         GPULaunch shape,
                         ArrayRef<fp8sim::KernelArgument> arguments) {
  simulator->clearReports();
  llvm::Error error = simulator->launch(kernel, {uint32_t(shape.numBlocks)},
                                        {uint32_t(shape.numThreads)},
                                        /*dynamicSharedBytes=*/0, arguments);
  for (const fp8sim::Report &report : simulator->getReports())
    emitFault(report, step.loc);
  if (!simulator->getReports().empty()) {
    llvm::consumeError(std::move(error));
    return failure();
  }
  if (error)
    return mlir::emitError(step.loc, llvm::toString(std::move(error)));
  return success();
}

LogicalResult SimProgram::launch(const PlannedStep &step,
                                 ArrayRef<void *> addresses) {
  KnownMemory memory(*simulator);
  memory.add(step, addresses);
  if (step.isBucket())
    return launchBucket(step, addresses);
  SmallVector<fp8sim::KernelArgument> arguments;
  for (auto [buffer, address] : llvm::zip_equal(step.buffers, addresses))
    arguments.push_back(
        fp8sim::KernelArgument::pointer(address, buffer->bytes));
  if (step.numItems != 0 &&
      failed(launchKernel(
          step, step.kernel,
          getGPULaunch(step.numItems, step.grain, step.blockWarps), arguments)))
    return failure();
  if (step.finish.empty())
    return success();
  return launchKernel(step, step.finish, getGPUFinishLaunch(), arguments);
}

/// Launches a multi-tensor kernel. Its tables are in memory that the kernels
/// only read.
LogicalResult SimProgram::launchBucket(const PlannedStep &step,
                                       ArrayRef<void *> addresses) {
  GPUBucketTables tables(step.sizes, step.grain, addresses);
  SmallVector<fp8sim::KernelArgument> arguments;
  for (std::vector<int64_t> *table : {&tables.chunks, &tables.tensors}) {
    uint64_t bytes = table->size() * sizeof(int64_t);
    if (bytes != 0)
      simulator->addBuffer(table->data(), bytes, "table");
    arguments.push_back(fp8sim::KernelArgument::pointer(table->data(), bytes));
  }
  llvm::scope_exit release([&] {
    for (std::vector<int64_t> *table : {&tables.chunks, &tables.tensors})
      if (!table->empty())
        simulator->removeBuffer(table->data());
  });
  if (tables.main.numBlocks != 0 &&
      failed(launchKernel(step, step.kernel, tables.main, arguments)))
    return failure();
  if (step.finish.empty())
    return success();
  return launchKernel(step, step.finish, tables.finish, arguments);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult SimProgram::multiply(const PlannedStep &step,
                                   SmallVectorImpl<void *> &addresses) {
  addresses.push_back(workspace);
  fp8rt_gemm_args args = fp8rt_gemm_args_at(addresses.data());
  return report(step.loc, fp8rt_gemm(context, nullptr, &step.gemm, &args));
}

LogicalResult SimProgram::attend(const PlannedStep &step,
                                 ArrayRef<void *> addresses) {
  fp8rt_kernel kernel = {};
  kernel.name = step.kernel.c_str();
  kernel.body = fp8rt_attention_kernel;
  kernel.grain = step.grain;
  kernel.num_pointers = addresses.size();
  return report(step.loc, fp8rt_launch(context, nullptr, &kernel, step.numItems,
                                       addresses.data(), /*sizes=*/nullptr));
}

LogicalResult SimProgram::exchange(const PlannedStep &step,
                                   ArrayRef<void *> addresses) {
  if (!comm)
    return reportMissingRanks(step.loc);
  return report(step.loc, fp8rt_comm_exchange(comm, step.exchanged.data(),
                                              step.exchanged.size(),
                                              getPlace(step.loc).c_str(),
                                              addresses.data()));
}

LogicalResult SimProgram::runSteps(ArrayRef<char *> bases) {
  // The arena is NaN, so that reads of unwritten memory do not see values of
  // the previous run.
  std::fill_n(bases.back(), plan.arenaBytes, char(0xFF));
  if (simulator)
    before = simulator->getTraffic();
  SmallVector<void *, 32> addresses;
  for (unsigned i : order) {
    const PlannedStep &step = plan.steps[i];
    addresses.clear();
    for (const std::optional<BufferRef> &buffer : step.buffers)
      addresses.push_back(buffer ? plan.getAddress(*buffer, bases) : nullptr);
    if (failed(step.isExchange()    ? exchange(step, addresses)
               : step.isProduct()   ? multiply(step, addresses)
               : step.isAttention() ? attend(step, addresses)
                                    : launch(step, addresses)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Compiles the emitted kernels of `module` to device code and creates a
/// simulator for it.
static FailureOr<std::unique_ptr<fp8sim::Simulator>>
createSimulator(ModuleOp module, const DeviceTarget &target,
                bool countTraffic) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerDeviceCodeInput(registry);
  context->appendDialectRegistry(registry);
  context->loadAllAvailableDialects();
  auto modules = module.getOps<gpu::GPUModuleOp>();
  // A step that consists of matmuls only has no kernels.
  if (modules.empty())
    return std::unique_ptr<fp8sim::Simulator>();
  FailureOr<DeviceModule> device = compileToDeviceIR(*modules.begin(), target);
  if (failed(device) || failed(joinAccesses(*device, target, module.getLoc())))
    return failure();
  fp8sim::Options options;
  options.sharedLimit = target.chip->sharedLimit;
  options.countTraffic = countTraffic;
  std::optional<CodeCache> cache = CodeCache::openDefault(
      [&](const Twine &warning) { emitWarning(module.getLoc(), warning); });
  options.cache = cache ? &*cache : nullptr;
  auto simulator = fp8sim::Simulator::create(
      std::move(device->context), std::move(device->module), options);
  if (!simulator)
    return mlir::emitError(module.getLoc(),
                           llvm::toString(simulator.takeError()));
  return std::move(*simulator);
}

FailureOr<std::unique_ptr<Program>>
fp8::createSimProgram(ModuleOp module, StringRef function,
                      const SimProgramOptions &options) {
  FailureOr<DeviceTarget> target =
      getDeviceTarget(options.chip, /*ptx=*/0,
                      [&] { return mlir::emitError(module.getLoc()); });
  if (failed(target))
    return failure();
  // Matmuls run on this machine, which supports all operands that can be
  // decoded.
  FailureOr<PlannedFunction> planned =
      planGPUFunction(module, function,
                      {{target->chip->name.str()},
                       BlockDecoding::WhereNeeded,
                       options.numStreams,
                       options.maxOutstandingBytes,
                       options.attention,
                       /*hasAttention=*/true});
  if (failed(planned))
    return failure();
  FailureOr<std::unique_ptr<fp8sim::Simulator>> simulator =
      createSimulator(*planned->kernels, *target, options.countTraffic);
  if (failed(simulator))
    return failure();
  auto program = std::make_unique<SimProgram>(
      std::move(*planned), std::move(*simulator), options.countTraffic);
  if (failed(program->prepare(module.getLoc())) ||
      failed(program->drawOrder(options.orderSeed)))
    return failure();
  return std::unique_ptr<Program>(std::move(program));
}
