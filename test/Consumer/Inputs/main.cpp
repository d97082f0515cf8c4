//===- main.cpp - a program that uses fp8 as a library --------------------===//
//
// Brings a step to Scaled form and prints it: the example of docs/Embedding.md.
//
//===----------------------------------------------------------------------===//

#include "fp8/InitAll.h"
#include "fp8/Pipelines/TrainPipeline.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  // All dialects of fp8 and upstream, with the interfaces that passes need.
  mlir::DialectRegistry registry;
  mlir::fp8::registerAllDialects(registry);
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
