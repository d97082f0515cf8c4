//===- Shim.h - device LLVM IR to host LLVM IR ------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_SHIM_H
#define FP8_LIB_SIM_SHIM_H

#include "Sites.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace fp8sim {

/// Where the variables in shared memory lie, from the start of a block's.
struct SharedLayout {
  struct Slot {
    uint64_t offset, size;
    /// Lies in the memory that the launch adds, and its size is the launch's.
    bool dynamic;
  };
  llvm::DenseMap<const llvm::GlobalVariable *, Slot> slots;
  /// Bytes that a kernel declares, by name.
  llvm::StringMap<uint64_t> staticSizes;

  static SharedLayout compute(const llvm::Module &module);
};

/// An error at the source location of `inst`, with a list of what is supported.
llvm::Error makeUnsupported(const llvm::Instruction &inst,
                            const llvm::Twine &what,
                            const llvm::Twine &supported);

/// Expands what NVPTX expands too (masked accesses, vector reductions) with the
/// passes that its back end runs.
void expandVectorIntrinsics(llvm::Module &module);

/// Fails on the first thing in `module` that the simulator lacks, intrinsics of
/// the GPU aside.
llvm::Error checkSupported(const llvm::Module &module);

/// Puts a check before every access, and tells the runtime of fences and local
/// variables.
class InstrumentPass : public llvm::PassInfoMixin<InstrumentPass> {
public:
  InstrumentPass(SiteTable &sites, const SharedLayout &layout)
      : sites(sites), layout(layout) {}
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }

private:
  SiteTable &sites;
  const SharedLayout &layout;
};

/// Replaces the intrinsics of the GPU by calls of the runtime and by IR that
/// the host has. Fails on the first that is not known.
llvm::Error lowerIntrinsics(llvm::Function &function, SiteTable &sites);

/// The part of it that is about floats; null for other intrinsics.
llvm::Value *lowerFloatIntrinsic(llvm::CallInst &call, llvm::IRBuilder<> &b);

/// Gives the arithmetic of the host the results that PTX defines: canonical
/// NaNs, ordered zeros, one rounding in f16 and bf16, saturating conversions.
void makeFloatsExact(llvm::Function &function);

/// Keeps divisions of integers from trapping. `sites` is null unless a divisor
/// of 0 is to be reported.
void makeDivisionsSafe(llvm::Function &function, SiteTable *sites);

/// Drops the claims about alignment: what is wrong about them is reported by
/// the checks, and must not crash the host where there are none.
void dropAlignment(llvm::Function &function);

/// Replaces variables in shared memory by places in the block's memory, gives
/// kernels host entries named `getEntryName`, and drops what is NVPTX's.
void retarget(llvm::Module &module, const SharedLayout &layout);

std::string getEntryName(llvm::StringRef kernel);

/// The thread that runs `function`, computed once at its start.
llvm::Value *getThread(llvm::Function &function);

/// Calls a function of the runtime.
llvm::CallInst *callRuntime(llvm::IRBuilderBase &b, llvm::StringRef name,
                            llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> arguments);

} // namespace fp8sim

#endif // FP8_LIB_SIM_SHIM_H
