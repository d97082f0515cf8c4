//===- Observe.cpp - --fp8-observe ----------------------------------------===//

#include "Observation.h"

#include "fp8/IR/ArithmeticBuilder.h"
#include "fp8/IR/FP8.h"
#include "fp8/Inspect/Passes.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <limits>

namespace mlir::fp8 {
#define GEN_PASS_DEF_OBSERVEPASS
#include "fp8/Inspect/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Results of a quantize op
//===----------------------------------------------------------------------===//

namespace {
/// Builds the additional results of one quantize op, after it.
class Observer {
public:
  Observer(QuantizeOp op, std::string name,
           SmallVectorImpl<Observation> &observations)
      : op(op), name(std::move(name)), observations(observations),
        builder(op.getLoc(), op->getContext()) {
    builder.setInsertionPointAfter(op);
  }

  void addDump();
  void addScales(bool isDumped);
  void addHealth();

private:
  void add(StringRef what, Value value) {
    observations.push_back({name + "." + what.str(), value});
  }
  RankedTensorType getCodesType() {
    return cast<RankedTensorType>(op.getCodes().getType());
  }
  Value getScalar(int64_t value) {
    auto type = RankedTensorType::get({}, builder.getI64Type());
    return builder.constant(type, value);
  }
  Value makeScaleInv();
  Value makeElementScaleInv();
  void buildCounts(OpBuilder &nested, Location loc, ValueRange args);

  QuantizeOp op;
  std::string name;
  SmallVectorImpl<Observation> &observations;
  ArithmeticBuilder builder;
};
} // namespace

void Observer::addDump() {
  add("input", op.getInput());
  add("codes", op.getCodes());
  add("scale_inv", op.makesScale() ? op.getScaleInv() : makeScaleInv());
}

/// Adds the scales and amaxes that the step computes anyway. Omits inverse
/// scales that the op computes if they are dumped.
void Observer::addScales(bool isDumped) {
  if (op.makesScale()) {
    if (!isDumped)
      add("scale_inv", op.getScaleInv());
    return;
  }
  add("scale", op.getScale());
  auto compute = op.getScale().getDefiningOp<ComputeScaleOp>();
  if (op.getAmax())
    add("amax", op.getAmax());
  else if (compute)
    add("amax", compute.getAmax());
}

/// Computes 1 / scale for an op whose scale is an operand.
Value Observer::makeScaleInv() {
  auto type = cast<RankedTensorType>(op.getScale().getType());
  return createElements(builder, builder.getLoc(), type, op.getScale(),
                        [](ArithmeticBuilder &b, ValueRange elements) {
                          return b.div(b.number(1.0f), elements.front());
                        });
}

/// Computes the inverse scale of each element if the op computes the scale.
/// Decodes codes of 1, which yields the inverse scale for every granularity.
Value Observer::makeElementScaleInv() {
  RankedTensorType codes = getCodesType();
  Value ones = builder.constant(codes, 1.0);
  Value init =
      tensor::EmptyOp::create(builder, codes.getShape(), builder.getF32Type());
  return DequantizeOp::create(builder, init.getType(), ones, op.getScaleInv(),
                              init, op.getGranularityAttr())
      .getResult();
}

/// Builds the body of the count. The inputs are an element, its code and its
/// scale, or its inverse scale if the op computes the scale. The results are
/// the three counters.
void Observer::buildCounts(OpBuilder &nested, Location loc, ValueRange args) {
  ArithmeticBuilder b(loc, nested);
  Value input = args[0];
  if (!input.getType().isF32())
    input = b.extendFloat(input);
  Value scaled =
      op.makesScale() ? b.div(input, args[2]) : b.mul(input, args[2]);
  auto abs = [&](Value value) {
    return b.select(b.less(value, 0), b.neg(value), value);
  };

  // Counts values that a format with a wider exponent range would round past
  // the largest value. Values between the largest value and this limit are
  // rounded, not clamped. Under its own scale, the amax is often such a value.
  const numerics::FormatSpec &spec =
      op.getFormat() == Format::E5M2 ? numerics::e5m2 : numerics::e4m3;
  float largest = numerics::maxFinite(spec);
  float quantum = largest - numerics::decodeBits(spec.maxCode - 1, spec);
  bool tieGoesUp = spec.maxCode % 2 != 0;
  Value isSaturated = b.compare(tieGoesUp ? arith::CmpFPredicate::OGE
                                          : arith::CmpFPredicate::OGT,
                                abs(scaled), largest + quantum / 2);

  Value decoded = ConvertOp::create(b, b.getF32Type(), args[1]);
  Value isUnderflow = b.andBits(b.compare(arith::CmpFPredicate::ONE, input, 0),
                                b.equal(decoded, 0));
  // The comparison is unordered: NaN is not finite.
  Value isNonFinite = b.compare(arith::CmpFPredicate::UGE, abs(input),
                                std::numeric_limits<float>::infinity());

  Value saturations = b.add(args[3], b.extendZero(isSaturated, 64));
  Value underflows = b.add(args[4], b.extendZero(isUnderflow, 64));
  // An amax is not finite if any element is not.
  Value nonFinite = b.orBits(args[5], b.extendZero(isNonFinite, 64));
  linalg::YieldOp::create(b, ValueRange{saturations, underflows, nonFinite});
}

void Observer::addHealth() {
  Value scale = op.makesScale() ? makeElementScaleInv() : op.getScale();
  int64_t rank = getCodesType().getRank();
  AffineMap element = builder.getMultiDimIdentityMap(rank);
  AffineMap scalar = AffineMap::get(rank, 0, builder.getContext());
  AffineMap maps[] = {element, element, op.makesScale() ? element : scalar,
                      scalar,  scalar,  scalar};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  Value zero = getScalar(0);
  auto counts = linalg::GenericOp::create(
      builder, TypeRange{zero.getType(), zero.getType(), zero.getType()},
      ValueRange{op.getInput(), op.getCodes(), scale},
      ValueRange{zero, zero, zero}, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        buildCounts(nested, loc, args);
      });
  add("saturations", counts.getResult(0));
  add("underflows", counts.getResult(1));
  add("nonfinite_amax", counts.getResult(2));
  add("elements", getScalar(getCodesType().getNumElements()));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct Observe : fp8::impl::ObservePassBase<Observe> {
  using ObservePassBase::ObservePassBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func.isPublic() && !func.isExternal())
        observe(func);
  }

