//===- JIT.cpp - host code of a module ------------------------------------===//

#include "JIT.h"
#include "Runtime.h"
#include "fp8/Support/ObjectCode.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace fp8sim;

HostJIT::HostJIT(std::unique_ptr<orc::LLJIT> jit, uint64_t frameBytes)
    : jit(std::move(jit)), frameBytes(frameBytes) {}
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

/// Returns the sum of the stack frames of all functions in `object`, in bytes.
static Expected<uint64_t> sumFrames(MemoryBufferRef object) {
  auto file = object::ObjectFile::createObjectFile(object);
  if (!file)
    return file.takeError();
  uint64_t bytes = 0;
  for (const object::SectionRef &section : (*file)->sections()) {
    Expected<StringRef> name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != ".stack_sizes")
      continue;
    Expected<StringRef> contents = section.getContents();
    if (!contents)
      return contents.takeError();
    // Each entry has the address of a function and the size of its frame.
    unsigned addressBytes = (*file)->getBytesInAddress();
    DataExtractor data(*contents, (*file)->isLittleEndian(), addressBytes);
    DataExtractor::Cursor cursor(0);
    while (cursor && cursor.tell() < contents->size()) {
      data.skip(cursor, addressBytes);
      bytes += data.getULEB128(cursor);
    }
    if (Error error = cursor.takeError())
      return std::move(error);
  }
  return bytes;
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
  // Most of a run is checks, so faster code would not make up for the time that
  // optimizations take.
  target->setCodeGenOptLevel(CodeGenOptLevel::None);
  target->getOptions().EmitStackSizeSection = true;
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
  Expected<uint64_t> frameBytes = sumFrames(**object);
  if (!frameBytes)
    return frameBytes.takeError();

  auto jit = orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(*target))
                 .create();
  if (!jit)
    return jit.takeError();
  if (Error error = defineRuntime(**jit))
    return std::move(error);
  if (Error error = (*jit)->addObjectFile(std::move(*object)))
    return std::move(error);
  return std::unique_ptr<HostJIT>(new HostJIT(std::move(*jit), *frameBytes));
}

Expected<void *> HostJIT::lookup(StringRef name) {
  Expected<orc::ExecutorAddr> address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
