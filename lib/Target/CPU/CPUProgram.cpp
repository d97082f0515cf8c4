//===- CPUProgram.cpp - functions compiled to CPU kernels -----------------===//

#include "fp8/Target/CPU/CPUProgram.h"
#include "fp8/Analysis/Place.h"
#include "fp8/Execution/PlannedProgram.h"
#include "fp8/Target/CPU/KernelJIT.h"
#include "fp8/Target/CPU/Pipeline.h"

#include <chrono>
#include <deque>

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A program whose kernels are functions of this process. The runtime executes
/// the list of its ops.
class CPUProgram : public PlannedProgram {
public:
  CPUProgram(PlannedFunction planned, Location loc,
             std::unique_ptr<KernelJIT> jit)
      : PlannedProgram(std::move(planned.plan), planned.updated), loc(loc),
        jit(std::move(jit)) {}

  LogicalResult prepare(Location loc, int32_t numThreads) override;

  void timeOps() override { isTimed = true; }
  ArrayRef<double> getOpSeconds() const override { return seconds; }

private:
  LogicalResult runTimed(fp8rt_step step, void *const *arguments);
  LogicalResult runSteps(ArrayRef<char *> bases) override;
  FailureOr<fp8rt_op> makeOp(const PlannedStep &step);
  LogicalResult addKernel(const PlannedStep &step, fp8rt_op &op);
  fp8rt_buffer makeBuffer(const std::optional<BufferRef> &buffer);

  Location loc;
  std::unique_ptr<KernelJIT> jit;
  std::vector<fp8rt_op> ops;
  /// Data that the ops refer to.
  std::deque<fp8rt_kernel> kernels;
  std::deque<fp8rt_bucket> buckets;
  std::deque<std::vector<fp8rt_buffer>> buffers;
  std::deque<std::vector<int32_t>> waits;
  std::deque<std::string> places;
  /// Times of the ops of the last run, if they were measured.
  bool isTimed = false;
  std::vector<double> seconds;
};
} // namespace

//===----------------------------------------------------------------------===//
// The list of ops
//===----------------------------------------------------------------------===//

fp8rt_buffer CPUProgram::makeBuffer(const std::optional<BufferRef> &buffer) {
  if (!buffer)
    return {nullptr, /*argument=*/-1, 0};
  if (buffer->base == BufferRef::Argument)
    return {nullptr, buffer->index, buffer->offset};
  return {plan.constants[buffer->index].bytes().data(), /*argument=*/-1,
          buffer->offset};
}

LogicalResult CPUProgram::addKernel(const PlannedStep &step, fp8rt_op &op) {
  fp8rt_kernel &kernel = kernels.emplace_back();
  kernel = {};
  kernel.name = step.kernel.c_str();
  kernel.body =
      step.isAttention() ? fp8rt_attention_kernel : jit->lookup(step.kernel);
  kernel.finish = step.finish.empty() ? nullptr : jit->lookup(step.finish);
  kernel.grain = step.grain;
  kernel.num_pointers = step.getNumPointers();
  if (!kernel.body || (!step.finish.empty() && !kernel.finish))
    return mlir::emitError(step.loc, "expected a compiled kernel '")
           << step.kernel << "', but there is none";
  op.kernel = &kernel;
  if (step.isBucket())
    op.bucket = &buckets.emplace_back(
        fp8rt_bucket{static_cast<int64_t>(step.sizes.size()), step.sizes.data(),
                     step.starts.data()});
  return success();
}

