//===- FuseKernel.cpp - creation of a kernel from ops ---------------------===//

#include "FuseKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

bool fp8::isReshape(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() > 1 &&
           (tensor.getElementType().isIntOrIndexOrFloat());
  };
  return isStatic(op->getOperand(0).getType()) &&
         isStatic(op->getResult(0).getType());
}

bool fp8::isKernelBodyOp(Operation *op) {
  return isReshape(op) ||
         (isa<linalg::GenericOp, linalg::FillOp, ScatterAddOp>(op) &&
          llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>));
}

bool fp8::isCopiedIntoKernels(Operation *op) {
  // A destination with a dynamic size is not copied, because the size has to be
  // computed first.
  if (isa<tensor::EmptyOp>(op))
    return op->getNumOperands() == 0;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return matchPattern(fill.getInputs()[0], m_Constant());
  auto constant = dyn_cast<arith::ConstantOp>(op);
  return constant && (!isa<ShapedType>(constant.getType()) ||
                      isa<SplatElementsAttr>(constant.getValue()));
}

void fp8::eraseKernel(KernelOp kernel) {
  // Several results may share a destination.
  SetVector<Value> inits(llvm::from_range, kernel.getInits());
  kernel.erase();
  for (Value init : inits)
    if (auto empty = init.getDefiningOp<tensor::EmptyOp>();
        empty && empty->use_empty())
      empty.erase();
}

namespace {
class KernelBuilder {
public:
  KernelBuilder(RewriterBase &rewriter, ArrayRef<Operation *> ops)
      : rewriter(rewriter), ops(ops), members(llvm::from_range, ops) {}

  BuiltKernel build();

private:
  void addInputs(Operation *op);
  void addMaps(linalg::GenericOp op);
  void addResults(Operation *op);
  Value createEmpty(Value like);
  void cloneLocal(Operation *op);
  void cloneOp(Operation *op);
  StringRef getName() const;

  bool isMember(Value value) const {
    return value.getDefiningOp() && members.contains(value.getDefiningOp());
  }

  RewriterBase &rewriter;
  ArrayRef<Operation *> ops;
  llvm::SmallPtrSet<Operation *, 16> members;
  SetVector<Value> inputs;
  /// Inputs that one op reads through several indexing maps, as in `x_i - x_j`.
  /// Each map needs a kernel argument: the argument for the first map is in
  /// `inputs`, the arguments for the other maps are here.
  llvm::MapVector<std::pair<Value, AffineMap>, Value> otherMaps;
  /// The operands that read through these maps.
  SmallVector<OpOperand *> otherReads;
  SetVector<Operation *> locals;
  SmallVector<Value> results, inits;
  /// The kernel arguments of the tensors that scatters update in place. Other
  /// reads of such a tensor, including reads by the scatter itself, access
  /// other points and use a separate argument.
  llvm::SmallDenseMap<Operation *, Value> updatedInits;
  IRMapping mapping;
};
} // namespace

/// Returns the tensor that a scatter updates in place, or null if the kernel
/// creates the tensor.
static Value getUpdatedInit(Value result) {
  auto scatter = result.getDefiningOp<ScatterAddOp>();
  if (!scatter)
    return Value();
  Operation *producer = scatter.getInit().getDefiningOp();
  return producer && isCopiedIntoKernels(producer) ? Value()
                                                   : scatter.getInit();
}

static bool isUpdated(OpOperand &operand) {
  auto scatter = dyn_cast<ScatterAddOp>(operand.getOwner());
  return scatter && scatter.isDpsInit(&operand) &&
         getUpdatedInit(scatter.getResult());
}

bool fp8::isUnread(OpOperand &operand) {
  auto generic = dyn_cast<linalg::GenericOp>(operand.getOwner());
  return generic && generic.isDpsInit(&operand) &&
         !generic.payloadUsesValueFromOperand(&operand);
}

void KernelBuilder::addInputs(Operation *op) {
  SetVector<Value> read;
  for (OpOperand &operand : op->getOpOperands())
    if (!isUnread(operand) && !isUpdated(operand))
      read.insert(operand.get());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  for (Value value : read) {
    Operation *producer = value.getDefiningOp();
    if (isMember(value))
      continue;
    if (producer && isCopiedIntoKernels(producer))
      locals.insert(producer);
    else
      inputs.insert(value);
  }
}

void KernelBuilder::addMaps(linalg::GenericOp op) {
  llvm::SmallDenseMap<Value, AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    auto [it, isNew] = maps.try_emplace(operand->get(), map);
    if (isNew || it->second == map || !inputs.contains(operand->get()))
      continue;
    otherMaps.insert({{operand->get(), map}, Value()});
    otherReads.push_back(operand);
  }
}

void KernelBuilder::addResults(Operation *op) {
  for (Value result : op->getResults()) {
    bool isRead = llvm::any_of(result.getUsers(), [&](Operation *user) {
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      return !ancestor || !members.contains(ancestor);
    });
    if (!isRead)
      continue;
    Value init = getUpdatedInit(result);
    if (!init || isMember(init))
      init = createEmpty(result);
    results.push_back(result);
    inits.push_back(init);
  }
}

