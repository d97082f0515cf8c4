//===- ArgumentUse.cpp - uses of function arguments -----------------------===//

#include "fp8/Analysis/ArgumentUse.h"

#include "fp8/Analysis/ElementsRead.h"
#include "fp8/Analysis/ValueFlow.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

namespace {
/// Tracks the smallest of several extents.
struct Smallest {
  std::optional<int64_t> extent;

  void add(int64_t other) {
    if (other > 0)
      extent = std::min(extent.value_or(other), other);
  }
  void addDim(Value shaped, int64_t dim) {
    auto type = cast<ShapedType>(shaped.getType());
    if (!type.isDynamicDim(dim))
      add(type.getDimSize(dim));
  }
};
} // namespace

/// Returns the number of values if `value` is an iota, as in one-hot encodings:
/// a loop index, or a constant 0, 1, 2, ... Returns std::nullopt otherwise.
static std::optional<int64_t> getIotaExtent(Value value) {
  Value origin = traceBack(value);
  if (auto index = origin.getDefiningOp<linalg::IndexOp>()) {
    auto op = cast<linalg::LinalgOp>(index->getParentOp());
    int64_t extent = op.getStaticLoopRanges()[index.getDim()];
    return ShapedType::isDynamic(extent) ? std::nullopt
                                         : std::optional<int64_t>(extent);
  }
  DenseIntElementsAttr elements;
  if (!matchPattern(origin, m_Constant(&elements)) || elements.isSplat())
    return std::nullopt;
  for (auto [i, element] : llvm::enumerate(elements.getValues<APInt>()))
    if (element != i)
      return std::nullopt;
  return elements.getNumElements();
}

static void addComparison(arith::CmpIOp compare, unsigned number,
                          Smallest &range) {
  Value other = compare->getOperand(1 - number);
  if (std::optional<int64_t> extent = getIotaExtent(other))
    return range.add(*extent);
  std::optional<double> bound = getConstantNumber(other);
  if (!bound)
    return;
  // `x < D` and `x >= D` imply the valid values 0 to D - 1. `x <= D` and `x >
  // D` also imply D. With exchanged operands, it is the reverse.
  bool oneMore;
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    oneMore = number == 1;
    break;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    oneMore = number == 0;
    break;
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    // An equality test with one value, such as padding, is not a bound.
    return;
  }
  // A larger bound limits no index, and its conversion to an integer could
  // overflow.
  if (std::abs(*bound) < 0x1p62)
    range.add(static_cast<int64_t>(*bound) + (oneMore ? 1 : 0));
}

/// If `use` is a dynamic offset of a slice, adds the number of valid offsets.
template <typename SliceOp>
static void addOffset(SliceOp slice, OpOperand &use, RankedTensorType whole,
                      Smallest &range) {
  unsigned dynamic = 0;
  for (auto [dim, offset] : llvm::enumerate(slice.getMixedOffsets())) {
    if (!isa<Value>(offset))
      continue;
    unsigned number = slice.getOffsetSizeAndStrideStartOperandIndex() + dynamic;
    ++dynamic;
    int64_t size = slice.getStaticSizes()[dim];
    if (number == use.getOperandNumber() && !ShapedType::isDynamic(size))
      range.add(whole.getDimSize(dim) - size + 1);
  }
}

/// If `use` is an index into a tensor, adds the extent of the indexed
/// dimension.
static void addIndexUse(OpOperand &use, Smallest &range) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (number > 0)
      range.addDim(extract.getTensor(), number - 1);
  } else if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
    if (number > 1)
      range.addDim(insert.getDest(), number - 2);
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    addOffset(slice, use, slice.getSourceType(), range);
  } else if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
    addOffset(slice, use, slice.getDestType(), range);
  } else if (auto gather = dyn_cast<tensor::GatherOp>(op)) {
    if (use.get() == gather.getIndices())
      for (int64_t dim : gather.getGatherDims())
        range.addDim(gather.getSource(), dim);
  } else if (auto scatter = dyn_cast<tensor::ScatterOp>(op)) {
    if (use.get() == scatter.getIndices())
      for (int64_t dim : scatter.getScatterDims())
        range.addDim(scatter.getDest(), dim);
  }
}

static void addUse(OpOperand &use, Smallest &range) {
  addIndexUse(use, range);
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto scatterAdd = dyn_cast<ScatterAddOp>(op)) {
    if (use.get() == scatterAdd.getIndices())
      for (int64_t dim = 0,
                   e = cast<ShapedType>(use.get().getType()).getDimSize(1);
           dim < e; ++dim)
        range.addDim(scatterAdd.getInit(), dim);
  } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    addComparison(compare, number, range);
  } else if (isa<arith::MinSIOp, arith::MinUIOp>(op)) {
    if (std::optional<double> last =
            getConstantNumber(op->getOperand(1 - number)))
      range.add(static_cast<int64_t>(*last) + 1);
  }
}

std::optional<int64_t> fp8::findIndexRange(Value argument) {
  if (mlir::getElementTypeOrSelf(argument.getType()).isInteger(1))
    return 2;
  Smallest range;
  walkUses(argument, [&](OpOperand &use) { addUse(use, range); });
  return range.extent;
}

/// Returns true if `op` runs whenever its function runs, because it is in no
/// branch.
static bool alwaysRuns(Operation *op) {
  for (op = op->getParentOp(); !isa<func::FuncOp>(op); op = op->getParentOp())
    if (!isa<linalg::LinalgOp, scf::ForOp>(op))
      return false;
  return true;
}

SmallVector<IndexUse> fp8::findIndexUses(BlockArgument argument) {
  SmallVector<IndexUse> uses;
  ElementsRead elements(argument);
  walkUses(argument, [&](OpOperand &use) {
    Smallest range;
    addIndexUse(use, range);
    if (!range.extent || !alwaysRuns(use.getOwner()))
      return;
    FailureOr<Elements> found = elements.get(use.get());
    if (succeeded(found) && !found->none())
      uses.push_back({&use, *range.extent, std::move(found->read)});
  });
  return uses;
}

//===----------------------------------------------------------------------===//
// Exponents
//===----------------------------------------------------------------------===//

/// Returns true if `value` is the exponent of a powf. Appends the values
/// `value` + 1 to `successors`.
static bool leadsToExponent(Value value, SmallVectorImpl<Value> *successors) {
  bool isExponent = false;
  walkUses(value, [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (isa<math::PowFOp>(op) && use.getOperandNumber() == 1)
      isExponent = true;
    if (isa<arith::AddFOp, arith::AddIOp>(op) && successors &&
        getConstantNumber(op->getOperand(1 - use.getOperandNumber())) == 1.0)
      successors->push_back(op->getResult(0));
  });
  return isExponent;
}

std::optional<double> fp8::findExponentStart(Value argument) {
  SmallVector<Value> successors;
  if (leadsToExponent(argument, &successors))
    return 1;
  for (Value successor : successors)
    if (leadsToExponent(successor, nullptr))
      return 0;
  return std::nullopt;
}

bool fp8::isReturnedUnchanged(BlockArgument argument) {
  return llvm::is_contained(argument.getOwner()->getTerminator()->getOperands(),
                            argument);
}
