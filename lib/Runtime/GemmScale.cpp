//===- GemmScale.cpp - inverse scales of matmul operands ------------------===//

#include "GemmScale.h"

#include "fp8/Numerics/Scale.h"

using namespace fp8rt;

// A tile of MX scales, called 128 x 4 in the documentation of cuBLASLt.
constexpr int64_t tileRows = 128, tileBlocks = 4, rowsOfTileColumn = 32;
constexpr int64_t rowsPerSquare = 128, squaresAligned = 4;

static int64_t ceilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0); }

int64_t fp8rt::termsPerScale(int32_t scaling) {
  return scaling == FP8RT_SCALE_MX ? 32 : 128;
}

static int64_t rowOfSquares(int64_t blocks) {
  return ceilDiv(blocks, squaresAligned) * squaresAligned;
}

bool fp8rt::scaleBytes(int32_t scaling, int64_t outer, int64_t terms,
                       int64_t &bytes) {
  int64_t blocks = ceilDiv(terms, termsPerScale(scaling));
  int64_t lines = outer, length = blocks, size = 4;
  if (scaling == FP8RT_SCALE_128X128) {
    lines = ceilDiv(outer, rowsPerSquare);
    length = rowOfSquares(blocks);
  } else if (scaling == FP8RT_SCALE_MX) {
    lines = ceilDiv(outer, tileRows);
    length = ceilDiv(blocks, tileBlocks);
    size = tileRows * tileBlocks;
  }
  return !__builtin_mul_overflow(lines, length, &bytes) &&
         !__builtin_mul_overflow(bytes, size, &bytes);
}

float GemmScales::at(int64_t o, int64_t term) const {
  int64_t block = term / termsPerScale(scaling);
  int64_t blocks = ceilDiv(terms, termsPerScale(scaling));
  if (scaling == FP8RT_SCALE_1X128)
    return static_cast<const float *>(data)[block * outer + o];
  if (scaling == FP8RT_SCALE_128X128)
    return static_cast<const float *>(
        data)[o / rowsPerSquare * rowOfSquares(blocks) + block];
  int64_t tile =
      o / tileRows * ceilDiv(blocks, tileBlocks) + block / tileBlocks;
  int64_t row = o % rowsOfTileColumn * (tileRows / rowsOfTileColumn) +
                o % tileRows / rowsOfTileColumn;
  return mlir::fp8::numerics::decodeE8M0(static_cast<const uint8_t *>(
      data)[(tile * tileRows + row) * tileBlocks + block % tileBlocks]);
}
