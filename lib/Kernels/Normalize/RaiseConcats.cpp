//===- RaiseConcats.cpp - --fp8-raise-concats -----------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISECONCATSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of pads that one concatenation replaces. The gaps between
/// their sources become further operands of the concatenation.
static constexpr size_t kMaxPieces = 32;

namespace {
/// A pad along one dimension: the source is at [`begin`, `end`) of the result,
/// and all other elements are one constant.
struct PadAlong {
  int64_t dim, begin, end;
};

/// A tree of elementwise functions of pads along one dimension.
class PadTree {
public:
  /// Returns the tree that ends at `root`, if there is one.
  static std::optional<PadTree> find(linalg::GenericOp root);

  /// Returns true if there are at most `kMaxPieces` pads, and their sources do
  /// not overlap along the dimension.
  bool isDisjoint() const;
  /// Creates the result of the root as a concatenation.
  Value concatenate(RewriterBase &rewriter) const;

private:
  /// A value restricted to a range of positions along the dimension. It is
  /// either a tensor, or a scalar if all its elements are equal.
  struct Piece {
    Value part, element;
  };

  bool add(Value value);
  SmallVector<int64_t> getBounds() const;
  Piece createPiece(RewriterBase &rewriter, Value value, int64_t begin,
                    int64_t end) const;
  Piece createPiece(RewriterBase &rewriter, linalg::GenericOp generic,
                    ArrayRef<Piece> operands, int64_t begin, int64_t end) const;
  Value createTensor(RewriterBase &rewriter, const Piece &piece, int64_t begin,
                     int64_t end) const;
  /// Returns the type of the result of `generic`, restricted to [`begin`,
  /// `end`) along the dimension.
  RankedTensorType getType(linalg::GenericOp generic, int64_t begin,
                           int64_t end) const;

  mutable linalg::GenericOp root;
  int64_t dim = -1;
  llvm::MapVector<Value, PadAlong> pads;
  /// The elementwise ops of the tree, in topological order.
  llvm::SetVector<Value> generics;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

static std::optional<PadAlong> matchPad(Value value) {
  auto pad = value.getDefiningOp<tensor::PadOp>();
  if (!pad || !pad.getConstantPaddingValue() ||
      !pad.getConstantPaddingValue().getDefiningOp<arith::ConstantOp>() ||
      !pad.getSourceType().hasStaticShape() ||
      !pad.getResultType().hasStaticShape())
    return std::nullopt;
  std::optional<PadAlong> found;
  for (int64_t i = 0; i < pad.getResultType().getRank(); ++i) {
    int64_t extent = pad.getSourceType().getDimSize(i);
    int64_t low = pad.getStaticLow()[i];
    // Skip dimensions without padding. The next check rejects a shift, whose
    // padding keeps the extent.
    if (extent == pad.getResultType().getDimSize(i) && low == 0)
      continue;
    if (found || ShapedType::isDynamic(low) || low < 0 || extent == 0 ||
        extent == pad.getResultType().getDimSize(i) ||
        low + extent > pad.getResultType().getDimSize(i))
      return std::nullopt;
    found = {i, low, low + extent};
  }
  return found;
}

/// Returns true if each result element is computed from the operand elements at
/// the same index, independently of the index, by arith ops only. Math ops are
/// excluded: on constants, they would be folded with the math library of the
/// host, which computes other bits.
static bool isElementByElement(linalg::GenericOp generic) {
  if (!generic || !generic.hasPureTensorSemantics() ||
      generic.getNumResults() != 1 || generic.hasDynamicShape() ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }) ||
      generic.payloadUsesValueFromOperand(generic.getDpsInitOperand(0)))
    return false;
  return llvm::all_of(generic.getBody()->without_terminator(),
                      [](Operation &op) {
                        return isPure(&op) && op.getNumRegions() == 0 &&
                               isa<arith::ArithDialect>(op.getDialect());
                      });
}

bool PadTree::add(Value value) {
  if (pads.count(value) || generics.contains(value))
    return true;
  if (pads.size() + generics.size() > kMaxPieces * 2)
    return false;
  if (std::optional<PadAlong> pad = matchPad(value)) {
    if (dim >= 0 && dim != pad->dim)
      return false;
    dim = pad->dim;
    pads[value] = *pad;
    return true;
  }
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || !isElementByElement(generic) ||
      generic.getNumDpsInputs() == 0 ||
      !llvm::all_of(generic.getDpsInputs(),
                    [&](Value input) { return add(input); }))
    return false;
  generics.insert(value);
  return true;
}

std::optional<PadTree> PadTree::find(linalg::GenericOp root) {
  // A concatenation needs at least two pads.
  PadTree tree;
  tree.root = root;
  if (!isElementByElement(root) || !tree.add(root.getResult(0)) ||
      tree.pads.size() < 2)
    return std::nullopt;
  // Skip a root that is an inner node of a larger tree.
  bool isInner = llvm::all_of(root->getUsers(), [&](Operation *user) {
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || !isElementByElement(generic))
      return false;
    PadTree outer;
    return outer.add(generic.getResult(0));
  });
  if (isInner && !root->use_empty())
    return std::nullopt;
  return tree;
}

