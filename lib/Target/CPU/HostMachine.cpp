//===- HostMachine.cpp - CPU that kernels are compiled for ----------------===//

#include "fp8/Target/CPU/HostMachine.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::fp8;

llvm::Expected<llvm::orc::JITTargetMachineBuilder>
fp8::getCPUTarget(StringRef cpu) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  if (!cpu.empty()) {
    builder->setCPU("");
    builder->getFeatures() = llvm::SubtargetFeatures();
  }
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  builder->setRelocationModel(llvm::Reloc::PIC_);
  // The small code model requires constants near the code, which linkers of
  // objects and JITLink guarantee.
  builder->setCodeModel(llvm::CodeModel::Small);
  if (!cpu.empty()) {
    // Ask the default CPU first, because LLVM prints unknown CPUs to stderr.
    auto generic = builder->createTargetMachine();
    if (!generic)
      return generic.takeError();
    if (!(*generic)->getMCSubtargetInfo()->isCPUStringValid(cpu))
      return llvm::createStringError("'" + cpu + "' is not a CPU of " +
                                     (*generic)->getTargetTriple().str());
    builder->setCPU(cpu.str());
  }
  return builder;
}

FailureOr<std::unique_ptr<llvm::TargetMachine>>
fp8::createCPUMachine(Location loc, StringRef cpu) {
  auto fail = [&](llvm::Error error) -> LogicalResult {
    return mlir::emitError(loc, "unsupported target: ")
           << llvm::toString(std::move(error));
  };
  auto builder = getCPUTarget(cpu);
  if (!builder)
    return fail(builder.takeError());
  auto machine = builder->createTargetMachine();
  if (!machine)
    return fail(machine.takeError());
  return std::move(*machine);
}

unsigned fp8::getVectorBits(const llvm::TargetMachine &target) {
  const llvm::MCSubtargetInfo &info = *target.getMCSubtargetInfo();
  if (!target.getTargetTriple().isX86())
    return 128;
  if (info.checkFeatures("+avx512bw,+avx512vl"))
    return 512;
  return info.checkFeatures("+avx2") ? 256 : 128;
}

bool fp8::canUseAVX512(const llvm::TargetMachine &target) {
  return getVectorBits(target) == 512 &&
         target.getMCSubtargetInfo()->checkFeatures("+avx512dq,+avx512vbmi");
}

void fp8::preferVectors(llvm::Module &module, unsigned bits) {
  std::string width = std::to_string(bits);
  for (llvm::Function &function : module) {
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
  }
}
