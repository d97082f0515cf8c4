//===- KernelJIT.cpp - JIT compilation of emitted kernels -----------------===//

#include "fp8/Target/CPU/KernelJIT.h"
#include "CPUCode.h"
#include "fp8/Support/CodeCache.h"
#include "fp8/Support/ObjectCode.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::fp8;

unsigned fp8::getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512bw") && features.lookup("avx512vl"))
    return 512;
  return features.lookup("avx2") ? 256 : 128;
}

std::string fp8::getHostCPU() { return llvm::sys::getHostCPUName().str(); }

KernelJIT::KernelJIT(std::unique_ptr<llvm::orc::LLJIT> jit)
    : jit(std::move(jit)) {}
KernelJIT::~KernelJIT() = default;

#ifdef __x86_64__
/// Rounds to bf16, like __truncsfbf2 of compiler-rt. LLVM calls that function
/// on CPUs without a bf16 conversion, but older runtime libraries lack it.
static __bf16 truncateToBF16(float value) {
  auto bits = llvm::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  if ((bits & 0x7FFFFFFF) > 0x7F800000)
    rounded = (bits >> 16) | 0x40;
  return llvm::bit_cast<__bf16>(static_cast<uint16_t>(rounded));
}

static llvm::Error defineConversions(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  symbols[jit.mangleAndIntern("__truncsfbf2")] = {
      llvm::orc::ExecutorAddr::fromPtr(&truncateToBF16),
      llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(symbols)));
}
#else
static llvm::Error defineConversions(llvm::orc::LLJIT &) {
  return llvm::Error::success();
}
#endif

/// Links `object` with JITLink, which places constants near the code, as the
/// small code model requires. MLIR's execution engine does not guarantee this.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
link(std::unique_ptr<llvm::MemoryBuffer> object,
     llvm::orc::JITTargetMachineBuilder target) {
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(target))
                 .create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = defineConversions(**jit))
    return std::move(error);
  if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
    return std::move(error);
  return jit;
}

FailureOr<std::unique_ptr<KernelJIT>> KernelJIT::create(ModuleOp module,
                                                        unsigned vectorBits) {
  auto fail = [&](llvm::Error error) -> LogicalResult {
    return emitError(module.getLoc(),
                     "cannot compile the kernels for this machine: ")
           << llvm::toString(std::move(error));
  };
  auto target = getCPUTarget();
  if (!target)
    return fail(target.takeError());
  auto machine = target->createTargetMachine();
  if (!machine)
    return fail(machine.takeError());
  llvm::LLVMContext llvmContext;
  FailureOr<std::unique_ptr<llvm::Module>> code =
      translateCPUKernels(module, llvmContext, **machine, vectorBits);
  if (failed(code))
    return failure();
  std::optional<CodeCache> cache = CodeCache::openDefault(
      [&](const Twine &warning) { emitWarning(module.getLoc(), warning); });
  auto optimize = [&](llvm::Module &code) {
    return optimizeCPUKernels(code, **machine);
  };
  auto object =
      compileWithCache(**code, **machine, optimize, cache ? &*cache : nullptr);
  if (!object)
    return fail(object.takeError());
  auto jit = link(std::move(*object), std::move(*target));
  if (!jit)
    return fail(jit.takeError());
  return std::unique_ptr<KernelJIT>(new KernelJIT(std::move(*jit)));
}

fp8rt_cpu_kernel KernelJIT::lookup(StringRef name) const {
  auto address = jit->lookup(name);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<fp8rt_cpu_kernel>();
}
