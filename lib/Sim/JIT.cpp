//===- JIT.cpp - host code of a module ------------------------------------===//

#include "JIT.h"
#include "Runtime.h"
#include "fp8/Support/ObjectCode.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace fp8sim;

HostJIT::HostJIT(std::unique_ptr<orc::LLJIT> jit) : jit(std::move(jit)) {}
HostJIT::~HostJIT() = default;

static Error defineRuntime(orc::LLJIT &jit) {
  orc::SymbolMap symbols;
  for (const RuntimeSymbol &symbol : getRuntimeSymbols())
    symbols[jit.mangleAndIntern(symbol.name)] = {
        orc::ExecutorAddr::fromPtr(symbol.address),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  orc::JITDylib &dylib = jit.getMainJITDylib();
  if (Error error = dylib.define(orc::absoluteSymbols(std::move(symbols))))
    return error;
  // For memcpy, and for fmaf on hosts without such an instruction.
  auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      jit.getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  dylib.addGenerator(std::move(*process));
  return Error::success();
}

Expected<std::unique_ptr<HostJIT>>
HostJIT::create(Module &module, const mlir::fp8::CodeCache *cache) {
  static const bool initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  auto target = orc::JITTargetMachineBuilder::detectHost();
  if (!target)
    return target.takeError();
  // Fuse a multiplication and an addition only if the kernel does.
  target->getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  target->setRelocationModel(Reloc::PIC_);
  target->setCodeModel(CodeModel::Small);
  auto machine = target->createTargetMachine();
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  std::string broken;
  raw_string_ostream os(broken);
  if (verifyModule(module, &os))
    return createStringError(
        "expected valid host code, but " + broken +
        "\nthis is likely due to the simulator's translation of device code");
  auto object = mlir::fp8::compileWithCache(
      module, **machine, [](Module &) { return Error::success(); }, cache);
  if (!object)
    return object.takeError();

  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  if (Error error = defineRuntime(**jit))
    return std::move(error);
  if (Error error = (*jit)->addObjectFile(std::move(*object)))
    return std::move(error);
  return std::unique_ptr<HostJIT>(new HostJIT(std::move(*jit)));
}

Expected<void *> HostJIT::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
