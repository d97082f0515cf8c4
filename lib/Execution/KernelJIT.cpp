//===- KernelJIT.cpp - emitted kernels as functions of this process -------===//

#include "fp8/Execution/KernelJIT.h"
#include "CPUTarget.h"
#include "fp8/Pipelines/KernelsToLLVM.h"
#include "fp8/Support/BrainFloats.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kOptLevel = 3;

unsigned fp8::getHostVectorBits() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512bw") && features.lookup("avx512vl"))
    return 512;
  return features.lookup("avx2") ? 256 : 128;
}

std::string fp8::getHostCPU() { return llvm::sys::getHostCPUName().str(); }

static void prepareForHost(llvm::Module &module, unsigned vectorBits) {
  // The engine's adapters for a calling convention that nobody uses here.
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.getName().starts_with("_mlir_"))
      function.eraseFromParent();
  preferVectors(module, vectorBits);
}

KernelJIT::KernelJIT(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}
KernelJIT::~KernelJIT() = default;

FailureOr<std::unique_ptr<KernelJIT>> KernelJIT::create(ModuleOp module,
                                                        unsigned vectorBits) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  context->appendDialectRegistry(registry);

  auto fail = [&](llvm::Error error) -> LogicalResult {
    return emitError(module.getLoc(),
                     "cannot compile the kernels for this machine: ")
           << llvm::toString(std::move(error));
  };
  auto targetMachine = createCPUTargetMachine();
  if (!targetMachine)
    return fail(targetMachine.takeError());
  PassManager passManager(context);
  KernelsToLLVMOptions pipelineOptions;
  pipelineOptions.useAVX512 =
      vectorBits == 512 && canUseAVX512(**targetMachine);
  buildKernelsToLLVMPipeline(passManager, pipelineOptions);
  if (failed(passManager.run(module)))
    return failure();

  // The engine refers to the transformer and does not own it.
  std::function<llvm::Error(llvm::Module *)> optimize =
      makeOptimizingTransformer(kOptLevel, /*sizeLevel=*/0,
                                targetMachine->get());
  auto transform = [&](llvm::Module *llvmModule) {
    prepareForHost(*llvmModule, vectorBits);
    llvm::Error error = optimize(llvmModule);
    keepBrainFloats(*llvmModule);
    return error;
  };
  ExecutionEngineOptions options;
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableObjectDump = true;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(module, options, std::move(*targetMachine));
  if (!engine)
    return fail(engine.takeError());
  return std::unique_ptr<KernelJIT>(new KernelJIT(std::move(*engine)));
}

fp8rt_cpu_kernel KernelJIT::lookup(StringRef name) const {
  auto address = engine->lookup(name);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return reinterpret_cast<fp8rt_cpu_kernel>(*address);
}

void KernelJIT::dumpObject(StringRef path) const {
  engine->dumpToObjectFile(path);
}
