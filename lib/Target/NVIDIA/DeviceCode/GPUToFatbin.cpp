//===- GPUToFatbin.cpp - compilation of gpu.modules for several chips -----===//

#include "Binary.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Target/NVIDIA/Passes.h"
#include "mlir/IR/Threading.h"
#include "llvm/Support/Threading.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_GPUTOFATBINPASS
#include "fp8/Target/NVIDIA/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if later chips run code for `chip`. Code for an architecture
/// with the suffix "a" runs on that architecture only.
static bool isPortable(const Chip &chip) { return !chip.name.ends_with("a"); }

namespace {

/// The code of a module for one target. Jobs run on several threads.
struct DeviceJob {
  gpu::GPUModuleOp module;
  DeviceTarget target;
  bool isAssembled;
  std::string ptx = {}, cubin = {};
  bool isDone = false;
  /// Diagnostics of the job. They are emitted later, in an order that does not
  /// depend on threads.
  std::vector<Diagnostic> diagnostics = {};
};

struct GPUToFatbin : mlir::fp8::impl::GPUToFatbinPassBase<GPUToFatbin> {
  using GPUToFatbinPassBase::GPUToFatbinPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    GPUToFatbinPassBase::getDependentDialects(registry);
    registerDeviceCodeDialects(registry);
  }

  void runOnOperation() override;

private:
  LogicalResult findTargets();
  LogicalResult compile(DeviceJob &job) const;
  LogicalResult compileAll(MutableArrayRef<DeviceJob> jobs);
  FailureOr<Attribute> makeFatbin(ArrayRef<DeviceJob> jobs);
  FailureOr<SmallVector<Attribute>> makeObjects(ArrayRef<DeviceJob> jobs);

  /// Sorted by compute capability, oldest chip first.
  SmallVector<DeviceTarget> targets;
  /// The target whose PTX later chips compile when they load the code.
  std::optional<DeviceTarget> portable;
  /// Without a toolkit, a binary holds the PTX of every chip, for the driver to
  /// compile.
  std::optional<CUDAToolkit> toolkit;
};

} // namespace

LogicalResult GPUToFatbin::findTargets() {
  auto emitError = [&] { return mlir::emitError(getOperation().getLoc()); };
  if (chips.empty())
    return emitError() << "expected at least one chip, but got none";
  for (const std::string &name : chips) {
    FailureOr<DeviceTarget> target = getDeviceTarget(name, ptx, emitError);
    if (failed(target))
      return failure();
    if (llvm::any_of(targets, [&](const DeviceTarget &other) {
          return other.chip == target->chip;
        }))
      return emitError() << "expected each chip once, but got " << name
                         << " twice";
    targets.push_back(*target);
  }
  llvm::sort(targets, [](const DeviceTarget &a, const DeviceTarget &b) {
    return a.chip->computeCapability < b.chip->computeCapability;
  });
  for (const DeviceTarget &target : targets)
    if (isPortable(*target.chip))
      portable = target;
  if (portable)
    return success();
  const Chip *last = &getChips().front();
  for (const Chip &chip : getChips())
    if (isPortable(chip) &&
        chip.computeCapability <= targets.back().chip->computeCapability)
      last = &chip;
  portable = *getDeviceTarget(
      last->name, ptx == 0 ? 0 : std::min<unsigned>(ptx, last->defaultPTX),
      emitError);
  return success();
}

LogicalResult GPUToFatbin::compile(DeviceJob &job) const {
  FailureOr<std::string> ptx = translateToPTX(job.module, job.target, optLevel);
  if (failed(ptx))
    return failure();
  job.ptx = std::move(*ptx);
  if (!job.isAssembled)
    return success();
  FailureOr<std::string> cubin =
      assemble(*toolkit, job.module, job.ptx, *job.target.chip);
  if (failed(cubin))
    return failure();
  job.cubin = std::move(*cubin);
  return success();
}

