//===- HostMachine.h - the CPU that kernels are compiled for ----*- C++ -*-===//
#ifndef FP8_TARGET_CPU_HOSTMACHINE_H
#define FP8_TARGET_CPU_HOSTMACHINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::fp8 {

/// The CPU of that name, or this machine's if it is empty. No fused
/// multiply-add appears where none is written: the IR says `fma` where it means
/// it.
llvm::Expected<llvm::orc::JITTargetMachineBuilder>
getCPUTarget(StringRef cpu = "");

/// The widest vector registers of the target: 128, 256 or 512.
unsigned getVectorBits(const llvm::TargetMachine &target);

/// Whether the target runs what --fp8-use-avx512 leaves.
bool canUseAVX512(const llvm::TargetMachine &target);

/// Lets code use vectors of that many bits. LLVM prefers 256 even where there
/// are 512; the emitter has made that choice.
void preferVectors(llvm::Module &module, unsigned bits);

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_HOSTMACHINE_H
