//===- InsertionPlaces.cpp - places pieces of tensors in one buffer -------===//
//
// A tensor composed of pieces becomes one buffer, and each piece a slice of it.
// Offsets and sizes determine whether two slices overlap. The order of the ops
// determines whether a slice is read before it is written. No alias analysis is
// needed.
//
//===----------------------------------------------------------------------===//

#include "Boxes.h"
#include "BufferPlaces.h"
#include "PiecePlaces.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "fp8/IR/FP8.h"
#include "fp8/Plan/BufferSharing.h"
#include "fp8/Utils/Views.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

namespace {
struct Piece {
  tensor::InsertSliceOp insert;
  Box box;
  /// The init operand of the kernel or the attention that computes the piece,
  /// which can become the slice. Null if the piece is computed elsewhere and
  /// copied into the slice.
  OpOperand *destination;

  Operation *getWriter() const {
    return destination ? destination->getOwner()
                       : static_cast<Operation *>(insert);
  }
};

/// A value that is assembled from disjoint pieces.
struct PutTogether {
  /// The pieces, in reverse order of insertion.
  SmallVector<Piece> pieces;
  /// The value into which the pieces are inserted: an empty tensor, or a value
  /// that has its buffer to itself.
  Value whole;
  /// The operands that read `whole` in parts.
  SmallVector<OpOperand *> parts;
  /// True if every read of the pieces and of the overwritten value precedes the
  /// last insertion.
  bool isReadBefore = true;

  static std::optional<PutTogether> match(tensor::InsertSliceOp last);
  void place(func::FuncOp function);

private:
  Operation *getFirstWriter() const;
  bool collectReads(SmallVectorImpl<Access> &reads, ArrayRef<int64_t> zeros);
  bool checkOrder(ArrayRef<Access> group);
  Value createBuffer(OpBuilder &b, func::FuncOp function);
  void readFrom(OpBuilder &b, Value buffer);
};
} // namespace

/// Returns true if `piece` is read in another shape, except by `insert`.
static bool isReadReshaped(OpResult piece, tensor::InsertSliceOp insert) {
  Value value = insert.getSource();
  for (; value != piece; value = value.getDefiningOp()->getOperand(0))
    if (!value.hasOneUse())
      return true;
  return llvm::count_if(piece.getUsers(), isShapeChange) >
         (insert.getSource() == piece ? 0 : 1);
}

/// Returns the init operand for the piece that `insert` inserts, if a kernel or
/// an attention can compute the piece in its slice `box` and nothing overwrites
/// it. Returns null if a GEMM accesses the piece, because the matrices of a
/// GEMM require a uniform row stride. Appends the readers of the piece.
static OpOperand *getDestination(tensor::InsertSliceOp insert, const Box &box,
                                 SmallVectorImpl<OpOperand *> &readers) {
  OpResult piece = getPiece(insert);
  MemRefType place = getPlaceType(insert);
  if (!piece || !place || !canWrite(piece, place) ||
      piece.getOwner()->getBlock() != insert->getBlock() ||
      needsOneBlock(piece))
    return nullptr;
  OpOperand *init = cast<DestinationStyleOpInterface>(piece.getOwner())
                        .getTiedOpOperand(piece);
  if (!init->get().getDefiningOp<tensor::EmptyOp>() ||
      !llvm::all_of(piece.getUses(), [&](OpOperand &use) {
        return addReaders(use, insert->getBlock(), readers);
      }))
    return nullptr;
  if (isReadReshaped(piece, insert) &&
      !box.isContiguous(insert.getDestType().getShape()))
    return nullptr;
  return init;
}

std::optional<PutTogether> PutTogether::match(tensor::InsertSliceOp last) {
  PutTogether match;
  llvm::SmallPtrSet<OpOperand *, 8> destinations;
  for (tensor::InsertSliceOp insert = last; insert;
       insert = match.whole.getDefiningOp<tensor::InsertSliceOp>()) {
    std::optional<Box> box = Box::get(insert);
    if (!box || !insert.getDestType().hasStaticShape() ||
        insert->getBlock() != last->getBlock() ||
        (insert != last && !insert->hasOneUse()))
      return std::nullopt;
    SmallVector<OpOperand *> readers;
    OpOperand *destination = getDestination(insert, *box, readers);
    // A value that is inserted twice is computed in one slice and copied to the
    // other slice.
    if (destination && !destinations.insert(destination).second)
      destination = nullptr;
    match.pieces.push_back({insert, *box, destination});
    for (OpOperand *reader : readers)
      match.isReadBefore &= reader->getOwner() == insert ||
                            reader->getOwner()->isBeforeInBlock(last);
    match.whole = insert.getDest();
  }
  SmallVector<int64_t> zeros(last.getDestType().getRank(), 0);
  SmallVector<Access> accesses;
  if (!match.collectReads(accesses, zeros))
    return std::nullopt;
  for (auto [i, piece] : llvm::enumerate(match.pieces))
    accesses.push_back({piece.box, piece.getWriter(), nullptr, unsigned(i)});
  if (!checkGroups(accesses, [&](ArrayRef<Access> group) {
        return match.checkOrder(group);
      }))
    return std::nullopt;
  return match;
}

