//===- SumOrder.h - declared sum for any float type -------------*- C++ -*-===//

#ifndef FP8_LIB_REFERENCE_SUMORDER_H
#define FP8_LIB_REFERENCE_SUMORDER_H

#include "Elements.h"
#include "ErrorSource.h"
#include "fp8/Numerics/SumTree.h"

namespace mlir::fp8::reference {

/// Returns `init` plus the sum tree over `terms`. Each addition is an
/// arith.addf on the type of `codec`. The tree is the one that
/// fp8/Numerics/SumTree.h defines for f32.
inline uint64_t addSumTree(uint64_t init, ArrayRef<uint64_t> terms,
                           FloatCodec codec) {
  auto add = [&](uint64_t a, uint64_t b) {
    if (codec.isF64())
      return bitsOfF64(f64Of(a) + f64Of(b));
    return codec.encodeF32(codec.decodeF32(a) + codec.decodeF32(b),
                           numerics::Overflow::Infinity);
  };
  if (codec.isF32()) {
    float sum =
        numerics::sumTree(static_cast<int64_t>(terms.size()), [&](int64_t i) {
          return numerics::floatOf(static_cast<uint32_t>(terms[i]));
        });
    return add(init, numerics::bitsOf(sum));
  }
  auto halve = [&](MutableArrayRef<uint64_t> values) {
    for (size_t half = values.size() / 2; half != 0; half /= 2)
      for (size_t j = 0; j < half; ++j)
        values[j] = add(values[j], values[j + half]);
    return values[0];
  };
  uint64_t minusZero = codec.encodeF64(-0.0, numerics::Overflow::Infinity);
  size_t numBlocks =
      (terms.size() + numerics::sumBlockSize - 1) / numerics::sumBlockSize;
  SmallVector<uint64_t> sums(llvm::PowerOf2Ceil(std::max<size_t>(numBlocks, 1)),
                             minusZero);
  for (size_t block = 0; block < numBlocks; ++block) {
    SmallVector<uint64_t> lanes(numerics::sumLanes, minusZero);
    ArrayRef<uint64_t> rest = terms.drop_front(block * numerics::sumBlockSize);
    for (auto [i, term] :
         llvm::enumerate(rest.take_front(numerics::sumBlockSize))) {
      uint64_t &lane = lanes[i % numerics::sumLanes];
      lane = add(lane, term);
    }
    sums[block] = halve(lanes);
  }
  return add(init, halve(sums));
}

/// Adds like the function above. If `errors` changes sums, also adds an error
/// within the bound of a different order of terms.
inline uint64_t addSumTree(uint64_t init, ArrayRef<uint64_t> terms,
                           FloatCodec codec, ErrorSource *errors) {
  uint64_t sum = addSumTree(init, terms, codec);
  if (!errors || !errors->changesSums())
    return sum;
  double magnitude = std::fabs(codec.decodeF64(init));
  for (uint64_t term : terms)
    magnitude += std::fabs(codec.decodeF64(term));
  double error = errors->ofSum(static_cast<int64_t>(terms.size()), magnitude,
                               codec.getPrecision());
  return codec.encodeF64(codec.decodeF64(sum) + error,
                         numerics::Overflow::Infinity);
}

} // namespace mlir::fp8::reference

#endif // FP8_LIB_REFERENCE_SUMORDER_H
