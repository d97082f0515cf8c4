//===- DomainBuilder.cpp - finds the domain of a kernel -------------------===//

#include "DomainBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

LogicalResult DomainBuilder::connectValues(Value a, Value b) {
  for (int64_t i = 0, e = cast<ShapedType>(a.getType()).getRank(); i < e; ++i)
    if (failed(classes.unify(dimOf(a, i), dimOf(b, i))))
      return failure();
  return success();
}

void DomainBuilder::addLoops(Operation *op, ArrayRef<int64_t> ranges) {
  for (unsigned loop = 0, e = ranges.size(); loop < e; ++loop)
    getNode(Node(op, loop), ranges[loop]);
  loopRanges[op] = SmallVector<int64_t>(ranges);
}

/// Matches `loop floordiv size`.
static std::optional<std::pair<unsigned, int64_t>>
matchQuotient(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto size = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!dim || !size)
    return std::nullopt;
  return std::pair(dim.getPosition(), size.getValue());
}

/// Unifies dimension `i` of `value`, which `expr` indexes, with loops of
/// `generic`.
LogicalResult DomainBuilder::connectResult(linalg::GenericOp generic,
                                           Value value, unsigned i,
                                           AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return classes.unify(dimOf(value, i), loopOf(generic, dim.getPosition()));
  if (auto quotient = matchQuotient(expr))
    return classes.unifyQuotient(loopOf(generic, quotient->first),
                                 quotient->second, dimOf(value, i));
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  auto type = cast<ShapedType>(value.getType());
  return success(constant && constant.getValue() == 0 &&
                 type.getDimSize(i) == 1);
}

LogicalResult DomainBuilder::connectGeneric(linalg::GenericOp generic) {
  if (generic.hasDynamicShape())
    return fail(generic, "a dynamic shape",
                "the shapes of a kernel are static");
  // Compute the ranges here: linalg infers none from a map with a division.
  SmallVector<int64_t> ranges = generic.getStaticLoopRanges();
  addLoops(generic, ranges);
  for (OpOperand &operand : generic->getOpOperands()) {
    AffineMap map = generic.getMatchingIndexingMap(&operand);
    // Ops that share a tensor.empty do not share its dimensions.
    Value value = operand.get();
    if (value.getDefiningOp<tensor::EmptyOp>()) {
      // If an empty tensor is only an input, it determines nothing except loop
      // extents.
      if (!generic.isDpsInit(&operand))
        continue;
      value = generic.getTiedOpResult(&operand);
    }
    for (auto [i, result] : llvm::enumerate(map.getResults()))
      if (failed(connectResult(generic, value, i, result)))
        return fail(
            generic,
            llvm::formatv("the indexing map {0}", AffineMapAttr::get(map)),
            "maps are projected permutations, 0 in a dimension of extent 1, or "
            "a loop divided by a constant; all splits of one dimension nest");
  }
  for (auto [result, init] :
       llvm::zip_equal(generic.getResults(), generic.getDpsInits()))
    if (!init.getDefiningOp<tensor::EmptyOp>() &&
        failed(connectValues(result, init)))
      return failure();
  return success();
}

/// Unifies the loops of a scatter, which iterate over its updates. The first
/// loop iterates over the slices, the others over the elements of a slice,
/// which are the last dimensions of the init.
LogicalResult DomainBuilder::connectScatter(ScatterAddOp scatter) {
  Value updates = scatter.getUpdates();
  auto type = cast<ShapedType>(updates.getType());
  addLoops(scatter, type.getShape());
  for (int64_t loop = 0; loop < type.getRank(); ++loop)
    if (failed(classes.unify(dimOf(updates, loop), loopOf(scatter, loop))))
      return failure();
  int64_t initRank = cast<ShapedType>(scatter.getInit().getType()).getRank();
  int64_t offset = initRank - (type.getRank() - 1);
  for (int64_t loop = 1; loop < type.getRank(); ++loop)
    if (failed(classes.unify(dimOf(scatter.getInit(), offset + loop - 1),
                             loopOf(scatter, loop))))
      return failure();
  return success(
      succeeded(
          classes.unify(dimOf(scatter.getIndices(), 0), loopOf(scatter, 0))) &&
      succeeded(connectValues(scatter.getResult(), scatter.getInit())));
}

LogicalResult DomainBuilder::connectReshape(Operation *op,
                                            const Reshape &reshape) {
  for (auto [i, group] : llvm::enumerate(reshape.groups)) {
    SmallVector<unsigned> dims = llvm::map_to_vector(
        group, [&](int64_t dim) { return dimOf(reshape.expanded, dim); });
    if (failed(classes.unify({dimOf(reshape.collapsed, i)}, dims)))
      return fail(op,
                  llvm::formatv("a reshape of '{0}' to '{1}'",
                                op->getOperand(0).getType(),
                                op->getResult(0).getType()),
                  "all splits of one dimension nest");
  }
  return success();
}

LogicalResult DomainBuilder::connectOp(Operation &op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return connectGeneric(generic);
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return connectScatter(scatter);
  if (std::optional<Reshape> reshape = Reshape::match(&op))
    return connectReshape(&op, *reshape);
  auto fill = dyn_cast<linalg::FillOp>(op);
  if (!fill)
    return success();
  auto type = cast<ShapedType>(fill.getOutputs()[0].getType());
  addLoops(fill, type.getShape());
  for (int64_t i = 0; i < type.getRank(); ++i)
    if (failed(classes.unify(dimOf(fill.getResult(0), i), loopOf(fill, i))))
      return failure();
  if (fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>())
    return success();
  return connectValues(fill.getResult(0), fill.getOutputs()[0]);
}

