//===- TensorizeScalars.cpp - --fp8-tensorize-scalars ---------------------===//

#include "fp8/Kernels/Passes.h"
#include "fp8/Utils/CreateElements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_TENSORIZESCALARSPASS
#include "fp8/Kernels/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Maximum number of scalars from which one tensor is made.
static constexpr size_t kMaxElements = 64;

static bool isScalarType(Type type) { return type.isIntOrIndexOrFloat(); }

static bool isOfScalarType(Value value) {
  return isScalarType(value.getType());
}

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

namespace {
/// Rewrites the scalar ops of one function to ops on rank-0 tensors, in program
/// order.
class Tensorizer {
public:
  explicit Tensorizer(func::FuncOp function)
      : function(function), rewriter(function.getContext()) {}

  LogicalResult run();

private:
  /// Emits a generic with one iteration per element of `shape`. `create`
  /// computes an element from the values of `scalars`, which are rank-0
  /// tensors.
  Value makeGeneric(Location loc, ArrayRef<int64_t> shape, Type element,
                    ValueRange scalars, CreateElement create);
  void tensorizeOp(Operation *op);
  void tensorizeFill(Operation *op, Value scalar);
  void tensorizeElements(tensor::FromElementsOp op);
  void passScalars(linalg::GenericOp generic);
  /// Checks that the function has no scalar arguments or results and a single
  /// block.
  LogicalResult checkFunction();
  LogicalResult refuse(Operation *op);

  /// Returns the rank-0 tensor that replaces `scalar`, which is not a constant.
  Value getTensor(Value scalar) { return tensors.lookup(scalar); }

  func::FuncOp function;
  IRRewriter rewriter;
  DenseMap<Value, Value> tensors;
  SmallVector<Operation *> replaced;
};
} // namespace

Value Tensorizer::makeGeneric(Location loc, ArrayRef<int64_t> shape,
                              Type element, ValueRange scalars,
                              CreateElement create) {
  SmallVector<AffineMap> maps(
      scalars.size(), AffineMap::get(shape.size(), 0, rewriter.getContext()));
  return createElements(rewriter, loc, RankedTensorType::get(shape, element),
                        scalars, create, maps);
}

/// Replaces a scalar op by a rank-0 generic.
void Tensorizer::tensorizeOp(Operation *op) {
  SmallVector<Value> scalars, inputs;
  for (Value operand : op->getOperands())
    if (isOfScalarType(operand) && !isConstant(operand)) {
      scalars.push_back(operand);
      inputs.push_back(getTensor(operand));
    }
  for (OpResult result : op->getResults())
    tensors[result] = makeGeneric(
        op->getLoc(), {}, result.getType(), inputs,
        [&](ArithmeticBuilder &b, ValueRange arguments) {
          IRMapping mapping;
          mapping.map(scalars, arguments);
          return b.clone(*op, mapping)->getResult(result.getResultNumber());
        });
  replaced.push_back(op);
}

void Tensorizer::tensorizeFill(Operation *op, Value scalar) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  rewriter.replaceOp(op,
                     makeGeneric(op->getLoc(), type.getShape(),
                                 type.getElementType(), getTensor(scalar),
                                 [](ArithmeticBuilder &, ValueRange arguments) {
                                   return arguments.front();
                                 }));
}

/// Replaces a tensor of scalars by a generic that selects the scalar for each
/// position.
void Tensorizer::tensorizeElements(tensor::FromElementsOp op) {
  SmallVector<Value> scalars, inputs;
  for (Value element : op.getElements())
    if (!isConstant(element)) {
      scalars.push_back(element);
      inputs.push_back(getTensor(element));
    }
  ArrayRef<int64_t> shape = op.getType().getShape();
  auto create = [&](ArithmeticBuilder &b, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(scalars, arguments);
    if (op.getElements().size() == 1)
      return mapping.lookupOrDefault(op.getElements().front());
    // The row-major position.
    Value position;
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      Value index = linalg::IndexOp::create(b, dim);
      position =
          dim == 0
              ? index
              : arith::AddIOp::create(
                    b,
                    arith::MulIOp::create(
                        b, position, arith::ConstantIndexOp::create(b, extent)),
                    index);
    }
    Value chosen;
    for (auto [i, element] : llvm::enumerate(op.getElements())) {
      Value value = mapping.lookupOrDefault(element);
      if (i == 0) {
        chosen = value;
        continue;
      }
      Value isHere =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, position,
                                arith::ConstantIndexOp::create(b, i));
      chosen = arith::SelectOp::create(b, isHere, value, chosen);
    }
    return chosen;
  };
  rewriter.replaceOp(op, makeGeneric(op.getLoc(), shape,
                                     op.getType().getElementType(), inputs,
                                     create));
}

