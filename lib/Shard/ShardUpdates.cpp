//===- ShardUpdates.cpp - updates of the rows of a rank -------------------===//

#include "ShardRewriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the destinations of the update of rows. A plane that was updated in
/// place stays in place.
SmallVector<Value> ShardRewriter::getInits(UpdateOp op,
                                           ArrayRef<unsigned> arguments,
                                           ValueRange states, RowCut cut) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<UpdatePlane> planes = op.getWrittenPlanes();
  SmallVector<Value> inits(op.getInits());
  unsigned next = 0;
  for (auto [i, plane] : llvm::enumerate(planes)) {
    if (!plane.isCopy) {
      unsigned state = next++;
      if (op.getInits()[i] == op.getStates()[state]) {
        inits[i] = states[state];
        continue;
      }
      RowCut planeCut = plan.getCut(plan.getShard(func, arguments[state]));
      RankedTensorType type = RankRows::getType(op.getInits()[i], planeCut);
      inits[i] = tensor::EmptyOp::create(b, type, ValueRange());
      continue;
    }
    SmallVector<int64_t> shape(
        cast<RankedTensorType>(op.getMainPlanes()[plane.state].getType())
            .getShape());
    shape.front() = cut.perRank;
    inits[i] =
        tensor::EmptyOp::create(b, *plane.getShape(shape), plane.elementType);
  }
  return inits;
}

/// Returns the positions of the sums among the reductions.
static SmallVector<unsigned> getSums(UpdateOp op) {
  SmallVector<unsigned> sums;
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i)
    if (op.getReduction(i) == ReductionKind::Sum)
      sums.push_back(i);
  return sums;
}

/// Copies the body of `from` to `to`. For each of `sums`, `to` has a new state
/// with the value that the sum adds.
static void copyBody(UpdateOp from, UpdateOp to, ArrayRef<unsigned> sums) {
  IRMapping mapping;
  from.getBody().cloneInto(&to.getBody(), mapping);
  Block &body = to.getBody().front();
  unsigned numStates = from.getNumStates();
  for (unsigned i = 0; i < sums.size(); ++i)
    body.insertArgument(numStates + i, Float32Type::get(from.getContext()),
                        from.getLoc());
  Operation *yield = body.getTerminator();
  SmallVector<Value> values(yield->getOperands().take_front(numStates));
  for (unsigned sum : sums)
    values.push_back(yield->getOperand(numStates + sum));
  for (unsigned i = 0, e = from.getNumReductions(); i < e; ++i)
    if (!llvm::is_contained(sums, i))
      values.push_back(yield->getOperand(numStates + i));
  yield->setOperands(values);
}

/// Inserts `count` copies of `value` into `array`, if there is one.
static ArrayAttr insert(ArrayAttr array, unsigned position, unsigned count,
                        Attribute value) {
  if (!array || count == 0)
    return array;
  SmallVector<Attribute> values(array.begin(), array.end());
  values.insert(values.begin() + position, count, value);
  return ArrayAttr::get(array.getContext(), values);
}

