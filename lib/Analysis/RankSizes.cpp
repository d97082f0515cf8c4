//===- RankSizes.cpp - sizes that depend on the number of ranks -----------===//

#include "fp8/Analysis/RankSizes.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Numerics/SumTree.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::fp8;

Value fp8::getWholeBuffer(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    if (isa<memref::ViewOp>(view))
      break;
    buffer = view.getViewSource();
  }
  return buffer;
}

static ArrayRef<int64_t> getShape(Value value) {
  return cast<ShapedType>(value.getType()).getShape();
}

RankSizes::RankSizes(const StepOrder &order, func::FuncOp function)
    : mesh(getMesh(function)) {
  if (!mesh)
    return;
  addStates(function);
  for (Operation *op : order.getOps())
    if (auto launch = dyn_cast<LaunchOp>(op))
      launches.push_back(launch);
  for (Operation *op : order.getOps())
    if (isExchange(op))
      addExchange(op);
  // Propagate in both directions, because the rows that an exchange sends are
  // computed by earlier launches.
  for (LaunchOp launch : launches)
    addLaunch(launch);
  for (LaunchOp launch : llvm::reverse(launches))
    addLaunch(launch);
}

RankSize RankSizes::get(Value value) const {
  return sizes.lookup(getWholeBuffer(value));
}

void RankSizes::addStates(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    auto shard = function.getArgAttrOfType<ShardAttr>(
        argument.getArgNumber(), FP8Dialect::kShardAttrName);
    std::optional<unsigned> axis =
        shard ? mesh.findAxis(shard.getAxis()) : std::nullopt;
    if (!axis)
      continue;
    RankSize size{RankSize::Rows, {*axis}, shard.getRows(), shard.getUnit()};
    cuts.push_back({size, llvm::to_vector(getShape(argument))});
    sizes[argument] = size;
  }
}

bool RankSizes::isOfState(Value buffer, int64_t rows) const {
  auto isRows = [&](Value value) {
    RankSize size = sizes.lookup(value);
    return isa<BlockArgument>(value) && size.kind == RankSize::Rows &&
           size.rows == rows;
  };
  Value whole = getWholeBuffer(buffer);
  return isRows(whole) || llvm::any_of(launches, [&](LaunchOp launch) {
           auto isWhole = [&](Value init) {
             return getWholeBuffer(init) == whole;
           };
           return llvm::any_of(launch.getInits(), isWhole) &&
                  llvm::any_of(launch->getOperands(), [&](Value operand) {
                    return isRows(getWholeBuffer(operand));
                  });
         });
}

/// Returns the size of states with `whole` rows in total, of which a rank holds
/// rows of shape `part`. The unit is 0 if two such states have different units.
/// Returns std::nullopt if there is no such state.
std::optional<RankSize> RankSizes::findState(ArrayRef<unsigned> axes,
                                             ArrayRef<int64_t> whole,
                                             ArrayRef<int64_t> part) const {
  std::optional<RankSize> found;
  for (const Cut &cut : cuts) {
    if (axes != ArrayRef(cut.size.axes) || part != ArrayRef(cut.shape) ||
        whole.front() != cut.size.rows)
      continue;
    if (found && found->unit != cut.size.unit)
      found->unit = 0;
    else if (!found)
      found = cut.size;
  }
  return found;
}

