//===- ShardSignature.cpp - rows as arguments and results -----------------===//

#include "ShardRewriter.h"

#include "fp8/Utils/ArgumentAttributes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the ops that extract the rows `part` from `whole`, last op first.
static SmallVector<Operation *> getTakers(Value whole, Value part) {
  SmallVector<Operation *> takers;
  for (Value value = part; value && value != whole;) {
    Operation *op = value.getDefiningOp();
    if (!isa_and_nonnull<tensor::ExtractSliceOp, tensor::InsertSliceOp>(op))
      break;
    takers.push_back(op);
    value = op->getOperand(0);
  }
  return takers;
}

/// Moves a gather, and its destination, before the first op that reads the
/// result.
static void moveToFirstReader(Operation *gather) {
  Block *block = gather->getBlock();
  Operation *first = block->getTerminator();
  for (Operation *user : gather->getUsers())
    if (Operation *ancestor = block->findAncestorOpInBlock(*user);
        ancestor->isBeforeInBlock(first))
      first = ancestor;
  gather->moveBefore(first);
  if (Operation *init = gather->getOperand(1).getDefiningOp();
      init && init->hasOneUse())
    init->moveBefore(gather);
}

bool ShardRewriter::isReadWhole(unsigned argument) {
  BlockArgument whole = func.getArgument(argument);
  int64_t perRank = plan.getCut(plan.getShard(func, argument)).perRank;
  SmallVector<Operation *> takers =
      getTakers(whole, cache.lookup({whole, perRank}));
  return llvm::any_of(whole.getUsers(), [&](Operation *user) {
    return !llvm::is_contained(takers, user);
  });
}

void ShardRewriter::cutSignature(ArrayRef<unsigned> arguments) {
  Operation *terminator = func.front().getTerminator();
  for (unsigned argument : arguments) {
    RowCut cut = plan.getCut(plan.getShard(func, argument));
    unsigned result = flow.results.lookup(argument);
    terminator->setOperand(result,
                           getRows(terminator->getOperand(result), cut));
  }
  for (unsigned argument : arguments) {
    RowCut cut = plan.getCut(plan.getShard(func, argument));
    BlockArgument whole = func.getArgument(argument);
    auto type = cast<RankedTensorType>(whole.getType());
    Value part = cache.lookup({whole, cut.perRank});
    SmallVector<Operation *> takers = getTakers(whole, part);
    ImplicitLocOpBuilder b = rows.after(whole);
    // Readers of the rows read an empty tensor while the argument changes type.
    RankedTensorType partType = RankRows::getType(whole, cut);
    Value placeholder =
        tensor::EmptyOp::create(b, partType.getShape(), type.getElementType());
    Value gathered = rows.gather(b, placeholder, type);
    whole.replaceUsesWithIf(gathered, [&](OpOperand &use) {
      return !llvm::is_contained(takers, use.getOwner());
    });
    if (part)
      part.replaceAllUsesWith(placeholder);
    for (Operation *taker : takers)
      taker->erase();
    whole.setType(partType);
    placeholder.replaceAllUsesWith(whole);
    placeholder.getDefiningOp()->erase();
    if (gathered.use_empty())
      gathered.getDefiningOp()->erase();
    else
      moveToFirstReader(gathered.getDefiningOp());
  }
  cache.clear();
  eraseDeadOps(/*keepPositions=*/false);
  func.setType(FunctionType::get(
      func.getContext(), SmallVector<Type>(func.front().getArgumentTypes()),
      SmallVector<Type>(terminator->getOperandTypes())));
  {
    ArgumentAttributes attributes(func);
    for (unsigned argument : arguments)
      attributes.set(argument, FP8Dialect::kShardAttrName,
                     plan.getShard(func, argument));
  }
  SmallVector<DictionaryAttr> results;
  func.getAllResultAttrs(results);
  for (unsigned argument : arguments) {
    DictionaryAttr &dictionary = results[flow.results.lookup(argument)];
    NamedAttrList list(dictionary);
    list.set(FP8Dialect::kShardAttrName, plan.getShard(func, argument));
    dictionary = list.getDictionary(func.getContext());
  }
  func.setAllResultAttrs(results);
}
