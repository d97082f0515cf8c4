//===- FP8Formats.cpp - formats and granules ------------------------------===//
//
// Maps formats to types, and elements to the positions of their scales.
// FP8Attrs.cpp parses and prints the attributes.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

std::optional<Format> fp8::getFormat(Type type) {
  return llvm::TypeSwitch<Type, std::optional<Format>>(type)
      .Case<Float32Type>([](auto) { return Format::F32; })
      .Case<BFloat16Type>([](auto) { return Format::BF16; })
      .Case<Float16Type>([](auto) { return Format::F16; })
      .Case<Float8E4M3FNType>([](auto) { return Format::E4M3; })
      .Case<Float8E5M2Type>([](auto) { return Format::E5M2; })
      .Default([](auto) { return std::nullopt; });
}

Type fp8::getElementType(Format format, MLIRContext *context) {
  switch (format) {
  case Format::F32:
    return Float32Type::get(context);
  case Format::BF16:
    return BFloat16Type::get(context);
  case Format::F16:
    return Float16Type::get(context);
  case Format::E4M3:
    return Float8E4M3FNType::get(context);
  case Format::E5M2:
    return Float8E5M2Type::get(context);
  case Format::UE4M4:
  case Format::UE5M3:
    return IntegerType::get(context, 8);
  case Format::E4M11:
    return IntegerType::get(context, 16);
  case Format::E4M19:
    return IntegerType::get(context, 32);
  }
  llvm_unreachable("every format has an element type");
}

bool fp8::isUnsigned(Format format) {
  return format == Format::UE4M4 || format == Format::UE5M3;
}

bool fp8::isEightBit(Format format) {
  return format == Format::E4M3 || format == Format::E5M2 || isUnsigned(format);
}

const numerics::FormatSpec *fp8::getFormatSpec(Format format) {
  switch (format) {
  case Format::F32:
    return nullptr;
  case Format::BF16:
    return &numerics::bf16;
  case Format::F16:
    return &numerics::f16;
  case Format::E4M3:
    return &numerics::e4m3;
  case Format::E5M2:
    return &numerics::e5m2;
  case Format::UE4M4:
    return &numerics::ue4m4;
  case Format::UE5M3:
    return &numerics::ue5m3;
  case Format::E4M11:
    return &numerics::e4m11;
  case Format::E4M19:
    return &numerics::e4m19;
  }
  llvm_unreachable("every format is listed");
}

float fp8::getMaxFinite(Format format) {
  const numerics::FormatSpec *spec = getFormatSpec(format);
  return spec ? numerics::maxFinite(*spec) : std::numeric_limits<float>::max();
}

//===----------------------------------------------------------------------===//
// Granules
//===----------------------------------------------------------------------===//

static int64_t divideCeil(int64_t extent, int64_t size) {
  return ShapedType::isDynamic(extent) ? ShapedType::kDynamic
                                       : llvm::divideCeilSigned(extent, size);
}

SmallVector<int64_t> GranularityAttr::getBlockSizes() const {
  if (isMX() && getSizes().empty())
    return {32};
  if (isMX() || getKind() == GranularityKind::Block)
    return SmallVector<int64_t>(getSizes());
  return {};
}

int64_t GranularityAttr::getExtent(int64_t dim, int64_t rank) const {
  switch (getKind()) {
  case GranularityKind::Tensor:
  case GranularityKind::Group:
    return 0;
  case GranularityKind::Row:
    return dim == rank - 1 ? 0 : 1;
  case GranularityKind::MX:
  case GranularityKind::Block: {
    SmallVector<int64_t> sizes = getBlockSizes();
    int64_t first = rank - static_cast<int64_t>(sizes.size());
    return dim < first ? 1 : sizes[dim - first];
  }
  }
  llvm_unreachable("every granularity has extents");
}

FailureOr<SmallVector<int64_t>>
GranularityAttr::getScaleShape(ArrayRef<int64_t> shape) const {
  SmallVector<int64_t> result(shape);
  switch (getKind()) {
  case GranularityKind::Tensor:
    return SmallVector<int64_t>();
  case GranularityKind::Row:
    if (shape.empty())
      return failure();
    result.pop_back();
    return result;
  case GranularityKind::MX:
  case GranularityKind::Block: {
    SmallVector<int64_t> sizes = getBlockSizes();
    if (shape.size() < sizes.size())
      return failure();
    auto last = MutableArrayRef(result).take_back(sizes.size());
    for (auto [extent, size] : llvm::zip_equal(last, sizes))
      extent = divideCeil(extent, size);
    return result;
  }
  case GranularityKind::Group:
    if (!ShapedType::isStaticShape(shape))
      return failure();
    return SmallVector<int64_t>{
        divideCeil(ShapedType::getNumElements(shape), getSizes()[0])};
  }
  llvm_unreachable("every granularity has a shape of scales");
}

SmallVector<int64_t>
GranularityAttr::getScaleIndex(ArrayRef<int64_t> shape,
                               ArrayRef<int64_t> index) const {
  SmallVector<int64_t> result(index);
  switch (getKind()) {
  case GranularityKind::Tensor:
    return {};
  case GranularityKind::Row:
    result.pop_back();
    return result;
  case GranularityKind::MX:
  case GranularityKind::Block:
    for (auto [d, i] : llvm::enumerate(result))
      i /= getExtent(d, index.size());
    return result;
  case GranularityKind::Group: {
    int64_t linear = 0;
    for (auto [extent, i] : llvm::zip_equal(shape, index))
      linear = linear * extent + i;
    return {linear / getSizes()[0]};
  }
  }
  llvm_unreachable("every granularity has an index of scales");
}
