//===- Decompose.h - fp8 ops in terms of upstream ops -----------*- C++ -*-===//
//
// What the decompositions share. Each is written twice over: once for the loop
// nests on tensors, `TensorBuilder`, and once for what happens to one element,
// `ElementBuilder`.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_DECOMPOSE_H
#define FP8_LIB_IR_DECOMPOSE_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::fp8 {

/// Emits `unsupported by fp8-decompose: <op> <what>` with a note.
LogicalResult refuseToDecompose(Operation *op, const Twine &what,
                                StringRef supported);

/// Refuses operands of dynamic shape and memrefs.
LogicalResult verifyDecomposable(Operation *op);

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element of a state in its planes, and what they stand for, before a
/// transform is undone; no residual is null. A split has no `value` but the
/// whole `code` that it is in two.
struct StoredElement {
  Value main, residual, value = {}, code = {};
};

/// Emits scalar arithmetic, in f32 unless a method says otherwise.
class ElementBuilder {
public:
  ElementBuilder(OpBuilder &builder, Location loc) : b(loc, builder) {}

  Value f32(float value);
  Value f32Bits(uint32_t bits);
  Value i32(uint32_t value);

  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value abs(Value x);
  Value maximum(Value x, Value y) { return arith::MaximumFOp::create(b, x, y); }
  /// x < y, false for NaN.
  Value less(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  }
  Value equal(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
  }
  Value both(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }
  /// 0x7FC00000 for every NaN.
  Value canonicalize(Value x);

  /// The f32 that a number or code stands for; `format` is that of an integer.
  Value decode(Value x, std::optional<Format> format = std::nullopt);
  /// `x` rounded to nearest and saturated, or stochastically by the i16
  /// `random`.
  Value encode(Value x, Type to, std::optional<Format> format = std::nullopt,
               Value random = {});

  /// scale and 1 / scale of fp8.compute_scale; `previous` may be null.
  std::pair<Value, Value> computeScale(Value amax, Format format,
                                       std::optional<ScalingAttr> scaling,
                                       Value previous);
  /// The e8m0 code of `amax / max`, an i32, and what it multiplies by before
  /// the cast.
  std::pair<Value, Value> computeE8M0(Value amax, Format format);
  Value toE8M0(Value code);

  /// The logical value of an element of a state. No scale is null.
  Value decodeState(StorageAttr storage, Value main, Value residual,
                    Value scaleInv);
  Value transformState(StorageAttr storage, Value value);
  /// `value` is transformed; `random` is null unless the storage rounds so.
  StoredElement encodeState(StorageAttr storage, Value value, Value scale,
                            Value scaleInv, Value random);
  /// The magnitude of a split's whole code, ordered as |value| is under the
  /// scale, where that is infinite, too.
  Value orderCode(Value code, Value scaleInv);
  /// The |value| of what orderCode gives.
  Value measureCode(Value rank, Value scaleInv);

  ImplicitLocOpBuilder &builder() { return b; }

private:
  Value toBits(Value x);
  Value toFloat(Value bits);
  Value joinCode(Value main, Value residual);
  StoredElement splitCode(Value code);

  ImplicitLocOpBuilder b;
};

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// The element of each input, then of each output; gives the new outputs.
using ElementFn =
    function_ref<SmallVector<Value>(ElementBuilder &, ValueRange)>;

class TensorBuilder {
public:
  TensorBuilder(OpBuilder &builder, Location loc) : b(loc, builder) {}

  Value empty(ArrayRef<int64_t> shape, Type element);
  Value filled(ArrayRef<int64_t> shape, float value);

  /// One linalg.generic; `maps` are those of inputs and outputs. A dimension
  /// that is no result of an output map is reduced.
  SmallVector<Value> generic(ValueRange inputs, ValueRange outputs,
                             ArrayRef<AffineMap> maps, ElementFn element);
  /// Elementwise on one shape; inputs of rank 0 are broadcast.
  SmallVector<Value> elementwise(ValueRange inputs, ValueRange outputs,
                                 ElementFn element);

  /// max(init, max|input|), NaN canonical, over what `outputMap` drops.
  Value amax(Value input, Value init, AffineMap outputMap);
  Value amax(Value input, Value init);

  /// The number in `value`, a tensor of rank 0.
  Value extract(Value value);

  ImplicitLocOpBuilder &builder() { return b; }

private:
  ImplicitLocOpBuilder b;
};

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

/// A tensor seen so that the scale of an element is found by `scaleMap`. A
/// dimension that granules divide is split, and loops over a granule have one
/// scale; elsewhere the map divides. Groups are those of the flat tensor.
class Granules {
public:
  Granules(GranularityAttr granularity, RankedTensorType type);

  /// The view of a tensor of the shape, and a tensor from its view.
  Value open(TensorBuilder &builder, Value tensor) const;
  Value close(TensorBuilder &builder, Value view, Type type) const;

  AffineMap getDataMap() const;
  /// The index along each dimension of the tensor, of the element of the view
  /// that the enclosing linalg.generic is at.
  SmallVector<Value> getIndices(ElementBuilder &builder) const;
  AffineMap getScaleMap() const { return scaleMap; }
  ArrayRef<int64_t> getScaleShape() const { return scaleShape; }
  ArrayRef<int64_t> getViewShape() const { return viewShape; }

private:
  /// Groups of `size` elements of the flattened tensor.
  void divideFlat(int64_t size);

  RankedTensorType type;
  bool isFlat = false;
  SmallVector<int64_t> viewShape;
  /// The dimensions of the view that each dimension became.
  SmallVector<SmallVector<int64_t, 2>> groups;
  AffineMap scaleMap;
  SmallVector<int64_t> scaleShape;
};

//===----------------------------------------------------------------------===//
// Random draws
//===----------------------------------------------------------------------===//

/// The i16 draw of one element by Philox4x32-10. `index` is the i64 row-major
/// index in the whole tensor; `seed` and `step` are i32.
Value emitRandomBits(ElementBuilder &builder, RoundingMode rounding, Value seed,
                     uint32_t stream, Value index, Value step, uint32_t use);

/// The i32 draw of one element for fp8.init: numerics::initialBits.
Value emitInitialBits(ElementBuilder &builder, Value seed, uint32_t stream,
                      Value index);

/// The row-major index, in the tensor of `wholeShape`, of the element at
/// `indices` after `offsets`, i64 constants or index values.
Value emitWholeIndex(ElementBuilder &builder, ArrayRef<Value> indices,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<int64_t> wholeShape);

//===----------------------------------------------------------------------===//
// Scales of granules
//===----------------------------------------------------------------------===//

/// What the elements of a granule are multiplied by, and what is stored of it.
struct MadeScales {
  Value scale, scaleInv;
};

/// Scales from the amaxes of the granules of `view`; the inverses are written
/// to `scaleInvInit`, whose elements are e8m0 codes under `mx`.
MadeScales makeScales(TensorBuilder &builder, const Granules &granules,
                      Value view, Format format,
                      std::optional<ScalingAttr> scaling, Value scaleInvInit);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_DECOMPOSE_H
