//===- Reader.cpp - readers of external input -----------------------------===//

#include "Reader.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

void fuzz::loadDialects(MLIRContext &context) {
  context.loadDialect<arith::ArithDialect, FP8Dialect, func::FuncDialect,
                      LLVM::LLVMDialect, memref::MemRefDialect>();
}

std::vector<std::unique_ptr<Reader>> fuzz::createReaders(MLIRContext *context) {
  std::vector<std::unique_ptr<Reader>> readers;
  readers.push_back(createSafeTensorsReader(context));
  readers.push_back(createNpyReader(context));
  readers.push_back(createCheckpointReader(context));
  readers.push_back(createPartsReader(context));
  readers.push_back(createOptionReader(context));
  readers.push_back(createPlanReader(context));
  readers.push_back(createUpdateReader(context));
  readers.push_back(createTableReader());
  return readers;
}
