//===- PairReaders.cpp - products that read tensors of pairs --------------===//

#include "PairReaders.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/Uniform.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

std::optional<Contraction> fp8::matchWideProduct(Operation *op) {
  std::optional<Contraction> match;
  if (auto contract = dyn_cast<ContractOp>(op)) {
    if (contract.getLhsScaleInv() || contract.getRhsScaleInv() ||
        contract.hasEpilogue() || contract.hasCodesResult())
      return std::nullopt;
    match = Contraction{op,
                        ContractionKind::Matmul,
                        contract.getLhs(),
                        contract.getRhs(),
                        contract.getInit(),
                        {}};
    llvm::append_range(match->maps, contract.getIndexingMapsArray());
  } else {
    match = matchContraction(op);
  }
  auto isWide = [](Value value) {
    return isa<Float32Type, BFloat16Type>(getElementTypeOrSelf(value));
  };
  if (!match || match->kind == ContractionKind::Convolution ||
      !isWide(match->lhs) || !isWide(match->rhs) || !isZeros(match->init))
    return std::nullopt;
  return match;
}

std::optional<AccessedProduct>
fp8::bindProduct(PairSpace &space, const Contraction &product, unsigned i,
                 const TensorAccess &access, unsigned other) {
  auto loops = space.bindLoops(product.maps[i], access);
  if (!loops)
    return std::nullopt;
  bool isBound = false;
  for (auto [loop, group] : llvm::enumerate(*loops)) {
    if (group)
      continue;
    if (isBound)
      return std::nullopt;
    isBound = true;
    group = DimGroup{other};
    for (auto [n, map] : llvm::enumerate(product.maps)) {
      std::optional<unsigned> position =
          map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
      Value tensor = n == 2 ? product.op->getResult(0) : product.getOperand(n);
      if (position &&
          !space.setExtent(
              other, cast<ShapedType>(tensor.getType()).getDimSize(*position)))
        return std::nullopt;
    }
  }
  AccessedProduct bound{product, {}};
  for (AffineMap map : product.maps) {
    std::optional<TensorAccess> mapped = PairSpace::getAccess(map, *loops);
    if (!mapped)
      return std::nullopt;
    bound.accesses.push_back(*mapped);
  }
  return isBound ? std::optional(bound) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// If the op of `use` is elementwise, returns its results with their accesses.
/// `access` is the access of the tensor in `use`.
static SmallVector<AccessedTensor> stepThrough(PairSpace &space, OpOperand &use,
                                               const TensorAccess &access) {
  Operation *op = use.getOwner();
  if (std::optional<AccessedTensor> result =
          space.stepForward(op, {use.get(), access}))
    return {*result};
  if (getMovedSource(op, Move::Layout))
    return {};
  SmallVector<AccessedTensor> results;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp) {
    if (op->getNumResults() == 1 &&
        (op->hasTrait<OpTrait::Elementwise>() || isa<ConvertOp>(op)))
      results.push_back({op->getResult(0), access});
    return results;
  }
  if (linalgOp.getNumReductionLoops() != 0 || linalgOp.isDpsInit(&use))
    return results;
  auto loops = space.bindLoops(linalgOp.getMatchingIndexingMap(&use), access);
  if (!loops)
    return results;
  for (OpResult result : op->getResults()) {
    OpOperand *init = linalgOp.getDpsInitOperand(result.getResultNumber());
    if (std::optional<TensorAccess> mapped =
            PairSpace::getAccess(linalgOp.getMatchingIndexingMap(init), *loops))
      results.push_back({result, *mapped});
  }
  return results;
}

SmallVector<PairReader>
fp8::findPairReaders(PairSpace &space, const AccessedTensor &pairs,
                     SmallVectorImpl<AccessedTensor> &quantized) {
  SmallVector<PairReader> readers;
  llvm::DenseSet<Value> seen = {pairs.tensor};
  SmallVector<AccessedTensor> worklist = {pairs};
  for (size_t i = 0; i < worklist.size(); ++i) {
    AccessedTensor next = worklist[i];
    for (OpOperand &use : next.tensor.getUses()) {
      if (std::optional<Contraction> product = matchWideProduct(use.getOwner());
          product && use.getOperandNumber() < 2) {
        readers.push_back({*product, use.getOperandNumber(), next.access});
        continue;
      }
      if (isa<QuantizeOp>(use.getOwner()))
        quantized.push_back(next);
      for (AccessedTensor &result : stepThrough(space, use, next.access))
        if (seen.insert(result.tensor).second)
          worklist.push_back(result);
    }
  }
  llvm::sort(readers, [](const PairReader &a, const PairReader &b) {
    return a.product.op->isBeforeInBlock(b.product.op);
  });
  return readers;
}

Operation *fp8::findLiveReader(Operation *op,
                               const llvm::DenseSet<Operation *> &replaced,
                               llvm::DenseSet<Operation *> &dead) {
  dead.insert(op);
  SmallVector<Operation *> worklist = {op};
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    for (Operation *user : next->getUsers()) {
      if (replaced.contains(user) || dead.contains(user))
        continue;
      if (user->getBlock() != op->getBlock() ||
          user->hasTrait<OpTrait::IsTerminator>() || !isPure(user) ||
          matchWideProduct(user) || isa<ContractOp>(user))
        return user;
      dead.insert(user);
      worklist.push_back(user);
    }
  }
  return nullptr;
}
