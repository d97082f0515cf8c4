//===- DimClasses.cpp - classes of corresponding dimensions ---------------===//

#include "fp8/Analysis/DimClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

unsigned DimClasses::add(int64_t extent) {
  unsigned dim = dims.size();
  dims.push_back({extent, dim});
  return dim;
}

unsigned DimClasses::find(unsigned dim) {
  while (dims[dim].parent != dim) {
    dims[dim].parent = dims[dims[dim].parent].parent;
    dim = dims[dim].parent;
  }
  return dim;
}

void DimClasses::split(unsigned dim, int64_t size) {
  unsigned outer = add(llvm::divideCeil(dims[dim].extent, size));
  unsigned inner = add(size);
  dims[dim].parts = {outer, inner};
}

bool DimClasses::isRagged(unsigned dim) {
  const Dim &d = dims[find(dim)];
  return d.parts &&
         getExtent(d.parts->first) * getExtent(d.parts->second) != d.extent;
}

LogicalResult DimClasses::unify(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return success();
  if (dims[a].extent != dims[b].extent)
    return failure();
  if (!dims[b].parts)
    std::swap(a, b);
  if (dims[a].parts && dims[b].parts) {
    auto [aOuter, aInner] = *dims[a].parts;
    auto [bOuter, bInner] = *dims[b].parts;
    if (isRagged(a) || isRagged(b)) {
      if (failed(unify(aInner, bInner)) || failed(unify(aOuter, bOuter)))
        return failure();
    } else if (failed(unify({aOuter, aInner}, {bOuter, bInner}))) {
      return failure();
    }
  }
  dims[a].parent = b;
  return success();
}

LogicalResult DimClasses::unify(ArrayRef<unsigned> a, ArrayRef<unsigned> b) {
  // Match from the innermost to the outermost dimensions. If two extents
  // differ, split the larger one.
  SmallVector<unsigned> as(a), bs(b);
  auto dropUnits = [&](SmallVector<unsigned> &list) {
    while (!list.empty() && getExtent(list.back()) == 1)
      list.pop_back();
  };
  while (true) {
    dropUnits(as);
    dropUnits(bs);
    if (as.empty() || bs.empty())
      return success(as.empty() && bs.empty());
    unsigned first = find(as.back()), second = find(bs.back());
    if (dims[first].extent == dims[second].extent) {
      if (failed(unify(first, second)))
        return failure();
      as.pop_back();
      bs.pop_back();
      continue;
    }
    bool isFirst = dims[first].extent > dims[second].extent;
    SmallVector<unsigned> &longer = isFirst ? as : bs;
    unsigned dim = isFirst ? first : second;
    int64_t size = dims[isFirst ? second : first].extent;
    if (size == 0 || isRagged(dim))
      return failure();
    if (!dims[dim].parts) {
      if (dims[dim].extent % size != 0)
        return failure();
      split(dim, size);
    }
    longer.back() = dims[dim].parts->first;
    longer.push_back(dims[dim].parts->second);
  }
}

LogicalResult DimClasses::unifyQuotient(unsigned dim, int64_t size,
                                        unsigned outer) {
  dim = find(dim);
  int64_t extent = dims[dim].extent;
  if (size <= 0 || getExtent(outer) != (extent + size - 1) / size)
    return failure();
  // An empty dimension has no index to divide.
  if (extent == 0)
    return unify(dim, outer);
  // All quotients are 0.
  if (extent <= size)
    return success();
  if (extent % size == 0)
    return unify({dim}, {outer, add(size)});
  if (!dims[dim].parts)
    split(dim, size);
  auto [quotient, rest] = *dims[dim].parts;
  if (getExtent(rest) != size)
    return failure();
  return unify(quotient, outer);
}

SmallVector<unsigned, 2> DimClasses::getParts(unsigned dim) {
  dim = find(dim);
  if (!dims[dim].parts)
    return {dim};
  SmallVector<unsigned, 2> list = getParts(dims[dim].parts->first);
  llvm::append_range(list, getParts(dims[dim].parts->second));
  return list;
}

SmallVector<DimClasses::Ragged> DimClasses::getRagged() {
  SmallVector<Ragged> ragged;
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    if (dims[dim].parent == dim && isRagged(dim))
      ragged.push_back(
          {dims[dim].parts->first, dims[dim].parts->second, dims[dim].extent});
  return ragged;
}
