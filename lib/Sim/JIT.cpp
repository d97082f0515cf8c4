//===- JIT.cpp - host code of a module ------------------------------------===//

#include "JIT.h"
#include "Runtime.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"

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
HostJIT::create(std::unique_ptr<LLVMContext> context,
                std::unique_ptr<Module> module) {
  static const bool initialized = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)initialized;
  auto machine = orc::JITTargetMachineBuilder::detectHost();
  if (!machine)
    return machine.takeError();
  // Fuse a multiplication and an addition only if the kernel does.
  machine->getOptions().AllowFPOpFusion = FPOpFusion::Strict;
  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*machine))
                 .create();
  if (!jit)
    return jit.takeError();
  if (Error error = defineRuntime(**jit))
    return std::move(error);

  module->setTargetTriple((*jit)->getTargetTriple());
  module->setDataLayout((*jit)->getDataLayout());
  std::string broken;
  raw_string_ostream os(broken);
  if (verifyModule(*module, &os))
    return createStringError("expected valid host code, but " + broken +
                             "\nthis is likely due to the shim");
  if (Error error = (*jit)->addIRModule(
          orc::ThreadSafeModule(std::move(module), std::move(context))))
    return std::move(error);
  return std::unique_ptr<HostJIT>(new HostJIT(std::move(*jit)));
}

Expected<void *> HostJIT::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
