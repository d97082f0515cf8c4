//===- ContractOp.cpp - fp8.contract and fp8.gemm -------------------------===//

#include "Contractions.h"
#include "FP8Support.h"
#include "Granules.h"

#include "fp8/Numerics/MathGelu.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {
/// Maps the row-major position of an element of the result to the scale that
/// multiplies its sum.
class ScaleOfSum {
public:
  ScaleOfSum(AffineMap map, ArrayRef<int64_t> shape,
             ArrayRef<int64_t> scaleShape)
      : map(map), shape(shape), strides(getRowMajorStrides(scaleShape)) {}

  int64_t operator[](int64_t element) const {
    SmallVector<int64_t> index(shape.size());
    for (size_t d = shape.size(); d-- > 0; element /= shape[d])
      index[d] = element % shape[d];
    int64_t position = 0;
    for (auto [i, stride] : llvm::zip_equal(map.compose(index), strides))
      position += i * stride;
    return position;
  }

private:
  AffineMap map;
  SmallVector<int64_t> shape, strides;
};

/// A factor, lhs or rhs: codes with scales, or unscaled floats.
struct Factor {
  Use tensor;
  std::optional<Use> scaleInv;
  /// `granules` is set if the scales multiply the elements, and `scaleOfSum` if
  /// they multiply the sums.
  std::optional<Granules> granules;
  std::optional<ScaleOfSum> scaleOfSum;

  /// Returns the elements: unchanged or, if scaled, in `storage`.
  const HostTensor &getElements(const Frame &frame, HostTensor &storage) const;
};

struct Contract {
  Contraction contraction;
  std::array<Factor, 2> factors;
  Use init;
  std::optional<Use> bias, outScale, amax;
  SmallVector<unsigned> slots;
  Activation activation;

  LogicalResult run(Frame &frame) const;
};
} // namespace

const HostTensor &Factor::getElements(const Frame &frame,
                                      HostTensor &storage) const {
  const HostTensor &codes = frame.read(tensor);
  if (!granules)
    return codes;
  auto type = cast<RankedTensorType>(
      codes.getType().clone(Float32Type::get(codes.getType().getContext())));
  storage = *HostTensor::allocate(
      type, [&] { return emitError(UnknownLoc::get(type.getContext())); });
  FloatReader values(codes), scaleInvs(frame.read(*scaleInv));
  for (auto [i, element] : llvm::enumerate(storage.data<float>()))
    element = values[i] * scaleInvs[(*granules)[i]];
  return storage;
}

static float activate(Activation activation, float value) {
  switch (activation) {
  case Activation::None:
    break;
  case Activation::Relu: // NaN stays NaN; -0 becomes 0.
    return numerics::isNaN(value) || value > 0.0f ? value : 0.0f;
  case Activation::Gelu:
    return numerics::geluF32(value);
  case Activation::GeluTanh:
    return numerics::geluTanhF32(value);
  }
  return value;
}

LogicalResult Contract::run(Frame &frame) const {
  MutableTensor result;
  if (failed(frame.take(init, result)))
    return failure();
  FloatCodec codec = *FloatCodec::get(result->getElementType());
  std::vector<double> sums(result->getNumElements(), 0.0);
  HostTensor scaled[2];
  contraction.run(factors[0].getElements(frame, scaled[0]),
                  factors[1].getElements(frame, scaled[1]), sums,
                  frame.getErrors());

  auto getScale = [&](const Factor &factor, int64_t i) {
    return factor.scaleOfSum ? FloatReader(frame.read(
                                   *factor.scaleInv))[(*factor.scaleOfSum)[i]]
                             : 1.0f;
  };
  int64_t numColumns =
      result->getShape().empty() ? 1 : result->getShape().back();
  MutableTensor largest;
  if (amax && failed(frame.take(*amax, largest)))
    return failure();
  if (largest)
    largest->data<float>()[0] = maxOrNaN(readF32(*largest), readF32(*largest));
  for (auto [i, sum] : llvm::enumerate(sums)) {
    float y = static_cast<float>(sum) *
              (getScale(factors[0], i) * getScale(factors[1], i));
    // The init is not read if the result holds codes.
    if (!outScale)
      y = codec.decodeF32(loadBits(*result, i)) + y;
    if (bias)
      y = y + FloatReader(frame.read(*bias))[i % numColumns];
    y = activate(activation, y);
    if (largest) {
      float &value = largest->data<float>()[0];
      value = maxOrNaN(value, magnitude(y));
    }
    if (outScale)
      y = y * readF32(frame.read(*outScale));
    storeBits(*result, i, codec.encodeF32(y, numerics::Overflow::Saturate));
  }
  frame.set(slots[0], std::move(result));
  if (largest)
    frame.set(slots[1], std::move(largest));
  return success();
}