/// Returns the origin and the size of a tensor of shape `whole` that is divided
/// among ranks into rows of shape `part`.
std::pair<ExchangeOperand::Origin, RankSize>
RankSizes::findCut(ArrayRef<unsigned> axes, ArrayRef<int64_t> whole,
                   ArrayRef<int64_t> part) const {
  if (std::optional<RankSize> state = findState(axes, whole, part))
    return {ExchangeOperand::State, *state};
  RankSize size{RankSize::Rows, llvm::to_vector(axes), whole.front(), 0};
  if (part.size() != 1)
    return {ExchangeOperand::Other, size};
  auto countBlocks = [](int64_t elements) -> int64_t {
    return llvm::divideCeil(elements, numerics::sumBlockSize);
  };
  for (const Cut &cut : cuts) {
    int64_t row =
        llvm::product_of(ArrayRef(cut.shape).drop_front(), int64_t(1));
    if (axes != ArrayRef(cut.size.axes) ||
        cut.size.unit * row % numerics::sumBlockSize != 0 ||
        part.front() != countBlocks(cut.shape.front() * row) ||
        whole.front() != countBlocks(cut.size.rows * row))
      continue;
    size.unit = cut.size.unit * row / numerics::sumBlockSize;
    return {ExchangeOperand::BlockSums, size};
  }
  int64_t numRanks = 1;
  for (unsigned axis : axes)
    numRanks *= mesh.getSizes()[axis];
  if (part.front() * numRanks < whole.front() ||
      (part.front() - 1) * numRanks >= whole.front())
    return {ExchangeOperand::Other, size};
  size.unit = 1;
  return {ExchangeOperand::Parts, size};
}

SmallVector<ExchangeOperand> RankSizes::getOperands(Operation *exchange) const {
  Exchange info = Exchange::of(exchange);
  auto op = cast<DestinationStyleOpInterface>(exchange);
  SmallVector<ExchangeOperand> operands;
  for (auto [input, init, tensor] :
       llvm::zip_equal(op.getDpsInputs(), op.getDpsInits(), info.tensors)) {
    ExchangeOperand &operand = operands.emplace_back();
    operand.input = input;
    operand.init = init;
    operand.bytes = tensor;
    ArrayRef<int64_t> whole = getShape(info.isGather ? init : input);
    ArrayRef<int64_t> part = getShape(info.isGather ? input : init);
    if (!info.isGather)
      part = part.drop_front();
    std::tie(operand.origin, operand.size) = findCut(info.axes, whole, part);
    bool isPiece =
        info.isGather && part.front() == 1 && whole.front() == info.groupSize;
    // The shape alone does not distinguish pieces from a state that has as many
    // rows as there are ranks.
    if (!isPiece || (operand.origin == ExchangeOperand::State &&
                     isOfState(input, whole.front())))
      continue;
    operand.origin = ExchangeOperand::Piece;
    operand.size = RankSize{RankSize::Fixed, info.axes, 0, 0};
  }
  return operands;
}

void RankSizes::addExchange(Operation *exchange) {
  bool isGather = Exchange::of(exchange).isGather;
  for (ExchangeOperand &operand : getOperands(exchange)) {
    bool isRows = operand.size.kind == RankSize::Rows;
    Value input = getWholeBuffer(operand.input);
    Value init = getWholeBuffer(operand.init);
    if (isGather && isRows) {
      sizes.try_emplace(input, operand.size);
      continue;
    }
    operand.size.kind = isRows ? RankSize::PaddedRows : RankSize::Pieces;
    sizes.try_emplace(init, operand.size);
  }
}

/// Assigns a size to buffers of `launch` that have as many elements as known
/// rows that `launch` accesses.
void RankSizes::addLaunch(LaunchOp launch) {
  SmallVector<std::pair<int64_t, RankSize>> known;
  for (Value operand : launch->getOperands()) {
    Value whole = getWholeBuffer(operand);
    RankSize size = sizes.lookup(whole);
    int64_t elements = cast<ShapedType>(whole.getType()).getNumElements();
    if (size.kind == RankSize::PaddedRows) {
      for (unsigned axis : size.axes)
        elements /= mesh.getSizes()[axis];
      size.kind = RankSize::Rows;
    }
    if (size.kind == RankSize::Rows)
      known.emplace_back(elements, size);
  }
  for (Value operand : launch->getOperands()) {
    Value whole = getWholeBuffer(operand);
    int64_t elements = cast<ShapedType>(whole.getType()).getNumElements();
    if (!whole.getDefiningOp<memref::ViewOp>() || elements == 1 ||
        sizes.contains(whole))
      continue;
    auto same = llvm::find_if(
        known, [&](auto &entry) { return entry.first == elements; });
    if (same != known.end())
      sizes[whole] = same->second;
  }
}
