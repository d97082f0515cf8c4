//===- Intrinsics.cpp - lowering of GPU intrinsics ------------------------===//
//
// A table that maps names of intrinsics to their implementation: fields of the
// thread, calls of the runtime, or LLVM IR for the host.
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"
#include "Runtime.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cstddef>

using namespace llvm;
using namespace fp8sim;

namespace {
/// Replaces intrinsics whose name starts with `prefix`. `emit` returns null if
/// it does not support the variant.
struct Entry {
  StringLiteral prefix;
  Value *(*emit)(Lowering &);
};
} // namespace

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

static Value *loadField(IRBuilder<> &b, Value *base, size_t offset,
                        Type *type) {
  Value *address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, offset);
  LoadInst *load = b.CreateLoad(type, address);
  load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(b.getContext(), {}));
  return load;
}

static Value *emitSpecialRegister(Lowering &l) {
  IRBuilder<> &b = l.b;
  Type *i32 = b.getInt32Ty();
  if (l.rest == "warpsize")
    return b.getInt32(kWarpSize);
  if (l.rest == "clock64" || l.rest == "globaltimer" || l.rest == "clock" ||
      l.rest == "globaltimer.lo")
    return b.CreateTrunc(l.callRuntime("fp8sim_timer", b.getInt64Ty(), {}),
                         l.call.getType());
  Value *lane = nullptr;
  if (l.rest == "laneid" || l.rest.starts_with("lanemask."))
    lane = loadField(b, l.thread(), offsetof(ThreadState, lane), i32);
  if (l.rest == "laneid")
    return lane;
  if (l.rest == "warpid")
    return b.CreateUDiv(
        loadField(b, l.thread(), offsetof(ThreadState, index), i32),
        b.getInt32(kWarpSize));
  if (l.rest.consume_front("lanemask.")) {
    Value *eq = b.CreateShl(b.getInt32(1), lane);
    Value *lt = b.CreateSub(eq, b.getInt32(1));
    return StringSwitch<Value *>(l.rest)
        .Case("eq", eq)
        .Case("lt", lt)
        .Case("le", b.CreateOr(lt, eq))
        .Case("gt", b.CreateNot(b.CreateOr(lt, eq)))
        .Case("ge", b.CreateNot(lt))
        .Default(nullptr);
  }
  auto [reg, dimension] = l.rest.split('.');
  size_t index = StringRef("xyz").find(dimension);
  if (dimension.size() != 1 || index == StringRef::npos) {
    if (l.rest != "dynamic.smem.size" && l.rest != "dynamic_smem_size")
      return nullptr;
    reg = "dynamic";
    index = 0;
  }
  if (reg == "tid")
    return loadField(b, l.thread(),
                     offsetof(ThreadState, tid) + index * sizeof(uint32_t),
                     i32);
  std::optional<size_t> offset =
      StringSwitch<std::optional<size_t>>(reg)
          .Case("ctaid", offsetof(BlockState, ctaid))
          .Case("ntid", offsetof(BlockState, ntid))
          .Case("nctaid", offsetof(BlockState, nctaid))
          .Case("dynamic", offsetof(BlockState, dynamicShared))
          .Default(std::nullopt);
  if (!offset)
    return nullptr;
  Value *block =
      loadField(b, l.thread(), offsetof(ThreadState, block), b.getPtrTy());
  return loadField(b, block, *offset + index * sizeof(uint32_t), i32);
}

//===----------------------------------------------------------------------===//
// Control and memory
//===----------------------------------------------------------------------===//

static Value *emitFence(Lowering &l) {
  return l.b.CreateFence(AtomicOrdering::SequentiallyConsistent);
}

static Value *emitExit(Lowering &l) {
  return l.callRuntime("fp8sim_exit", l.b.getVoidTy(), {l.thread()});
}

static Value *emitTrap(Lowering &l) {
  return l.callRuntime("fp8sim_trap", l.b.getVoidTy(), {l.thread(), l.site()});
}

/// Lets other threads run, because this thread waits for their work.
static Value *emitSleep(Lowering &l) {
  return l.callRuntime("fp8sim_yield", l.b.getVoidTy(), {l.thread()});
}

