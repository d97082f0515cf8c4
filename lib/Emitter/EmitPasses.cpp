//===- EmitPasses.cpp - --fp8-emit-cpu and --fp8-emit-gpu -----------------===//

#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Emitter/Emitter.h"
#include "fp8/Emitter/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8EMITCPU
#define GEN_PASS_DEF_FP8EMITGPU
#include "fp8/Emitter/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Emits the kernels of a module, equal ones once.
class ModuleEmitter {
public:
  /// Functions go to the end of `symbolTable`.
  ModuleEmitter(Operation *symbolTable, StringRef nesting,
                TargetLowering &target)
      : symbols(symbolTable), nesting(nesting), target(target) {}

  LogicalResult emitAll(ModuleOp module);

private:
  FailureOr<EmittedKernel *> emit(KernelOp kernel);
  void replace(KernelOp kernel, const EmittedKernel &emitted);
  SymbolRefAttr getReference(MLIRContext *context, StringRef name);

  SymbolTable symbols;
  StringRef nesting;
  TargetLowering &target;
  llvm::StringMap<EmittedKernel> emittedKernels;
};
} // namespace

/// A text that equal kernels share: everything but names and locations.
static std::string getKey(KernelOp kernel) {
  Operation *copy = kernel->cloneWithoutRegions();
  cast<KernelOp>(copy).removeKernelNameAttr();
  std::string key;
  llvm::raw_string_ostream os(key);
  OpPrintingFlags flags;
  flags.useLocalScope().printGenericOpForm();
  os << copy->getAttrDictionary();
  llvm::interleaveComma(kernel->getOperandTypes(), os);
  for (Operation &op : kernel.getBody().front())
    op.print(os << '\n', flags);
  copy->destroy();
  return key;
}

FailureOr<EmittedKernel *> ModuleEmitter::emit(KernelOp kernel) {
  auto [it, isNew] = emittedKernels.try_emplace(getKey(kernel));
  if (!isNew)
    return &it->second;
  std::string name = kernel.getNameOrDefault().str();
  for (unsigned i = 1; symbols.lookup(name); ++i)
    name = (kernel.getNameOrDefault() + "_" + Twine(i)).str();
  auto builder = OpBuilder::atBlockEnd(&symbols.getOp()->getRegion(0).front());
  FailureOr<EmittedKernel> emitted = emitKernel(builder, kernel, name, target);
  if (failed(emitted))
    return failure();
  // The symbol table learns of what was added.
  symbols = SymbolTable(symbols.getOp());
  it->second = std::move(*emitted);
  return &it->second;
}

SymbolRefAttr ModuleEmitter::getReference(MLIRContext *context,
                                          StringRef name) {
  if (nesting.empty())
    return FlatSymbolRefAttr::get(context, name);
  return SymbolRefAttr::get(StringAttr::get(context, nesting),
                            {FlatSymbolRefAttr::get(context, name)});
}

void ModuleEmitter::replace(KernelOp kernel, const EmittedKernel &emitted) {
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel);
  SmallVector<Value> scratch;
  for (int64_t bytes : emitted.scratch)
    scratch.push_back(memref::AllocOp::create(
        b, MemRefType::get({bytes}, b.getI8Type()), b.getI64IntegerAttr(64)));
  SymbolRefAttr finish;
  if (!emitted.finish.empty())
    finish = getReference(b.getContext(), emitted.finish);
  KernelTraffic traffic = getTraffic(kernel);
  LaunchOp::create(
      b, getReference(b.getContext(), emitted.main), finish, kernel.getInputs(),
      kernel.getInits(), scratch, b.getI64IntegerAttr(emitted.numItems),
      b.getI64IntegerAttr(emitted.grain), /*order=*/StreamOrderAttr(),
      b.getStringAttr(kernel.getNameOrDefault()),
      b.getI64IntegerAttr(traffic.read), b.getI64IntegerAttr(traffic.written));
  for (Value buffer : scratch)
    memref::DeallocOp::create(b, buffer);
  kernel.erase();
}

LogicalResult ModuleEmitter::emitAll(ModuleOp module) {
  SmallVector<KernelOp> kernels;
  module.walk([&](KernelOp kernel) { kernels.push_back(kernel); });
  for (KernelOp kernel : kernels) {
    if (!kernel.isBufferized()) {
      InFlightDiagnostic diag =
          kernel.emitError("expected operands that are memrefs, but got "
                           "tensors");
      diag.attachNote() << "bufferization comes before emission";
      return diag;
    }
    FailureOr<EmittedKernel *> emitted = emit(kernel);
    if (failed(emitted))
      return failure();
    replace(kernel, **emitted);
  }
  return success();
}

namespace {
struct EmitCPU : fp8::impl::FP8EmitCPUBase<EmitCPU> {
  using FP8EmitCPUBase::FP8EmitCPUBase;

  void runOnOperation() override {
    if (!llvm::is_contained({128u, 256u, 512u}, unsigned(vectorBits))) {
      getOperation().emitError("expected vectors of 128, 256 or 512 bits, but "
                               "vector-bits is ")
          << vectorBits;
      return signalPassFailure();
    }
    std::unique_ptr<TargetLowering> target = createCPULowering(vectorBits);
    ModuleEmitter emitter(getOperation(), "", *target);
    if (failed(emitter.emitAll(getOperation())))
      signalPassFailure();
  }
};

struct EmitGPU : fp8::impl::FP8EmitGPUBase<EmitGPU> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool hasKernel =
        module.walk([](KernelOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!hasKernel)
      return;
    auto builder = OpBuilder::atBlockEnd(module.getBody());
    auto gpuModule =
        gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
    module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                    builder.getUnitAttr());
    std::unique_ptr<TargetLowering> target = createGPULowering();
    ModuleEmitter emitter(gpuModule, "kernels", *target);
    if (failed(emitter.emitAll(module)))
      signalPassFailure();
  }
};
} // namespace
