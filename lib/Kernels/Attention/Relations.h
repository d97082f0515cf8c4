//===- Relations.h - predicates as relations of the runtime -----*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_ATTENTION_RELATIONS_H
#define FP8_LIB_KERNELS_ATTENTION_RELATIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::fp8 {

/// Returns the relation of fp8rt_attention.h that a predicate of floats tests.
int64_t getRelation(arith::CmpFPredicate predicate);

/// Returns the relation that a predicate of integers tests.
int64_t getRelation(arith::CmpIPredicate predicate);

/// Returns true if a predicate compares unsigned integers.
bool isUnsigned(arith::CmpIPredicate predicate);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_ATTENTION_RELATIONS_H
