//===- Instrument.cpp - checks of memory accesses -------------------------===//

#include "Shim.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace fp8sim;

namespace {
/// A memory access of an instruction at one address.
struct MemoryAccess {
  Instruction *inst;
  Value *address;
  /// Null if `site.bytes` is known.
  Value *bytes = nullptr;
  Site site;
};

class Instrumenter {
public:
  Instrumenter(Function &function, SiteTable &sites, const SharedLayout &layout)
      : function(function), data(function.getDataLayout()), sites(sites),
        layout(layout) {}

  bool run();

private:
  void collect(Instruction &inst);
  void collectCall(CallBase &call);
  void add(Instruction &inst, Value *address, AccessKind kind, uint64_t bytes,
           Align align);
  void setOrdering(Site &site, AtomicOrdering ordering, SyncScope::ID scope);
  void insertCheck(MemoryAccess &access);

  Function &function;
  const DataLayout &data;
  SiteTable &sites;
  const SharedLayout &layout;
  SmallVector<MemoryAccess> accesses;
  SmallVector<Instruction *> fences;
  SmallVector<AllocaInst *> locals;
};
} // namespace

void Instrumenter::add(Instruction &inst, Value *address, AccessKind kind,
                       uint64_t bytes, Align align) {
  MemoryAccess access{&inst, address, nullptr, {}};
  access.site.kind = kind;
  access.site.bytes = bytes;
  access.site.align = align.value();
  accesses.push_back(std::move(access));
}

void Instrumenter::setOrdering(Site &site, AtomicOrdering ordering,
                               SyncScope::ID scope) {
  site.atomic = ordering != AtomicOrdering::NotAtomic;
  site.acquires = isAcquireOrStronger(ordering);
  site.releases = isReleaseOrStronger(ordering);
  std::optional<StringRef> name = function.getContext().getSyncScopeName(scope);
  site.blockScope = site.atomic && name && *name == "block";
}

void Instrumenter::collect(Instruction &inst) {
  if (auto *load = dyn_cast<LoadInst>(&inst)) {
    add(inst, load->getPointerOperand(), AccessKind::Load,
        data.getTypeStoreSize(load->getType()), load->getAlign());
    setOrdering(accesses.back().site, load->getOrdering(),
                load->getSyncScopeID());
    accesses.back().site.atomic |= load->isVolatile();
  } else if (auto *store = dyn_cast<StoreInst>(&inst)) {
    add(inst, store->getPointerOperand(), AccessKind::Store,
        data.getTypeStoreSize(store->getValueOperand()->getType()),
        store->getAlign());
    setOrdering(accesses.back().site, store->getOrdering(),
                store->getSyncScopeID());
    accesses.back().site.atomic |= store->isVolatile();
  } else if (auto *rmw = dyn_cast<AtomicRMWInst>(&inst)) {
    add(inst, rmw->getPointerOperand(), AccessKind::Atomic,
        data.getTypeStoreSize(rmw->getType()), rmw->getAlign());
    setOrdering(accesses.back().site, rmw->getOrdering(),
                rmw->getSyncScopeID());
  } else if (auto *cas = dyn_cast<AtomicCmpXchgInst>(&inst)) {
    add(inst, cas->getPointerOperand(), AccessKind::Atomic,
        data.getTypeStoreSize(cas->getCompareOperand()->getType()),
        cas->getAlign());
    setOrdering(accesses.back().site, cas->getMergedOrdering(),
                cas->getSyncScopeID());
  } else if (isa<FenceInst>(inst)) {
    fences.push_back(&inst);
  } else if (auto *local = dyn_cast<AllocaInst>(&inst)) {
    locals.push_back(local);
  } else if (auto *call = dyn_cast<CallBase>(&inst)) {
    collectCall(*call);
  }
}

