//===- GatherCodes.cpp - encodes rows before they travel ------------------===//

#include "GatherCodes.h"
#include "ColumnCodes.h"
#include "Units.h"

#include "fp8/IR/CloneOp.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("gather-codes")
        .category("fp8-optimize-collectives");

namespace {
/// A value that every rank computes from gathered planes.
struct GatheredValue {
  /// The value with all rows.
  Value whole;
  /// The op that decodes the planes; null if the value is a plane.
  UpdateOp decoder;
  SmallVector<AllGatherOp> gathers;

  /// The readers, which encode or measure the value.
  SmallVector<Operation *> readers;

  int64_t getNumRows() const { return getShape().front(); }
  int64_t getRowsPerRank() {
    return cast<ShapedType>(gathers.front().getInput().getType()).getDimSize(0);
  }
  ArrayRef<int64_t> getShape() const {
    return cast<ShapedType>(whole.getType()).getShape();
  }
};

class CodeGatherer {
public:
  explicit CodeGatherer(GatheredValue &value)
      : value(value), b(value.whole.getLoc(), value.whole.getContext()) {}

  void rewrite();

private:
  Value createRows();
  void encode(Operation *reader, Value rows);
  Value createInit(Value init, int64_t numRows);

  GatheredValue &value;
  ImplicitLocOpBuilder b;
};
} // namespace

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Returns the gathers of all planes of a decoder. Returns an empty list if the
/// decoder has other operands that differ between rows.
static SmallVector<AllGatherOp> findGathers(UpdateOp decoder) {
  SmallVector<AllGatherOp> gathers;
  if (decoder.getSkip() || decoder.getSeed() || decoder.getValid() ||
      decoder.getProbe() || decoder.getNumStates() != 1 ||
      decoder.getNumReductions() != 0 || !decoder.getInputs().empty())
    return {};
  for (Value state : decoder.getStates()) {
    auto gather = state.getDefiningOp<AllGatherOp>();
    if (!gather || gather.getNumResults() != 1)
      return {};
    gathers.push_back(gather);
  }
  return gathers;
}

/// Returns the value that a decoder computes for readers: its only used result,
/// an f32 copy of the state in the order of its rows.
static Value findCopy(UpdateOp decoder) {
  Value copy;
  for (auto [i, plane] : llvm::enumerate(decoder.getWrittenPlanes())) {
    Value result = decoder.getResult(i);
    if (result.use_empty())
      continue;
    if (copy || plane.role != UpdatePlane::Role::Copy || plane.isTransposed ||
        plane.format != fp8::Format::F32)
      return {};
    copy = result;
  }
  // Readers do not use the amaxes of the planes.
  for (Value result : decoder.getResults())
    if (result != copy && !result.use_empty())
      return {};
  return copy;
}

/// Returns true if the granules of `granularity` lie within the rows of a rank.
static bool holdsGranules(GatheredValue &value, GranularityAttr granularity) {
  int64_t rows = getGranuleRows(granularity, value.getShape());
  return value.getRowsPerRank() % rows == 0;
}

/// Returns true if a rank can compute the results of the reader that owns `use`
/// from its own rows of `value`.
static bool readsRows(GatheredValue &value, OpOperand &use) {
  if (use.getOperandNumber() != 0)
    return false;
  if (auto quantize = dyn_cast<QuantizeOp>(use.getOwner()))
    return quantize.getRounding() == RoundingMode::NearestEven &&
           (holdsGranules(value, quantize.getGranularityAttr()) ||
            hasColumnScales(quantize));
  if (auto amax = dyn_cast<AmaxOp>(use.getOwner()))
    return holdsGranules(value, amax.getGranularityAttr());
  return false;
}

/// Returns the number of bytes of the elements of `type`.
static int64_t getBytes(Type type) {
  auto shaped = cast<ShapedType>(type);
  return shaped.getNumElements() * shaped.getElementTypeBitWidth() / 8;
}

