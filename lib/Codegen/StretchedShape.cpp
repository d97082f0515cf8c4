//===- StretchedShape.cpp - symbolic stand-in extents ---------------------===//

#include "fp8/Codegen/StretchedShape.h"

using namespace mlir;
using namespace mlir::fp8;

/// Stand-in extent of a vector, in elements or groups. It exceeds the size of
/// every chunk.
static constexpr int64_t kVectorExtent = int64_t(1) << 24;
/// Stand-in extents of matrices: a prime times the known divisor of the extent.
/// Rows have several candidates, because the number of row blocks must differ
/// from the number of column blocks. The `Whole` primes are used if scaling
/// blocks divide the extent. They may have fewer digits, because the known
/// divisor is then larger.
static constexpr int64_t kRows[] = {15485863, 32452843, 49979687};
static constexpr int64_t kWholeRows[] = {104729, 224737, 350377};
static constexpr int64_t kColumns = 67867967, kWholeColumns = 1299709;

StretchedShape::StretchedShape(const BucketShape &original) : shape(original) {
  if (!shape.isMatrix()) {
    for (int64_t &extent : shape.extents)
      extent = kVectorExtent * (shape.granule.empty() ? 1 : shape.granule[0]);
    return;
  }
  if (shape.granule.empty())
    return;
  auto [rowUnit, columnUnit] = original.getUnits();
  bool isWhole = columnUnit % shape.granule[1] == 0;
  shape.extents[1] = columnUnit * (isWhole ? kWholeColumns : kColumns);
  for (int64_t rows : rowUnit == shape.granule[0] ? kWholeRows : kRows) {
    shape.extents[0] = rowUnit * rows;
    units.clear();
    for (unsigned dim : {0, 1})
      for (int64_t divisor : {int64_t(1), shape.granule[dim]})
        addUnit(dim, divisor);
    if (isReadable())
      return;
  }
}

void StretchedShape::addUnit(unsigned dim, int64_t divisor) {
  auto isUnit = [&](const Unit &unit) {
    return unit.dim == dim && unit.divisor == divisor;
  };
  if (llvm::none_of(units, isUnit))
    units.push_back(
        {dim, divisor, int64_t(llvm::divideCeil(shape.extents[dim], divisor))});
}

/// A number of a plan identifies its expression only if it cannot be confused
/// with another number. All units must therefore exceed the other numbers of a
/// plan, which are the extents of a scaling block and 1.
bool StretchedShape::isReadable() const {
  if (!isMatrix())
    return true;
  if (units.empty())
    return false;
  int64_t largest = std::max(shape.granule[0], shape.granule[1]);
  for (auto [i, unit] : llvm::enumerate(units)) {
    if (unit.value <= largest)
      return false;
    for (const Unit &other : ArrayRef(units).drop_front(i + 1))
      if (unit.value == other.value)
        return false;
  }
  return true;
}

/// Strides are multiples of column units. No number is a multiple of a row
/// unit.
StretchedShape::Number StretchedShape::read(int64_t number) const {
  for (const Unit &unit : units)
    if (number == unit.value)
      return {1, unit.dim, unit.divisor};
  if (number != 0)
    for (const Unit &unit : units)
      if (unit.dim == 1 && number % unit.value == 0)
        return {number / unit.value, unit.dim, unit.divisor};
  return {number, std::nullopt};
}

int64_t StretchedShape::Number::evaluate(const BucketShape &tensor) const {
  if (!dim)
    return factor;
  return factor * int64_t(llvm::divideCeil(tensor.extents[*dim], divisor));
}
