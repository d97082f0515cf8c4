//===- Boxes.cpp - accessed parts of buffers ------------------------------===//

#include "Boxes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<Box> Box::get(OffsetSizeAndStrideOpInterface slice) {
  auto isOne = [](int64_t stride) { return stride == 1; };
  if (llvm::any_of(slice.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(slice.getStaticSizes(), ShapedType::isDynamic) ||
      !llvm::all_of(slice.getStaticStrides(), isOne))
    return std::nullopt;
  return Box{slice.getStaticOffsets(), slice.getStaticSizes()};
}

bool Box::overlaps(const Box &other) const {
  return llvm::all_of(llvm::seq<unsigned>(0, offsets.size()), [&](auto dim) {
    return offsets[dim] < other.getEnd(dim) && other.offsets[dim] < getEnd(dim);
  });
}

bool Box::isContiguous(ArrayRef<int64_t> shape) const {
  const auto *first =
      llvm::find_if(sizes, [](int64_t size) { return size != 1; });
  if (first == sizes.end())
    return true;
  size_t rest = first - sizes.begin() + 1;
  return sizes.drop_front(rest) == shape.drop_front(rest);
}

bool mlir::fp8::checkGroups(MutableArrayRef<Access> accesses,
                            llvm::function_ref<bool(ArrayRef<Access>)> check,
                            unsigned dim) {
  if (accesses.size() < 2)
    return true;
  if (dim == accesses.front().box.offsets.size())
    return check(accesses);
  llvm::sort(accesses, [&](const Access &a, const Access &b) {
    return a.box.offsets[dim] < b.box.offsets[dim];
  });
  while (!accesses.empty()) {
    int64_t end = accesses.front().box.getEnd(dim);
    size_t size = 1;
    for (; size < accesses.size() && accesses[size].box.offsets[dim] < end;
         ++size)
      end = std::max(end, accesses[size].box.getEnd(dim));
    if (!checkGroups(accesses.take_front(size), check, dim + 1))
      return false;
    accesses = accesses.drop_front(size);
  }
  return true;
}
