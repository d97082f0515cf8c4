//===- main.cpp - a program that uses fp8 as a library --------------------===//
//
// Brings a step to form 2 and prints it: the example of docs/Embedding.md.
//
//===----------------------------------------------------------------------===//

#include "fp8/InitAll.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  // Ours, and those of upstream that steps are written in.
  mlir::DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
  registry.insert<mlir::arith::ArithDialect, mlir::func::FuncDialect,
                  mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                  mlir::scf::SCFDialect, mlir::tensor::TensorDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;

  mlir::fp8::TrainPipelineOptions options;
  options.recipe = mlir::fp8::Recipe::Delayed;
  mlir::PassManager manager(&context);
  mlir::fp8::buildTrainPipeline(manager, options);
  if (mlir::failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  llvm::outs() << '\n';
  return 0;
}
