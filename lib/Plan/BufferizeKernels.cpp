//===- BufferizeKernels.cpp - --fp8-bufferize-kernels ---------------------===//

#include "BufferPlaces.h"
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
  // The bodies of kernels say what is computed, not where.
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<KernelOp>() != nullptr; });
  return options;
}

/// Functions one by one. Upstream's analysis of a module compares every result
/// of a function with every argument, which takes seconds where a step has
/// thousands of states, and is for callers alone.
static LogicalResult analyze(ModuleOp module,
                             bufferization::OneShotAnalysisState &state) {
  state.addExtension<BufferSharingExtension>();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() &&
        failed(bufferization::analyzeOp(function, state)))
      return failure();
  return success();
}

/// The place in the destination for what `op` inserts; none where a library
/// would meet it, whose matrices have one stride between their rows, or where
/// it is known that it has to be copied.
static Value getPlace(RewriterBase &rewriter, SubsetInsertionOpInterface op,
                      tensor::EmptyOp empty, Operation *user) {
  if (isa<bufferization::MaterializeInDestinationOp>(op) ||
      isOfGemm(op.getSourceOperand().get()))
    return {};
  return bufferization::buildSubsetExtraction(rewriter, op, empty, user);
}

/// Lets what is inserted into a tensor be computed there.
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

/// Which arguments may be written is known by now. Upstream, which drops it in
/// the end, makes a list of all attributes of the function for each argument.
static void dropWritable(func::FuncOp function) {
  ArgumentAttributes attributes(function);
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    attributes.remove(i,
                      bufferization::BufferizationDialect::kWritableAttrName);
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
  // In their order: upstream takes the functions of a module in an order of
  // addresses, by which the constants of buffers would be named.
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(bufferization::bufferizeOp(function, options, buffers)))
      return failure();
  return success();
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
