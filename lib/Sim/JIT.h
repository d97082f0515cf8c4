//===- JIT.h - host code of a module ----------------------------*- C++ -*-===//

#ifndef FP8_LIB_SIM_JIT_H
#define FP8_LIB_SIM_JIT_H

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace fp8sim {

class HostJIT {
public:
  /// Compiles `module`, which may call the functions of getRuntimeSymbols().
  static llvm::Expected<std::unique_ptr<HostJIT>>
  create(std::unique_ptr<llvm::LLVMContext> context,
         std::unique_ptr<llvm::Module> module);
  ~HostJIT();

  llvm::Expected<void *> lookup(llvm::StringRef name);

private:
  explicit HostJIT(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace fp8sim

#endif // FP8_LIB_SIM_JIT_H
