//===- KernelJIT.h - JIT compilation of emitted kernels ---------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_KERNELJIT_H
#define FP8_TARGET_CPU_KERNELJIT_H

#include "fp8/Runtime/fp8rt.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::fp8 {

/// Returns the width of this machine's vector registers, in bits, for
/// --fp8-emit-cpu.
unsigned getHostVectorBits();
/// Returns the LLVM name of this machine's CPU.
std::string getHostCPU();

/// Functions of the CPU emitter, compiled for this machine.
class KernelJIT {
public:
  /// Compiles a module of functions from the CPU emitter. Lowers the module in
  /// place and reports errors at the module. `vectorBits` is the width that was
  /// passed to the emitter.
  static FailureOr<std::unique_ptr<KernelJIT>>
  create(ModuleOp module, unsigned vectorBits = getHostVectorBits());
  ~KernelJIT();

  /// Returns the function `name`, or null if there is none.
  fp8rt_cpu_kernel lookup(StringRef name) const;

private:
  explicit KernelJIT(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_KERNELJIT_H
