//===- BufferPlaces.cpp - buffers that need no analysis -------------------===//

#include "BufferPlaces.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

/// How many ops may read a tensor before their number is felt.
static constexpr unsigned kManyReaders = 32;

/// The operands that only read `value`, or none where the analysis has to know
/// of another use.
static SmallVector<OpOperand *> getReaders(Value value) {
  SmallVector<OpOperand *> readers;
  for (OpOperand &use : value.getUses()) {
    auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (!op || !isa<KernelOp, GemmOp>(use.getOwner()) || !op.isDpsInput(&use))
      return {};
    readers.push_back(&use);
  }
  return readers;
}

/// Gives `result` a buffer that no other op is asked to write to. Returns
/// whether it has one.
static bool hasBufferOfItsOwn(OpBuilder &b, OpResult result) {
  auto op = cast<DestinationStyleOpInterface>(result.getOwner());
  OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
  auto empty = init->get().getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return false;
  if (!empty->hasOneUse()) {
    b.setInsertionPoint(op);
    init->set(b.clone(*empty)->getResult(0));
  }
  return true;
}

void mlir::fp8::separateReaders(func::FuncOp function) {
  SmallVector<Value> values;
  auto add = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (type && !value.use_empty() && getReaders(value).size() > kManyReaders)
      values.push_back(value);
  };
  for (BlockArgument argument : function.getArguments())
    if (auto writable = function.getArgAttrOfType<BoolAttr>(
            argument.getArgNumber(),
            bufferization::BufferizationDialect::kWritableAttrName);
        writable && !writable.getValue())
      add(argument);
  for (Operation &op : function.front())
    if (isa<KernelOp, GemmOp>(op))
      llvm::for_each(op.getResults(), add);
  OpBuilder b(function);
  for (Value value : values) {
    auto result = dyn_cast<OpResult>(value);
    if (result && !hasBufferOfItsOwn(b, result))
      continue;
    SmallVector<OpOperand *> readers = getReaders(value);
    auto type = cast<RankedTensorType>(value.getType());
    b.setInsertionPointAfterValue(value);
    Value buffer = bufferization::ToBufferOp::create(
        b, value.getLoc(),
        MemRefType::get(type.getShape(), type.getElementType()), value,
        /*read_only=*/true);
    for (OpOperand *reader : readers) {
      b.setInsertionPoint(reader->getOwner());
      reader->set(bufferization::ToTensorOp::create(b, value.getLoc(), type,
                                                    buffer, /*restrict=*/true));
    }
  }
}

//===----------------------------------------------------------------------===//
// Packed scalars
//===----------------------------------------------------------------------===//

namespace {
/// Insertions of scalars into a vector that nobody has written to before, each
/// at a position of its own.
struct PackedScalars {
  /// The last one first.
  SmallVector<tensor::InsertSliceOp> inserts;

  static std::optional<PackedScalars> match(tensor::InsertSliceOp last);
};
} // namespace

/// The destination operand for the scalar that `insert` inserts, if a kernel
/// computes it for that alone, in whatever shape.
static OpOperand *getDestination(tensor::InsertSliceOp insert) {
  Value source = insert.getSource();
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
             source.getDefiningOp()) &&
         source.hasOneUse())
    source = source.getDefiningOp()->getOperand(0);
  auto result = dyn_cast<OpResult>(source);
  if (!result || !result.hasOneUse() || !isa<KernelOp>(result.getOwner()) ||
      cast<RankedTensorType>(result.getType()).getRank() > 1)
    return nullptr;
  auto kernel = cast<DestinationStyleOpInterface>(result.getOwner());
  OpOperand *init = kernel.getDpsInitOperand(result.getResultNumber());
  return init->get().getDefiningOp<tensor::EmptyOp>() ? init : nullptr;
}

std::optional<PackedScalars> PackedScalars::match(tensor::InsertSliceOp last) {
  PackedScalars match;
  llvm::DenseSet<int64_t> positions;
  for (tensor::InsertSliceOp insert = last; insert;
       insert = insert.getDest().getDefiningOp<tensor::InsertSliceOp>()) {
    bool isScalar = insert.getDestType().getRank() == 1 &&
                    insert.getDestType().hasStaticShape() &&
                    insert.getSourceType().hasStaticShape() &&
                    insert.getSourceType().getNumElements() == 1 &&
                    !ShapedType::isDynamic(insert.getStaticOffsets()[0]);
    if (!isScalar || (insert != last && !insert->hasOneUse()) ||
        !positions.insert(insert.getStaticOffsets()[0]).second ||
        !getDestination(insert))
      return std::nullopt;
    match.inserts.push_back(insert);
  }
  if (!match.inserts.back().getDest().getDefiningOp<tensor::EmptyOp>())
    return std::nullopt;
  return match;
}

static void place(const PackedScalars &pack, func::FuncOp function) {
  tensor::InsertSliceOp last = pack.inserts.front();
  OpBuilder b(function);
  b.setInsertionPointToStart(&function.front());
  auto type = MemRefType::get(last.getDestType().getShape(),
                              last.getDestType().getElementType());
  // Aligned as upstream aligns what it allocates.
  bufferization::BufferizationOptions options;
  Value vector = memref::AllocOp::create(
      b, last.getLoc(), type, b.getI64IntegerAttr(options.bufferAlignment));
  for (tensor::InsertSliceOp insert : pack.inserts) {
    OpOperand *destination = getDestination(insert);
    Location loc = insert.getLoc();
    b.setInsertionPoint(destination->getOwner());
    SmallVector<OpFoldResult> offset = {
        b.getIndexAttr(insert.getStaticOffsets()[0])};
    SmallVector<OpFoldResult> one = {b.getIndexAttr(1)};
    auto resultType = cast<RankedTensorType>(destination->get().getType());
    MemRefType scalarType = memref::SubViewOp::inferRankReducedResultType(
        resultType.getShape(), type, offset, one, one);
    Value scalar =
        memref::SubViewOp::create(b, loc, scalarType, vector, offset, one, one);
    destination->set(bufferization::ToTensorOp::create(
        b, loc, resultType, scalar, /*restrict=*/true,
        /*writable=*/true));
  }
  b.setInsertionPoint(last);
  last.replaceAllUsesWith(
      bufferization::ToTensorOp::create(b, last.getLoc(), last.getDestType(),
                                        vector, /*restrict=*/true)
          .getResult());
  for (tensor::InsertSliceOp insert : pack.inserts)
    insert.erase();
}

void mlir::fp8::placePackedScalars(func::FuncOp function) {
  SmallVector<PackedScalars> packs;
  for (auto insert : function.getOps<tensor::InsertSliceOp>()) {
    bool isLast = llvm::none_of(insert->getUses(), [&](OpOperand &use) {
      auto next = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
      return next && use.get() == next.getDest();
    });
    if (!isLast)
      continue;
    if (std::optional<PackedScalars> pack = PackedScalars::match(insert))
      packs.push_back(std::move(*pack));
  }
  for (const PackedScalars &pack : packs)
    place(pack, function);
}
