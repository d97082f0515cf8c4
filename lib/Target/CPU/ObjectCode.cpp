//===- ObjectCode.cpp - LLVM IR as an object file -------------------------===//

#include "ObjectCode.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<std::unique_ptr<llvm::TargetMachine>>
fp8::createObjectTarget(Location loc, StringRef cpu) {
  auto fail = [&](llvm::Error error) -> LogicalResult {
    return mlir::emitError(loc, "unsupported target: ")
           << llvm::toString(std::move(error));
  };
  auto builder = getCPUTarget(cpu);
  if (!builder)
    return fail(builder.takeError());
  // Constants are near the code in an object, unlike in JIT memory.
  builder->setCodeModel(llvm::CodeModel::Small);
  auto made = builder->createTargetMachine();
  if (!made)
    return fail(made.takeError());
  return std::move(*made);
}

LogicalResult fp8::emitObject(Location loc, llvm::TargetMachine &target,
                              llvm::Module &module,
                              SmallVectorImpl<char> &object) {
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager codegen;
  if (target.addPassesToEmitFile(codegen, os, /*DwoOut=*/nullptr,
                                 llvm::CodeGenFileType::ObjectFile))
    return mlir::emitError(
        loc, "cannot write an object: the target has no object files");
  codegen.run(module);
  return success();
}
