//===- CPUProgram.cpp - functions compiled to CPU kernels -----------------===//

#include "fp8/Target/CPU/CPUProgram.h"
#include "fp8/Execution/PlannedProgram.h"
#include "fp8/Target/CPU/KernelJIT.h"
#include "fp8/Target/CPU/Pipeline.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A program whose kernels are functions of this process, run by fp8rt threads.
class CPUProgram : public PlannedProgram {
public:
  CPUProgram(PlannedFunction planned, std::unique_ptr<KernelJIT> jit)
      : PlannedProgram(std::move(planned.plan), planned.updated),
        jit(std::move(jit)) {}

  LogicalResult prepare(Location loc, int32_t numThreads) override;

private:
  LogicalResult launch(unsigned i, ArrayRef<void *> addresses) override;

  std::unique_ptr<KernelJIT> jit;
  /// One kernel per step; the entries of matmuls are unused.
  std::vector<fp8rt_kernel> kernels;
};
} // namespace

LogicalResult CPUProgram::launch(unsigned i, ArrayRef<void *> addresses) {
  const PlannedStep &step = plan.steps[i];
  if (!step.isBucket())
    return report(step.loc,
                  fp8rt_launch(context, nullptr, &kernels[i], step.numItems,
                               addresses.data(), nullptr));
  fp8rt_bucket bucket = {static_cast<int64_t>(step.sizes.size()),
                         step.sizes.data(), step.starts.data()};
  return report(step.loc, fp8rt_launch_bucket(context, nullptr, &kernels[i],
                                              &bucket, addresses.data()));
}

LogicalResult CPUProgram::prepare(Location loc, int32_t numThreads) {
  if (failed(PlannedProgram::prepare(loc, numThreads)))
    return failure();
  for (const PlannedStep &step : plan.steps) {
    fp8rt_kernel &kernel = kernels.emplace_back();
    kernel = {};
    if (step.kernel.empty())
      continue;
    kernel.name = step.kernel.c_str();
    kernel.body = jit->lookup(step.kernel);
    kernel.finish = step.finish.empty() ? nullptr : jit->lookup(step.finish);
    kernel.grain = step.grain;
    kernel.num_pointers = step.getNumPointers();
    if (!kernel.body || (!step.finish.empty() && !kernel.finish))
      return mlir::emitError(step.loc, "expected a compiled kernel '")
             << step.kernel << "', but there is none";
  }
  return success();
}

FailureOr<std::unique_ptr<Program>>
fp8::createCPUProgram(ModuleOp module, StringRef function,
                      const CPUProgramOptions &options, StepReport *info) {
  CPUPipelineOptions pipeline;
  pipeline.vectorBits = getHostVectorBits();
  pipeline.cpu = getHostCPU();
  if (options.maxOutstandingBytes)
    pipeline.maxOutstandingBytes = *options.maxOutstandingBytes;
  FailureOr<PlannedFunction> planned =
      planFunction(module, function,
                   [&](OpPassManager &pm) { buildCPUPipeline(pm, pipeline); });
  if (failed(planned))
    return failure();
  if (info)
    *info = planned->report;
  FailureOr<std::unique_ptr<KernelJIT>> jit =
      KernelJIT::create(*planned->kernels);
  if (failed(jit))
    return failure();
  auto program =
      std::make_unique<CPUProgram>(std::move(*planned), std::move(*jit));
  if (failed(program->prepare(module.getLoc(), options.numThreads)))
    return failure();
  return std::unique_ptr<Program>(std::move(program));
}