LogicalResult DomainBuilder::connect() {
  for (Operation &op : kernel.getBody().front())
    if (failed(connectOp(op)))
      return failure();
  for (auto [value, argument] : llvm::zip_equal(kernel.getYield().getValues(),
                                                kernel.getInitArguments()))
    if (failed(connectValues(value, argument)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

/// Assigns kernel dimensions to the parts of `node`. If not `withUnits`, skips
/// parts of extent 1.
void DomainBuilder::numberParts(Node node, bool withUnits) {
  for (unsigned part : classes.getParts(nodes.lookup(node)))
    if ((withUnits || classes.getExtent(part) != 1) &&
        numbers.try_emplace(part, extents.size()).second)
      extents.push_back(classes.getExtent(part));
}

SmallVector<unsigned, 2> DomainBuilder::getDims(Node node) {
  auto it = nodes.find(node);
  if (it == nodes.end())
    return {KernelDomain::kNoDim};
  SmallVector<unsigned, 2> dims;
  for (unsigned part : classes.getParts(it->second)) {
    auto number = numbers.find(part);
    dims.push_back(number == numbers.end() ? KernelDomain::kNoDim
                                           : number->second);
  }
  return dims;
}

/// Emits an error if two loops of an op are the same kernel dimension.
LogicalResult DomainBuilder::checkLoops(Operation *op,
                                        const KernelOpDomain &domain) {
  llvm::SmallDenseMap<unsigned, unsigned> seen;
  for (auto [loop, dim] : llvm::enumerate(domain.loopDims))
    if (auto [it, inserted] = seen.try_emplace(dim, loop); !inserted)
      return fail(
          op,
          llvm::formatv(
              "loops {0} and {1} iterate over the same dimension of the kernel",
              it->second, loop),
          "a kernel reads and writes each tensor along one assignment of its "
          "dimensions; this op belongs in a kernel of its own");
  return success();
}

/// Returns the loop dimensions that some result of `generic` does not have.
SmallVector<unsigned>
DomainBuilder::getReducedDims(linalg::GenericOp generic,
                              const KernelOpDomain &domain) {
  llvm::SmallSetVector<unsigned, 4> reduced;
  for (OpOperand &init : generic.getDpsInitsMutable()) {
    // Includes kNoDim, which no set of unsigned numbers can contain.
    SmallVector<unsigned> kept;
    Value result = generic.getTiedOpResult(&init);
    for (int64_t i = 0; i < cast<ShapedType>(result.getType()).getRank(); ++i)
      llvm::append_range(kept, getDims(getNodeOf(result, i)));
    for (unsigned dim : domain.loopDims)
      if (!llvm::is_contained(kept, dim))
        reduced.insert(dim);
  }
  SmallVector<unsigned> dims = reduced.takeVector();
  llvm::sort(dims);
  return dims;
}

LogicalResult DomainBuilder::number() {
  // The dimensions of the op with the most loops come first. Other ops append
  // the dimensions that they add.
  llvm::SmallSetVector<Operation *, 8> order;
  auto countParts = [&](auto &entry) {
    size_t count = 0;
    for (unsigned loop = 0; loop < entry.second.size(); ++loop)
      count += classes.getParts(loopOf(entry.first, loop)).size();
    return count;
  };
  auto *largest = llvm::max_element(loopRanges, [&](auto &a, auto &b) {
    return countParts(a) < countParts(b);
  });
  if (largest != loopRanges.end())
    order.insert(largest->first);
  for (auto &[op, ranges] : loopRanges)
    order.insert(op);
  for (Operation *op : order)
    for (unsigned loop = 0, e = loopRanges[op].size(); loop < e; ++loop)
      numberParts(Node(op, loop));
  auto numberValue = [&](Value value, bool withUnits) {
    for (int64_t i = 0; i < cast<ShapedType>(value.getType()).getRank(); ++i) {
      dimOf(value, i);
      numberParts(getNodeOf(value, i), withUnits);
    }
  };
  // A kernel that creates the init of a scatter also iterates over the init.
  for (auto scatter : kernel.getBody().front().getOps<ScatterAddOp>())
    if (!isa<BlockArgument>(scatter.getInit()))
      numberValue(scatter.getInit(), /*withUnits=*/true);
  // A kernel also iterates over an argument that it yields unchanged.
  for (BlockArgument init : kernel.getInitArguments())
    numberValue(init, /*withUnits=*/false);

  for (auto &[op, ranges] : loopRanges) {
    KernelOpDomain &domain = domains[op];
    for (unsigned loop = 0, e = ranges.size(); loop < e; ++loop) {
      domain.dimsOfLoops.push_back(getDims(Node(op, loop)));
      llvm::append_range(domain.loopDims, domain.dimsOfLoops.back());
    }
    if (failed(checkLoops(op, domain)))
      return failure();
    if (isa<ScatterAddOp>(op))
      domain.kind = KernelOpClass::Scatter;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    domain.reductionDims = getReducedDims(generic, domain);
    if (!domain.reductionDims.empty())
      domain.kind = KernelOpClass::Reduction;
  }

  for (const DimClasses::Ragged &pair : classes.getRagged()) {
    auto outer = classes.getParts(pair.outer);
    auto inner = classes.getParts(pair.inner);
    if (outer.size() != 1 || inner.size() != 1)
      return fail(kernel,
                  llvm::formatv(
                      "a dimension of extent {0} that is split in several ways",
                      pair.extent),
                  "all splits of one dimension nest");
    if (numbers.contains(outer[0]) && numbers.contains(inner[0]))
      ragged.push_back({numbers[outer[0]], numbers[inner[0]], pair.extent});
  }
  return success();
}