void Instrumenter::collectCall(CallBase &call) {
  if (auto *mem = dyn_cast<MemIntrinsic>(&call)) {
    add(call, mem->getRawDest(), AccessKind::Store, 0,
        mem->getDestAlign().valueOrOne());
    accesses.back().bytes = mem->getLength();
    if (auto *transfer = dyn_cast<MemTransferInst>(&call)) {
      add(call, transfer->getRawSource(), AccessKind::Load, 0,
          transfer->getSourceAlign().valueOrOne());
      accesses.back().bytes = mem->getLength();
    }
    return;
  }
  auto *intrinsic = dyn_cast<IntrinsicInst>(&call);
  if (!intrinsic)
    return;
  uint64_t bytes = 0;
  switch (intrinsic->getIntrinsicID()) {
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
    fences.push_back(&call);
    return;
  case Intrinsic::nvvm_cp_async_ca_shared_global_4:
  case Intrinsic::nvvm_cp_async_ca_shared_global_4_s:
    bytes = 4;
    break;
  case Intrinsic::nvvm_cp_async_ca_shared_global_8:
  case Intrinsic::nvvm_cp_async_ca_shared_global_8_s:
    bytes = 8;
    break;
  case Intrinsic::nvvm_cp_async_ca_shared_global_16:
  case Intrinsic::nvvm_cp_async_ca_shared_global_16_s:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16:
  case Intrinsic::nvvm_cp_async_cg_shared_global_16_s:
    bytes = 16;
    break;
  default:
    return;
  }
  add(call, call.getArgOperand(0), AccessKind::Store, bytes, Align(bytes));
  add(call, call.getArgOperand(1), AccessKind::Load, bytes, Align(bytes));
  // The last operand is the number of source bytes to read.
  if (call.arg_size() == 3)
    accesses.back().bytes = call.getArgOperand(2);
}

void Instrumenter::insertCheck(MemoryAccess &access) {
  const Value *base = getUnderlyingObject(access.address, /*MaxLookup=*/0);
  if (auto *argument = dyn_cast<Argument>(base))
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      access.site.argument = argument->getArgNo();
  if (auto *global = dyn_cast<GlobalVariable>(base))
    if (auto it = layout.slots.find(global); it != layout.slots.end()) {
      access.site.variable = global->getName().str();
      access.site.sharedOffset = it->second.offset;
      access.site.sharedSize = it->second.dynamic ? 0 : it->second.size;
    }
  uint32_t index = sites.add(*access.inst, access.site);
  IRBuilder<> b(access.inst);
  Value *bytes = access.bytes ? b.CreateZExt(access.bytes, b.getInt64Ty())
                              : b.getInt64(access.site.bytes);
  SmallVector<Value *> arguments = {
      getThread(function), b.CreateAddrSpaceCast(access.address, b.getPtrTy()),
      bytes, b.getInt32(index)};
  auto *store = dyn_cast<StoreInst>(access.inst);
  if (!store || access.site.bytes > sizeof(uint64_t)) {
    callRuntime(b, "fp8sim_access", b.getVoidTy(), arguments);
    return;
  }
  Value *value = store->getValueOperand();
  if (value->getType()->isPointerTy())
    value = b.CreatePtrToInt(value, b.getInt64Ty());
  unsigned bits = data.getTypeSizeInBits(value->getType());
  value = b.CreateBitCast(value, b.getIntNTy(bits));
  arguments.push_back(b.CreateZExt(value, b.getInt64Ty()));
  callRuntime(b, "fp8sim_store", b.getVoidTy(), arguments);
}

bool Instrumenter::run() {
  for (Instruction &inst : instructions(function))
    collect(inst);
  for (MemoryAccess &access : accesses)
    insertCheck(access);
  for (Instruction *fence : fences) {
    IRBuilder<> b(fence);
    callRuntime(b, "fp8sim_fence", b.getVoidTy(), {getThread(function)});
  }
  Instruction *thread = nullptr;
  for (AllocaInst *local : locals) {
    if (!thread)
      thread = cast<Instruction>(getThread(function));
    // Insert after the definitions of both the variable and the thread.
    bool inEntry = local->getParent() == thread->getParent();
    Instruction *after = inEntry && local->comesBefore(thread) ? thread : local;
    IRBuilder<> b(after->getNextNode());
    Value *bytes = b.CreateMul(
        b.CreateZExtOrTrunc(local->getArraySize(), b.getInt64Ty()),
        b.getInt64(data.getTypeAllocSize(local->getAllocatedType())));
    callRuntime(b, "fp8sim_local", b.getVoidTy(),
                {thread, b.CreateAddrSpaceCast(local, b.getPtrTy()), bytes});
  }
  return !accesses.empty() || !fences.empty() || !locals.empty();
}

PreservedAnalyses InstrumentPass::run(Function &function,
                                      FunctionAnalysisManager &) {
  return Instrumenter(function, sites, layout).run() ? PreservedAnalyses::none()
                                                     : PreservedAnalyses::all();
}
