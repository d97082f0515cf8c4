//===- CpuProgram.cpp - a function compiled to kernels of the CPU ---------===//

#include "fp8/Execution/CpuProgram.h"
#include "CpuPlan.h"
#include "ProgramEntry.h"
#include "fp8/Execution/KernelJIT.h"
#include "fp8/IR/FP8.h"
#include "fp8/Pipelines/CpuPipeline.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
class CpuProgram : public Program {
public:
  CpuProgram(CpuPlan plan, std::unique_ptr<KernelJIT> jit,
             ArrayRef<std::optional<unsigned>> updated)
      : plan(std::move(plan)), jit(std::move(jit)), updated(updated) {}
  ~CpuProgram() override {
    if (arena)
      fp8rt_arena_destroy(context, arena);
    if (workspace)
      fp8rt_free(context, workspace);
    fp8rt_context_destroy(context);
  }

  std::optional<unsigned> getUpdatedArgument(unsigned i) const override {
    return updated[i];
  }

  /// Looks the kernels up and takes all memory that runs need.
  LogicalResult prepare(Location loc);

  LogicalResult run(ArrayRef<const HostTensor *> arguments,
                    MutableArrayRef<HostTensor> results) override;

private:
  void *getAddress(const BufferRef &buffer, ArrayRef<char *> bases);
  fp8rt_status runStep(unsigned i, ArrayRef<char *> bases);

  CpuPlan plan;
  std::unique_ptr<KernelJIT> jit;
  /// Per result, the argument that it updates.
  SmallVector<std::optional<unsigned>> updated;
  fp8rt_context context = nullptr;
  fp8rt_arena arena = nullptr;
  void *workspace = nullptr;
  /// One per step; those of products are not used.
  std::vector<fp8rt_kernel> kernels;
};
} // namespace

static LogicalResult report(Location loc, fp8rt_status status) {
  if (status == FP8RT_OK)
    return success();
  return mlir::emitError(loc, "the runtime failed: ") << fp8rt_last_error();
}

LogicalResult CpuProgram::prepare(Location loc) {
  if (failed(report(loc, fp8rt_context_create(nullptr, &context))))
    return failure();
  uint64_t workspaceBytes = 0;
  for (const CpuStep &step : plan.steps) {
    fp8rt_kernel &kernel = kernels.emplace_back();
    kernel = {};
    if (step.kernel.empty()) {
      uint64_t bytes = 0;
      if (failed(report(step.loc, fp8rt_gemm_workspace(&step.gemm, &bytes))))
        return failure();
      workspaceBytes = std::max(workspaceBytes, bytes);
      continue;
    }
    kernel.name = step.kernel.c_str();
    kernel.body = jit->lookup(step.kernel);
    kernel.finish = step.finish.empty() ? nullptr : jit->lookup(step.finish);
    kernel.grain = step.grain;
    kernel.num_pointers = step.buffers.size();
    if (!kernel.body || (!step.finish.empty() && !kernel.finish))
      return mlir::emitError(step.loc, "expected a compiled kernel '")
             << step.kernel << "', but there is none";
  }
  if (failed(report(loc, fp8rt_arena_create(
                             context, std::max<int64_t>(plan.arenaBytes, 1),
                             HostTensor::alignment, &arena))))
    return failure();
  if (workspaceBytes == 0)
    return success();
  return report(loc, fp8rt_alloc(context, workspaceBytes, HostTensor::alignment,
                                 &workspace));
}

void *CpuProgram::getAddress(const BufferRef &buffer, ArrayRef<char *> bases) {
  char *base = buffer.base == BufferRef::Argument
                   ? bases[buffer.index]
                   : plan.constants[buffer.index].bytes().data();
  return base + buffer.offset;
}

fp8rt_status CpuProgram::runStep(unsigned i, ArrayRef<char *> bases) {
  const CpuStep &step = plan.steps[i];
  SmallVector<void *, 32> addresses;
  for (const std::optional<BufferRef> &buffer : step.buffers)
    addresses.push_back(buffer ? getAddress(*buffer, bases) : nullptr);
  if (!step.kernel.empty())
    return fp8rt_launch(context, nullptr, &kernels[i], step.numItems,
                        addresses.data(), nullptr);
  fp8rt_gemm_args args = {};
  args.lhs = addresses[0];
  args.rhs = addresses[1];
  args.out = static_cast<float *>(addresses[2]);
  args.lhs_scale_inv = static_cast<const float *>(addresses[3]);
  args.rhs_scale_inv = static_cast<const float *>(addresses[4]);
  args.workspace = workspace;
  return fp8rt_gemm(context, nullptr, &step.gemm, &args);
}

LogicalResult CpuProgram::run(ArrayRef<const HostTensor *> arguments,
                              MutableArrayRef<HostTensor> results) {
  SmallVector<char *> bases;
  for (const HostTensor *argument : arguments)
    bases.push_back(const_cast<char *>(argument->bytes().data()));
  for (auto [argument, result] : llvm::zip_equal(updated, results)) {
    if (argument)
      bases[*argument] = result.bytes().data();
    else
      bases.push_back(result.bytes().data());
  }
  void *memory = nullptr;
  fp8rt_arena_at(context, arena, 0, 0, &memory);
  bases.push_back(static_cast<char *>(memory));
  for (unsigned i = 0, e = plan.steps.size(); i < e; ++i)
    if (failed(report(plan.steps[i].loc, runStep(i, bases))))
      return failure();
  return success();
}

/// The arguments that the results of `function` update.
static SmallVector<std::optional<unsigned>>
getUpdatedArguments(func::FuncOp function) {
  SmallVector<std::optional<unsigned>> updated(function.getNumResults());
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i) {
    auto name = function.getResultAttrOfType<StringAttr>(
        i, FP8Dialect::kUpdatesAttrName);
    for (unsigned j = 0; name && j < function.getNumArguments(); ++j)
      if (getArgumentName(function, j) == name.getValue())
        updated[i] = j;
  }
  return updated;
}

FailureOr<std::unique_ptr<Program>>
fp8::createCpuProgram(ModuleOp module, StringRef function, StepReport *info) {
  FailureOr<OwningOpRef<ModuleOp>> clone = cloneWithEntry(module, function);
  if (failed(clone))
    return failure();
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  context->appendDialectRegistry(registry);

  PassManager passManager(context);
  // Of a tool that has such options; fails where there are none.
  (void)applyPassManagerCLOptions(passManager);
  applyDefaultTimingPassManagerCLOptions(passManager);
  SmallVector<std::optional<unsigned>> updated =
      getUpdatedArguments((*clone)->lookupSymbol<func::FuncOp>(function));
  CpuPipelineOptions options;
  options.vectorBits = getHostVectorBits();
  buildCpuPipeline(passManager, options);
  if (failed(passManager.run(**clone)))
    return failure();
  auto entry = (*clone)->lookupSymbol<func::FuncOp>(function);
  FailureOr<CpuPlan> plan = CpuPlan::read(entry);
  if (failed(plan))
    return failure();
  if (info)
    *info = StepReport::compute(entry);
  // Kernels are all that is left to compile.
  entry.erase();
  for (auto global :
       llvm::make_early_inc_range((*clone)->getOps<memref::GlobalOp>()))
    global.erase();
  FailureOr<std::unique_ptr<KernelJIT>> jit = KernelJIT::create(**clone);
  if (failed(jit))
    return failure();
  auto program =
      std::make_unique<CpuProgram>(std::move(*plan), std::move(*jit), updated);
  if (failed(program->prepare(module.getLoc())))
    return failure();
  return std::unique_ptr<Program>(std::move(program));
}
