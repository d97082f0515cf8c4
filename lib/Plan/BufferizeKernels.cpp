//===- BufferizeKernels.cpp - --fp8-bufferize-kernels ---------------------===//

#include "BufferPlaces.h"
#include "PiecePlaces.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/DecomposeAttention.h"
#include "fp8/Plan/BufferSharing.h"
#include "fp8/Plan/Passes.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_BUFFERIZEKERNELSPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  // Kernel bodies stay on tensors.
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<KernelOp>() != nullptr; });
  return options;
}

/// Analyzes each function separately. Upstream's module analysis compares every
/// result of a function with every argument. That takes seconds for thousands
/// of states, and only calls of the functions would need the result.
static LogicalResult analyze(ModuleOp module,
                             bufferization::OneShotAnalysisState &state) {
  state.addExtension<BufferSharingExtension>();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() &&
        failed(bufferization::analyzeOp(function, state)))
      return failure();
  return success();
}

/// Returns true if an attention computes the value that `op` inserts, and
/// cannot write it in the slice.
static bool isRefusedByAttention(SubsetInsertionOpInterface op) {
  Value value = getMovedRoot(op.getSourceOperand().get(), Move::View);
  if (!value.getDefiningOp() || !isAttention(value.getDefiningOp()))
    return false;
  auto insert = dyn_cast<tensor::InsertSliceOp>(*op);
  if (!insert || getPiece(insert) != value)
    return true;
  MemRefType place = getPlaceType(insert);
  return !place || !canWrite(getPiece(insert), place);
}

/// Returns the slice of the destination for the value that `op` inserts.
/// Returns null if a copy is necessary, for example because a GEMM accesses the
/// value: the matrices of a GEMM require a uniform row stride.
static Value getPlace(RewriterBase &rewriter, SubsetInsertionOpInterface op,
                      tensor::EmptyOp empty, Operation *user) {
  if (isa<bufferization::MaterializeInDestinationOp>(op) ||
      needsOneBlock(op.getSourceOperand().get()) || isRefusedByAttention(op))
    return {};
  return bufferization::buildSubsetExtraction(rewriter, op, empty, user);
}

/// Lets ops compute values directly in the slices into which the values are
/// inserted.
static LogicalResult eliminateEmptyTensors(
    ModuleOp module,
    const bufferization::OneShotBufferizationOptions &options) {
  bool inserts =
      module.walk([](tensor::InsertSliceOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!inserts)
    return success();
  bufferization::OneShotAnalysisState state(module, options);
  IRRewriter rewriter(module.getContext());
  return success(succeeded(analyze(module, state)) &&
                 succeeded(bufferization::eliminateEmptyTensors(
                     rewriter, module, state, getPlace)));
}

/// Removes the writable attributes, which are no longer needed. Upstream's
/// removal copies all attributes of the function for each argument.
static void dropWritable(func::FuncOp function) {
  ArgumentAttributes attributes(function);
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    attributes.remove(i,
                      bufferization::BufferizationDialect::kWritableAttrName);
}

/// Bufferizes ops outside of functions, for example `ml_program.global`.
static LogicalResult
bufferizeGlobals(ModuleOp module,
                 const bufferization::OneShotBufferizationOptions &options,
                 bufferization::BufferizationState &buffers) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (!isa<func::FuncOp>(op) && !op.hasTrait<OpTrait::SymbolTable>() &&
        failed(bufferization::bufferizeOp(&op, options, buffers)))
      return failure();
  return success();
}

static LogicalResult bufferize(ModuleOp module) {
  bufferization::OneShotBufferizationOptions options = getOptions();
  bufferization::BufferizationState buffers;
  bool hasCalls =
      module.walk([](CallOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (hasCalls)
    return bufferization::runOneShotModuleBufferize(module, options, buffers);
  auto forEachFunction = [&](void (*apply)(func::FuncOp)) {
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal())
        apply(function);
  };
  forEachFunction(placeInsertions);
  if (failed(eliminateEmptyTensors(module, options)))
    return failure();
  forEachFunction(separateReaders);
  bufferization::OneShotAnalysisState state(module, options);
  if (failed(analyze(module, state)) ||
      failed(bufferization::insertTensorCopies(module, state, buffers)))
    return failure();
  forEachFunction(dropWritable);
  // Bufferizes functions in module order. Upstream orders them by address,
  // which would make the names of buffer constants nondeterministic.
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(bufferization::bufferizeOp(function, options, buffers)))
      return failure();
  return bufferizeGlobals(module, options, buffers);
}

namespace {
struct BufferizeKernels
    : fp8::impl::BufferizeKernelsPassBase<BufferizeKernels> {
  void runOnOperation() override {
    if (failed(bufferize(getOperation())))
      signalPassFailure();
  }
};
} // namespace