Operation *PutTogether::getFirstWriter() const {
  Operation *first = pieces.front().getWriter();
  for (const Piece &piece : pieces)
    if (piece.getWriter()->isBeforeInBlock(first))
      first = piece.getWriter();
  return first;
}

/// Appends the reads of the replaced value that follow the first write of a
/// piece. Returns false if the value must not be overwritten.
bool PutTogether::collectReads(SmallVectorImpl<Access> &reads,
                               ArrayRef<int64_t> zeros) {
  tensor::InsertSliceOp last = pieces.front().insert;
  Block *block = last->getBlock();
  if (whole.getDefiningOp<tensor::EmptyOp>())
    return true;
  if (auto argument = dyn_cast<BlockArgument>(whole)) {
    auto function = dyn_cast<func::FuncOp>(block->getParentOp());
    if (!function || argument.getOwner() != block)
      return false;
    auto writable = function.getArgAttrOfType<BoolAttr>(
        argument.getArgNumber(),
        bufferization::BufferizationDialect::kWritableAttrName);
    if (writable && !writable.getValue())
      return false;
  } else {
    Operation *maker = whole.getDefiningOp();
    if (!(isa<KernelOp>(maker) || isLibraryCall(maker) || isExchange(maker)) ||
        maker->getBlock() != block)
      return false;
    Value init = cast<DestinationStyleOpInterface>(maker)
                     .getTiedOpOperand(cast<OpResult>(whole))
                     ->get();
    if (!init.getDefiningOp<tensor::EmptyOp>() || !init.hasOneUse())
      return false;
    for (Piece &piece : pieces)
      if (!maker->isBeforeInBlock(piece.getWriter()))
        piece.destination = nullptr;
  }
  Operation *first = getFirstWriter();
  for (OpOperand &use : whole.getUses()) {
    if (use.getOwner() == pieces.back().insert)
      continue;
    Box box = {zeros, last.getDestType().getShape()};
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(use.getOwner()))
      box = Box::get(slice).value_or(box);
    SmallVector<OpOperand *> readers;
    if (!addReaders(use, block, readers))
      return false;
    parts.push_back(&use);
    for (OpOperand *reader : readers) {
      Operation *op = reader->getOwner();
      isReadBefore &= op->isBeforeInBlock(last);
      if (!op->isBeforeInBlock(first))
        reads.push_back({box, op, reader, /*piece=*/0});
    }
  }
  return true;
}

/// Returns true if `read` reads every element of the slice of `piece` before
/// the kernel that computes the piece writes it.
static bool isReadInPlace(const Piece &piece, const Access &read) {
  auto kernel = dyn_cast<KernelOp>(read.op);
  if (!piece.destination || !kernel || kernel != piece.getWriter() ||
      !(read.box == piece.box) ||
      read.reader->get().getType() != piece.destination->get().getType())
    return false;
  return KernelAccesses(kernel).canShareBuffer(
      {piece.destination, read.reader});
}

