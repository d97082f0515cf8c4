//===- Passes.h - kernel code for CPUs --------------------------*- C++ -*-===//
#ifndef FP8_TARGET_CPU_PASSES_H
#define FP8_TARGET_CPU_PASSES_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::fp8 {

#define GEN_PASS_DECL
#include "fp8/Target/CPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "fp8/Target/CPU/Passes.h.inc"

} // namespace mlir::fp8

#endif // FP8_TARGET_CPU_PASSES_H
