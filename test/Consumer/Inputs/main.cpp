//===- main.cpp - a program that uses fp8 as a library --------------------===//
//
// Parses a quantize, runs a pass of fp8 over it, and prints what came out.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlir::fp8::registerFP8Dialect(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"mlir(
        func.func @f(%x: tensor<8xf32>, %s: tensor<f32>,
                     %c: tensor<8xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
          %q = fp8.quantize %x by %s outs(%c : tensor<8xf8E4M3FN>)
              : tensor<8xf32>, tensor<f32>
          return %q : tensor<8xf8E4M3FN>
        })mlir",
      &context);
  if (!module)
    return 1;
  mlir::PassManager manager(&context);
  manager.addPass(mlir::fp8::createFP8Decompose());
  if (mlir::failed(manager.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
