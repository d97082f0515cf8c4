//===- fp8-sim.cpp - run the kernels of a gpu.module on the CPU -----------===//

#include "ArgumentSpec.h"
#include "Support/ToolMain.h"
#include "fp8/Support/CodeCache.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <ctime>

using namespace mlir;
using namespace mlir::fp8;
namespace cl = llvm::cl;

static cl::OptionCategory category("fp8-sim options");

static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("<file with a gpu.module>"),
                                      cl::cat(category));
static cl::list<std::string> kernels(
    "kernel", cl::CommaSeparated,
    cl::desc("Run these kernels one after another, on the same arguments"),
    cl::cat(category));
static cl::opt<std::string> grid("grid", cl::init("1"),
                                 cl::desc("Number of blocks: X, X,Y or X,Y,Z"),
                                 cl::cat(category));
static cl::opt<std::string>
    block("block", cl::init("1"),
          cl::desc("Threads per block: X, X,Y or X,Y,Z"), cl::cat(category));
static cl::opt<uint64_t>
    shared("shared", cl::init(0),
           cl::desc("Size of the dynamic shared memory, in bytes"),
           cl::cat(category));
static cl::list<std::string>
    arguments("arg",
              cl::desc("An argument: f32[8]=iota:START:STEP, "
                       "f32[8]=random:SEED:LOW:HIGH, i8[8]=0, f32=1.5"),
              cl::cat(category));
static cl::list<unsigned>
    print("print", cl::CommaSeparated,
          cl::desc("Print these buffers, numbered like the --arg options"),
          cl::cat(category));
static cl::opt<unsigned>
    limit("print-limit", cl::init(64),
          cl::desc("Print at most this many elements per buffer"),
          cl::cat(category));
static cl::opt<bool> hex("hex",
                         cl::desc("Print the bits of elements, in hexadecimal"),
                         cl::cat(category));
static cl::list<std::string>
    equal("equal",
          cl::desc("Compare the bits of two buffers, A:B; fail if they differ"),
          cl::cat(category));
static cl::opt<std::string> chip("chip", cl::init("sm_90a"),
                                 cl::desc("Compile for this chip"),
                                 cl::cat(category));
static cl::opt<unsigned> ptx("ptx", cl::init(0),
                             cl::desc("Compile for this PTX version"),
                             cl::cat(category));
static cl::opt<bool> fast("fast", cl::desc("Disable all checks"),
                          cl::cat(category));
static cl::opt<unsigned>
    hostThreads("host-threads", cl::init(1),
                cl::desc("Run blocks on this many host threads"),
                cl::cat(category));
static cl::opt<bool> timing(
    "time",
    cl::desc("Print the number of simulated threads per second of CPU time"),
    cl::cat(category));

static bool parseDim(StringRef name, StringRef text, fp8sim::Dim3 &dim) {
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  uint32_t *sizes[] = {&dim.x, &dim.y, &dim.z};
  bool ok = parts.size() <= 3;
  for (unsigned i = 0; ok && i < parts.size(); ++i)
    ok = !parts[i].getAsInteger(10, *sizes[i]);
  if (!ok)
    llvm::errs() << "error: expected --" << name
                 << " to be one to three numbers, but got '" << text << "'\n";
  return ok;
}

namespace {
/// The buffers and scalars of the command line, and the kernel's view of them.
struct Arguments {
  std::vector<ArgumentSpec> specs;
  /// Null for scalars.
  std::vector<char *> data;

  bool parse(fp8sim::Simulator &simulator);
  std::vector<fp8sim::KernelArgument> get(gpu::GPUFuncOp kernel) const;
  bool printBuffer(unsigned index) const;
  bool compareBuffers(StringRef pair) const;
};
} // namespace

bool Arguments::parse(fp8sim::Simulator &simulator) {
  for (const std::string &text : arguments) {
    llvm::Expected<ArgumentSpec> spec = ArgumentSpec::parse(text);
    if (!spec) {
      llvm::errs() << "error: " << toString(spec.takeError()) << '\n';
      return false;
    }
    char *buffer = nullptr;
    if (spec->isBuffer) {
      std::string name = llvm::formatv("--arg {0}", specs.size());
      buffer =
          static_cast<char *>(simulator.allocate(spec->bytes.size(), name));
      llvm::copy(spec->bytes, buffer);
    }
    specs.push_back(std::move(*spec));
    data.push_back(buffer);
  }
  return true;
}

/// Returns the kernel arguments. A buffer for a memref argument becomes its
/// descriptor.
std::vector<fp8sim::KernelArgument>
Arguments::get(gpu::GPUFuncOp kernel) const {
  using fp8sim::KernelArgument;
  std::vector<KernelArgument> result;
  for (auto [i, spec] : llvm::enumerate(specs)) {
    bool isMemref = i < kernel.getNumArguments() &&
                    isa<MemRefType>(kernel.getArgument(i).getType());
    if (!spec.isBuffer) {
      KernelArgument scalar;
      scalar.bytes = spec.bytes.size();
      llvm::copy(spec.bytes, scalar.bits.begin());
      result.push_back(scalar);
      continue;
    }
    result.push_back(KernelArgument::pointer(data[i]));
    if (!isMemref)
      continue;
    result.push_back(KernelArgument::pointer(data[i]));
    result.push_back(KernelArgument::scalar<int64_t>(0));
    for (int64_t size : spec.shape)
      result.push_back(KernelArgument::scalar(size));
    for (unsigned d = 0, e = spec.shape.size(); d < e; ++d) {
      int64_t stride = 1;
      for (int64_t size : ArrayRef(spec.shape).drop_front(d + 1))
        stride *= size;
      result.push_back(KernelArgument::scalar(stride));
    }
  }
  return result;
}