/// Creates the update of the rows, without its body. Each sum becomes a state.
UpdateOp ShardRewriter::createUpdate(UpdateOp op, RowUpdate parts,
                                     ArrayRef<unsigned> sums, RowCut cut) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  SmallVector<Value> offsets;
  DenseI64ArrayAttr staticOffsets, globalShape;
  SmallVector<int64_t> shape(op.getFirstType().getShape());
  if (op.getSeed()) {
    SmallVector<int64_t> whole = shape, positions(shape.size(), 0);
    whole.front() = cut.perRank * cut.numRanks;
    globalShape = b.getDenseI64ArrayAttr(whole);
    positions.front() = ShapedType::kDynamic;
    staticOffsets = b.getDenseI64ArrayAttr(positions);
    offsets = {rows.getOffset(cut)};
  }
  shape.front() = cut.perRank;
  unsigned numPlanes = op.getWrittenPlanes().size();
  unsigned numReductions = op.getNumReductions();
  auto *firstReduction = parts.inits.end() - numReductions;
  SmallVector<Attribute> reductions;
  for (unsigned i = numReductions; i-- > 0;)
    if (llvm::is_contained(sums, i))
      parts.inits.erase(firstReduction + i);
    else
      reductions.insert(reductions.begin(), (*op.getReductions())[i]);
  for (unsigned i = 0; i < sums.size(); ++i) {
    auto type = RankedTensorType::get(shape, b.getF32Type());
    parts.states.push_back(arith::ConstantOp::create(b, b.getZeroAttr(type)));
    parts.inits.insert(parts.inits.begin() + numPlanes + i,
                       tensor::EmptyOp::create(b, shape, b.getF32Type()));
  }
  unsigned numStates = op.getNumStates();
  auto f32 = StorageAttr::get(op.getContext(), fp8::Format::F32);
  auto identity = AffineMapAttr::get(b.getMultiDimIdentityMap(shape.size()));
  auto result = UpdateOp::create(
      b, parts.states, parts.inputs, op.getScalars(), op.getScales(),
      op.getSkip(), op.getSeed(), op.getStep(), offsets, parts.inits,
      cut.isPadded() ? rows.getValid(cut) : Value(),
      insert(op.getStorageAttr(), numStates, sums.size(), f32),
      reductions.empty() ? ArrayAttr() : b.getArrayAttr(reductions),
      insert(getRowMaps(op), numStates, sums.size(), identity), staticOffsets,
      globalShape, op.getProbe());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return result;
}

/// Replaces the results of `op` by the gathered results of all ranks.
void ShardRewriter::replaceResults(UpdateOp op, UpdateOp cutOp,
                                   ArrayRef<unsigned> sums, RowCut cut) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  unsigned numPlanes = op.getWrittenPlanes().size(), next = 0;
  auto replace = [&](unsigned i, Value value) {
    op.getResult(i).replaceAllUsesWith(value);
  };
  for (; next < numPlanes; ++next) {
    auto type = cast<RankedTensorType>(op.getResult(next).getType());
    Value part = cutOp.getResult(next);
    Value whole = rows.gather(b, part, type);
    replace(next, whole);
    cache[{whole, cast<RankedTensorType>(part.getType()).getDimSize(0)}] = part;
  }
  SmallVector<Value> terms(
      cutOp.getResults().drop_front(numPlanes).take_front(sums.size()));
  unsigned numAmaxes = op.getNumAmaxes();
  unsigned shift = sums.size();
  for (unsigned i = 0; i < numAmaxes; ++i, ++next)
    replace(next, rows.maximum(b, cutOp.getResult(next + shift)));
  for (unsigned i = 0, e = op.getNumReductions(); i < e; ++i, ++next) {
    if (!llvm::is_contained(sums, i)) {
      replace(next, rows.maximum(b, cutOp.getResult(next + shift)));
      continue;
    }
    Value term = terms[llvm::find(sums, i) - sums.begin()];
    Value init = op.getInits()[next];
    Value total = sumBlocks(b, term, cut, init);
    if (Value skip = op.getSkip()) {
      auto type = RankedTensorType::get({}, b.getI1Type());
      skip = tensor::FromElementsOp::create(b, type, skip);
      total = arith::SelectOp::create(b, skip, init, total);
    }
    replace(next, total);
    --shift;
  }
}

void ShardRewriter::rewriteUpdate(const StepUpdate &update) {
  UpdateOp op = update.op;
  RowCut cut = plan.getCut(*plan.findCut(update.arguments.front()));
  RowUpdate parts;
  for (auto [argument, state] :
       llvm::zip_equal(update.arguments, op.getStates()))
    parts.states.push_back(
        getRows(state, plan.getCut(plan.getShard(func, argument))));
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    AffineMap map = op.getMap(op.getNumStates() + static_cast<unsigned>(i));
    std::optional<unsigned> dim = findRowDim(map);
    parts.inputs.push_back(dim ? getRowsAlong(input, *dim, cut) : Value(input));
  }
  parts.inits = getInits(op, update.arguments, parts.states, cut);
  SmallVector<unsigned> sums = getSums(op);
  UpdateOp cutOp = createUpdate(op, parts, sums, cut);
  copyBody(op, cutOp, sums);
  replaceResults(op, cutOp, sums, cut);
}
