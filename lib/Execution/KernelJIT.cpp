//===- KernelJIT.cpp - emitted kernels as functions of this process -------===//

#include "fp8/Execution/KernelJIT.h"
#include "fp8/Pipelines/KernelPipelines.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
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

/// Whether this machine runs what --fp8-use-avx512 leaves.
static bool hasAVX512() {
  return getHostVectorBits() == 512 &&
         llvm::sys::getHostCPUFeatures().lookup("avx512vbmi");
}

/// This machine. LLVM prefers vectors of 256 bits even where it has 512; the
/// emitter has made that choice.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return builder->createTargetMachine();
}

static void prepareForHost(llvm::Module &module) {
  std::string width = std::to_string(getHostVectorBits());
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    // The engine's adapters for a calling convention that nobody uses here.
    if (function.getName().starts_with("_mlir_")) {
      function.eraseFromParent();
      continue;
    }
    function.addFnAttr("prefer-vector-width", width);
    function.addFnAttr("min-legal-vector-width", width);
  }
}

KernelJIT::KernelJIT(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}
KernelJIT::~KernelJIT() = default;

FailureOr<std::unique_ptr<KernelJIT>> KernelJIT::create(ModuleOp module) {
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  context->appendDialectRegistry(registry);

  PassManager passManager(context);
  KernelsToLLVMOptions pipelineOptions;
  pipelineOptions.useAVX512 = hasAVX512();
  buildKernelsToLLVMPipeline(passManager, pipelineOptions);
  if (failed(passManager.run(module)))
    return failure();

  auto fail = [&](llvm::Error error) -> LogicalResult {
    return module.emitError("cannot compile the kernels for this machine: ")
           << llvm::toString(std::move(error));
  };
  auto targetMachine = createTargetMachine();
  if (!targetMachine)
    return fail(targetMachine.takeError());
  // The engine refers to the transformer and does not own it.
  std::function<llvm::Error(llvm::Module *)> optimize =
      makeOptimizingTransformer(kOptLevel, /*sizeLevel=*/0,
                                targetMachine->get());
  auto transform = [&](llvm::Module *llvmModule) {
    prepareForHost(*llvmModule);
    return optimize(llvmModule);
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