bool PadTree::isDisjoint() const {
  SmallVector<PadAlong> sorted =
      llvm::map_to_vector(pads, [](const auto &entry) { return entry.second; });
  llvm::sort(sorted, [](const PadAlong &a, const PadAlong &b) {
    return a.begin < b.begin;
  });
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i].begin < sorted[i - 1].end)
      return false;
  return sorted.size() <= kMaxPieces;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

SmallVector<int64_t> PadTree::getBounds() const {
  auto type = cast<RankedTensorType>(root.getResult(0).getType());
  SmallVector<int64_t> bounds = {0, type.getDimSize(dim)};
  for (const auto &[value, pad] : pads)
    llvm::append_values(bounds, pad.begin, pad.end);
  llvm::sort(bounds);
  bounds.erase(llvm::unique(bounds), bounds.end());
  return bounds;
}

PadTree::Piece PadTree::createPiece(RewriterBase &rewriter, Value value,
                                    int64_t begin, int64_t end) const {
  auto pad = value.getDefiningOp<tensor::PadOp>();
  const PadAlong &along = pads.find(value)->second;
  if (begin == along.begin && end == along.end)
    return {pad.getSource(), Value()};
  // The constant may be defined in the region of the pad, so clone it.
  Operation *constant = pad.getConstantPaddingValue().getDefiningOp();
  return {Value(), rewriter.clone(*constant)->getResult(0)};
}

/// Clones `generic` for the range [`begin`, `end`), with `operands` restricted
/// to this range.
PadTree::Piece PadTree::createPiece(RewriterBase &rewriter,
                                    linalg::GenericOp generic,
                                    ArrayRef<Piece> operands, int64_t begin,
                                    int64_t end) const {
  Location loc = generic.getLoc();
  Block *body = generic.getBody();
  auto cloneBody = [&](OpBuilder &b, IRMapping &mapping) {
    for (Operation &op : body->without_terminator()) {
      Operation *copy = b.clone(op, mapping);
      SmallVector<Value> constants;
      if (failed(b.tryFold(copy, constants)) || constants.empty())
        continue;
      mapping.map(op.getResults(), constants);
      copy->erase();
    }
    return mapping.lookupOrDefault(body->getTerminator()->getOperand(0));
  };
  IRMapping mapping;
  SmallVector<Value> inputs;
  for (auto [argument, piece] : llvm::zip(body->getArguments(), operands))
    if (piece.element)
      mapping.map(argument, piece.element);
    else
      inputs.push_back(piece.part);
  if (inputs.empty())
    return {Value(), cloneBody(rewriter, mapping)};
  auto create = [&](ArithmeticBuilder &b, ValueRange arguments) {
    unsigned next = 0;
    for (auto [argument, operand] : llvm::zip(body->getArguments(), operands))
      if (!operand.element)
        mapping.map(argument, arguments[next++]);
    return cloneBody(b, mapping);
  };
  return {createElements(rewriter, loc, getType(generic, begin, end), inputs,
                         create),
          Value()};
}

Value PadTree::createTensor(RewriterBase &rewriter, const Piece &piece,
                            int64_t begin, int64_t end) const {
  if (piece.part)
    return piece.part;
  RankedTensorType type = getType(root, begin, end);
  Value empty =
      tensor::EmptyOp::create(rewriter, root.getLoc(), type, ValueRange());
  return linalg::FillOp::create(rewriter, root.getLoc(), piece.element, empty)
      .getResult(0);
}

RankedTensorType PadTree::getType(linalg::GenericOp generic, int64_t begin,
                                  int64_t end) const {
  auto type = cast<RankedTensorType>(generic.getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = end - begin;
  return type.clone(shape);
}

Value PadTree::concatenate(RewriterBase &rewriter) const {
  rewriter.setInsertionPoint(root);
  SmallVector<Value> parts;
  SmallVector<int64_t> bounds = getBounds();
  for (auto [begin, end] :
       llvm::zip(bounds, llvm::ArrayRef(bounds).drop_front())) {
    llvm::DenseMap<Value, Piece> pieces;
    for (const auto &entry : pads)
      pieces[entry.first] = createPiece(rewriter, entry.first, begin, end);
    for (Value value : generics) {
      auto generic = value.getDefiningOp<linalg::GenericOp>();
      SmallVector<Piece> operands =
          llvm::map_to_vector(generic.getDpsInputs(), [&](Value input) {
            return pieces.lookup(input);
          });
      pieces[value] = createPiece(rewriter, generic, operands, begin, end);
    }
    parts.push_back(
        createTensor(rewriter, pieces.lookup(root.getResult(0)), begin, end));
  }
  return tensor::ConcatOp::create(rewriter, root.getLoc(), dim, parts);
}

namespace {
struct RaiseConcats : fp8::impl::RaiseConcatsPassBase<RaiseConcats> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    bool changed = false;
    for (auto generic : collectOps<linalg::GenericOp>(getOperation())) {
      std::optional<PadTree> tree = PadTree::find(generic);
      if (!tree || !tree->isDisjoint())
        continue;
      rewriter.replaceOp(generic, tree->concatenate(rewriter));
      changed = true;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
