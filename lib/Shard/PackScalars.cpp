//===- PackScalars.cpp - scalars of ranks in few exchanges ----------------===//

#include "PackScalars.h"

#include "fp8/Analysis/Operands.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/ReduceMembers.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Reductions of scalars along the same axes that share one exchange.
struct Pack {
  SmallVector<AllReduceOp> sums, maxima;
};

/// Packs by the number of exchanges before them, and by axes. The order of axes
/// is the order of their first reduction, which is the same on all ranks.
using Packs = llvm::MapVector<std::pair<unsigned, Attribute>, Pack>;
} // namespace

static bool isScalar(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped && shaped.getRank() == 0;
}

/// Returns the packs of a function. A scalar belongs to the first round after
/// all rounds that it depends on.
static Packs findPacks(func::FuncOp func) {
  Packs packs;
  llvm::DenseMap<Value, unsigned> rounds;
  for (Operation &op : func.front()) {
    unsigned round = 0;
    forEachOperand(&op, [&](Value operand) {
      round = std::max(round, rounds.lookup(operand));
    });
    auto reduce = dyn_cast<AllReduceOp>(op);
    if (reduce && reduce.getNumResults() == 1 &&
        isScalar(reduce.getInput().getType())) {
      Pack &pack = packs[{round, reduce.getAxes()}];
      (reduce.getKind() == ReductionKind::Sum ? pack.sums : pack.maxima)
          .push_back(reduce);
      ++round;
    }
    for (Value result : op.getResults())
      rounds[result] = round;
  }
  return packs;
}

static SmallVector<OpFoldResult> getIndices(OpBuilder &b,
                                            ArrayRef<int64_t> numbers) {
  return llvm::map_to_vector(numbers, [&](int64_t number) -> OpFoldResult {
    return b.getIndexAttr(number);
  });
}

/// Returns the inputs of all reductions of a pack as one row.
static Value collect(ImplicitLocOpBuilder &b, const Pack &pack) {
  auto numScalars = static_cast<int64_t>(pack.sums.size() + pack.maxima.size());
  Value row = tensor::EmptyOp::create(b, ArrayRef<int64_t>{1, numScalars},
                                      b.getF32Type());
  int64_t i = 0;
  for (AllReduceOp reduce :
       llvm::concat<const AllReduceOp>(pack.sums, pack.maxima))
    row = tensor::InsertSliceOp::create(
        b, reduce->getLoc(), reduce.getInput(), row, getIndices(b, {0, i++}),
        getIndices(b, {1, 1}), getIndices(b, {1, 1}));
  return row;
}

/// Replaces the results of `reductions`, whose gathered inputs are in columns
/// of `gathered` from `column` on.
static void distribute(ImplicitLocOpBuilder &b,
                       ArrayRef<AllReduceOp> reductions, Value gathered,
                       int64_t column) {
  if (reductions.empty())
    return;
  AllReduceOp first = reductions.front();
  auto count = static_cast<int64_t>(reductions.size());
  int64_t ranks = first.getGroupSize();
  Value columns = tensor::ExtractSliceOp::create(
      b, RankedTensorType::get({ranks, count}, b.getF32Type()), gathered,
      getIndices(b, {0, column}), getIndices(b, {ranks, count}),
      getIndices(b, {1, 1}));
  Value init = tensor::EmptyOp::create(b, count, b.getF32Type());
  Value reduced = emitReductionOfMembers(
      b, first.getLoc(), columns, first.getAxisSizes(), first.getKind(), init);
  for (auto [i, each] : llvm::enumerate(reductions)) {
    AllReduceOp reduce = each;
    Value element = tensor::ExtractSliceOp::create(
        b, RankedTensorType::get({}, b.getF32Type()), reduced,
        getIndices(b, static_cast<int64_t>(i)), getIndices(b, 1),
        getIndices(b, 1));
    reduce.getResult().replaceAllUsesWith(element);
  }
}

/// Performs all reductions of a pack after one exchange.
static void exchange(const Pack &pack, ArrayAttr axes) {
  AllReduceOp first =
      pack.sums.empty() ? pack.maxima.front() : pack.sums.front();
  ImplicitLocOpBuilder b(first.getLoc(), first);
  Value row = collect(b, pack);
  auto type = cast<RankedTensorType>(row.getType());
  Value init = tensor::EmptyOp::create(
      b, ArrayRef<int64_t>{first.getGroupSize(), type.getDimSize(1)},
      b.getF32Type());
  Value gathered = AllGatherOp::create(b, init.getType(), row, init, axes,
                                       /*order=*/StreamOrderAttr())
                       .getResult();
  distribute(b, pack.sums, gathered, 0);
  distribute(b, pack.maxima, gathered, static_cast<int64_t>(pack.sums.size()));
  for (AllReduceOp reduce :
       llvm::concat<const AllReduceOp>(pack.sums, pack.maxima))
    reduce->erase();
}

void mlir::fp8::packScalars(func::FuncOp func) {
  Packs packs = findPacks(func);
  bool hasChanged = false;
  for (const auto &[key, pack] : packs) {
    if (pack.sums.size() + pack.maxima.size() < 2)
      continue;
    exchange(pack, cast<ArrayAttr>(key.second));
    hasChanged = true;
  }
  // Readers of the first results may precede the last inputs.
  if (hasChanged)
    sortTopologically(&func.front());
}
