//===- StoredState.h - the planes of a state ---------------------*- C++
//-*-===//
//
// How a logical f32 value is kept: decoded from its planes before a step of an
// optimizer, encoded into them after it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_REFERENCE_STOREDSTATE_H
#define FP8_LIB_REFERENCE_STOREDSTATE_H

#include "FP8Support.h"
#include "Granules.h"

namespace mlir::fp8::reference {

/// An encoding of whole tensors: codes of one format, with the scales of some
/// granularity. Values are in the order of the plane.
struct PlaneEncoding {
  FloatCodec codec;
  /// Absent where there is no scale, or one for all.
  std::optional<Granules> granules;
  ScaleRule rule;

  PlaneEncoding(Format format, GranularityAttr granularity, bool pow2Scale,
                ArrayRef<int64_t> shape);

  /// What the values of each granule are multiplied by before the cast and
  /// after a load; empty where there is no scale.
  using Scales = std::vector<numerics::Scale>;
  std::optional<numerics::Scale> getScale(const Scales &scales,
                                          int64_t i) const {
    if (scales.empty())
      return std::nullopt;
    return scales[granules ? (*granules)[i] : 0];
  }
  /// From `scale`, an operand, or from the amaxes of granules, whose inverses
  /// are then written to `scaleInv`.
  Scales makeScales(ArrayRef<float> values, std::optional<float> scale,
                    HostTensor *scaleInv) const;
};

/// The bits of the planes of one value, and what they stand for.
struct StoredValue {
  uint64_t main = 0, residual = 0;
  /// Before the transform is undone.
  float value = 0;
};

/// How one state of fp8.update is stored.
struct StateStorage {
  PlaneEncoding main;
  ResidualKind residual;
  std::optional<FloatCodec> residualCodec;
  bool isSquareRoot;
  bool isStochastic;
  numerics::Sequence sequence;
  uint32_t stream;

  StateStorage(StorageAttr storage, ArrayRef<int64_t> shape);

  /// The number of bits of a split remainder, 0 for other storage.
  int getSplitBits() const;
  float transform(float value) const {
    return isSquareRoot ? std::sqrt(value) : value;
  }
  /// The logical value.
  float decode(uint64_t mainBits, uint64_t residualBits,
               std::optional<float> scaleInv) const;
  /// `value` is transformed; `random` is used where the storage rounds so.
  StoredValue encode(float value, std::optional<numerics::Scale> scale,
                     uint16_t random) const;
};

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_STOREDSTATE_H
