//===- FoldTransposes.h - operands in their own layout ----------*- C++ -*-===//
#ifndef FP8_LIB_KERNELS_GEMMS_FOLDTRANSPOSES_H
#define FP8_LIB_KERNELS_GEMMS_FOLDTRANSPOSES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include <array>

namespace mlir::fp8 {

/// Replaces each operand of a contraction that is a transpose by the source of
/// the transpose, and updates its indexing map in `maps`. `values` are lhs, rhs
/// and the init. A cast between the transpose and the contraction is repeated
/// on the source at the insertion point of `builder`. An operand stays if its
/// elements are neither f32 nor bf16, or if a library would have to copy the
/// source. If the library packs operands without contiguous rows, an operand
/// also stays unless there are fewer copies without the transpose.
void foldTransposes(OpBuilder &builder, std::array<Value, 3> &values,
                    SmallVectorImpl<AffineMap> &maps, bool packsOperands);

} // namespace mlir::fp8

#endif // FP8_LIB_KERNELS_GEMMS_FOLDTRANSPOSES_H
