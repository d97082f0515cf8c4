//===- Decompose.h - fp8 ops in terms of upstream ops -----------*- C++ -*-===//
//
// Helpers shared by the decompositions. `TensorBuilder` creates the loop nests
// on tensors, and `ElementBuilder` creates the arithmetic on one element.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_DECOMPOSE_H
#define FP8_LIB_IR_DECOMPOSE_H

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::fp8 {

/// Reports `unsupported by fp8-decompose: <op> <what>`, with a note that lists
/// the supported cases.
LogicalResult refuseToDecompose(Operation *op, const Twine &what,
                                StringRef supported);

/// Rejects memrefs and operands of dynamic shape.
LogicalResult verifyDecomposable(Operation *op);

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element of a state as stored in its planes. `value` is the value that the
/// planes represent, before a transform is undone. `residual` is null without a
/// residual. A split has no `value`; `code` is the whole code that it stores in
/// two planes.
struct StoredElement {
  Value main, residual, value = {}, code = {};
};

/// Emits scalar arithmetic, in f32 unless a method says otherwise.
class ElementBuilder : public ArithmeticBuilder {
public:
  using ArithmeticBuilder::ArithmeticBuilder;

  /// Emits 0x7FC00000 for every NaN, and `x` otherwise.
  Value canonicalize(Value x);

  /// Emits the f32 value of a number or code. `format` is the format of an
  /// integer.
  Value decode(Value x, std::optional<Format> format = std::nullopt);
  /// Emits `x` rounded to nearest and saturated. If the i16 `random` is given,
  /// rounds stochastically.
  Value encode(Value x, Type to, std::optional<Format> format = std::nullopt,
               Value random = {});

  /// Emits scale and 1 / scale of fp8.compute_scale; `previous` may be null.
  std::pair<Value, Value> computeScale(Value amax, Format format,
                                       std::optional<ScalingAttr> scaling,
                                       Value previous);
  /// Emits the e8m0 code of `amax / max`, as an i32, and the factor to multiply
  /// by before the cast.
  std::pair<Value, Value> computeE8M0(Value amax, Format format);
  Value toE8M0(Value code);

  /// Emits the logical value of an element of a state. `scaleInv` is null if
  /// the state has no scale.
  Value decodeState(StorageAttr storage, Value main, Value residual,
                    Value scaleInv);
  Value transformState(StorageAttr storage, Value value);
  /// Encodes `value`, to which the transform has been applied. `random` is null
  /// unless the storage rounds stochastically.
  StoredElement encodeState(StorageAttr storage, Value value, Value scale,
                            Value scaleInv, Value random);
  /// Emits an unsigned rank of a split's whole code. Ranks are ordered like the
  /// scaled absolute values, also if the scale is infinite.
  Value orderCode(Value code, Value scaleInv);
  /// Emits the |value| of a rank that orderCode returned.
  Value measureCode(Value rank, Value scaleInv);

private:
  Value joinCode(Value main, Value residual);
  StoredElement splitCode(Value code);
};

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Maps the elements of the inputs and outputs to the new elements of the
/// outputs.
using ElementFn =
    function_ref<SmallVector<Value>(ElementBuilder &, ValueRange)>;

class TensorBuilder : public ArithmeticBuilder {
public:
  using ArithmeticBuilder::ArithmeticBuilder;

  Value empty(ArrayRef<int64_t> shape, Type element);
  Value filled(ArrayRef<int64_t> shape, float value);

  /// Creates one linalg.generic. `maps` are the maps of the inputs, followed by
  /// the maps of the outputs. A dimension that occurs in no output map is
  /// reduced.
  SmallVector<Value> generic(ValueRange inputs, ValueRange outputs,
                             ArrayRef<AffineMap> maps, ElementFn element);
  /// Creates an elementwise generic on one shape; inputs of rank 0 are
  /// broadcast.
  SmallVector<Value> elementwise(ValueRange inputs, ValueRange outputs,
                                 ElementFn element);

  /// Emits max(init, max|input|), with canonical NaN, over the dimensions that
  /// `outputMap` drops.
  Value amax(Value input, Value init, AffineMap outputMap);
  Value amax(Value input, Value init);

  /// Extracts the number from `value`, a tensor of rank 0.
  Value extract(Value value);
};

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

/// A view of a tensor in which `scaleMap` maps an element to its scale. A
/// dimension that is a multiple of the granule is split in two: a loop over
/// granules and a loop within a granule, along which the scale is constant.
/// Other dimensions are not split; for them the map divides. Groups are groups
/// of the flattened tensor.
class Granules {
public:
  Granules(GranularityAttr granularity, RankedTensorType type);

  /// Returns the view of `tensor`, or the tensor of a view.
  Value open(TensorBuilder &builder, Value tensor) const;
  Value close(TensorBuilder &builder, Value view, Type type) const;

  AffineMap getDataMap() const;
  /// Returns the index, along each dimension of the tensor, of the view's
  /// element that the enclosing linalg.generic computes.
  SmallVector<Value> getIndices(ElementBuilder &builder) const;
  AffineMap getScaleMap() const { return scaleMap; }
  ArrayRef<int64_t> getScaleShape() const { return scaleShape; }
  ArrayRef<int64_t> getViewShape() const { return viewShape; }

private:
  /// Creates groups of `size` elements of the flattened tensor.
  void divideFlat(int64_t size);

  RankedTensorType type;
  bool isFlat = false;
  SmallVector<int64_t> viewShape;
  /// For each dimension of the tensor, its dimensions in the view.
  SmallVector<SmallVector<int64_t, 2>> groups;
  AffineMap scaleMap;
  SmallVector<int64_t> scaleShape;
};

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

/// Emits the 16 random bits of one element. `index` is the i64 row-major index
/// in the whole tensor; `seed` and `step` are i32. `useOffset`, an i32 or null,
/// is added to `use`.
Value emitRandomBits(ElementBuilder &builder, RoundingMode rounding, Value seed,
                     uint32_t stream, Value index, Value step, uint32_t use,
                     Value useOffset = {});

/// Emits the 32 random bits of one element for fp8.init: numerics::initialBits.
Value emitInitialBits(ElementBuilder &builder, Value seed, uint32_t stream,
                      Value index);

/// Emits the row-major index, in the tensor of `wholeShape`, of the element at
/// `indices` of the local tensor. `offsets` are the position of the local
/// tensor: i64 constants or index values.
Value emitWholeIndex(ElementBuilder &builder, ArrayRef<Value> indices,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<int64_t> wholeShape);

//===----------------------------------------------------------------------===//
// Scales of granules
//===----------------------------------------------------------------------===//

/// `scale` multiplies the elements of a granule, and `scaleInv` is stored.
struct MadeScales {
  Value scale, scaleInv;
};

/// Computes scales from the amaxes of the granules of `view`. Writes the
/// inverse scales to `scaleInvInit`, whose elements are e8m0 codes under `mx`.
MadeScales makeScales(TensorBuilder &builder, const Granules &granules,
                      Value view, Format format,
                      std::optional<ScalingAttr> scaling, Value scaleInvInit);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_DECOMPOSE_H
