//===- Passes.h - gpu modules to code for NVIDIA GPUs -----------*- C++ -*-===//
#ifndef FP8_CONVERSION_GPUTOPTX_PASSES_H
#define FP8_CONVERSION_GPUTOPTX_PASSES_H

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Conversion/GPUToPTX/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Conversion/GPUToPTX/Passes.h.inc"

/// Registers the translations `gpu-to-ptx`, `gpu-to-cubin`, `gpu-to-fatbin` and
/// `gpu-to-device-llvm` of a file with one gpu.module, with the options `chip`,
/// `chips` and `ptx`.
void registerGPUToPTXTranslations();

/// What `chips` says, once these are registered.
ArrayRef<std::string> getTranslationChips();

} // namespace mlir::fp8

#endif // FP8_CONVERSION_GPUTOPTX_PASSES_H
