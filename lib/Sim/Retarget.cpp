//===- Retarget.cpp - shared memory and kernel entry points ---------------===//

#include "Runtime.h"
#include "Shim.h"
#include "fp8/Target/NVIDIA/DeviceModule.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include <cstddef>

using namespace llvm;
using namespace fp8sim;
using mlir::fp8::getSharedVariables;
using mlir::fp8::isKernel;
using mlir::fp8::kSharedAddressSpace;

static constexpr StringLiteral kThreadFunction = "fp8sim_thread";

std::string fp8sim::getEntryName(StringRef kernel) {
  return ("fp8sim.entry." + kernel).str();
}

CallInst *fp8sim::callRuntime(IRBuilderBase &b, StringRef name, Type *result,
                              ArrayRef<Value *> arguments) {
  SmallVector<Type *> types = map_to_vector(
      arguments, [](const Value *value) { return value->getType(); });
  Module *module = b.GetInsertBlock()->getModule();
  FunctionCallee callee = module->getOrInsertFunction(
      name, FunctionType::get(result, types, /*isVarArg=*/false));
  return b.CreateCall(callee, arguments);
}

Value *fp8sim::getThread(Function &function) {
  BasicBlock &entry = function.getEntryBlock();
  if (auto *call = dyn_cast<CallInst>(&entry.front()))
    if (call->getCalledFunction() &&
        call->getCalledFunction()->getName() == kThreadFunction)
      return call;
  IRBuilder<> b(&entry, entry.begin());
  return callRuntime(b, kThreadFunction, b.getPtrTy(), {});
}

SharedLayout SharedLayout::compute(const Module &module) {
  SharedLayout layout;
  const DataLayout &data = module.getDataLayout();
  for (const Function &kernel : module) {
    if (!isKernel(kernel))
      continue;
    SmallVector<const GlobalVariable *> variables = getSharedVariables(kernel);
    // Variables placed by an earlier kernel keep their offset.
    uint64_t end = 0;
    for (const GlobalVariable *variable : variables)
      if (auto it = layout.slots.find(variable); it != layout.slots.end())
        end = std::max(end, it->second.offset + it->second.size);
    for (const GlobalVariable *variable : variables) {
      uint64_t size = data.getTypeAllocSize(variable->getValueType());
      if (size == 0) {
        layout.slots[variable] = {0, 0, /*dynamic=*/true};
      } else if (!layout.slots.contains(variable)) {
        end = alignTo(end, data.getPreferredAlign(variable));
        layout.slots[variable] = {end, size, /*dynamic=*/false};
        end += size;
      }
    }
    layout.staticSizes[kernel.getName()] = end;
  }
  return layout;
}

/// Emits the address of `variable` in the block of the thread that runs
/// `function`.
static Value *emitSharedAddress(Function &function,
                                const GlobalVariable &variable,
                                const SharedLayout::Slot &slot) {
  auto *thread = cast<Instruction>(getThread(function));
  IRBuilder<> b(thread->getNextNode());
  auto load = [&](Value *base, size_t offset) {
    return b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(
                                          b.getInt8Ty(), base, offset));
  };
  Value *block = load(thread, offsetof(ThreadState, block));
  Value *base =
      load(block, slot.dynamic ? offsetof(BlockState, dynamicSharedData)
                               : offsetof(BlockState, shared));
  Value *address =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, slot.offset);
  return b.CreateAddrSpaceCast(address, variable.getType());
}

static void replaceSharedVariables(Module &module, const SharedLayout &layout) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (variable.getAddressSpace() != kSharedAddressSpace)
      continue;
    auto it = layout.slots.find(&variable);
    if (it != layout.slots.end()) {
      convertUsersOfConstantsToInstructions({&variable});
      MapVector<Function *, Value *> addresses;
      for (Use &use : make_early_inc_range(variable.uses())) {
        Function *function = cast<Instruction>(use.getUser())->getFunction();
        Value *&address = addresses[function];
        if (!address)
          address = emitSharedAddress(*function, variable, it->second);
        use.set(address);
      }
    }
    if (variable.use_empty())
      variable.eraseFromParent();
  }
}

/// Creates void entry(void **arguments), which calls `kernel`.
static void addEntry(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  IRBuilder<> b(context);
  auto *type = FunctionType::get(b.getVoidTy(), {b.getPtrTy()}, false);
  Function *entry =
      Function::Create(type, GlobalValue::ExternalLinkage,
                       getEntryName(kernel.getName()), kernel.getParent());
  b.SetInsertPoint(BasicBlock::Create(context, "", entry));
  SmallVector<Value *> arguments;
  for (Argument &argument : kernel.args()) {
    Value *slot = b.CreateConstInBoundsGEP1_64(b.getPtrTy(), entry->getArg(0),
                                               argument.getArgNo());
    Value *address = b.CreateLoad(b.getPtrTy(), slot);
    arguments.push_back(
        b.CreateAlignedLoad(argument.getType(), address, Align(1)));
  }
  b.CreateCall(&kernel, arguments);
  b.CreateRetVoid();
}

void fp8sim::retarget(Module &module, const SharedLayout &layout) {
  replaceSharedVariables(module, layout);
  SmallVector<Function *> kernels;
  for (Function &function : module) {
    if (isKernel(function))
      kernels.push_back(&function);
    // Attributes about memory and convergence do not hold for calls of the
    // runtime, and the chip and its features are meaningless on the host.
    if (!function.isIntrinsic())
      function.setAttributes({});
    function.setCallingConv(CallingConv::C);
    for (Instruction &inst : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&inst)) {
        call->setCallingConv(CallingConv::C);
        if (!isa<IntrinsicInst>(call))
          call->setAttributes({});
      }
  }
  for (Function *kernel : kernels) {
    kernel->setLinkage(GlobalValue::InternalLinkage);
    addEntry(*kernel);
  }
  for (GlobalVariable &global : module.globals()) {
    global.setLinkage(GlobalValue::ExternalLinkage);
    // A distinct name avoids hiding a symbol of the process.
    global.setName("fp8sim.global." + global.getName());
  }
  StripDebugInfo(module);
  if (NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations"))
    annotations->eraseFromParent();
}
