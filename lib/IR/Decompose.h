//===- Decompose.h - fp8 ops in terms of upstream ops -----------*- C++ -*-===//
//
// Helpers of the decompositions. `TensorBuilder` creates linalg ops on tensors.
// `ElementBuilder` creates the arithmetic in their bodies.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_IR_DECOMPOSE_H
#define FP8_LIB_IR_DECOMPOSE_H

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::fp8 {

/// Emits the error `unsupported by fp8-decompose: <op> <what>`, with a note
/// that lists the supported cases.
LogicalResult refuseToDecompose(Operation *op, const Twine &what,
                                StringRef supported);

/// Fails with an error if an operand is a memref or has a dynamic shape.
LogicalResult verifyDecomposable(Operation *op);

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// An element of a state as its planes store it. `value` is the value that the
/// planes represent, before the inverse of a transform. `residual` is null if
/// there is none. For a split, `value` is null and `code` is the whole code,
/// which the two planes divide.
struct StoredElement {
  Value main, residual, value = {}, code = {};
};

/// Emits scalar arithmetic, in f32 unless a method says otherwise.
class ElementBuilder : public ArithmeticBuilder {
public:
  using ArithmeticBuilder::ArithmeticBuilder;

  /// Emits `x`, with every NaN replaced by 0x7FC00000.
  Value canonicalize(Value x);

  /// Emits the f32 value of a number or a code. `format` says how to decode an
  /// integer.
  Value decode(Value x, std::optional<Format> format = std::nullopt);
  /// Encodes `x` with saturation, rounded to nearest. If `random`, an i16, is
  /// given, rounds stochastically.
  Value encode(Value x, Type to, std::optional<Format> format = std::nullopt,
               Value random = {});

  /// Emits the scale and its inverse as fp8.compute_scale does; `previous` may
  /// be null.
  std::pair<Value, Value> computeScale(Value amax, Format format,
                                       std::optional<ScalingAttr> scaling,
                                       Value previous);
  /// Emits the e8m0 code of `amax / max`, as an i32, and the f32 factor that
  /// multiplies values before the cast.
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
  /// Maps the whole code of a split to an unsigned integer (a rank) that orders
  /// codes by the absolute value of the number they represent, even if the
  /// scale is infinite.
  Value orderCode(Value code, Value scaleInv);
  /// Emits the absolute value of the number whose code has the rank `rank`.
  Value measureCode(Value rank, Value scaleInv);

private:
  Value joinCode(Value main, Value residual);
  StoredElement splitCode(Value code);
};

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Computes the new output elements from the elements of the inputs and
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
  /// Creates an elementwise generic over one shape. Inputs of rank 0 are
  /// broadcast.
  SmallVector<Value> elementwise(ValueRange inputs, ValueRange outputs,
                                 ElementFn element);

  /// Emits max(init, max|input|), with canonical NaN, over the dimensions that
  /// `outputMap` drops.
  Value amax(Value input, Value init, AffineMap outputMap);
  Value amax(Value input, Value init);

  /// Extracts the scalar from `value`, a tensor of rank 0.
  Value extract(Value value);
};

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

/// A view of a tensor in which the affine map `scaleMap` maps an element to its
/// scale. A dimension whose extent is a multiple of the granule is split into a
/// dimension over granules and a dimension within a granule. Other dimensions
/// stay, and `scaleMap` divides their index. For groups, the view is a view of
/// the flattened tensor.
class Granules {
public:
  Granules(GranularityAttr granularity, RankedTensorType type);

  /// open() converts a tensor to the view, close() converts a view back.
  Value open(TensorBuilder &builder, Value tensor) const;
  Value close(TensorBuilder &builder, Value view, Type type) const;

  AffineMap getDataMap() const;
  /// Returns the indices, in the original tensor, of the element of the view
  /// that the enclosing linalg.generic computes.
  SmallVector<Value> getIndices(ElementBuilder &builder) const;
  AffineMap getScaleMap() const { return scaleMap; }
  ArrayRef<int64_t> getScaleShape() const { return scaleShape; }
  ArrayRef<int64_t> getViewShape() const { return viewShape; }

private:
  /// Creates groups of `size` consecutive elements of the flattened tensor.
  void divideFlat(int64_t size);

  RankedTensorType type;
  bool isFlat = false;
  SmallVector<int64_t> viewShape;
  /// For each dimension of the tensor, the dimensions of the view into which it
  /// is split.
  SmallVector<SmallVector<int64_t, 2>> groups;
  AffineMap scaleMap;
  SmallVector<int64_t> scaleShape;
};

//===----------------------------------------------------------------------===//
// Random bits
//===----------------------------------------------------------------------===//

/// Emits the 16 random bits of one element. `index` is the i64 row-major index
/// of the element in the whole tensor. `seed` and `step` are i32. `useOffset`,
/// an i32 or null, is added to `use`.
Value emitRandomBits(ElementBuilder &builder, RoundingMode rounding, Value seed,
                     uint32_t stream, Value index, Value step, uint32_t use,
                     Value useOffset = {});

/// Emits the 32 random bits of one element for fp8.init, as
/// numerics::initialBits does.
Value emitInitialBits(ElementBuilder &builder, Value seed, uint32_t stream,
                      Value index);

/// Emits the row-major index, in a whole tensor of shape `wholeShape`, of the
/// element at `indices` of the local tensor. `offsets` is the position of the
/// local tensor, as i64 constants or index values.
Value emitWholeIndex(ElementBuilder &builder, ArrayRef<Value> indices,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<int64_t> wholeShape);

//===----------------------------------------------------------------------===//
// Scales of granules
//===----------------------------------------------------------------------===//

/// The scales that multiply the elements of granules, and the inverse scales to
/// store.
struct MadeScales {
  Value scale, scaleInv;
};

/// Computes scales from the amaxes of the granules of `view`. Writes the
/// inverse scales into `scaleInvInit`, as e8m0 codes under `mx`.
MadeScales makeScales(TensorBuilder &builder, const Granules &granules,
                      Value view, Format format,
                      std::optional<ScalingAttr> scaling, Value scaleInvInit);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_DECOMPOSE_H
