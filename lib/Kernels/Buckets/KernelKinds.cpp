//===- KernelKinds.cpp - groups of equal kernels --------------------------===//

#include "KernelKinds.h"
#include "FlatDomain.h"
#include "fp8/Analysis/Buckets.h"
#include "fp8/Codegen/Emitter.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Group size in elements if no kernel determines the size of groups or blocks.
static constexpr int64_t kGroupSize = 128;

/// Different kernels may determine the rows and the columns of a block. If no
/// kernel determines an extent, every kernel has a single block along this
/// dimension, and the extent of the largest tensor is used.
Granules fp8::findGranules(ArrayRef<KernelOp> kernels) {
  constexpr int64_t unknown = std::numeric_limits<int64_t>::max();
  Granules granules;
  std::array<int64_t, 2> largest = {0, 0};
  for (KernelOp kernel : kernels) {
    auto domain = FlatDomain::find(kernel, /*loneGroup=*/0);
    if (granules.group == 0 && domain && !domain->getGranule().empty())
      granules.group = domain->getGranule()[0];
    if (domain)
      continue;
    auto blocks = FlatDomain::findBlocks(kernel, {unknown, unknown});
    for (unsigned dim = 0; blocks && dim < 2; ++dim) {
      largest[dim] = std::max(largest[dim], blocks->getExtents()[dim]);
      int64_t size = blocks->getGranule()[dim];
      if (granules.block[dim] == 0 && size != unknown)
        granules.block[dim] = size;
    }
  }
  for (unsigned dim : {0, 1})
    if (granules.block[dim] == 0 && granules.block[1 - dim] != 0)
      granules.block[dim] = largest[dim];
  if (granules.group == 0 && !granules.haveBlocks())
    granules.group = kGroupSize;
  return granules;
}

namespace {
struct Kind {
  SmallVector<unsigned> kernels;
  /// Positions of constants that differ between the kernels.
  llvm::SmallSetVector<unsigned, 4> constants;
};
} // namespace

/// Returns true if the emitter can emit one function for all kernels with the
/// body of `flat`.
static bool canBucket(OpBuilder &builder, KernelOp flat) {
  flat.setBucketAttr(builder.getI64IntegerAttr(0));
  bool isEmittable = succeeded(checkEmittable(flat, /*emitErrors=*/false));
  flat.removeBucketAttr();
  return isEmittable;
}

SmallVector<SmallVector<unsigned>>
fp8::findKinds(OpBuilder &builder, ArrayRef<KernelOp> kernels,
               const Granules &granules, SmallVectorImpl<FlatKernel> &flat) {
  flat.clear();
  flat.resize(kernels.size());
  llvm::MapVector<size_t, SmallVector<Kind>> byHash;
  for (auto [i, kernel] : llvm::enumerate(kernels)) {
    FailureOr<FlatKernel> made = flattenKernel(builder, kernel, granules);
    if (failed(made))
      continue;
    flat[i] = std::move(*made);
    auto &candidates = byHash[hashButForConstants(flat[i].kernel)];
    KernelOp own = flat[i].kernel;
    auto *kind = llvm::find_if(candidates, [&](Kind &other) {
      return areEqualButForConstants(flat[other.kernels.front()].kernel, own,
                                     other.constants);
    });
    if (kind == candidates.end())
      kind = &candidates.emplace_back();
    kind->kernels.push_back(i);
  }
  SmallVector<SmallVector<unsigned>> kinds;
  for (auto &[hash, candidates] : byHash)
    for (Kind &kind : candidates) {
      if (kind.kernels.size() == 1 ||
          !canBucket(builder, flat[kind.kernels.front()].kernel)) {
        for (unsigned i : kind.kernels)
          flat[i].erase();
        continue;
      }
      auto constants = kind.constants.takeVector();
      llvm::sort(constants);
      for (unsigned i : kind.kernels)
        liftConstants(builder, flat[i], constants);
      kinds.push_back(std::move(kind.kernels));
    }
  return kinds;
}

SmallVector<SmallVector<unsigned>>
fp8::findEqualKernels(ArrayRef<KernelOp> kernels) {
  llvm::MapVector<size_t, SmallVector<SmallVector<unsigned>, 1>> byTypes;
  for (unsigned i = 0; i < kernels.size(); ++i) {
    auto types = llvm::to_vector(KernelOp(kernels[i])->getOperandTypes());
    auto &groups = byTypes[llvm::hash_combine_range(types)];
    auto *group = llvm::find_if(groups, [&](ArrayRef<unsigned> other) {
      KernelOp first = kernels[other.front()];
      return first->getOperandTypes() == types &&
             haveEqualBodies(first, kernels[i]);
    });
    if (group == groups.end())
      group = &groups.emplace_back();
    group->push_back(i);
  }
  SmallVector<SmallVector<unsigned>> several;
  for (auto &[hash, groups] : byTypes)
    for (SmallVector<unsigned> &group : groups)
      if (group.size() > 1)
        several.push_back(std::move(group));
  return several;
}