/// Turns scalars that the body captures, and extracts from rank-0 tensors, into
/// operands. Replaces scalar operands by rank-0 tensors.
void Tensorizer::passScalars(linalg::GenericOp generic) {
  for (OpOperand *operand : generic.getDpsInputOperands())
    if (isOfScalarType(operand->get()) && !isConstant(operand->get()))
      operand->set(getTensor(operand->get()));
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(generic->getRegions(), captured);
  SmallVector<Value> inputs(generic.getInputs());
  SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
  AffineMap empty =
      AffineMap::get(generic.getNumLoops(), 0, rewriter.getContext());
  Block *body = generic.getBody();
  auto addInput = [&](Value tensor) {
    Value argument = body->insertArgument(
        inputs.size(), getElementTypeOrSelf(tensor), generic.getLoc());
    maps.insert(maps.begin() + inputs.size(), empty);
    inputs.push_back(tensor);
    return argument;
  };
  for (Value value : captured) {
    if (isOfScalarType(value) && !isConstant(value)) {
      replaceAllUsesInRegionWith(value, addInput(getTensor(value)),
                                 generic.getRegion());
      continue;
    }
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() != 0)
      continue;
    SmallVector<tensor::ExtractOp> extracts(
        generic.getBody()->getOps<tensor::ExtractOp>());
    llvm::erase_if(extracts, [&](tensor::ExtractOp extract) {
      return extract.getTensor() != value;
    });
    if (extracts.empty())
      continue;
    Value argument = addInput(value);
    for (tensor::ExtractOp extract : extracts)
      rewriter.replaceOp(extract, argument);
  }
  if (inputs.size() == generic.getInputs().size())
    return;
  rewriter.modifyOpInPlace(generic, [&] {
    generic.getInputsMutable().assign(inputs);
    generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

LogicalResult Tensorizer::checkFunction() {
  auto refuseFunction = [&](StringRef what, StringRef remedy) {
    InFlightDiagnostic diag =
        emitError(function.getLoc(), "unsupported by "
                                     "fp8-tensorize-scalars: a function ")
        << what;
    diag.attachNote() << remedy;
    return diag;
  };
  if (!function.getBody().hasOneBlock())
    return refuseFunction("with several blocks",
                          "supported is scf control flow, which "
                          "--fp8-flatten-control-flow converts to arithmetic");
  if (llvm::any_of(function.getArgumentTypes(), isScalarType) ||
      llvm::any_of(function.getResultTypes(), isScalarType))
    return refuseFunction(
        "with scalars as arguments or results",
        "--fp8-tensorize-boundaries converts them to tensors");
  return success();
}

/// Reports a loop or a branch that --fp8-flatten-control-flow did not lower.
static LogicalResult refuseControlFlow(Operation *op) {
  InFlightDiagnostic diag =
      op->emitError("unsupported in kernels: control flow by '")
      << op->getName() << "'";
  diag.attachNote()
      << "--fp8-flatten-control-flow flattens loops with a constant "
         "trip count and branches with pure ops; "
         "--target=reference and --target=upstream of fp8-run support "
         "others";
  return diag;
}

LogicalResult Tensorizer::refuse(Operation *op) {
  if (isa<LoopLikeOpInterface, RegionBranchOpInterface>(op))
    return refuseControlFlow(op);
  InFlightDiagnostic diag = op->emitError("unsupported by "
                                          "fp8-tensorize-scalars: '")
                            << op->getName() << "' on scalars";
  diag.attachNote() << "supported are pure ops without regions that compute "
                       "scalars, linalg.fill, tensor.splat, and "
                       "tensor.from_elements of up to "
                    << kMaxElements << " scalars";
  return diag;
}

LogicalResult Tensorizer::run() {
  if (failed(checkFunction()))
    return failure();
  for (Operation &op : llvm::make_early_inc_range(function.front())) {
    rewriter.setInsertionPoint(&op);
    if (op.hasTrait<OpTrait::ConstantLike>() ||
        op.hasTrait<OpTrait::IsTerminator>())
      continue;
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      passScalars(generic);
      continue;
    }
    if (auto extract = dyn_cast<tensor::ExtractOp>(op);
        extract && extract.getTensor().getType().getRank() == 0) {
      tensors[extract] = extract.getTensor();
      replaced.push_back(extract);
      continue;
    }
    if (auto from = dyn_cast<tensor::FromElementsOp>(op);
        from && from.getElements().size() == 1 &&
        from.getType().getRank() == 0 &&
        getTensor(from.getElements().front())) {
      rewriter.replaceOp(from, getTensor(from.getElements().front()));
      continue;
    }
    auto isComputed = [](Value value) {
      return isOfScalarType(value) && !isConstant(value);
    };
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    if (llvm::any_of(captured, isComputed))
      return refuse(&op);
    bool readsScalar = llvm::any_of(op.getOperands(), isComputed);
    bool makesScalar = llvm::any_of(op.getResults(), isOfScalarType);
    if (makesScalar) {
      if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
        return refuse(&op);
      tensorizeOp(&op);
    } else if (readsScalar && isa<linalg::FillOp, tensor::SplatOp>(op)) {
      tensorizeFill(&op, op.getOperand(0));
    } else if (auto from = dyn_cast<tensor::FromElementsOp>(op);
               from && readsScalar &&
               from.getElements().size() <= kMaxElements) {
      tensorizeElements(from);
    } else if (readsScalar) {
      return refuse(&op);
    }
  }
  for (Operation *op : llvm::reverse(replaced))
    rewriter.eraseOp(op);
  return success();
}

namespace {
struct TensorizeScalars
    : fp8::impl::TensorizeScalarsPassBase<TensorizeScalars> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](func::FuncOp function) {
      if (!function.isExternal() && failed(Tensorizer(function).run()))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
