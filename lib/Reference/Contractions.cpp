//===- Contractions.cpp - sums of products in f64 -------------------------===//

#include "Contractions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Returns the number of the input that `value` reads, possibly widened, or
/// std::nullopt.
static std::optional<unsigned> getInput(Value value, Block *body) {
  while (auto extf = value.getDefiningOp<arith::ExtFOp>())
    value = extf.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != body || argument.getArgNumber() > 1)
    return std::nullopt;
  return argument.getArgNumber();
}

/// Returns true if the body is `addf(out, mulf(a, b))` of the two inputs, in
/// any order.
static bool addsProductOfInputs(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1)
    return false;
  Block *body = op.getBlock();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || body->getNumArguments() != 3)
    return false;
  BlockArgument out = body->getArgument(2);
  Value product = add.getLhs() == out ? add.getRhs() : add.getLhs();
  if (add.getLhs() != out && add.getRhs() != out)
    return false;
  auto mul = product.getDefiningOp<arith::MulFOp>();
  if (!mul)
    return false;
  std::optional<unsigned> a = getInput(mul.getLhs(), body);
  std::optional<unsigned> b = getInput(mul.getRhs(), body);
  return a && b && *a != *b;
}

bool reference::isFloatContraction(linalg::LinalgOp op) {
  if (!addsProductOfInputs(op))
    return false;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool hasReduction = false, hasOneSided = false;
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (iterator == utils::IteratorType::reduction) {
      hasReduction = true;
      if (maps[2].isFunctionOfDim(d))
        return false;
    } else {
      hasOneSided |= maps[0].isFunctionOfDim(d) != maps[1].isFunctionOfDim(d);
    }
  }
  if (!hasReduction || !maps[2].isProjectedPermutation())
    return false;
  // A convolution reads one input at sums of dimensions.
  bool isContraction = llvm::all_of(maps, [](AffineMap map) {
    return map.isProjectedPermutation(/*allowZeroInResults=*/true);
  });
  return isContraction ? hasOneSided : linalg::isaConvolutionOpInterface(op);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Copies the elements of `tensor` to f64, in the order in which `dims` are
/// traversed, so that the innermost loop reads contiguous data. Updates
/// `access` to refer to the copy.
static std::vector<double> readInOrder(const HostTensor &tensor,
                                       ArrayRef<unsigned> dims,
                                       ArrayRef<int64_t> extents,
                                       Access &access) {
  FloatCodec codec = *FloatCodec::get(tensor.getElementType());
  // A dimension that the tensor does not depend on has stride 0.
  SmallVector<unsigned> own;
  int64_t numPoints = 1;
  for (unsigned d : dims)
    if (access.strides[d] != 0) {
      own.push_back(d);
      numPoints *= extents[d];
    }
  // A convolution reads elements more than once, so its input is not reordered.
  std::vector<double> values;
  if (numPoints != tensor.getNumElements()) {
    for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
      values.push_back(codec.decodeF64(loadBits(tensor, i)));
    return values;
  }
  values.reserve(numPoints);
  for (BoxWalk walk(own, extents, access); !walk.isDone(); walk.advance())
    values.push_back(codec.decodeF64(loadBits(tensor, walk.getPosition(0))));
  int64_t stride = 1;
  for (unsigned d : llvm::reverse(own)) {
    access.strides[d] = stride;
    stride *= extents[d];
  }
  access.start = 0;
  return values;
}

/// Computes sums[i] += lhs[i * lhsStride] * rhs[i * rhsStride]. The two
/// important stride patterns have separate loops, which the compiler can
/// optimize.
static void multiplyAdd(MutableArrayRef<double> sums, const double *lhs,
                        int64_t lhsStride, const double *rhs,
                        int64_t rhsStride) {
  int64_t n = sums.size();
  if (lhsStride == 0 && rhsStride == 1) {
    for (int64_t i = 0; i < n; ++i)
      sums[i] += lhs[0] * rhs[i];
  } else if (lhsStride == 1 && rhsStride == 0) {
    for (int64_t i = 0; i < n; ++i)
      sums[i] += lhs[i] * rhs[0];
  } else {
    for (int64_t i = 0; i < n; ++i)
      sums[i] += lhs[i * lhsStride] * rhs[i * rhsStride];
  }
}

void Contraction::run(const HostTensor &lhsTensor, const HostTensor &rhsTensor,
                      MutableArrayRef<double> sums, ErrorSource *errors) const {
  if (!errors || !errors->changesContractions())
    return addProducts(lhsTensor, rhsTensor, sums, /*isMagnitude=*/false);
  std::vector<double> magnitudes;
  for (double sum : sums)
    magnitudes.push_back(std::fabs(sum));
  addProducts(lhsTensor, rhsTensor, sums, /*isMagnitude=*/false);
  addProducts(lhsTensor, rhsTensor, magnitudes, /*isMagnitude=*/true);
  int64_t count = 1;
  for (unsigned d : reductionDims)
    count *= extents[d];
  for (auto [sum, magnitude] : llvm::zip_equal(sums, magnitudes))
    sum += errors->ofContraction(count, magnitude);
}

void Contraction::addProducts(const HostTensor &lhsTensor,
                              const HostTensor &rhsTensor,
                              MutableArrayRef<double> sums,
                              bool isMagnitude) const {
  // The last dimension of the result is innermost. Its sums are independent of
  // each other, and each sum still adds in row-major order of the reduced
  // dimensions.
  SmallVector<unsigned> outer(parallelDims);
  int64_t innerExtent = 1, innerDim = -1;
  if (!outer.empty()) {
    innerDim = outer.pop_back_val();
    innerExtent = extents[innerDim];
  }
  SmallVector<unsigned> order(outer);
  llvm::append_range(order, reductionDims);
  if (innerDim >= 0)
    order.push_back(innerDim);
  std::array<Access, 3> accesses = {lhs, rhs, result};
  std::vector<double> a = readInOrder(lhsTensor, order, extents, accesses[0]);
  std::vector<double> b = readInOrder(rhsTensor, order, extents, accesses[1]);
  if (isMagnitude)
    for (std::vector<double> *values : {&a, &b})
      for (double &value : *values)
        value = std::fabs(value);
  auto innerStride = [&](const Access &access) {
    return innerDim < 0 ? 0 : access.strides[innerDim];
  };
  int64_t aStride = innerStride(accesses[0]);
  int64_t bStride = innerStride(accesses[1]);
  int64_t resultStride = innerStride(accesses[2]);

  BoxWalk reduced(reductionDims, extents, accesses);
  std::vector<double> row(innerExtent);
  for (BoxWalk walk(outer, extents, accesses); !walk.isDone(); walk.advance()) {
    double *out = sums.data() + walk.getPosition(2);
    for (int64_t i = 0; i < innerExtent; ++i)
      row[i] = out[i * resultStride];
    for (reduced.restart(walk.getPositions()); !reduced.isDone();
         reduced.advance())
      multiplyAdd(row, a.data() + reduced.getPosition(0), aStride,
                  b.data() + reduced.getPosition(1), bStride);
    for (int64_t i = 0; i < innerExtent; ++i)
      out[i * resultStride] = row[i];
  }
}
