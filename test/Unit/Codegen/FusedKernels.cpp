//===- FusedKernels.cpp - kernels that fusion makes of fp8 ops ------------===//

#include "FusedKernels.h"
#include "KernelRunner.h"
#include "fp8/Kernels/Passes.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/ScopedPrinter.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

static LogicalResult fuse(ModuleOp module) {
  PassManager passes(module.getContext());
  DecomposePassOptions decompose;
  decompose.keepForKernels = true;
  passes.addPass(createDecomposePass(decompose));
  passes.addPass(createConvertElementwiseToLinalgPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createTensorizeScalarsPass());
  passes.addPass(createExpandMathPass());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  passes.addPass(createFuseKernelsPass());
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
  auto kernels = llvm::to_vector(function.getOps<KernelOp>());
  bool isOne = kernels.size() == 1;
  for (Operation &op : function.front().without_terminator())
    isOne &= isa<KernelOp, tensor::EmptyOp, tensor::ExpandShapeOp,
                 tensor::CollapseShapeOp>(op);
  if (!isOne) {
    ADD_FAILURE() << "not one kernel: " << llvm::to_string(*module);
    return "";
  }
  // A function of its operands, in their order.
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  KernelOp kernel = kernels.front();
  auto only =
      func::FuncOp::create(builder, kernel.getLoc(), "main",
                           builder.getFunctionType(kernel->getOperandTypes(),
                                                   kernel->getResultTypes()));
  Block *entry = only.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  Operation *copy = builder.clone(*kernel);
  copy->setOperands(entry->getArguments());
  func::ReturnOp::create(builder, kernel.getLoc(), copy->getResults());
  function.erase();
  return llvm::to_string(*module);
}