Value KernelBuilder::createEmpty(Value like) {
  auto type = cast<RankedTensorType>(like.getType());
  return tensor::EmptyOp::create(rewriter, like.getLoc(), type, ValueRange());
}

/// Clones a local op, such as a fill, and the ops that it reads. A tensor
/// operand becomes an empty tensor, because a fill does not read its
/// destination.
void KernelBuilder::cloneLocal(Operation *op) {
  for (Value operand : op->getOperands()) {
    if (mapping.contains(operand))
      continue;
    if (isa<ShapedType>(operand.getType()))
      mapping.map(operand, createEmpty(operand));
    else
      cloneLocal(operand.getDefiningOp());
  }
  if (!mapping.contains(op->getResult(0)))
    rewriter.clone(*op, mapping);
}

void KernelBuilder::cloneOp(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isUnread(operand) || mapping.contains(operand.get()))
      continue;
    mapping.map(operand.get(), createEmpty(operand.get()));
  }
  Operation *copy = rewriter.clone(*op, mapping);
  for (OpOperand *read : otherReads)
    if (read->getOwner() == op) {
      AffineMap map = cast<linalg::GenericOp>(op).getMatchingIndexingMap(read);
      copy->setOperand(read->getOperandNumber(),
                       otherMaps.lookup({read->get(), map}));
    }
  if (Value init = updatedInits.lookup(op))
    cast<ScatterAddOp>(copy).getDpsInitOperand(0)->set(init);
}

StringRef KernelBuilder::getName() const {
  bool isScalar = true, hasReduction = false, hasCodes = false;
  for (Operation *op : ops) {
    if (isa<ScatterAddOp>(op))
      return "scatter_add";
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      continue;
    isScalar &= linalgOp.getNumLoops() == 0;
    hasReduction |= linalgOp.getNumReductionLoops() != 0;
    hasCodes |= llvm::any_of(op->getResultTypes(), isOfCodes);
  }
  if (isScalar)
    return "scalars";
  if (hasCodes)
    return "quantize";
  return hasReduction ? "reduce" : "elementwise";
}

BuiltKernel KernelBuilder::build() {
  for (Operation *op : ops) {
    addInputs(op);
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      addMaps(generic);
    addResults(op);
  }
  SmallVector<Value> operands(inputs.getArrayRef());
  for (const auto &[read, argument] : otherMaps)
    operands.push_back(read.first);
  SmallVector<Location> locations =
      llvm::map_to_vector(ops, [](Operation *op) { return op->getLoc(); });
  Location location = rewriter.getFusedLoc(locations);
  auto kernel = KernelOp::create(
      rewriter, location, ValueRange(inits).getTypes(), operands, inits,
      rewriter.getStringAttr(getName()), ScheduleAttr(),
      /*bucket=*/IntegerAttr());
  OpBuilder::InsertionGuard guard(rewriter);
  Block *body = rewriter.createBlock(&kernel.getBody());
  for (Value input : inputs)
    mapping.map(input, body->addArgument(input.getType(), input.getLoc()));
  for (auto &[read, argument] : otherMaps)
    argument = body->addArgument(read.first.getType(), read.first.getLoc());
  for (auto [result, init] : llvm::zip_equal(results, inits)) {
    Value argument = body->addArgument(init.getType(), init.getLoc());
    if (init == getUpdatedInit(result))
      updatedInits[result.getDefiningOp()] = argument;
  }
  for (Operation *local : locals)
    cloneLocal(local);
  for (Operation *op : ops)
    cloneOp(op);
  SmallVector<Value> yielded = llvm::map_to_vector(
      results, [&](Value result) { return mapping.lookup(result); });
  KernelYieldOp::create(rewriter, location, yielded);
  return {kernel, results};
}

BuiltKernel fp8::buildKernel(RewriterBase &rewriter,
                             ArrayRef<Operation *> ops) {
  return KernelBuilder(rewriter, ops).build();
}

void fp8::replaceByKernel(RewriterBase &rewriter, ArrayRef<Operation *> ops) {
  Block &block = *ops.front()->getBlock();
  BuiltKernel built = buildKernel(rewriter, ops);
  llvm::SmallPtrSet<Operation *, 16> members(llvm::from_range, ops);
  for (auto [value, result] :
       llvm::zip_equal(built.values, built.kernel.getResults())) {
    // If the value is cheaper to recompute than to read, later kernels copy the
    // op that computes it.
    bool isCopied = isCopiedIntoKernels(value.getDefiningOp());
    rewriter.replaceUsesWithIf(value, result, [&](OpOperand &use) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      return !members.contains(user) && !(isCopied && isKernelBodyOp(user));
    });
  }
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      rewriter.eraseOp(op);
  if (built.values.empty())
    eraseKernel(built.kernel);
}