FailureOr<fp8rt_op> CPUProgram::makeOp(const PlannedStep &step) {
  fp8rt_op op = {};
  std::vector<fp8rt_buffer> &operands = buffers.emplace_back();
  for (const std::optional<BufferRef> &buffer : step.buffers)
    operands.push_back(makeBuffer(buffer));
  if (step.isExchange()) {
    op.tensors = step.exchanged.data();
    op.num_tensors = step.exchanged.size();
  } else if (step.isProduct()) {
    op.product = &step.gemm;
    operands.push_back({workspace, /*argument=*/-1, 0});
  } else if (failed(addKernel(step, op))) {
    return failure();
  }
  op.n = step.numItems;
  op.buffers = operands.data();
  std::string place = getPlace(step.loc);
  op.location =
      places.emplace_back(place.empty() ? "an unknown location" : place)
          .c_str();
  op.stream = step.order.getStream();
  op.event = step.order.getEvent().value_or(-1);
  std::vector<int32_t> &events = waits.emplace_back(
      step.order.getWaits().begin(), step.order.getWaits().end());
  op.num_waits = events.size();
  op.waits = events.data();
  return op;
}

LogicalResult CPUProgram::prepare(Location loc, int32_t numThreads) {
  if (failed(PlannedProgram::prepare(loc, numThreads)))
    return failure();
  for (const PlannedStep &step : plan.steps) {
    FailureOr<fp8rt_op> op = makeOp(step);
    if (failed(op))
      return failure();
    ops.push_back(*op);
  }
  return success();
}

/// Runs the ops of `step` one after another, and measures each.
LogicalResult CPUProgram::runTimed(fp8rt_step step, void *const *arguments) {
  isTimed = false;
  seconds.clear();
  step.num_ops = 1;
  for (fp8rt_op op : ops) {
    // In list order no op has to wait for an event.
    op.stream = 0;
    op.event = -1;
    op.num_waits = 0;
    step.ops = &op;
    auto begin = std::chrono::steady_clock::now();
    if (failed(report(loc, fp8rt_run_step(context, nullptr, &step, arguments))))
      return failure();
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - begin;
    seconds.push_back(time.count());
  }
  return success();
}

LogicalResult CPUProgram::runSteps(ArrayRef<char *> bases) {
  // A tensor without elements may have no address, and is not accessed.
  alignas(64) static char nothing[64];
  SmallVector<void *> arguments;
  for (char *base : bases)
    arguments.push_back(base ? base : nothing);
  fp8rt_step step = {FP8RT_ABI_VERSION,
                     static_cast<int32_t>(arguments.size()),
                     "step",
                     /*argument_names=*/nullptr,
                     ops.data(),
                     static_cast<int64_t>(ops.size())};
  if (isTimed)
    return runTimed(step, arguments.data());
  return report(loc, fp8rt_run_step(context, nullptr, &step, arguments.data()));
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static FailureOr<PlannedFunction>
planCPUFunction(ModuleOp module, StringRef function,
                const CPUProgramOptions &options) {
  CPUPipelineOptions pipeline;
  pipeline.vectorBits = getHostVectorBits();
  pipeline.cpu = getHostCPU();
  pipeline.attention = options.attention;
  if (options.maxOutstandingBytes)
    pipeline.maxOutstandingBytes = *options.maxOutstandingBytes;
  return planFunction(module, function, [&](OpPassManager &pm) {
    buildCPUPipeline(pm, pipeline);
  });
}

FailureOr<StepReport> fp8::reportCPUProgram(ModuleOp module, StringRef function,
                                            const CPUProgramOptions &options) {
  FailureOr<PlannedFunction> planned =
      planCPUFunction(module, function, options);
  if (failed(planned))
    return failure();
  return std::move(planned->report);
}

FailureOr<std::unique_ptr<Program>>
fp8::createCPUProgram(ModuleOp module, StringRef function,
                      const CPUProgramOptions &options, StepReport *info) {
  FailureOr<PlannedFunction> planned =
      planCPUFunction(module, function, options);
  if (failed(planned))
    return failure();
  if (info)
    *info = planned->report;
  FailureOr<std::unique_ptr<KernelJIT>> jit =
      KernelJIT::create(*planned->kernels);
  if (failed(jit))
    return failure();
  auto program = std::make_unique<CPUProgram>(
      std::move(*planned), getFirstPlace(module), std::move(*jit));
  if (failed(program->prepare(module.getLoc(), options.numThreads)))
    return failure();
  return std::unique_ptr<Program>(std::move(program));
}
