//===- Outline.cpp - --fp8-upstream-outline -------------------------------===//
//
// A training step is thousands of loop nests, most of which repeat from layer
// to layer. Outlining compiles each distinct nest once, keeps functions small,
// and lets arguments be marked as not aliasing.
//
//===----------------------------------------------------------------------===//

#include "fp8/Analysis/CollectOps.h"
#include "fp8/Target/Upstream/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_UPSTREAMOUTLINEPASS
#include "fp8/Target/Upstream/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if a bare pointer fully describes a value of `type`.
static bool isPassable(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return type.isIntOrIndexOrFloat();
  SmallVector<int64_t> strides;
  int64_t offset;
  return memref.hasStaticShape() &&
         succeeded(memref.getStridesAndOffset(strides, offset)) &&
         !ShapedType::isDynamic(offset) &&
         llvm::none_of(strides, ShapedType::isDynamic);
}

/// Returns the buffer that `memref` is a view of, or null if it is unknown.
static Value getBuffer(Value memref) {
  memref = memref::skipViewLikeOps(cast<MemrefValue>(memref));
  if (auto argument = dyn_cast<BlockArgument>(memref))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp()) ? memref
                                                                 : Value();
  return memref.getDefiningOp<memref::AllocOp>() ||
                 memref.getDefiningOp<memref::GetGlobalOp>()
             ? memref
             : Value();
}

/// Returns true if each buffer that `op` writes is reached by one of `operands`
/// only. By the calling convention of the pipeline, arguments of functions do
/// not alias.
static bool areDistinct(linalg::LinalgOp op, ArrayRef<Value> operands) {
  DenseMap<Value, unsigned> count;
  for (Value operand : operands) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    Value buffer = getBuffer(operand);
    if (!buffer)
      return false;
    ++count[buffer];
  }
  return llvm::all_of(op.getDpsInits(), [&](Value init) {
    return !isa<MemRefType>(init.getType()) || count[getBuffer(init)] == 1;
  });
}

/// Collects the values that `op` reads, each once. Constants are cloned
/// instead.
static void getInputs(linalg::LinalgOp op, SetVector<Value> &operands,
                      SetVector<Operation *> &constants) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  for (Value value : values) {
    if (Operation *constant = value.getDefiningOp();
        constant && constant->hasTrait<OpTrait::ConstantLike>())
      constants.insert(constant);
    else
      operands.insert(value);
  }
}

static bool isContiguous(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && type.getLayout().isIdentity();
}

namespace {
struct UpstreamOutline : fp8::impl::UpstreamOutlinePassBase<UpstreamOutline> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto ops = collectOps<linalg::LinalgOp>(module, [](linalg::LinalgOp op) {
      return op.hasPureBufferSemantics();
    });
    IRRewriter rewriter(&getContext());
    // A copy between strided buffers would otherwise become a library call.
    for (auto op : collectOps<memref::CopyOp>(module)) {
      if (isContiguous(op.getSource()) && isContiguous(op.getTarget()))
        continue;
      rewriter.setInsertionPoint(op);
      ops.push_back(linalg::makeMemRefCopyOp(rewriter, op.getLoc(),
                                             op.getSource(), op.getTarget()));
      rewriter.eraseOp(op);
    }
    for (linalg::LinalgOp op : ops)
      outline(rewriter, module, op);
  }

private:
  void outline(RewriterBase &rewriter, ModuleOp module, linalg::LinalgOp op) {
    SetVector<Value> operands;
    SetVector<Operation *> constants;
    getInputs(op, operands, constants);
    if (!llvm::all_of(ValueRange(operands.getArrayRef()).getTypes(),
                      isPassable))
      return;

    Location loc = op.getLoc();
    rewriter.setInsertionPointToEnd(module.getBody());
    func::FuncOp function = func::FuncOp::create(
        rewriter, loc, "fp8_nest",
        rewriter.getFunctionType(ValueRange(operands.getArrayRef()).getTypes(),
                                 {}));
    function.setPrivate();
    function->setAttr(
        "llvm.linkage",
        LLVM::LinkageAttr::get(rewriter.getContext(), LLVM::Linkage::Internal));
    function->setAttr("passthrough", rewriter.getStrArrayAttr({"noinline"}));
    Block *body = function.addEntryBlock();
    rewriter.setInsertionPointToStart(body);
    IRMapping mapping;
    mapping.map(operands.getArrayRef(), body->getArguments());
    for (Operation *constant : constants)
      rewriter.clone(*constant, mapping);
    rewriter.clone(*op, mapping);
    func::ReturnOp::create(rewriter, loc);
    if (areDistinct(op, operands.getArrayRef()))
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (isa<MemRefType>(type))
          function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                              rewriter.getUnitAttr());

    // Functions are equal if they print alike.
    std::string text;
    llvm::raw_string_ostream stream(text);
    function.print(stream,
                   OpPrintingFlags().useLocalScope().printGenericOpForm());
    auto [it, isNew] =
        nests.try_emplace(text, "fp8_nest_" + std::to_string(nests.size()));
    if (isNew)
      function.setName(it->second);
    else
      function.erase();
    rewriter.setInsertionPoint(op);
    func::CallOp::create(rewriter, loc, it->second, TypeRange(),
                         operands.getArrayRef());
    rewriter.eraseOp(op);
  }

  llvm::StringMap<std::string> nests;
};
} // namespace
