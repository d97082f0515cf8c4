//===- PairSpace.cpp - the iteration space of an attention ----------------===//

#include "PairSpace.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

bool TensorAccess::has(unsigned d) const {
  return llvm::any_of(dims, [&](const DimGroup &group) {
    return llvm::is_contained(group, d);
  });
}

SmallVector<unsigned> TensorAccess::getDims() const {
  SmallVector<unsigned> all;
  for (const DimGroup &group : dims)
    llvm::append_range(all, group);
  return all;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

PairSpace::PairSpace(ArrayRef<int64_t> shape, unsigned key) : key(key) {
  for (int64_t extent : shape)
    parts.push_back({extent});
  compute();
}

void PairSpace::compute() {
  extents.clear();
  for (auto [i, part] : llvm::enumerate(parts))
    for (int64_t extent : part)
      if (i != key && extent != 1)
        extents.push_back(extent);
  extents.push_back(parts[key].front());
  extents.append(2, 0);
  splitParts = parts;
  wasSplit = false;
}

bool PairSpace::setExtent(unsigned d, int64_t extent) {
  if (extents[d] == 0)
    extents[d] = extent;
  return extents[d] == extent;
}

TensorAccess PairSpace::getPairAccess() const {
  TensorAccess access;
  unsigned next = 0;
  for (auto [i, part] : llvm::enumerate(parts)) {
    DimGroup &group = access.dims.emplace_back();
    if (i == key)
      group.push_back(getJ());
    else
      for (int64_t extent : part)
        if (extent != 1)
          group.push_back(next++);
  }
  return access;
}

void PairSpace::applySplits() {
  parts = splitParts;
  compute();
}

void PairSpace::recordSplit(unsigned d, int64_t extent) {
  // Record only one split at a time: a split changes the numbers of later
  // dimensions.
  if (wasSplit)
    return;
  wasSplit = true;
  unsigned next = 0;
  for (auto [i, part] : llvm::enumerate(splitParts))
    for (size_t n = 0; i != key && n < part.size(); ++n)
      if (part[n] != 1 && next++ == d) {
        part[n] /= extent;
        part.insert(part.begin() + n, extent);
        return;
      }
}

std::optional<SmallVector<DimGroup>>
PairSpace::divide(const DimGroup &group, ArrayRef<int64_t> shape) {
  SmallVector<DimGroup> result;
  size_t next = 0;
  for (int64_t extent : shape) {
    DimGroup &part = result.emplace_back();
    while (extent > 1) {
      if (next == group.size())
        return std::nullopt;
      unsigned d = group[next];
      int64_t whole = extents[d];
      // The dimension is empty, or its extent is not known yet.
      if (whole == 0)
        return std::nullopt;
      if (extent % whole == 0) {
        part.push_back(d);
        extent /= whole;
        ++next;
        continue;
      }
      if (whole % extent != 0 || d >= getNumRowDims())
        return std::nullopt;
      recordSplit(d, extent);
      return std::nullopt;
    }
  }
  // Only a key dimension of extent 1 may be left over.
  for (; next < group.size(); ++next) {
    if (extents[group[next]] != 1 || result.empty())
      return std::nullopt;
    result.back().push_back(group[next]);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Layout ops
//===----------------------------------------------------------------------===//

std::optional<SmallVector<std::optional<DimGroup>>>
PairSpace::bindLoops(AffineMap map, const TensorAccess &access) const {
  SmallVector<std::optional<DimGroup>> loops(map.getNumDims());
  for (auto [expr, group] : llvm::zip_equal(map.getResults(), access.dims)) {
    if (auto d = dyn_cast<AffineDimExpr>(expr)) {
      if (loops[d.getPosition()] && *loops[d.getPosition()] != group)
        return std::nullopt;
      loops[d.getPosition()] = group;
    } else if (!isa<AffineConstantExpr>(expr)) {
      return std::nullopt;
    }
  }
  return loops;
}

std::optional<TensorAccess>
PairSpace::getAccess(AffineMap map, ArrayRef<std::optional<DimGroup>> loops,
                     Type type) {
  TensorAccess access;
  auto shaped = dyn_cast_if_present<ShapedType>(type);
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (auto d = dyn_cast<AffineDimExpr>(expr)) {
      if (!loops[d.getPosition()])
        return std::nullopt;
      access.dims.push_back(*loops[d.getPosition()]);
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    // Index 0 covers the dimension only if its extent is 1.
    if (!constant || constant.getValue() != 0 ||
        (shaped && shaped.getDimSize(i) != 1))
      return std::nullopt;
    access.dims.emplace_back();
  }
  return access;
}

std::optional<TensorAccess>
PairSpace::cross(Operation *op, const TensorAccess &known, Value other) {
  if (isa<tensor::CastOp>(op))
    return known;
  TensorAccess access;
  if (std::optional<Reshape> reshape = Reshape::match(op)) {
    if (other == reshape->collapsed) {
      for (const ReassociationIndices &indices : reshape->groups) {
        DimGroup &group = access.dims.emplace_back();
        for (int64_t d : indices)
          llvm::append_range(group, known.dims[d]);
      }
      return access;
    }
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(other.getType()).getShape();
    for (auto [group, indices] : llvm::zip_equal(known.dims, reshape->groups)) {
      auto part =
          llvm::map_to_vector(indices, [&](int64_t d) { return shape[d]; });
      std::optional<SmallVector<DimGroup>> groups = divide(group, part);
      if (!groups)
        return std::nullopt;
      llvm::append_range(access.dims, *groups);
    }
    // If the collapsed tensor has rank 0, there are no groups to expand, but
    // `other` has dimensions of extent 1.
    access.dims.resize(shape.size());
    return access;
  }
  SmallVector<AffineMap> maps =
      cast<linalg::LinalgOp>(op).getIndexingMapsArray();
  if (other == op->getResult(0))
    std::swap(maps.front(), maps.back());
  auto loops = bindLoops(maps.back(), known);
  return loops ? getAccess(maps.front(), *loops, other.getType())
               : std::nullopt;
}

std::optional<AccessedTensor>
PairSpace::stepBack(const AccessedTensor &result) {
  Operation *op = result.tensor.getDefiningOp();
  Value source = getMovedSource(op, Move::Layout);
  std::optional<TensorAccess> access =
      source ? cross(op, result.access, source) : std::nullopt;
  return access ? std::optional(AccessedTensor{source, *access}) : std::nullopt;
}

std::optional<AccessedTensor>
PairSpace::stepForward(Operation *op, const AccessedTensor &source) {
  if (getMovedSource(op, Move::Layout) != source.tensor)
    return std::nullopt;
  Value result = op->getResult(0);
  // Stop at casts to dynamic shapes, because attention results have static
  // shapes.
  if (isa<tensor::CastOp>(op) &&
      !cast<RankedTensorType>(result.getType()).hasStaticShape())
    return std::nullopt;
  std::optional<TensorAccess> access = cross(op, source.access, result);
  return access ? std::optional(AccessedTensor{result, *access}) : std::nullopt;
}

/// Returns the operand of a cast between f32, bf16 and f16, or null.
static Value getWideCastSource(Value value) {
  Operation *op = value.getDefiningOp();
  Value source = getMovedSource(op, Move::FloatCast);
  auto isWide = [](Value tensor) {
    return isa<Float32Type, BFloat16Type, Float16Type>(
        getElementTypeOrSelf(tensor));
  };
  return source && isWide(source) && isWide(value) ? source : Value();
}

AccessedTensor PairSpace::trace(AccessedTensor value, bool throughCasts) {
  while (true) {
    if (std::optional<AccessedTensor> source = stepBack(value))
      value = *source;
    else if (Value cast =
                 throughCasts ? getWideCastSource(value.tensor) : Value())
      value.tensor = cast;
    else
      return value;
  }
}

AccessedTensor PairSpace::follow(AccessedTensor value) {
  while (value.tensor.hasOneUse()) {
    std::optional<AccessedTensor> next =
        stepForward(*value.tensor.getUsers().begin(), value);
    if (!next)
      break;
    value = *next;
  }
  return value;
}