/// Returns the contraction that computes the sums of `op`, an op with the maps
/// of linalg.contract.
template <typename OpTy>
static Contraction getContraction(OpTy op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::array<Type, 3> types = {op.getLhs().getType(), op.getRhs().getType(),
                               op.getInit().getType()};
  Contraction contraction;
  contraction.extents.resize(maps[0].getNumDims());
  for (auto [map, type] : llvm::zip_equal(maps, types))
    for (auto [i, expr] : llvm::enumerate(map.getResults()))
      contraction.extents[cast<AffineDimExpr>(expr).getPosition()] =
          cast<ShapedType>(type).getDimSize(i);
  for (unsigned d = 0, e = maps[2].getNumDims(); d < e; ++d)
    (maps[2].isFunctionOfDim(d) ? contraction.parallelDims
                                : contraction.reductionDims)
        .push_back(d);
  contraction.lhs = getAccess(maps[0], types[0]);
  contraction.rhs = getAccess(maps[1], types[1]);
  contraction.result = getAccess(maps[2], types[2]);
  return contraction;
}

static Factor getFactor(ContractOp op, unsigned i, PlanCompiler &compiler) {
  Value value = op.getFactor(i), scaleInv = op.getScaleInv(i);
  Factor factor{
      compiler.use(op, value), useIfPresent(compiler, op, scaleInv), {}, {}};
  auto getShape = [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getShape();
  };
  if (op.scalesElements(i))
    factor.granules.emplace(op.getGranularityOrTensor(i), getShape(value));
  else if (scaleInv)
    factor.scaleOfSum.emplace(op.getScaleMap(i), getShape(op.getInit()),
                              getShape(scaleInv));
  return factor;
}

static FailureOr<Step> compileContract(ContractOp op, PlanCompiler &compiler) {
  Contract contract{getContraction(op),
                    {getFactor(op, 0, compiler), getFactor(op, 1, compiler)},
                    compiler.use(op, op.getInit()),
                    useIfPresent(compiler, op, op.getBias()),
                    useIfPresent(compiler, op, op.getOutScale()),
                    useIfPresent(compiler, op, op.getAmaxInit()),
                    compiler.define(op->getResults()),
                    op.getActivation()};
  return Step([contract = std::move(contract)](Frame &frame) {
    return contract.run(frame);
  });
}

//===----------------------------------------------------------------------===//
// fp8.gemm
//===----------------------------------------------------------------------===//

namespace {
/// The epilogue of a matmul, computed in f32 before rounding.
struct GemmEpilogue {
  std::optional<Use> bias;
  Activation activation;

  GemmEpilogue(GemmOp op, PlanCompiler &compiler)
      : bias(useIfPresent(compiler, op, op.getBias())),
        activation(op.getActivation()) {}

  /// Applies the epilogue to the sums and stores the results. The bias has one
  /// element per column.
  void store(const Frame &frame, ArrayRef<float> products,
             HostTensor &result) const {
    FloatCodec codec = *FloatCodec::get(result.getElementType());
    for (auto [i, product] : llvm::enumerate(products)) {
      float y = product;
      if (bias)
        y = y + FloatReader(frame.read(*bias))[i % result.getShape().back()];
      storeBits(result, i,
                codec.encodeF32(activate(activation, y),
                                numerics::Overflow::Saturate));
    }
  }
};

/// The values of an operand of codes with block scales.
class BlockedOperand {
public:
  BlockedOperand(GemmOp op, unsigned i, Use codes, Use scaleInv)
      : codes(codes), scaleInv(scaleInv),
        map(getBlockScaleMap(*op.getBlocks(i), op.getContext())) {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    hasRowsFirst = maps[2].isFunctionOfDim(maps[i].getDimPosition(0));
    strides = getRowMajorStrides(
        cast<RankedTensorType>(op.getScaleInv(i).getType()).getShape());
  }