/// Checks that no element is written twice or read after it was written. If
/// necessary, marks pieces to be computed in another buffer and copied.
bool PutTogether::checkOrder(ArrayRef<Access> group) {
  for (const Access &write : group) {
    if (write.reader)
      continue;
    Piece &piece = pieces[write.piece];
    for (const Access &other : group) {
      if (&other == &write || !other.box.overlaps(write.box))
        continue;
      if (!other.reader)
        return false;
      if (other.op->isBeforeInBlock(piece.getWriter()) ||
          isReadInPlace(piece, other))
        continue;
      piece.destination = nullptr;
      if (!other.op->isBeforeInBlock(piece.insert))
        return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Creates the subview `box` of `buffer` with the shape of `type`.
static Value createPlace(OpBuilder &b, Location loc, Value buffer,
                         const Box &box, RankedTensorType type) {
  SmallVector<int64_t> ones(box.sizes.size(), 1);
  MemRefType placeType = memref::SubViewOp::inferRankReducedResultType(
      type.getShape(), cast<MemRefType>(buffer.getType()), box.offsets,
      box.sizes, ones);
  return memref::SubViewOp::create(
      b, loc, placeType, buffer,
      getAsIndexOpFoldResult(b.getContext(), box.offsets),
      getAsIndexOpFoldResult(b.getContext(), box.sizes),
      getAsIndexOpFoldResult(b.getContext(), ones));
}

/// Makes the op that computes `piece` write directly to the slice of the piece.
static void computeInPlace(OpBuilder &b, Value buffer, const Piece &piece) {
  tensor::InsertSliceOp insert = piece.insert;
  Location loc = insert.getLoc();
  b.setInsertionPoint(piece.destination->getOwner());
  Value place = createPlace(b, loc, buffer, piece.box, insert.getSourceType());
  Operation *op = insert.getSource().getDefiningOp();
  for (; isShapeChange(op); op = op->getOperand(0).getDefiningOp()) {
    auto type = cast<RankedTensorType>(op->getOperand(0).getType());
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      place = memref::CollapseShapeOp::create(b, loc, place,
                                              expand.getReassociationIndices());
    else
      place = memref::ExpandShapeOp::create(
          b, loc, type.getShape(), place,
          cast<tensor::CollapseShapeOp>(op).getReassociationIndices());
  }
  piece.destination->set(bufferization::ToTensorOp::create(
      b, loc, piece.destination->get().getType(), place, /*restrict=*/true,
      /*writable=*/true));
}

Value PutTogether::createBuffer(OpBuilder &b, func::FuncOp function) {
  auto type = cast<RankedTensorType>(whole.getType());
  auto bufferType = MemRefType::get(type.getShape(), type.getElementType());
  Location loc = pieces.front().insert.getLoc();
  if (!whole.getDefiningOp<tensor::EmptyOp>()) {
    b.setInsertionPointAfterValue(whole);
    return bufferization::ToBufferOp::create(b, loc, bufferType, whole);
  }
  b.setInsertionPoint(getFirstWriter());
  // Uses the alignment of upstream allocations.
  bufferization::BufferizationOptions options;
  return memref::AllocOp::create(b, loc, bufferType,
                                 b.getI64IntegerAttr(options.bufferAlignment));
}

/// Redirects the readers of the overwritten value to `buffer`.
void PutTogether::readFrom(OpBuilder &b, Value buffer) {
  for (OpOperand *part : parts) {
    Operation *user = part->getOwner();
    b.setInsertionPoint(user);
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    std::optional<Box> box = slice ? Box::get(slice) : std::nullopt;
    if (!box) {
      part->set(bufferization::ToTensorOp::create(
          b, user->getLoc(), whole.getType(), buffer, /*restrict=*/true));
      continue;
    }
    Value place = createPlace(b, slice.getLoc(), buffer, *box, slice.getType());
    slice.replaceAllUsesWith(
        bufferization::ToTensorOp::create(b, slice.getLoc(), slice.getType(),
                                          place, /*restrict=*/true)
            .getResult());
    slice.erase();
  }
}

void PutTogether::place(func::FuncOp function) {
  OpBuilder b(function);
  Value buffer = createBuffer(b, function);
  readFrom(b, buffer);
  for (const Piece &piece : pieces) {
    if (piece.destination) {
      computeInPlace(b, buffer, piece);
      continue;
    }
    tensor::InsertSliceOp insert = piece.insert;
    b.setInsertionPoint(insert);
    bufferization::MaterializeInDestinationOp::create(
        b, insert.getLoc(), /*result=*/Type(), insert.getSource(),
        createPlace(b, insert.getLoc(), buffer, piece.box,
                    insert.getSourceType()),
        /*restrict=*/true, /*writable=*/true);
  }
  tensor::InsertSliceOp last = pieces.front().insert;
  b.setInsertionPoint(last);
  last.replaceAllUsesWith(
      bufferization::ToTensorOp::create(b, last.getLoc(), last.getDestType(),
                                        buffer, /*restrict=*/true,
                                        /*writable=*/isReadBefore)
          .getResult());
  for (Piece &piece : pieces)
    piece.insert.erase();
}

void mlir::fp8::placeInsertions(func::FuncOp function) {
  SmallVector<tensor::InsertSliceOp> lasts;
  for (auto insert : function.front().getOps<tensor::InsertSliceOp>())
    if (llvm::none_of(insert->getUses(), [&](OpOperand &use) {
          auto next = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
          return next && use.get() == next.getDest();
        }))
      lasts.push_back(insert);
  // Process values in order: a piece may itself be composed of pieces.
  for (tensor::InsertSliceOp last : lasts)
    if (std::optional<PutTogether> match = PutTogether::match(last))
      match->place(function);
}