/// Runs as many jobs in parallel as the context has threads. An error in a
/// kernel often occurs on every chip, so only the first failing job is
/// reported.
LogicalResult GPUToFatbin::compileAll(MutableArrayRef<DeviceJob> jobs) {
  MLIRContext *context = &getContext();
  parallelForEach(context, jobs, [&](DeviceJob &job) {
    uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler keep(context, [&](Diagnostic &diagnostic) {
      if (llvm::get_threadid() != thread)
        return failure();
      job.diagnostics.push_back(std::move(diagnostic));
      return success();
    });
    job.isDone = succeeded(compile(job));
  });
  for (DeviceJob &job : jobs) {
    for (Diagnostic &diagnostic : job.diagnostics)
      context->getDiagEngine().emit(std::move(diagnostic));
    if (!job.isDone)
      return failure();
  }
  return success();
}

FailureOr<Attribute> GPUToFatbin::makeFatbin(ArrayRef<DeviceJob> jobs) {
  SmallVector<DeviceImage> images;
  for (const DeviceJob &job : jobs)
    if (job.isAssembled)
      images.push_back({DeviceImage::Cubin, job.target.chip, job.cubin});
  const DeviceJob &later = *llvm::find_if(jobs, [&](const DeviceJob &job) {
    return job.target.chip == portable->chip;
  });
  images.push_back({DeviceImage::PTX, later.target.chip, later.ptx});
  llvm::Expected<std::string> fatbin = toolkit->bundle(images);
  if (!fatbin) {
    gpu::GPUModuleOp module = later.module;
    return emitError(module.getLoc()) << llvm::toString(fatbin.takeError());
  }
  return makeObject(&getContext(), targets.front(), optLevel,
                    gpu::CompilationTarget::Fatbin, *fatbin);
}

FailureOr<SmallVector<Attribute>>
GPUToFatbin::makeObjects(ArrayRef<DeviceJob> jobs) {
  SmallVector<Attribute> objects;
  if (!toolkit) {
    for (const DeviceJob &job : jobs)
      objects.push_back(makeObject(&getContext(), job.target, optLevel,
                                   gpu::CompilationTarget::Assembly, job.ptx));
    return objects;
  }
  FailureOr<Attribute> fatbin = makeFatbin(jobs);
  if (failed(fatbin))
    return failure();
  objects.push_back(*fatbin);
  return objects;
}

void GPUToFatbin::runOnOperation() {
  if (failed(findTargets()))
    return signalPassFailure();
  llvm::Expected<std::optional<CUDAToolkit>> found =
      CUDAToolkit::find(toolkitPath);
  if (!found) {
    emitError(getFirstPlace(getOperation()))
        << llvm::toString(found.takeError());
    return signalPassFailure();
  }
  toolkit = std::move(*found);
  SmallVector<gpu::GPUModuleOp> modules(
      getOperation().getOps<gpu::GPUModuleOp>());
  if (!toolkit && !modules.empty() && warnsOfPTX)
    emitWarning(
        getFirstPlace(getOperation()),
        "expected ptxas and fatbinary on the PATH or in CUDA_HOME for machine "
        "code, but found none: the binary holds PTX, which the driver compiles "
        "when it loads it");
  // Jobs that run ptxas start first because they take longest.
  std::vector<DeviceJob> jobs;
  bool isExtra =
      toolkit && llvm::none_of(targets, [&](const DeviceTarget &target) {
        return target.chip == portable->chip;
      });
  for (gpu::GPUModuleOp module : modules) {
    for (const DeviceTarget &target : targets)
      jobs.push_back({module, target, /*isAssembled=*/toolkit.has_value()});
    if (isExtra)
      jobs.push_back({module, *portable, /*isAssembled=*/false});
  }
  if (failed(compileAll(jobs)))
    return signalPassFailure();
  size_t perModule = targets.size() + isExtra;
  for (auto [i, module] : llvm::enumerate(modules)) {
    FailureOr<SmallVector<Attribute>> objects =
        makeObjects(ArrayRef(jobs).slice(i * perModule, perModule));
    if (failed(objects))
      return signalPassFailure();
    replaceByBinary(module, *objects);
  }
}
