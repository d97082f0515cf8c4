//===- Units.cpp - rows that stay together --------------------------------===//

#include "Units.h"

#include "fp8/Numerics/SumTree.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fp8;

static int64_t getProduct(ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (int64_t extent : extents)
    product *= extent;
  return product;
}

int64_t mlir::fp8::getGranuleRows(GranularityAttr granularity,
                                  ArrayRef<int64_t> shape) {
  if (!granularity || granularity.isTensor())
    return 1;
  if (granularity.getKind() == GranularityKind::Group) {
    int64_t size = granularity.getSizes().front();
    return size / std::gcd(size, getProduct(shape.drop_front()));
  }
  int64_t extent = granularity.getExtent(0, static_cast<int64_t>(shape.size()));
  return extent == 0 ? shape.front() : extent;
}

int64_t mlir::fp8::getGranuleUnit(UpdateOp update) {
  SmallVector<ArrayRef<int64_t>> shapes =
      llvm::map_to_vector(update.getMainPlanes(), [](Value main) {
        return cast<RankedTensorType>(main.getType()).getShape();
      });
  int64_t unit = 1;
  for (const UpdatePlane &plane : update.getAllPlanes())
    unit =
        std::lcm(unit, getGranuleRows(plane.granularity, shapes[plane.state]));
  return unit;
}

int64_t mlir::fp8::getSumUnit(int64_t rowElements) {
  return numerics::sumBlockSize / std::gcd(numerics::sumBlockSize, rowElements);
}

/// Returns the position in the result of dimension `dim` of the operand, if
/// `op` computes its result element by element.
static std::optional<int64_t> followDim(OpOperand &operand, int64_t dim) {
  Operation *op = operand.getOwner();
  if (isa<DequantizeOp>(op))
    return operand.getOperandNumber() == 0 ? std::optional(dim) : std::nullopt;
  if (OpTrait::hasElementwiseMappableTraits(op))
    return dim;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || op->getNumResults() != 1 ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops() ||
      linalgOp.isDpsInit(&operand))
    return std::nullopt;
  AffineExpr loop = linalgOp.getMatchingIndexingMap(&operand).getResult(dim);
  AffineMap results =
      linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0));
  for (auto [i, expr] : llvm::enumerate(results.getResults()))
    if (expr == loop)
      return i;
  return std::nullopt;
}

int64_t mlir::fp8::getReaderUnit(Value state) {
  int64_t unit = 1;
  SmallVector<std::pair<Value, int64_t>> worklist = {{state, 0}};
  llvm::DenseSet<Value> seen;
  while (!worklist.empty()) {
    auto [value, dim] = worklist.pop_back_val();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() == 0 || !seen.insert(value).second)
      continue;
    for (OpOperand &use : value.getUses()) {
      if (auto quantize = dyn_cast<QuantizeOp>(use.getOwner())) {
        GranularityAttr granularity = quantize.getGranularityAttr();
        if (use.getOperandNumber() != 0 || !granularity ||
            granularity.isTensor() ||
            granularity.getKind() == GranularityKind::Group)
          continue;
        int64_t extent = granularity.getExtent(dim, type.getRank());
        if (extent > 1 && extent < type.getDimSize(dim))
          unit = std::lcm(unit, extent);
        continue;
      }
      if (auto update = dyn_cast<UpdateOp>(use.getOwner())) {
        // Decoders return copies.
        for (auto [i, plane] : llvm::enumerate(update.getWrittenPlanes()))
          if (plane.role == UpdatePlane::Role::Copy)
            worklist.push_back({update.getResult(i), dim});
        continue;
      }
      if (std::optional<int64_t> next = followDim(use, dim))
        worklist.push_back({use.getOwner()->getResult(0), *next});
    }
  }
  return unit;
}
