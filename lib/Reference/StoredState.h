//===- StoredState.h - planes of a state ------------------------*- C++ -*-===//
//
// Storage of a logical f32 value: decoded from its planes before an optimizer
// step, and encoded into them after the step.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_STOREDSTATE_H
#define FP8_LIB_REFERENCE_STOREDSTATE_H

#include "FP8Support.h"
#include "Granules.h"

namespace mlir::fp8::reference {

/// An encoding of whole tensors: codes of one format, with scales of one
/// granularity. Values are in the order of the plane.
struct PlaneEncoding {
  FloatCodec codec;
  /// Absent if there is no scale or one tensor-wise scale.
  std::optional<Granules> granules;
  ScaleRule rule;

  PlaneEncoding(Format format, GranularityAttr granularity, bool pow2Scale,
                ArrayRef<int64_t> shape);

  /// Scale (before the cast) and inverse scale (after a load) of each granule.
  /// Empty if there is no scale.
  using Scales = std::vector<numerics::Scale>;
  std::optional<numerics::Scale> getScale(const Scales &scales,
                                          int64_t i) const {
    if (scales.empty())
      return std::nullopt;
    return scales[granules ? (*granules)[i] : 0];
  }
  /// Computes the scales from the operand `scale`, or from the amaxes of
  /// granules. In the second case, writes the inverse scales to `scaleInv`.
  Scales makeScales(ArrayRef<float> values, std::optional<float> scale,
                    HostTensor *scaleInv) const;
};

/// The bits of the planes of one value, and the value that they represent.
struct StoredValue {
  uint64_t main = 0, residual = 0;
  /// Value before the transform is undone.
  float value = 0;
};

/// Storage of one state of fp8.update.
struct StateStorage {
  PlaneEncoding main;
  ResidualKind residual;
  std::optional<FloatCodec> residualCodec;
  bool isSquareRoot;
  bool isStochastic;
  numerics::Sequence sequence;
  uint32_t stream;

  StateStorage(StorageAttr storage, ArrayRef<int64_t> shape);

  /// Returns the number of bits of a split residual, or 0 for other storage.
  int getSplitBits() const;
  float transform(float value) const {
    return isSquareRoot ? std::sqrt(value) : value;
  }
  /// Returns the logical value.
  float decode(uint64_t mainBits, uint64_t residualBits,
               std::optional<float> scaleInv) const;
  /// Encodes `value`, to which the transform has been applied. `random` is used
  /// if the storage rounds stochastically.
  StoredValue encode(float value, std::optional<numerics::Scale> scale,
                     uint16_t random) const;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_STOREDSTATE_H
