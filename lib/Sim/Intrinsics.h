//===- Intrinsics.h - replacing the intrinsics of the GPU -------*- C++ -*-===//

#ifndef FP8_LIB_SIM_INTRINSICS_H
#define FP8_LIB_SIM_INTRINSICS_H

#include "Shim.h"

namespace fp8sim {

/// One call that is being replaced.
struct Lowering {
  llvm::CallInst &call;
  llvm::IRBuilder<> &b;
  SiteTable &sites;
  /// What follows the prefix of the table in the name of the intrinsic.
  llvm::StringRef rest;

  llvm::Value *arg(unsigned i) { return call.getArgOperand(i); }
  llvm::Value *thread() { return getThread(*call.getFunction()); }
  llvm::Value *site() { return b.getInt32(sites.add(call)); }
  llvm::Value *callRuntime(llvm::StringRef name, llvm::Type *type,
                           llvm::ArrayRef<llvm::Value *> arguments) {
    return fp8sim::callRuntime(b, name, type, arguments);
  }
};

// Each returns what replaces the call, or null if there is no such variant.
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