/// Finds the readers of `value`. Returns false, with a remark, if a reader
/// needs more than codes, so that ranks must exchange the value itself, or if
/// the codes are not smaller than the value.
static bool findReaders(GatheredValue &value) {
  int64_t planeBytes = 0, codeBytes = 0;
  for (AllGatherOp gather : value.gathers) {
    // Other readers need the gathered plane anyway.
    bool isNeeded = llvm::any_of(gather->getUsers(), [&](Operation *user) {
      return value.decoder && user != value.decoder;
    });
    if (!isNeeded)
      planeBytes += getBytes(gather.getInit().getType());
  }
  for (OpOperand &use : value.whole.getUses()) {
    if (!readsRows(value, use)) {
      remark::missed(value.whole.getLoc(), kRemark)
          << ("ranks exchange planes of " + Twine(planeBytes) +
              " bytes, because " + use.getOwner()->getName().getStringRef() +
              " reads decoded rows of all ranks")
                 .str();
      return false;
    }
    value.readers.push_back(use.getOwner());
    for (Value result : use.getOwner()->getResults())
      if (cast<ShapedType>(result.getType()).getRank() != 0)
        codeBytes += getBytes(result.getType());
  }
  if (value.readers.empty())
    return false;
  std::string sizes = ("codes of " + Twine(codeBytes) + " bytes, planes of " +
                       Twine(planeBytes) + " bytes")
                          .str();
  if (codeBytes >= planeBytes) {
    remark::missed(value.whole.getLoc(), kRemark)
        << "ranks exchange planes: " + sizes;
    return false;
  }
  remark::passed(value.whole.getLoc(), kRemark)
      << "ranks exchange codes: " + sizes;
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns a destination like `init`, with `numRows` rows. Scalars keep their
/// destination, because maxima accumulate into it.
Value CodeGatherer::createInit(Value init, int64_t numRows) {
  auto type = cast<RankedTensorType>(init.getType());
  if (type.getRank() == 0)
    return init;
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = numRows;
  return tensor::EmptyOp::create(b, shape, type.getElementType());
}

/// Returns the decoded rows of this rank.
Value CodeGatherer::createRows() {
  if (!value.decoder)
    return value.gathers.front().getInput();
  UpdateOp decoder = value.decoder;
  b.setInsertionPoint(decoder);
  SmallVector<Value> operands(decoder->getOperands());
  for (auto [i, gather] : llvm::enumerate(value.gathers))
    operands[i] = gather.getInput();
  SmallVector<Type> types;
  unsigned firstInit = decoder.getInits().getBeginOperandIndex();
  SmallVector<UpdatePlane> planes = decoder.getWrittenPlanes();
  // A plane has as many rows as the input of its gather. Planes of copies have
  // the rows of the state.
  SmallVector<int64_t> planeRows;
  for (AllGatherOp gather : value.gathers)
    planeRows.push_back(
        cast<ShapedType>(gather.getInput().getType()).getDimSize(0));
  unsigned state = 0;
  for (auto [i, init] : llvm::enumerate(decoder.getInits())) {
    int64_t rows = value.getRowsPerRank();
    if (i < planes.size() && !planes[i].isCopy)
      rows = planeRows[state++];
    operands[firstInit + i] = createInit(init, rows);
    types.push_back(operands[firstInit + i].getType());
  }
  Operation *clone = cloneWithOperands(b, decoder, types, operands);
  return clone->getResult(cast<OpResult>(value.whole).getResultNumber());
}

/// Lets each rank compute its part of the results of `reader`, and gathers
/// them.
void CodeGatherer::encode(Operation *reader, Value rows) {
  b.setInsertionPoint(reader);
  b.setLoc(reader->getLoc());
  ArrayAttr axes = value.gathers.front().getAxes();
  auto quantize = dyn_cast<QuantizeOp>(reader);
  if (quantize && !holdsGranules(value, quantize.getGranularityAttr())) {
    gatherColumnCodes(b, quantize, rows, axes);
    reader->erase();
    return;
  }
  auto destination = cast<DestinationStyleOpInterface>(reader);
  SmallVector<Value> operands(reader->getOperands());
  operands.front() = rows;
  SmallVector<Type> types;
  for (OpOperand &init : destination.getDpsInitsMutable()) {
    // One row of scales covers the rows of one granule.
    auto type = cast<RankedTensorType>(init.get().getType());
    int64_t numRows = 0;
    if (type.getRank() != 0)
      numRows = value.getRowsPerRank() /
                llvm::divideCeil(value.getNumRows(), type.getDimSize(0));
    Value own = createInit(init.get(), numRows);
    operands[init.getOperandNumber()] = own;
    types.push_back(own.getType());
  }
  Operation *clone = cloneWithOperands(b, reader, types, operands);
  for (auto [own, result] :
       llvm::zip_equal(clone->getResults(), reader->getResults())) {
    if (result.use_empty())
      continue;
    auto type = cast<RankedTensorType>(result.getType());
    Value init = tensor::EmptyOp::create(b, type, ValueRange());
    Value all;
    if (type.getRank() == 0)
      all = AllReduceOp::create(b, type, own, init, ReductionKind::Max, axes)
                .getResult();
    else
      all = AllGatherOp::create(b, type, own, init, axes,
                                /*order=*/StreamOrderAttr())
                .getResult();
    result.replaceAllUsesWith(all);
  }
  reader->erase();
}

void CodeGatherer::rewrite() {
  Value rows = createRows();
  for (Operation *reader : value.readers)
    encode(reader, rows);
  if (value.decoder)
    value.decoder->erase();
  for (AllGatherOp gather : value.gathers)
    if (gather->use_empty())
      gather->erase();
}

void mlir::fp8::gatherCodes(func::FuncOp func) {
  std::vector<GatheredValue> values;
  for (Operation &op : func.front()) {
    if (auto decoder = dyn_cast<UpdateOp>(op)) {
      SmallVector<AllGatherOp> gathers = findGathers(decoder);
      if (gathers.empty())
        continue;
      if (Value copy = findCopy(decoder))
        values.push_back({copy, decoder, std::move(gathers), {}});
    } else if (auto gather = dyn_cast<AllGatherOp>(op);
               gather && gather.getNumResults() == 1) {
      auto type = cast<ShapedType>(gather.getInit().getType());
      if (isa<Float32Type, BFloat16Type, Float16Type>(type.getElementType()))
        values.push_back({gather.getResult(), UpdateOp(), {gather}, {}});
    }
  }
  for (GatheredValue &value : values)
    if (findReaders(value))
      CodeGatherer(value).rewrite();
}
