//===- EmitPTX.cpp - device LLVM IR to PTX --------------------------------===//

#include "StreamingStores.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"
#include <mutex>

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Turns LLVM's fatal errors on one thread, within one scope, into a message.
/// The back end ends the process if it cannot select an instruction.
/// checkDeviceIR finds the known cases; this class catches the others. As in
/// clang's in-process cc1, memory allocated before the error is leaked.
class FatalErrorScope {
public:
  FatalErrorScope() {
    std::lock_guard<std::mutex> lock(mutex);
    if (numScopes++ == 0) {
      llvm::CrashRecoveryContext::Enable();
      llvm::install_fatal_error_handler(handle);
    }
    ofThread = this;
  }
  ~FatalErrorScope() {
    ofThread = nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    if (--numScopes == 0) {
      llvm::remove_fatal_error_handler();
      llvm::CrashRecoveryContext::Disable();
    }
  }

  /// Returns false if `function` ended in a fatal error; `message` then
  /// describes it.
  bool run(function_ref<void()> function) {
    return recovery.RunSafely(function);
  }

  std::string message = "no message";

private:
  /// LLVM ends the process if this function returns.
  static void handle(void *, const char *reason, bool) {
    if (!ofThread)
      return;
    ofThread->message = reason;
    if (auto *current = llvm::CrashRecoveryContext::GetCurrent())
      current->HandleExit(1);
  }

  // The process has one handler, which serves the scopes of all threads.
  static std::mutex mutex;
  static unsigned numScopes;
  static thread_local FatalErrorScope *ofThread;
  llvm::CrashRecoveryContext recovery;
};
std::mutex FatalErrorScope::mutex;
unsigned FatalErrorScope::numScopes = 0;
thread_local FatalErrorScope *FatalErrorScope::ofThread = nullptr;
} // namespace

static std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const llvm::Module &module, const DeviceTarget &target) {
  std::string error;
  const llvm::Target *found =
      llvm::TargetRegistry::lookupTarget(module.getTargetTriple(), error);
  if (!found)
    return nullptr;
  llvm::TargetOptions options;
  // A fused multiply-add appears only where the kernel contains one.
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(
      module.getTargetTriple(), target.chip->name, target.getFeatures(),
      options, std::nullopt, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

LogicalResult fp8::joinAccesses(DeviceModule &device,
                                const DeviceTarget &target, Location loc) {
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(*device.module, target);
  if (!machine)
    return emitError(loc) << "expected an LLVM with the NVPTX target";
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::LoadStoreVectorizerPass pass;
  for (llvm::Function &function : *device.module)
    if (!function.isDeclaration())
      pass.run(function, functions);
  return success();
}

FailureOr<std::string> fp8::emitPTX(const DeviceModule &device,
                                    const DeviceTarget &target, Location loc) {
  // The back end modifies its input.
  std::unique_ptr<llvm::Module> module = llvm::CloneModule(*device.module);
  llvm::StripDebugInfo(*module);
  lowerStreamingStores(*module);
  std::unique_ptr<llvm::TargetMachine> machine =
      createTargetMachine(*module, target);
  if (!machine)
    return emitError(loc) << "expected an LLVM with the NVPTX target";

  FailureOr<SmallString<0>> ptx = failure();
  FatalErrorScope scope;
  bool completed = scope.run([&] {
    ptx = LLVM::ModuleToObject::translateModuleToISA(
        *module, *machine, [&] { return emitError(loc); });
  });
  if (!completed) {
    InFlightDiagnostic diag = emitError(loc)
                              << "unsupported by LLVM's back end for "
                              << target.chip->name << " and PTX version "
                              << target.ptx;
    diag.attachNote() << "LLVM says: " << scope.message;
    // The aborted compilation leaves both objects in an inconsistent state.
    (void)module.release();
    (void)machine.release();
    return diag;
  }
  if (failed(ptx))
    return failure();
  return ptx->str().str();
}

FailureOr<std::string> fp8::translateToPTX(gpu::GPUModuleOp module,
                                           const DeviceTarget &target,
                                           unsigned optLevel) {
  FailureOr<DeviceModule> device = compileToDeviceIR(module, target, optLevel);
  if (failed(device))
    return failure();
  return emitPTX(*device, target, module.getLoc());
}