private:
  void observe(func::FuncOp func);
};
} // namespace

ObservedNames::ObservedNames(func::FuncOp func) {
  for (unsigned i = 0, e = func.getNumResults(); i < e; ++i)
    taken.insert(getResultName(func, i));
}

std::string ObservedNames::take(StringRef base, ArrayRef<StringRef> kinds) {
  std::string name = base.str();
  auto toResult = [&](StringRef kind) { return name + "." + kind.str(); };
  for (unsigned i = 1; llvm::any_of(
           kinds,
           [&](StringRef kind) { return taken.contains(toResult(kind)); });
       ++i)
    name = base.str() + "_" + std::to_string(i);
  for (StringRef kind : kinds)
    taken.insert(toResult(kind));
  return name;
}

/// Returns a unique name for `op`.
static std::string takeName(QuantizeOp op, ObservedNames &names) {
  StringRef base = "quantize";
  if (auto name = op->getAttrOfType<StringAttr>(FP8Dialect::kNameAttrName))
    base = name;
  return names.take(base, {"input", "codes", "scale_inv", "scale", "amax",
                           "saturations", "underflows", "nonfinite_amax",
                           "elements"});
}

void Observe::observe(func::FuncOp func) {
  // A step has no callers. The callers of other functions would have to change
  // too.
  if (!SymbolTable::symbolKnownUseEmpty(func, getOperation()))
    return;
  SmallVector<Observation> observations;
  ObservedNames names(func);
  func.walk([&](QuantizeOp op) {
    if (op->getParentOp() != func || op->getNumResults() == 0) {
      op.emitWarning(
          "not observed: this op is not at the top level of an exported "
          "function");
      return;
    }
    Observer observer(op, takeName(op, names), observations);
    if (dump)
      observer.addDump();
    if (health)
      observer.addHealth();
    if (scales)
      observer.addScales(/*isDumped=*/dump);
  });
  if (health)
    for (auto op : func.getOps<UpdateOp>())
      addMomentCounts(op, names, observations);

  Operation *terminator = func.front().getTerminator();
  for (const Observation &observation : observations) {
    Builder builder(func.getContext());
    auto name = builder.getNamedAttr(FP8Dialect::kNameAttrName,
                                     builder.getStringAttr(observation.name));
    (void)func.insertResult(func.getNumResults(), observation.value.getType(),
                            builder.getDictionaryAttr(name));
    terminator->insertOperands(terminator->getNumOperands(), observation.value);
  }
}
