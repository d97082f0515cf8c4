//===- RaisePatterns.cpp - --fp8-raise-patterns ---------------------------===//

#include "RaisePatterns.h"

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Utils/Uniform.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_RAISEPATTERNSPASS
#include "fp8/Raise/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

static constexpr remark::RemarkOpts kRemark =
    remark::RemarkOpts::name("pattern").category("fp8-raise-patterns");

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Matches a contraction of two tensors of codes.
static std::optional<Contraction> matchCodes(Operation *op) {
  std::optional<Contraction> match = op ? matchContraction(op) : std::nullopt;
  if (!match || !isOfCodes(match->lhs.getType()) ||
      !isOfCodes(match->rhs.getType()) ||
      match->kind != ContractionKind::Matmul ||
      !cast<RankedTensorType>(op->getResult(0).getType()).hasStaticShape())
    return std::nullopt;
  return match;
}

/// Creates an fp8.contract. It adds its init to the scaled sum, so the init is
/// -0, which changes no sum.
static Value buildContract(OpBuilder &builder, const Contraction &match,
                           Value lhsScale, Value rhsScale) {
  Location loc = match.op->getLoc();
  auto type = cast<RankedTensorType>(match.op->getResult(0).getType());
  Value init = arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, -0.0f));
  auto contract = ContractOp::create(builder, loc, match.lhs, lhsScale,
                                     match.rhs, rhsScale, init, match.maps);
  if (Attribute role = match.op->getAttr(FP8Dialect::kClassAttrName))
    contract->setAttr(FP8Dialect::kClassAttrName, role);
  return contract.getResult();
}

Raised mlir::fp8::raiseContract(OpBuilder &builder, Operation *op,
                                RaiseOptions options) {
  auto makeOne = [&]() -> Value {
    auto type = RankedTensorType::get({}, builder.getF32Type());
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     DenseElementsAttr::get(type, 1.0f));
  };
  std::optional<Contraction> match = matchCodes(op);
  std::optional<Uniform> factor;
  if (auto product = dyn_cast<arith::MulFOp>(op)) {
    for (unsigned i : {0u, 1u}) {
      match = matchCodes(product->getOperand(i).getDefiningOp());
      factor = matchUniform(product->getOperand(1 - i));
      if (match && factor)
        break;
    }
    if (!match || !factor || !match->op->hasOneUse())
      return {};
  }
  if (!match)
    return {};
  if (!getElementTypeOrSelf(match->op->getResult(0)).isF32())
    return Raised::missed("accumulates in less than f32");
  if (!multipliesInF32(cast<linalg::LinalgOp>(match->op)))
    return Raised::missed("multiplies in less than f32");
  std::optional<Uniform> init = matchUniform(match->init);
  if (!init || !init->isConstant(0.0))
    return Raised::missed("the sum does not start from 0");
  Value lhsScale = makeOne(), rhsScale = lhsScale;
  if (factor) {
    auto product = factor->value.getDefiningOp<arith::MulFOp>();
    if (product && !factor->constant) {
      lhsScale = Uniform{std::nullopt, product.getLhs()}.materialize(
          builder, op->getLoc());
      rhsScale = Uniform{std::nullopt, product.getRhs()}.materialize(
          builder, op->getLoc());
    } else {
      lhsScale = factor->materialize(builder, op->getLoc());
    }
  } else if (llvm::any_of(op->getUsers(), llvm::IsaPred<arith::MulFOp>) &&
             op->hasOneUse()) {
    // The multiplication of the result by a factor is matched separately.
    Operation *user = *op->getUsers().begin();
    Value other = user->getOperand(user->getOperand(0) == op->getResult(0));
    if (matchUniform(other))
      return {};
  }
  return Raised::passed("raised to fp8.contract",
                        buildContract(builder, *match, lhsScale, rhsScale));
}

//===----------------------------------------------------------------------===//
// Functions that only clamp
//===----------------------------------------------------------------------===//

