//===- FoldTransposes.cpp - operands in their own layout ------------------===//
//
// Libraries read both operands of a matmul in place in either layout: the
// reduced dimension or the kept dimension may be the contiguous one. A
// transpose in front of a matmul would only cost a copy. For a weight, a second
// copy in the other layout would be stored for the backward pass.
//
//===----------------------------------------------------------------------===//

#include "FoldTransposes.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/GemmLayout.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "fp8/Utils/TensorType.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A tensor from which an operand of a contraction results by transposes and
/// casts.
struct Source {
  Value value;
  /// Indexing map of the contraction for `value`.
  AffineMap map;
  /// Casts between `value` and the operand, the last one first.
  SmallVector<Operation *, 1> casts;
};
} // namespace

/// Returns the indexing map of the source of a transpose, where `map` is the
/// indexing map of its result.
static AffineMap undoTranspose(AffineMap map, ArrayRef<int64_t> permutation) {
  SmallVector<AffineExpr> exprs(map.getNumResults());
  for (auto [expr, from] : llvm::zip_equal(map.getResults(), permutation))
    exprs[from] = expr;
  return AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
}

/// Returns true if only matmuls read `value`.
static bool isReadByMatmulsOnly(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa<ContractOp, GemmOp>(user) || matchContraction(user);
  });
}

/// Finds the source of the first transpose in the chain of transposes and casts
/// that computes `value`. Returns std::nullopt if there is no transpose.
static std::optional<Source> findSource(Value value, AffineMap map) {
  Source at{value, map, {}};
  std::optional<Source> found;
  while (Operation *op = at.value.getDefiningOp()) {
    if (std::optional<SmallVector<int64_t>> permutation = getPermutation(op)) {
      at.map = undoTranspose(at.map, *permutation);
      at.value = op->getOperand(0);
      found = at;
      continue;
    }
    // With other readers, both results of the cast would be stored.
    if (!getMovedSource(op, Move::FloatCast) || !isReadByMatmulsOnly(at.value))
      break;
    at.casts.push_back(op);
    at.value = getMovedSource(op, Move::FloatCast);
  }
  return found;
}

/// Returns the slice that `value` is a view of, or null.
static tensor::ExtractSliceOp findSlice(Value value) {
  return getMovedRoot(value, Move::View & ~Move::Slice)
      .getDefiningOp<tensor::ExtractSliceOp>();
}

/// Returns true if the elements of the last dimension of `slice` are contiguous
/// in its source.
static bool hasContiguousRows(tensor::ExtractSliceOp slice) {
  return slice.hasUnitStride() &&
         !slice.getDroppedDims().test(slice.getSourceType().getRank() - 1);
}

static unsigned countLongDims(ArrayRef<unsigned> dims, AffineMap map,
                              RankedTensorType type) {
  return llvm::count_if(dims, [&](unsigned dim) {
    std::optional<unsigned> position =
        map.getResultPosition(getAffineDimExpr(dim, map.getContext()));
    return position && type.getDimSize(*position) != 1;
  });
}

/// Returns true if libraries can read operand `i` of `layout`, which is
/// `value`, in place.
static bool isReadInPlace(const GemmLayout &layout, unsigned i, Value value,
                          bool isCast) {
  if (layout.copies[i])
    return false;
  AffineMap map = layout.maps[i];
  RankedTensorType type = getTensorType(value);
  // Rows or columns must be contiguous, so the last dimension is no batch.
  int64_t last = type.getRank() - 1;
  while (last > 0 && type.getDimSize(last) == 1)
    --last;
  if (llvm::is_contained(layout.batch, map.getDimPosition(last)))
    return false;
  // The dimensions of a slice may not be mergeable in memory. A cast writes a
  // new tensor.
  tensor::ExtractSliceOp slice = isCast ? nullptr : findSlice(value);
  if (!slice)
    return true;
  return slice.getResult() == value && hasContiguousRows(slice) &&
         countLongDims(i == 0 ? layout.m : layout.n, map, type) <= 1 &&
         countLongDims(layout.k, map, type) <= 1;
}

/// Returns true if the library packs operand `i` of a contraction with the
/// indexing maps `maps`, whose type is `type`: its rows are not contiguous.
static bool isPacked(ArrayRef<AffineMap> maps, unsigned i,
                     RankedTensorType type) {
  std::optional<linalg::ContractionDimensions> dims = classifyDims(maps);
  if (!dims)
    return false;
  // The library computes the transposed result if rows of lhs are innermost.
  bool isSwapped = llvm::is_contained(
      dims->m, maps[2].getDimPosition(maps[2].getNumResults() - 1));
  bool hasTermsLast = (i == 0) != isSwapped;
  // In an operand that is not packed, batch dimensions come first, then the
  // rows of the operand, then its columns.
  auto rank = [&](unsigned dim) {
    if (llvm::is_contained(dims->batch, dim))
      return 0;
    return llvm::is_contained(dims->k, dim) == hasTermsLast ? 2 : 1;
  };
  int last = 0;
  for (auto [size, expr] :
       llvm::zip_equal(type.getShape(), maps[i].getResults())) {
    if (size == 1)
      continue;
    int current = rank(cast<AffineDimExpr>(expr).getPosition());
    if (current < last)
      return true;
    last = current;
  }
  return false;
}

namespace {
/// A contraction that reads a tensor.
struct Reader {
  SmallVector<AffineMap> maps;
  SmallVector<RankedTensorType, 3> types;
  /// 0 if the tensor is lhs, 1 if it is rhs.
  unsigned operand;
};
} // namespace

