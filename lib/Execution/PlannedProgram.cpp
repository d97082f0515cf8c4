//===- PlannedProgram.cpp - executable steps of Planned form --------------===//

#include "fp8/Execution/PlannedProgram.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Analysis/StatePairing.h"
#include "fp8/Execution/ProgramEntry.h"
#include "fp8/IR/FP8.h"
#include "fp8/Plan/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// From a function to a plan
//===----------------------------------------------------------------------===//

FailureOr<PlannedFunction>
fp8::planFunction(ModuleOp module, StringRef function,
                  function_ref<void(OpPassManager &)> addPasses) {
  FailureOr<OwningOpRef<ModuleOp>> clone = cloneWithEntry(module, function);
  if (failed(clone))
    return failure();
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerFP8Dialect(registry);
  registerKernelBufferization(registry);
  context->appendDialectRegistry(registry);

  PlannedFunction planned;
  planned.updated =
      getUpdatedArguments((*clone)->lookupSymbol<func::FuncOp>(function));
  if (failed(runPasses(**clone, addPasses)))
    return failure();
  auto entry = (*clone)->lookupSymbol<func::FuncOp>(function);
  FailureOr<StepPlan> plan = StepPlan::read(entry);
  if (failed(plan))
    return failure();
  planned.plan = std::move(*plan);
  planned.report = StepReport::compute(entry);
  // Only the kernels are left to compile.
  entry->remove();
  planned.entry = entry;
  for (auto global :
       llvm::make_early_inc_range((*clone)->getOps<memref::GlobalOp>()))
    global.erase();
  planned.kernels = std::move(*clone);
  return planned;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult PlannedProgram::report(Location loc, fp8rt_status status) {
  if (status == FP8RT_OK)
    return success();
  return mlir::emitError(loc, "the runtime failed: ") << fp8rt_last_error();
}

PlannedProgram::~PlannedProgram() {
  if (arena)
    fp8rt_arena_destroy(context, arena);
  if (workspace)
    fp8rt_free(context, workspace);
  fp8rt_context_destroy(context);
}

LogicalResult PlannedProgram::prepare(Location loc, int32_t numThreads) {
  fp8rt_options options = {};
  options.struct_size = sizeof(options);
  options.num_threads = numThreads;
  if (failed(report(loc, fp8rt_context_create(&options, &context))))
    return failure();
  uint64_t workspaceBytes = 0;
  for (const PlannedStep &step : plan.steps) {
    if (!step.isProduct())
      continue;
    uint64_t bytes = 0;
    if (failed(report(step.loc, fp8rt_gemm_workspace(&step.gemm, &bytes))))
      return failure();
    workspaceBytes = std::max(workspaceBytes, bytes);
  }
  if (failed(report(loc, fp8rt_arena_create(
                             context, std::max<int64_t>(plan.arenaBytes, 1),
                             HostTensor::kAlignment, &arena))))
    return failure();
  if (workspaceBytes == 0)
    return success();
  return report(loc, fp8rt_alloc(context, workspaceBytes,
                                 HostTensor::kAlignment, &workspace));
}

LogicalResult PlannedProgram::connect(fp8rt_comm ranks) {
  comm = ranks;
  return success(fp8rt_context_set_comm(context, comm) == FP8RT_OK);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

LogicalResult fp8::reportMissingRanks(Location loc) {
  InFlightDiagnostic diag =
      emitError(loc, "expected the ranks that take part in this exchange, but "
                     "the program runs alone");
  diag.attachNote() << "fp8-run --mesh runs the ranks of a step";
  return diag;
}

LogicalResult PlannedProgram::runAt(ArrayRef<char *> addresses) {
  SmallVector<char *> bases(addresses);
  void *memory = nullptr;
  fp8rt_arena_at(context, arena, 0, 0, &memory);
  bases.push_back(static_cast<char *>(memory));
  return runSteps(bases);
}

LogicalResult PlannedProgram::execute(ArrayRef<const HostTensor *> arguments,
                                      ArrayRef<HostTensor *> results) {
  SmallVector<char *> addresses;
  for (const HostTensor *argument : arguments)
    addresses.push_back(const_cast<char *>(argument->bytes().data()));
  for (auto [i, result] : llvm::enumerate(results))
    if (!isInPlace(i))
      addresses.push_back(result->bytes().data());
  return runAt(addresses);
}
