//===- FusedKernels.cpp - kernels that fusion makes of fp8 ops ------------===//

#include "FusedKernels.h"
#include "KernelRunner.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

static LogicalResult fuse(ModuleOp module) {
  PassManager passes(module.getContext());
  FP8DecomposeOptions decompose;
  decompose.keepForKernels = true;
  passes.addPass(createFP8Decompose(decompose));
  passes.addPass(createConvertElementwiseToLinalgPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createFP8TensorizeScalars());
  passes.addPass(createFP8ExpandMath());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createFP8Fuse());
  passes.addPass(createCSEPass());
  return passes.run(module);
}

std::string mlir::fp8::test::fuseToKernel(StringRef text) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(text, &getContext());
  if (!module || failed(fuse(*module))) {
    ADD_FAILURE() << text.str();
    return "";
  }
  auto function = module->lookupSymbol<func::FuncOp>("main");
  for (Operation &op : llvm::make_early_inc_range(function.front())) {
    if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      unsigned i = function.getNumArguments();
      if (failed(function.insertArgument(i, empty.getType(), {},
                                         empty.getLoc()))) {
        ADD_FAILURE() << "no argument for a destination";
        return "";
      }
      empty.replaceAllUsesWith(Value(function.getArgument(i)));
      empty.erase();
    }
  }
  std::string result;
  llvm::raw_string_ostream(result) << *module;
  for (Operation &op : function.front().without_terminator())
    if (!isa<KernelOp>(op) || &op != &function.front().front()) {
      ADD_FAILURE() << "not one kernel: " << result;
      return "";
    }
  return result;
}
