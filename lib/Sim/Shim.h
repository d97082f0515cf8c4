//===- Shim.h - device LLVM IR to host LLVM IR ------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_SHIM_H
#define FP8_LIB_SIM_SHIM_H

#include "Sites.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace fp8sim {

/// Offsets of the shared-memory variables in the shared memory of a block.
struct SharedLayout {
  struct Slot {
    uint64_t offset, size;
    /// True if the variable is in the dynamic shared memory, whose size is a
    /// parameter of the launch.
    bool dynamic;
  };
  llvm::DenseMap<const llvm::GlobalVariable *, Slot> slots;
  /// Declared shared memory of each kernel in bytes, by name.
  llvm::StringMap<uint64_t> staticSizes;

  static SharedLayout compute(const llvm::Module &module);
};

/// Returns an error at the source location of `inst`, with a list of supported
/// constructs.
llvm::Error makeUnsupported(const llvm::Instruction &inst,
                            const llvm::Twine &what,
                            const llvm::Twine &supported);

/// Expands the constructs that NVPTX also expands (masked accesses, vector
/// reductions), with the passes of its backend.
void expandVectorIntrinsics(llvm::Module &module);

/// Fails on the first construct in `module` that the simulator does not
/// support, except for GPU intrinsics.
llvm::Error checkSupported(const llvm::Module &module);

/// Inserts a check before every memory access, and notifies the runtime of
/// fences and local variables.
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

/// Replaces GPU intrinsics by calls of the runtime and by IR for the host.
/// Fails on the first unknown intrinsic.
llvm::Error lowerIntrinsics(llvm::Function &function, SiteTable &sites);

/// Lowers the floating-point intrinsics. Returns null for other intrinsics.
llvm::Value *lowerFloatIntrinsic(llvm::CallInst &call, llvm::IRBuilder<> &b);

/// Makes the host's arithmetic return the results that PTX defines: canonical
/// NaNs, ordered zeros, one rounding in f16 and bf16, saturating conversions.
void makeFloatsExact(llvm::Function &function);

/// Prevents integer divisions from trapping. `sites` is null unless divisions
/// by 0 are reported.
void makeDivisionsSafe(llvm::Function &function, SiteTable *sites);

/// Removes alignment attributes. The checks report misaligned accesses; without
/// checks, such accesses must not crash the host.
void dropAlignment(llvm::Function &function);

/// Splits basic blocks of more than `maxSize` instructions: LLVM selects and
/// orders the instructions of a block in quadratic time.
void splitLongBlocks(llvm::Function &function, size_t maxSize);

/// Replaces shared-memory variables by addresses in the memory of the block,
/// creates host entry points named `getEntryName` for kernels, and removes
/// NVPTX-specific attributes and metadata.
void retarget(llvm::Module &module, const SharedLayout &layout);

std::string getEntryName(llvm::StringRef kernel);

/// Returns the thread that runs `function`. The value is computed once, at the
/// start of the function.
llvm::Value *getThread(llvm::Function &function);

/// Emits a call of a runtime function.
llvm::CallInst *callRuntime(llvm::IRBuilderBase &b, llvm::StringRef name,
                            llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> arguments);

} // namespace fp8sim

#endif // FP8_LIB_SIM_SHIM_H
