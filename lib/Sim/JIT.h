//===- JIT.h - host code of a module ----------------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_JIT_H
#define FP8_LIB_SIM_JIT_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::fp8 {
class CodeCache;
} // namespace mlir::fp8

namespace fp8sim {

class HostJIT {
public:
  /// Compiles `module`, which may call the functions of getRuntimeSymbols(), or
  /// finds its code in `cache`, which may be null.
  static llvm::Expected<std::unique_ptr<HostJIT>>
  create(llvm::Module &module, const mlir::fp8::CodeCache *cache);
  ~HostJIT();

  llvm::Expected<void *> lookup(llvm::StringRef name);

  /// Returns an upper bound of the stack that the code needs, without the
  /// runtime functions that it calls and without variables of dynamic size.
  uint64_t getFrameBytes() const { return frameBytes; }

private:
  HostJIT(std::unique_ptr<llvm::orc::LLJIT> jit, uint64_t frameBytes);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  /// Sum of the stack frames of all functions, in bytes.
  uint64_t frameBytes;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_JIT_H