/// Returns the contraction of which `use` is lhs or rhs. Returns std::nullopt
/// for other uses, and for contractions to a scalar, which are no matmuls.
static std::optional<Reader> findReader(OpOperand &use) {
  Operation *op = use.getOwner();
  Reader reader;
  Value lhs, rhs;
  if (auto contract = dyn_cast<ContractOp>(op)) {
    if (&use != &contract.getLhsMutable() && &use != &contract.getRhsMutable())
      return std::nullopt;
    lhs = contract.getLhs(), rhs = contract.getRhs();
    reader.maps = contract.getIndexingMapsArray();
    reader.operand = &use == &contract.getLhsMutable() ? 0 : 1;
  } else {
    std::optional<Contraction> match = matchContraction(op);
    if (!match || use.getOperandNumber() >= 2)
      return std::nullopt;
    lhs = op->getOperand(0), rhs = op->getOperand(1);
    reader.maps = llvm::to_vector(match->maps);
    reader.operand = use.getOperandNumber();
  }
  if (reader.maps.size() != 3 || reader.maps[2].getNumResults() == 0)
    return std::nullopt;
  for (Value value : {lhs, rhs, Value(op->getResult(0))})
    reader.types.push_back(getTensorType(value));
  return reader;
}

/// Returns true if the contractions that read the transposed tensor `value`
/// would cause fewer copies if they read its source.
static bool savesCopies(Value value) {
  int64_t before = 0, after = 0;
  bool isStillRead = false;
  for (OpOperand &use : value.getUses()) {
    std::optional<Reader> reader = findReader(use);
    if (!reader) {
      isStillRead = true;
      continue;
    }
    unsigned i = reader->operand;
    std::optional<Source> source = findSource(value, reader->maps[i]);
    before += isPacked(reader->maps, i, getTensorType(value));
    reader->maps[i] = source->map;
    after += isPacked(reader->maps, i, getTensorType(source->value)) ||
             findSlice(source->value);
  }
  // The transpose is a copy, too.
  return after < before + (isStillRead ? 0 : 1);
}

/// Repeats the elementwise op `cast` on `source`.
static Value repeatCast(OpBuilder &builder, Operation *cast, Value source) {
  RankedTensorType type = getTensorType(source).clone(
      getTensorType(cast->getResult(0)).getElementType());
  Operation *clone = cast->clone();
  clone->setOperand(0, source);
  clone->getResult(0).setType(type);
  if (auto generic = dyn_cast<linalg::GenericOp>(clone))
    generic.getDpsInitsMutable()[0].set(
        tensor::EmptyOp::create(builder, cast->getLoc(), type, ValueRange()));
  builder.insert(clone);
  return clone->getResult(0);
}

static std::optional<GemmLayout> matchLayout(ArrayRef<AffineMap> maps,
                                             ArrayRef<RankedTensorType> types) {
  return GemmLayout::match(maps, {types[0], types[1], types[2]});
}

/// Changes `maps` and `types` so that operand `i` is `source`, and returns the
/// layout. Returns std::nullopt without a change if a library could not read
/// the source in place, or would need a copy of another tensor.
static std::optional<GemmLayout>
foldOperand(SmallVectorImpl<AffineMap> &maps,
            SmallVectorImpl<RankedTensorType> &types, unsigned i,
            const Source &source) {
  std::optional<GemmLayout> layout = matchLayout(maps, types);
  SmallVector<AffineMap, 3> newMaps(ArrayRef<AffineMap>{maps});
  SmallVector<RankedTensorType, 3> newTypes(ArrayRef<RankedTensorType>{types});
  newMaps[i] = source.map;
  newTypes[i] = types[i].clone(getTensorType(source.value).getShape());
  std::optional<GemmLayout> folded = matchLayout(newMaps, newTypes);
  // The new map may change the order of the terms, so that another tensor needs
  // a copy.
  auto isCopied = [&](unsigned j) {
    return folded->copies[j] && !layout->copies[j];
  };
  if (!layout || !folded || isCopied(1 - i) || isCopied(2) ||
      !isReadInPlace(*folded, i, source.value, !source.casts.empty()))
    return std::nullopt;
  maps.assign(newMaps.begin(), newMaps.end());
  types.assign(newTypes.begin(), newTypes.end());
  return folded;
}

/// Returns true if each reader of `value`, the cast of a transposed tensor, can
/// read a cast of the source. Otherwise both casts would be stored.
static bool allReadersFold(Value value) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    std::optional<Reader> reader = findReader(use);
    std::optional<Source> source =
        reader ? findSource(value, reader->maps[reader->operand])
               : std::nullopt;
    return source &&
           foldOperand(reader->maps, reader->types, reader->operand, *source);
  });
}

void fp8::foldTransposes(OpBuilder &builder, std::array<Value, 3> &values,
                         SmallVectorImpl<AffineMap> &maps, bool packsOperands) {
  SmallVector<RankedTensorType, 3> types =
      llvm::map_to_vector<3>(values, [](Value v) { return getTensorType(v); });
  for (unsigned i = 0; i < 2; ++i) {
    if (!isMatrixType(types[i].getElementType()))
      continue;
    std::optional<Source> source = findSource(values[i], maps[i]);
    if (!source || (packsOperands && !savesCopies(values[i])) ||
        (!source->casts.empty() && !allReadersFold(values[i])) ||
        !foldOperand(maps, types, i, *source))
      continue;
    values[i] = source->value;
    for (Operation *cast : llvm::reverse(source->casts))
      values[i] = repeatCast(builder, cast, values[i]);
  }
}