/// Returns true if the callee is a private function that only clamps, such as
/// jnp.clip.
static bool isClampFunction(func::FuncOp callee) {
  if (!callee || !callee.isPrivate() || callee.isExternal() ||
      !callee.getBody().hasOneBlock())
    return false;
  bool clamps = false;
  for (Operation &op : callee.getBody().front()) {
    clamps |= isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                  arith::MinNumFOp>(op);
    if (!isMemoryEffectFree(&op) && !isa<func::ReturnOp>(op))
      return false;
  }
  return clamps && callee.getBody().front().getOperations().size() < 16;
}

static void inlineClamps(ModuleOp module) {
  SymbolTable symbols(module);
  auto calls = collectOps<func::CallOp>(module, [&](func::CallOp call) {
    return isClampFunction(symbols.lookup<func::FuncOp>(call.getCallee()));
  });
  for (func::CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    Block &body = callee.getBody().front();
    IRMapping mapping;
    mapping.map(body.getArguments(), call.getOperands());
    OpBuilder builder(call);
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    for (auto [result, value] : llvm::zip_equal(
             call.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(mapping.lookupOrDefault(value));
    call.erase();
    if (SymbolTable::symbolKnownUseEmpty(callee, module))
      symbols.erase(callee);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Erases dead ops, from last to first.
static void eraseDead(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Returns the reason why `op`, an op of another dialect with explicit scales,
/// is not raised. Returns an empty string for other ops.
static StringRef whyForeign(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "arith.scaling_truncf" || name == "arith.scaling_extf")
    return "takes a scale per element; fp8.quantize computes the scales of mx "
           "itself, and saturates";
  if (name == "tosa.cast_to_block_scaled" ||
      name == "tosa.matmul_t_block_scaled")
    return "keeps the block scales that TOSA specifies; those of mx are "
           "rounded up, and fp8.contract takes one scale per tensor";
  return "";
}

/// Returns true if a module uses FP8 in upstream ops: casts to or from codes,
/// including casts in the bodies of contractions, or ops of other dialects with
/// scales.
static bool spellsFP8(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isCast = isa<arith::TruncFOp, arith::ExtFOp>(op) &&
                      (isOfCodes(op->getOperand(0).getType()) ||
                       isOfCodes(op->getResult(0).getType()));
        return isCast || !whyForeign(op).empty() ? WalkResult::interrupt()
                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

using Attempt = Raised (*)(OpBuilder &, Operation *, RaiseOptions);

struct RaisePatterns : fp8::impl::RaisePatternsPassBase<RaisePatterns> {
  using Base::Base;

  void runOnOperation() override {
    if (!spellsFP8(getOperation()))
      return markAllAnalysesPreserved();
    inlineClamps(getOperation());
    liftCasts(getOperation());
    // Collect and match all ops before replacing any of them.
    SmallVector<std::pair<Operation *, Value>> raised;
    for (Operation *op : collectOps(getOperation()))
      raise(op, raised);
    for (auto [op, value] : raised)
      op->getResult(0).replaceAllUsesWith(value);
    eraseDead(getOperation());
    mergeAmaxes(getOperation());
    recordDone(getOperation(), getArgument());
  }

  void raise(Operation *op,
             SmallVectorImpl<std::pair<Operation *, Value>> &all) {
    if (StringRef reason = whyForeign(op);
        !reason.empty() && only != RaisedOps::Contractions) {
      remark::missed(op->getLoc(), kRemark) << ("kept: " + reason).str();
      return;
    }
    constexpr Attempt attempts[] = {raiseQuantize, raiseDequantize, raiseAmax,
                                    raiseScale, raiseContract};
    ArrayRef<Attempt> enabled = attempts;
    if (only == RaisedOps::Casts)
      enabled = enabled.drop_back();
    else if (only == RaisedOps::Contractions)
      enabled = enabled.take_back();
    RaiseOptions options{reciprocal, finiteScales};
    OpBuilder builder(op);
    for (Attempt attempt : enabled) {
      Raised result = attempt(builder, op, options);
      if (result.kind == Raised::Kind::NoPattern)
        continue;
      if (result.kind == Raised::Kind::Missed) {
        remark::missed(op->getLoc(), kRemark) << "kept: " + result.message;
      } else {
        remark::passed(op->getLoc(), kRemark) << result.message;
        all.emplace_back(op, result.value);
      }
      return;
    }
  }
};

} // namespace
