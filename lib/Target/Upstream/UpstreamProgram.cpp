//===- UpstreamProgram.cpp - functions compiled by upstream MLIR ----------===//

#include "fp8/Target/Upstream/UpstreamProgram.h"
#include "fp8/Execution/ProgramEntry.h"
#include "fp8/Support/BrainFloats.h"
#include "fp8/Support/FloatEnvironment.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "fp8/Target/Upstream/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr unsigned kOptLevel = 2;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

namespace {

struct FreeArena {
  void operator()(char *arena) const { std::free(arena); }
};

class UpstreamProgram : public HostProgram {
public:
  UpstreamProgram(std::unique_ptr<ExecutionEngine> engine,
                  void (*entry)(void **),
                  std::unique_ptr<char, FreeArena> arena)
      : engine(std::move(engine)), entry(entry), arena(std::move(arena)) {}

  LogicalResult execute(ArrayRef<const HostTensor *> arguments,
                        ArrayRef<HostTensor *> results) override {
    // The entry function takes the addresses of its arguments, which are
    // pointers.
    SmallVector<void *> pointers;
    for (const HostTensor *argument : arguments)
      pointers.push_back(const_cast<char *>(argument->bytes().data()));
    for (HostTensor *result : results)
      pointers.push_back(result->bytes().data());
    pointers.push_back(arena.get());
    SmallVector<void *> packed;
    for (void *&pointer : pointers)
      packed.push_back(&pointer);
    DefaultFloatEnvironment environment;
    entry(packed.data());
    return success();
  }

private:
  std::unique_ptr<ExecutionEngine> engine;
  void (*entry)(void **);
  std::unique_ptr<char, FreeArena> arena;
};

} // namespace

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Erases the adapters that the engine creates for functions that only the
/// entry calls. They would keep a second copy of each function alive.
static void eraseAdapters(llvm::Module &module, StringRef entry) {
  std::string kept = ("_mlir_" + entry).str();
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.getName().starts_with("_mlir_") && function.getName() != kept)
      function.eraseFromParent();
}

/// Reports ops and declarations that the translation to LLVM IR or the linker
/// would report without a location or more than once.
static LogicalResult verifyLowered(ModuleOp module) {
  auto isLowered = [&](Operation *op) {
    return op == module || isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect());
  };
  WalkResult result = module.walk([&](Operation *op) {
    if (!isLowered(op)) {
      mlir::emitError(op->getLoc(), "unsupported by fp8-upstream-pipeline: '")
          << op->getName() << "' is not lowered to the LLVM dialect";
      return WalkResult::interrupt();
    }
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (function && function.isExternal()) {
      mlir::emitError(op->getLoc(), "expected a body of '")
          << function.getName() << "', but it is only declared";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

static int64_t getArenaSize(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  auto size = function.getArgAttrOfType<IntegerAttr>(
      function.getNumArguments() - 1,
      LLVM::LLVMDialect::getDereferenceableAttrName());
  return size.getInt();
}

/// Lowers `module` to the LLVM dialect with upstream passes.
static LogicalResult lower(ModuleOp module, StringRef function) {
  // Drop the attributes for names and states, which LLVM does not use. Results
  // become arguments, and some of them have the name of the argument that they
  // update.
  auto step = module.lookupSymbol<func::FuncOp>(function);
  step.removeArgAttrsAttr();
  step.removeResAttrsAttr();
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  context->appendDialectRegistry(registry);

  if (failed(runPasses(module, buildUpstreamPipeline)))
    return failure();
  return verifyLowered(module);
}

static llvm::Expected<std::unique_ptr<ExecutionEngine>>
compile(ModuleOp module, StringRef function) {
  auto target = getCPUTarget();
  if (!target)
    return target.takeError();
  // The engine's linker places constants anywhere, also out of the reach of the
  // small code model, and does not check that.
  target->setCodeModel(llvm::CodeModel::Large);
  auto targetMachine = target->createTargetMachine();
  if (!targetMachine)
    return targetMachine.takeError();
  // The engine refers to the transformer and does not own it.
  std::function<llvm::Error(llvm::Module *)> optimize =
      makeOptimizingTransformer(kOptLevel, /*sizeLevel=*/0,
                                targetMachine->get());
  auto transform = [&](llvm::Module *llvmModule) {
    eraseAdapters(*llvmModule, function);
    llvm::Error error = optimize(llvmModule);
    keepBrainFloats(*llvmModule);
    return error;
  };
  ExecutionEngineOptions options;
  options.transformer = transform;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  return ExecutionEngine::create(module, options, std::move(*targetMachine));
}

FailureOr<std::unique_ptr<Program>>
fp8::createUpstreamProgram(ModuleOp module, StringRef function) {
  FailureOr<OwningOpRef<ModuleOp>> clone = cloneWithEntry(module, function);
  if (failed(clone) || failed(lower(**clone, function)))
    return failure();
  auto fail = [&](llvm::Error error) -> LogicalResult {
    return mlir::emitError(module.getLoc(), "cannot compile '")
           << function
           << "' for the host: " << llvm::toString(std::move(error));
  };
  auto engine = compile(**clone, function);
  if (!engine)
    return fail(engine.takeError());
  auto entry = (*engine)->lookupPacked(function);
  if (!entry)
    return fail(entry.takeError());
  int64_t arenaSize = getArenaSize(**clone, function);
  std::unique_ptr<char, FreeArena> arena(static_cast<char *>(std::aligned_alloc(
      HostTensor::kAlignment,
      llvm::alignTo(std::max<int64_t>(arenaSize, 1), HostTensor::kAlignment))));
  if (!arena)
    return mlir::emitError(module.getLoc(), "cannot allocate ")
           << arenaSize << " bytes for the arena of '" << function << "'";
  return std::unique_ptr<Program>(std::make_unique<UpstreamProgram>(
      std::move(*engine), *entry, std::move(arena)));
}
