//===- TransposeProducts.cpp - --fp8-transpose-products -------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_TRANSPOSEPRODUCTSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static AffineMap swapResults(AffineMap map) {
  return AffineMap::get(map.getNumDims(), 0,
                        {map.getResult(1), map.getResult(0)}, map.getContext());
}

/// Returns which input of an fp8.update `use` is, or std::nullopt if `use` is
/// not such an input.
static std::optional<unsigned> getInput(OpOperand &use) {
  auto update = dyn_cast<UpdateOp>(use.getOwner());
  if (!update)
    return std::nullopt;
  MutableOperandRange inputs = update.getInputsMutable();
  for (auto [i, input] : llvm::enumerate(inputs))
    if (&input == &use)
      return i;
  return std::nullopt;
}

static AffineMap getInputMap(OpOperand &use, unsigned input) {
  auto update = cast<UpdateOp>(use.getOwner());
  return update.getMap(update.getNumStates() + input);
}

/// Returns true if `op` is the transpose of the matrix `source`.
static bool isTranspose(Operation *op, Value source) {
  std::optional<SmallVector<int64_t>> permutation = getPermutation(op);
  return permutation && op->getOperand(0) == source &&
         ArrayRef(*permutation) == ArrayRef<int64_t>{1, 0};
}

/// Returns true if some update would read the transposed result with identity
/// indices, and no reader would get worse if the matmul returned the transpose.
static bool isReadTransposed(Value product) {
  bool isTransposed = false;
  for (OpOperand &use : product.getUses()) {
    if (auto amax = dyn_cast<AmaxOp>(use.getOwner());
        amax && amax.getInput() == product &&
        amax.getGranularityOrTensor().isTensor())
      continue;
    if (isTranspose(use.getOwner(), product)) {
      for (OpOperand &reader : use.getOwner()->getResult(0).getUses()) {
        std::optional<unsigned> input = getInput(reader);
        if (!input)
          continue;
        // An update that reads the input with swapped indices prefers the
        // current layout.
        if (!getInputMap(reader, *input).isIdentity())
          return false;
        isTransposed = true;
      }
      continue;
    }
    std::optional<unsigned> input = getInput(use);
    if (!input)
      return false;
    AffineMap map = getInputMap(use, *input);
    if (map.getNumDims() != 2 || !swapResults(map).isIdentity())
      return false;
    isTransposed = true;
  }
  return isTransposed;
}

/// Returns true if `init` is +0 everywhere. -0 is excluded, because a sum with
/// the initial value -0 can be -0.
static bool isPositiveZeros(Value init) {
  std::optional<Uniform> uniform = matchUniform(init);
  return uniform && uniform->isConstant(0.0);
}

/// Returns zeros with the type of the transpose of `init`.
static Value createZeros(OpBuilder &b, Value init) {
  auto type = cast<RankedTensorType>(init.getType());
  auto transposed = RankedTensorType::get(
      {type.getDimSize(1), type.getDimSize(0)}, type.getElementType());
  return arith::ConstantOp::create(b, init.getLoc(), b.getZeroAttr(transposed));
}

/// Copies discardable attributes, such as `fp8.name`. Excludes the attributes
/// in which linalg memoizes indexing maps.
static void copyAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attribute : from->getDiscardableAttrs())
    if (!isa_and_nonnull<linalg::LinalgDialect>(attribute.getNameDialect()))
      to->setDiscardableAttr(attribute.getName(), attribute.getValue());
}

/// Creates a matmul that computes the transpose of the result of `op`. Returns
/// null if `op` is not a plain matmul with a zero initial value.
static Value createTransposed(OpBuilder &b, Operation *op) {
  if (auto contract = dyn_cast<ContractOp>(op)) {
    if (contract.hasEpilogue() || !isPositiveZeros(contract.getInit()))
      return {};
    SmallVector<AffineMap> maps = contract.getIndexingMapsArray();
    maps[2] = swapResults(maps[2]);
    return ContractOp::create(b, op->getLoc(), contract.getLhs(),
                              contract.getLhsScaleInv(), contract.getRhs(),
                              contract.getRhsScaleInv(),
                              createZeros(b, contract.getInit()), maps,
                              contract.getLhsGranularityAttr(),
                              contract.getRhsGranularityAttr())
        .getResult();
  }
  std::optional<Contraction> match = matchContraction(op);
  if (!match || match->kind != ContractionKind::Matmul ||
      !isPositiveZeros(match->init))
    return {};
  auto maps = llvm::to_vector(match->maps);
  maps[2] = swapResults(maps[2]);
  Value zeros = createZeros(b, match->init);
  auto product = linalg::ContractOp::create(
      b, op->getLoc(), zeros.getType(), ValueRange{match->lhs, match->rhs},
      zeros, b.getAffineMapArrayAttr(maps));
  return product->getResult(0);
}

static void transpose(Operation *op) {
  Value product = op->getResult(0);
  OpBuilder builder(op);
  Value transposed = createTransposed(builder, op);
  if (!transposed)
    return;
  copyAttributes(op, transposed.getDefiningOp());
  // A transpose may use the matmul result in several operands, so visit each
  // transpose once.
  llvm::SetVector<Operation *> transposes;
  for (Operation *reader : product.getUsers())
    if (isTranspose(reader, product))
      transposes.insert(reader);
  for (Operation *reader : transposes) {
    reader->getResult(0).replaceAllUsesWith(transposed);
    reader->erase();
  }
  for (OpOperand &use : llvm::make_early_inc_range(product.getUses())) {
    if (std::optional<unsigned> input = getInput(use)) {
      auto update = cast<UpdateOp>(use.getOwner());
      SmallVector<AffineMap> maps;
      unsigned count = update.getNumStates() + update.getInputs().size();
      for (unsigned i = 0; i < count; ++i)
        maps.push_back(update.getMap(i));
      AffineMap &map = maps[update.getNumStates() + *input];
      map = swapResults(map);
      update.setIndexingMapsAttr(builder.getAffineMapArrayAttr(maps));
    }
    use.set(transposed);
  }
  op->erase();
}

namespace {
struct TransposeProducts
    : fp8::impl::TransposeProductsPassBase<TransposeProducts> {
  using TransposeProductsPassBase::TransposeProductsPassBase;

  void runOnOperation() override {
    auto isTransposed = [](Operation *op) {
      if (op->getNumResults() != 1 || !isPure(op))
        return false;
      auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
      return type && type.getRank() == 2 && type.hasStaticShape() &&
             (isa<ContractOp>(op) || matchContraction(op)) &&
             isReadTransposed(op->getResult(0));
    };
    SmallVector<Operation *> products =
        collectOps(getOperation(), isTransposed);
    if (products.empty())
      return markAllAnalysesPreserved();
    llvm::for_each(products, transpose);
  }
};
} // namespace
