//===- ContractionsToLoops.cpp - --fp8-upstream-contractions-to-loops -----===//
//
// Processes four rows and four terms of the sum at a time. Sixteen scalars stay
// in registers while the innermost loop runs along contiguous columns, which
// LLVM's loop vectorizer vectorizes. Each sum adds its terms in order.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Target/Upstream/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMCONTRACTIONSTOLOOPSPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr int64_t kUnroll = 4;

namespace {

/// Emits the loops of one contraction whose dimensions
/// --fp8-upstream-order-contractions has ordered.
class Emitter {
public:
  Emitter(OpBuilder &builder, linalg::ContractOp op)
      : builder(builder), loc(op.getLoc()),
        maps(cast<linalg::LinalgOp>(op.getOperation()).getIndexingMapsArray()),
        lhs(op.getInputs()[0]), rhs(op.getInputs()[1]), out(op.getOutputs()[0]),
        extents(
            cast<linalg::LinalgOp>(op.getOperation()).getStaticLoopRanges()) {
    unsigned numDims = extents.size();
    indices.resize(numDims);
    column = numDims - 1;
    for (unsigned d = 0; d < numDims; ++d) {
      if (!maps[1].isFunctionOfDim(d))
        row = d;
      if (!maps[2].isFunctionOfDim(d))
        term = d;
    }
  }

  void emit() { emitOuter(0); }

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  void loop(int64_t from, int64_t to, int64_t step,
            function_ref<void(Value)> body) {
    auto loop =
        scf::ForOp::create(builder, loc, index(from), index(to), index(step));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  /// Emits a loop over `extent` in steps of kUnroll, and one step for the
  /// remainder.
  void blocked(int64_t extent, function_ref<void(Value, int64_t)> body) {
    int64_t whole = extent - extent % kUnroll;
    if (whole != 0)
      loop(0, whole, kUnroll, [&](Value i) { body(i, kUnroll); });
    if (whole != extent)
      body(index(whole), extent - whole);
  }

  /// Emits the loop over dimension `d` and all loops inside it.
  void emitOuter(unsigned d) {
    if (d == column)
      return emitColumns();
    if (row && d == *row)
      return blocked(extents[d], [&](Value i, int64_t count) {
        indices[d] = i;
        numRows = count;
        emitOuter(d + 1);
      });
    if (d == term)
      return blocked(extents[d], [&](Value i, int64_t count) {
        indices[d] = i;
        numTerms = count;
        emitOuter(d + 1);
      });
    loop(0, extents[d], 1, [&](Value i) {
      indices[d] = i;
      emitOuter(d + 1);
    });
  }

  /// Returns the position in an operand with `map`, advanced by `r` rows and
  /// `t` terms.
  SmallVector<Value> at(AffineMap map, int64_t r, int64_t t) {
    SmallVector<Value> position;
    for (AffineExpr expr : map.getResults()) {
      unsigned d = cast<AffineDimExpr>(expr).getPosition();
      int64_t shift = row && d == *row ? r : d == term ? t : 0;
      Value value = indices[d];
      if (shift != 0)
        value = arith::AddIOp::create(builder, loc, value, index(shift));
      position.push_back(value);
    }
    return position;
  }

  void emitColumns() {
    SmallVector<Value> scalars;
    for (int64_t r = 0; r < numRows; ++r)
      for (int64_t t = 0; t < numTerms; ++t)
        scalars.push_back(
            memref::LoadOp::create(builder, loc, lhs, at(maps[0], r, t)));
    loop(0, extents[column], 1, [&](Value j) {
      indices[column] = j;
      SmallVector<Value> factors;
      for (int64_t t = 0; t < numTerms; ++t)
        factors.push_back(
            memref::LoadOp::create(builder, loc, rhs, at(maps[1], 0, t)));
      for (int64_t r = 0; r < numRows; ++r) {
        SmallVector<Value> position = at(maps[2], r, 0);
        Value sum = memref::LoadOp::create(builder, loc, out, position);
        for (int64_t t = 0; t < numTerms; ++t) {
          Value product = arith::MulFOp::create(
              builder, loc, scalars[r * numTerms + t], factors[t]);
          sum = arith::AddFOp::create(builder, loc, sum, product);
        }
        memref::StoreOp::create(builder, loc, sum, out, position);
      }
    });
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<AffineMap> maps;
  Value lhs, rhs, out;
  SmallVector<int64_t> extents;
  unsigned column = 0;
  std::optional<unsigned> row; // innermost dimension that only `lhs` has
  unsigned term = 0;           // innermost reduction dimension
  int64_t numRows = 1, numTerms = 1;
  SmallVector<Value> indices;
};

struct UpstreamContractionsToLoops
    : fp8::impl::UpstreamContractionsToLoopsPassBase<
          UpstreamContractionsToLoops> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    for (auto op : collectOps<linalg::ContractOp>(getOperation(), isOrdered)) {
      builder.setInsertionPoint(op);
      Emitter(builder, op).emit();
      op.erase();
    }
  }

private:
  /// Returns true if --fp8-upstream-order-contractions has ordered `contract`,
  /// on buffers.
  static bool isOrdered(linalg::ContractOp contract) {
    auto op = cast<linalg::LinalgOp>(contract.getOperation());
    if (!op.hasPureBufferSemantics() || op.hasDynamicShape() ||
        !llvm::all_of(op->getOperandTypes(), [](Type type) {
          return getElementTypeOrSelf(type).isF32();
        }))
      return false;
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    unsigned column = op.getNumLoops() - 1;
    // Every dimension is in at least two operands, and at least one is reduced.
    for (unsigned d = 0; d <= column; ++d)
      if (llvm::count_if(
              maps, [&](AffineMap map) { return map.isFunctionOfDim(d); }) < 2)
        return false;
    if (op.getNumReductionLoops() == 0)
      return false;
    auto isLast = [&](AffineMap map) {
      if (map.getNumResults() == 0)
        return false;
      auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
      return last && last.getPosition() == column;
    };
    return isLast(maps[1]) && isLast(maps[2]) &&
           !maps[0].isFunctionOfDim(column);
  }
};
} // namespace
