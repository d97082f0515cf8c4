//===- Intrinsics.h - lowering of GPU intrinsics ----------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_INTRINSICS_H
#define FP8_LIB_SIM_INTRINSICS_H

#include "Shim.h"

namespace fp8sim {

/// A call of an intrinsic that is being replaced.
struct Lowering {
  llvm::CallInst &call;
  llvm::IRBuilder<> &b;
  SiteTable &sites;
  /// The part of the intrinsic's name after the prefix in the table.
  llvm::StringRef rest;

  llvm::Value *arg(unsigned i) { return call.getArgOperand(i); }
  llvm::Value *thread() { return getThread(*call.getFunction()); }
  llvm::Value *site() { return b.getInt32(sites.add(call)); }
  llvm::Value *callRuntime(llvm::StringRef name, llvm::Type *type,
                           llvm::ArrayRef<llvm::Value *> arguments) {
    return fp8sim::callRuntime(b, name, type, arguments);
  }
};

// Each function returns the replacement of the call, or null if the variant is
// not supported.
llvm::Value *emitShuffle(Lowering &l);
llvm::Value *emitRedux(Lowering &l);
llvm::Value *emitVote(Lowering &l);
llvm::Value *emitMatch(Lowering &l);
llvm::Value *emitElect(Lowering &l);
llvm::Value *emitWarpSync(Lowering &l);
llvm::Value *emitActiveMask(Lowering &l);
llvm::Value *emitBarrier(Lowering &l);

} // namespace fp8sim

#endif // FP8_LIB_SIM_INTRINSICS_H