bool Arguments::printBuffer(unsigned index) const {
  if (index >= specs.size() || !data[index]) {
    llvm::errs() << "error: expected --print to name a buffer, but got "
                 << index << '\n';
    return false;
  }
  const ArgumentSpec &spec = specs[index];
  llvm::outs() << "arg " << index << ": " << spec.getElementName() << " =";
  uint64_t count = spec.getNumElements();
  for (uint64_t i = 0; i < count && i < limit; ++i) {
    llvm::outs() << ' ';
    spec.print(llvm::outs(), data[index], i, hex);
  }
  llvm::outs() << (count > limit ? " ...\n" : "\n");
  return true;
}

bool Arguments::compareBuffers(StringRef pair) const {
  auto [first, second] = pair.split(':');
  unsigned a = 0, b = 0;
  if (first.getAsInteger(10, a) || second.getAsInteger(10, b) ||
      std::max(a, b) >= specs.size() || !data[a] || !data[b]) {
    llvm::errs()
        << "error: expected --equal to be A:B of two buffers, but got '" << pair
        << "'\n";
    return false;
  }
  uint64_t size = std::min(specs[a].bytes.size(), specs[b].bytes.size());
  for (uint64_t i = 0; i < size; ++i)
    if (data[a][i] != data[b][i]) {
      llvm::errs() << "error: expected buffers " << a << " and " << b
                   << " to be equal, but byte " << i << " differs\n";
      return false;
    }
  return true;
}

static std::unique_ptr<fp8sim::Simulator>
createSimulator(gpu::GPUModuleOp module) {
  FailureOr<DeviceTarget> target =
      getDeviceTarget(chip, ptx, [&] { return emitError(module.getLoc()); });
  if (failed(target))
    return nullptr;
  FailureOr<DeviceModule> device = compileToDeviceIR(module, *target);
  if (failed(device) || failed(joinAccesses(*device, *target, module.getLoc())))
    return nullptr;
  fp8sim::Options options;
  options.checked = !fast;
  options.hostThreads = hostThreads;
  options.sharedLimit = target->chip->sharedLimit;
  std::optional<CodeCache> cache = CodeCache::openDefault(
      [&](const Twine &warning) { emitWarning(module.getLoc(), warning); });
  options.cache = cache ? &*cache : nullptr;
  auto simulator = fp8sim::Simulator::create(
      std::move(device->context), std::move(device->module), options);
  if (simulator)
    return std::move(*simulator);
  llvm::errs() << toString(simulator.takeError()) << '\n';
  return nullptr;
}

static bool runKernel(fp8sim::Simulator &simulator, gpu::GPUModuleOp module,
                      StringRef name, const Arguments &args) {
  fp8sim::Dim3 gridDim, blockDim;
  if (!parseDim("grid", grid, gridDim) || !parseDim("block", block, blockDim))
    return false;
  auto kernel = module.lookupSymbol<gpu::GPUFuncOp>(name);
  if (!kernel) {
    llvm::errs() << "error: expected --kernel to name a gpu.func, but got '"
                 << name << "'; the file has "
                 << llvm::join(simulator.getKernels(), ", ") << '\n';
    return false;
  }
  std::clock_t start = std::clock();
  llvm::Error error =
      simulator.launch(name, gridDim, blockDim, shared, args.get(kernel));
  double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  if (error) {
    llvm::errs() << "error: " << toString(std::move(error)) << '\n';
    return false;
  }
  if (timing)
    llvm::outs() << llvm::formatv("{0}: {1:F1} million threads/s\n", name,
                                  gridDim.count() * blockDim.count() / seconds *
                                      1e-6);
  return true;
}

static bool run(ModuleOp op) {
  SmallVector<gpu::GPUModuleOp> modules;
  op->walk([&](gpu::GPUModuleOp module) { modules.push_back(module); });
  if (modules.size() != 1) {
    emitError(op.getLoc(), "expected one gpu.module, but got ")
        << modules.size();
    return false;
  }
  std::unique_ptr<fp8sim::Simulator> simulator = createSimulator(modules[0]);
  Arguments args;
  if (!simulator || !args.parse(*simulator))
    return false;
  if (kernels.empty()) {
    llvm::errs() << "error: expected --kernel; the file has "
                 << llvm::join(simulator->getKernels(), ", ") << '\n';
    return false;
  }
  bool ok = llvm::all_of(kernels, [&](StringRef name) {
    return runKernel(*simulator, modules[0], name, args);
  });
  for (const fp8sim::Report &report : simulator->getReports())
    llvm::errs() << report;
  for (unsigned index : print)
    ok &= args.printBuffer(index);
  for (StringRef pair : equal)
    ok &= args.compareBuffers(pair);
  return ok && simulator->getReports().empty();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  initializeTool();
  hideLibraryOptions(&category);
  registerMLIRContextCLOptions();
  cl::ParseCommandLineOptions(argc, argv, "fp8 GPU simulator\n");
  DialectRegistry registry;
  registerDeviceCodeInput(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(inputFile, sources, &context);
  if (module)
    return !run(*module);
  llvm::errs() << "note: fp8-sim runs the kernels of a gpu.module; fp8-run "
                  "--target=sim runs a whole step\n";
  return 1;
}
