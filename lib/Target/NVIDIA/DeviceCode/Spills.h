//===- Spills.h - registers that ptxas spills -------------------*- C++ -*-===//
#ifndef FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H
#define FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::fp8 {

/// A kernel some of whose registers lie in memory.
struct SpilledKernel {
  std::string name;
  unsigned registers, bytes;
};

/// What the log of `ptxas -v` says of spilled registers.
llvm::SmallVector<SpilledKernel> findSpills(llvm::StringRef log);

unsigned countSpilledBytes(llvm::ArrayRef<SpilledKernel> kernels);

/// `ptx`, where `ptxas` may give those of `kernels` more registers that have
/// not as many as there are; empty if there is none. Without a bound it spills
/// a few to have one more block of threads on a multiprocessor.
std::string boundSpilledKernels(llvm::StringRef ptx,
                                llvm::ArrayRef<SpilledKernel> kernels);

} // namespace mlir::fp8

#endif // FP8_LIB_TARGET_NVIDIA_DEVICECODE_SPILLS_H