static Value *emitIsSpace(Lowering &l) {
  IRBuilder<> &b = l.b;
  auto ask = [&](StringRef name) {
    Value *is = l.callRuntime(name, b.getInt32Ty(), {l.thread(), l.arg(0)});
    return b.CreateICmpNE(is, b.getInt32(0));
  };
  if (l.rest == "shared" || l.rest == "shared.cluster")
    return ask("fp8sim_is_shared");
  if (l.rest == "local")
    return ask("fp8sim_is_local");
  if (l.rest == "global")
    return b.CreateNot(
        b.CreateOr(ask("fp8sim_is_shared"), ask("fp8sim_is_local")));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies
//===----------------------------------------------------------------------===//

static Value *emitCopy(Lowering &l) {
  IRBuilder<> &b = l.b;
  if (l.rest == "commit.group")
    return l.callRuntime("fp8sim_copy_commit", b.getVoidTy(), {l.thread()});
  if (l.rest == "wait.group")
    return l.callRuntime("fp8sim_copy_wait", b.getVoidTy(),
                         {l.thread(), l.arg(0)});
  if (l.rest == "wait.all")
    return l.callRuntime("fp8sim_copy_wait_all", b.getVoidTy(), {l.thread()});
  if (!l.rest.consume_front("ca.shared.global.") &&
      !l.rest.consume_front("cg.shared.global."))
    return nullptr;
  unsigned bytes;
  if (l.rest.consumeInteger(10, bytes))
    return nullptr;
  Value *source = l.rest == ".s" ? l.arg(2) : b.getInt32(bytes);
  return l.callRuntime("fp8sim_copy", b.getVoidTy(),
                       {l.thread(),
                        b.CreateAddrSpaceCast(l.arg(0), b.getPtrTy()),
                        b.CreateAddrSpaceCast(l.arg(1), b.getPtrTy()),
                        b.getInt32(bytes), source});
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Emits prmt: each digit of the selector selects one of eight bytes, or
/// replicates its sign bit.
static Value *emitPermute(Lowering &l) {
  IRBuilder<> &b = l.b;
  if (!l.rest.empty())
    return nullptr;
  Type *i64 = b.getInt64Ty();
  Value *bytes = b.CreateOr(b.CreateZExt(l.arg(0), i64),
                            b.CreateShl(b.CreateZExt(l.arg(1), i64), 32));
  Value *result = b.getInt32(0);
  for (unsigned i = 0; i < 4; ++i) {
    Value *digit = b.CreateAnd(b.CreateLShr(l.arg(2), 4 * i), 15);
    Value *shift = b.CreateShl(b.CreateAnd(digit, 7), 3);
    Value *byte = b.CreateTrunc(b.CreateLShr(bytes, b.CreateZExt(shift, i64)),
                                b.getInt8Ty());
    byte = b.CreateSelect(b.CreateICmpUGE(digit, b.getInt32(8)),
                          b.CreateAShr(byte, 7), byte);
    result = b.CreateOr(result,
                        b.CreateShl(b.CreateZExt(byte, b.getInt32Ty()), 8 * i));
  }
  return result;
}

/// Emits unsigned dp2a: multiplies the two halves of one word by two bytes of
/// another word and adds the products.
static Value *emitDotOfHalves(Lowering &l) {
  IRBuilder<> &b = l.b;
  if (!l.rest.empty())
    return nullptr;
  Value *sum = l.arg(3);
  Value *bytes = b.CreateSelect(l.arg(2), b.CreateLShr(l.arg(1), 16), l.arg(1));
  for (unsigned i = 0; i < 2; ++i) {
    Value *half = b.CreateAnd(b.CreateLShr(l.arg(0), 16 * i), 0xFFFF);
    Value *byte = b.CreateAnd(b.CreateLShr(bytes, 8 * i), 0xFF);
    sum = b.CreateAdd(sum, b.CreateMul(half, byte));
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static const Entry kTable[] = {
    {"llvm.nvvm.read.ptx.sreg.", emitSpecialRegister},
    {"llvm.nvvm.shfl.sync.", emitShuffle},
    {"llvm.nvvm.redux.sync.", emitRedux},
    {"llvm.nvvm.vote.", emitVote},
    {"llvm.nvvm.match.", emitMatch},
    {"llvm.nvvm.elect.sync", emitElect},
    {"llvm.nvvm.bar.warp.sync", emitWarpSync},
    {"llvm.nvvm.activemask", emitActiveMask},
    {"llvm.nvvm.barrier.cta.", emitBarrier},
    {"llvm.nvvm.membar.", emitFence},
    {"llvm.nvvm.isspacep.", emitIsSpace},
    {"llvm.nvvm.cp.async.", emitCopy},
    {"llvm.nvvm.prmt", emitPermute},
    {"llvm.nvvm.idp2a.u.u", emitDotOfHalves},
    {"llvm.nvvm.nanosleep", emitSleep},
    {"llvm.nvvm.exit", emitExit},
    {"llvm.trap", emitTrap},
};

static Value *lower(CallInst &call, IRBuilder<> &b, SiteTable &sites) {
  StringRef name = call.getCalledFunction()->getName();
  for (const Entry &entry : kTable) {
    Lowering l{call, b, sites, name};
    if (l.rest.consume_front(entry.prefix))
      return entry.emit(l);
  }
  return lowerFloatIntrinsic(call, b);
}

static bool isDeviceIntrinsic(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  return callee && (callee->getName().starts_with("llvm.nvvm.") ||
                    callee->getIntrinsicID() == Intrinsic::trap);
}

Error fp8sim::lowerIntrinsics(Function &function, SiteTable &sites) {
  SmallVector<CallInst *> calls;
  for (Instruction &inst : instructions(function))
    if (auto *call = dyn_cast<CallInst>(&inst);
        call && isDeviceIntrinsic(*call))
      calls.push_back(call);
  for (CallInst *call : calls) {
    IRBuilder<> b(call);
    Value *result = lower(*call, b, sites);
    if (!result)
      return makeUnsupported(
          *call, "the intrinsic " + call->getCalledFunction()->getName(),
          "special registers, shfl.sync, redux.sync, vote.sync, match.sync, "
          "elect.sync, barriers, membar, cp.async, conversions of f16, bf16, "
          "e4m3, e5m2 and ue8m0, and correctly rounded arithmetic");
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(result);
    call->eraseFromParent();
  }
  return Error::success();
}