  HostTensor decode(const Frame &frame) const {
    const HostTensor &source = frame.read(codes);
    MLIRContext *context = source.getType().getContext();
    HostTensor decoded = *HostTensor::allocate(
        cast<RankedTensorType>(
            source.getType().clone(Float32Type::get(context))),
        [&] { return emitError(UnknownLoc::get(context)); });
    FloatReader values(source), scaleInvs(frame.read(scaleInv));
    int64_t columns = source.getShape()[1];
    for (auto [i, element] : llvm::enumerate(decoded.data<float>())) {
      int64_t first = i / columns, second = i % columns;
      SmallVector<int64_t> index =
          hasRowsFirst ? map.compose(ArrayRef<int64_t>{first, second})
                       : map.compose(ArrayRef<int64_t>{second, first});
      int64_t position = 0;
      for (auto [d, stride] : llvm::zip_equal(index, strides))
        position += d * stride;
      element = values[i] * scaleInvs[position];
    }
    return decoded;
  }

private:
  Use codes, scaleInv;
  AffineMap map;
  bool hasRowsFirst;
  SmallVector<int64_t> strides;
};
} // namespace

static Step compileBlockGemm(GemmOp op, PlanCompiler &compiler) {
  std::array<BlockedOperand, 2> operands = {
      BlockedOperand(op, 0, compiler.use(op, op.getLhs()),
                     compiler.use(op, op.getLhsScaleInv())),
      BlockedOperand(op, 1, compiler.use(op, op.getRhs()),
                     compiler.use(op, op.getRhsScaleInv()))};
  return [contraction = getContraction(op), operands,
          init = compiler.use(op, op.getInit()),
          slots = compiler.define(op->getResults()),
          epilogue = GemmEpilogue(op, compiler),
          accumulate = op.getAccumulate()](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(init, result)))
      return failure();
    std::vector<double> sums(result->getNumElements(), 0.0);
    contraction.run(operands[0].decode(frame), operands[1].decode(frame), sums,
                    frame.getErrors());
    std::vector<float> elements(sums.begin(), sums.end());
    if (accumulate)
      for (auto [element, old] :
           llvm::zip_equal(elements, result->data<float>()))
        element = old + element;
    epilogue.store(frame, elements, *result);
    frame.set(slots[0], std::move(result));
    return success();
  };
}

/// Computes the same bits as the op that the gemm was created from. With
/// scales, this is fp8.contract, which adds the init to the rounded product.
/// Without scales, this is linalg.contract, whose sum starts from the init.
static FailureOr<Step> compileGemm(GemmOp op, PlanCompiler &compiler) {
  if (op.getLhsBlocks())
    return compileBlockGemm(op, compiler);
  return Step([contraction = getContraction(op),
               lhs = compiler.use(op, op.getLhs()),
               rhs = compiler.use(op, op.getRhs()),
               init = compiler.use(op, op.getInit()),
               lhsScaleInv = useIfPresent(compiler, op, op.getLhsScaleInv()),
               rhsScaleInv = useIfPresent(compiler, op, op.getRhsScaleInv()),
               slots = compiler.define(op->getResults()),
               epilogue = GemmEpilogue(op, compiler),
               accumulate = op.getAccumulate()](Frame &frame) {
    MutableTensor result;
    if (failed(frame.take(init, result)))
      return failure();
    std::vector<float> elements(result->getNumElements(), 0.0f);
    if (accumulate)
      llvm::copy(result->data<float>(), elements.begin());
    // bf16 results are also computed like fp8.contract.
    bool isScaled =
        lhsScaleInv || rhsScaleInv || !result->getElementType().isF32();
    std::vector<double> sums(elements.size(), 0.0);
    if (!isScaled)
      llvm::copy(elements, sums.begin());
    contraction.run(frame.read(lhs), frame.read(rhs), sums, frame.getErrors());
    auto readScale = [&](const std::optional<Use> &use) {
      return use ? readF32(frame.read(*use)) : 1.0f;
    };
    float factor = readScale(lhsScaleInv) * readScale(rhsScaleInv);
    for (auto [element, sum] : llvm::zip_equal(elements, sums)) {
      auto product = static_cast<float>(sum);
      element = isScaled ? element + product * factor : product;
    }
    epilogue.store(frame, elements, *result);
    frame.set(slots[0], std::move(result));
    return success();
  });
}

void reference::addContractOp(OpTable &table) {
  table.add<ContractOp>(compileContract);
  table.add<GemmOp>(compileGemm);
}
