//===- KernelDomain.cpp - the iteration domain of a kernel ----------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A loop of an op, or a dimension of a tensor.
using Node = std::pair<void *, unsigned>;

Node loopOf(Operation *op, unsigned loop) { return {op, loop}; }
Node dimOf(Value value, unsigned dim) {
  return {value.getAsOpaquePointer(), dim};
}

/// Finds the dimensions of a kernel: the classes of loops and tensor
/// dimensions that walk together.
class DomainBuilder {
public:
  DomainBuilder(KernelOp kernel, bool emitErrors)
      : kernel(kernel), emitErrors(emitErrors) {}

  LogicalResult connect();
  LogicalResult number();

  SmallVector<int64_t> extents;
  llvm::MapVector<Operation *, KernelOpDomain> domains;
  DenseMap<Value, SmallVector<unsigned>> dims;

private:
  LogicalResult connectGeneric(linalg::GenericOp generic);
  void connectScatter(ScatterAddOp scatter);
  void connectValues(Value a, Value b);
  void addLoops(Operation *op, ArrayRef<int64_t> ranges);
  unsigned numberOf(Node node);
  LogicalResult checkLoops(Operation *op, const KernelOpDomain &domain);

  template <typename... Args>
  LogicalResult fail(Operation *op, StringRef note, Args &&...message) {
    if (!emitErrors)
      return failure();
    InFlightDiagnostic diag = op->emitError("unsupported by the emitter: ");
    (diag << ... << std::forward<Args>(message));
    diag.attachNote() << note;
    return diag;
  }

  KernelOp kernel;
  bool emitErrors;
  llvm::EquivalenceClasses<Node> classes;
  DenseMap<Node, unsigned> numbers;
  /// Loop ranges of the ops, in the order of the body.
  llvm::MapVector<Operation *, SmallVector<int64_t>> loopRanges;
};
} // namespace

//===----------------------------------------------------------------------===//
// Connecting
//===----------------------------------------------------------------------===//

void DomainBuilder::connectValues(Value a, Value b) {
  for (int64_t i = 0, e = cast<ShapedType>(a.getType()).getRank(); i < e; ++i)
    classes.unionSets(dimOf(a, i), dimOf(b, i));
}

void DomainBuilder::addLoops(Operation *op, ArrayRef<int64_t> ranges) {
  for (unsigned loop = 0, e = ranges.size(); loop < e; ++loop)
    classes.insert(loopOf(op, loop));
  loopRanges[op] = SmallVector<int64_t>(ranges);
}

LogicalResult DomainBuilder::connectGeneric(linalg::GenericOp generic) {
  if (generic.hasDynamicShape())
    return fail(generic, "the shapes of a kernel are static",
                "a dynamic shape");
  addLoops(generic, generic.getStaticLoopRanges());
  for (OpOperand &operand : generic->getOpOperands()) {
    AffineMap map = generic.getMatchingIndexingMap(&operand);
    // Ops that share a tensor.empty do not walk together.
    Value value = operand.get();
    if (value.getDefiningOp<tensor::EmptyOp>())
      value = generic.getTiedOpResult(&operand);
    for (auto [i, result] : llvm::enumerate(map.getResults())) {
      if (auto dim = dyn_cast<AffineDimExpr>(result)) {
        classes.unionSets(dimOf(value, i), loopOf(generic, dim.getPosition()));
        continue;
      }
      auto constant = dyn_cast<AffineConstantExpr>(result);
      auto type = cast<ShapedType>(operand.get().getType());
      if (!constant || constant.getValue() != 0 || type.getDimSize(i) != 1)
        return fail(generic,
                    "maps are projected permutations, or 0 in a dimension of "
                    "extent 1",
                    "the indexing map ", AffineMapAttr::get(map));
    }
  }
  for (auto [result, init] :
       llvm::zip_equal(generic.getResults(), generic.getDpsInits()))
    if (!init.getDefiningOp<tensor::EmptyOp>())
      connectValues(result, init);
  return success();
}

/// The loops of a scatter are those of its updates: the slices in order, then
/// the elements of a slice, which lie along the last dimensions of the init.
void DomainBuilder::connectScatter(ScatterAddOp scatter) {
  Value updates = scatter.getUpdates();
  auto type = cast<ShapedType>(updates.getType());
  addLoops(scatter, type.getShape());
  for (int64_t loop = 0; loop < type.getRank(); ++loop)
    classes.unionSets(dimOf(updates, loop), loopOf(scatter, loop));
  classes.unionSets(dimOf(scatter.getIndices(), 0), loopOf(scatter, 0));
  int64_t initRank = cast<ShapedType>(scatter.getInit().getType()).getRank();
  int64_t offset = initRank - (type.getRank() - 1);
  for (int64_t loop = 1; loop < type.getRank(); ++loop)
    classes.unionSets(dimOf(scatter.getInit(), offset + loop - 1),
                      loopOf(scatter, loop));
  connectValues(scatter.getResult(), scatter.getInit());
}

LogicalResult DomainBuilder::connect() {
  for (Operation &op : kernel.getBody().front()) {
    if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
      if (failed(connectGeneric(generic)))
        return failure();
    } else if (auto scatter = dyn_cast<ScatterAddOp>(op)) {
      connectScatter(scatter);
    } else if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      auto type = cast<ShapedType>(fill.getOutputs()[0].getType());
      addLoops(fill, type.getShape());
      for (int64_t i = 0; i < type.getRank(); ++i)
        classes.unionSets(dimOf(fill.getResult(0), i), loopOf(fill, i));
      if (!fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>())
        connectValues(fill.getResult(0), fill.getOutputs()[0]);
    }
  }
  for (auto [value, argument] : llvm::zip_equal(kernel.getYield().getValues(),
                                                kernel.getInitArguments()))
    connectValues(value, argument);
  return success();
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

unsigned DomainBuilder::numberOf(Node node) {
  auto leader = classes.findLeader(node);
  if (leader == classes.member_end())
    return KernelDomain::kNoDim;
  auto it = numbers.find(*leader);
  return it == numbers.end() ? KernelDomain::kNoDim : it->second;
}

/// Two loops of one op that are one dimension of the kernel.
LogicalResult DomainBuilder::checkLoops(Operation *op,
                                        const KernelOpDomain &domain) {
  llvm::SmallDenseMap<unsigned, unsigned> seen;
  for (auto [loop, dim] : llvm::enumerate(domain.loopDims))
    if (auto [it, inserted] = seen.try_emplace(dim, loop); !inserted)
      return fail(op,
                  "a kernel reads and writes each tensor along one assignment "
                  "of its dimensions; this op belongs into a kernel of its own",
                  "loops ", it->second, " and ", loop,
                  " walk one dimension of the kernel");
  return success();
}

/// What `generic` reduces over: the loops that some init does not have.
static SmallVector<unsigned> getReducedLoops(linalg::GenericOp generic) {
  llvm::SmallSetVector<unsigned, 4> loops;
  for (unsigned loop = 0; loop < generic.getNumLoops(); ++loop)
    for (OpOperand &init : generic.getDpsInitsMutable())
      if (!generic.getMatchingIndexingMap(&init).isFunctionOfDim(loop))
        loops.insert(loop);
  return loops.takeVector();
}

LogicalResult DomainBuilder::number() {
  // The op with the most loops gives the order; the others add what they have
  // more of.
  llvm::SmallSetVector<Operation *, 8> order;
  auto largest = llvm::max_element(loopRanges, [](auto &a, auto &b) {
    return a.second.size() < b.second.size();
  });
  if (largest != loopRanges.end())
    order.insert(largest->first);
  for (auto &[op, ranges] : loopRanges)
    order.insert(op);
  for (Operation *op : order) {
    for (auto [loop, range] : llvm::enumerate(loopRanges[op])) {
      Node leader = *classes.findLeader(loopOf(op, loop));
      if (numbers.try_emplace(leader, extents.size()).second)
        extents.push_back(range);
    }
  }
  // The init of a scatter is walked, too, where the kernel makes it.
  for (auto scatter : kernel.getBody().front().getOps<ScatterAddOp>()) {
    if (isa<BlockArgument>(scatter.getInit()))
      continue;
    auto type = cast<ShapedType>(scatter.getInit().getType());
    for (int64_t i = 0; i < type.getRank(); ++i) {
      Node leader = *classes.findLeader(dimOf(scatter.getInit(), i));
      if (numbers.try_emplace(leader, extents.size()).second)
        extents.push_back(type.getDimSize(i));
    }
  }
  // What is yielded as it came, an argument that no op reads, is walked, too.
  for (BlockArgument init : kernel.getInitArguments()) {
    auto type = cast<ShapedType>(init.getType());
    for (int64_t i = 0; i < type.getRank(); ++i) {
      Node leader = *classes.findLeader(dimOf(init, i));
      if (type.getDimSize(i) != 1 &&
          numbers.try_emplace(leader, extents.size()).second)
        extents.push_back(type.getDimSize(i));
    }
  }

  for (auto &[op, ranges] : loopRanges) {
    KernelOpDomain &domain = domains[op];
    for (unsigned loop = 0, e = ranges.size(); loop < e; ++loop)
      domain.loopDims.push_back(numberOf(loopOf(op, loop)));
    if (failed(checkLoops(op, domain)))
      return failure();
    if (isa<ScatterAddOp>(op))
      domain.kind = KernelOpClass::Scatter;
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic)
      continue;
    for (unsigned loop : getReducedLoops(generic))
      domain.reductionDims.push_back(domain.loopDims[loop]);
    llvm::sort(domain.reductionDims);
    if (!domain.reductionDims.empty())
      domain.kind = KernelOpClass::Reduction;
  }

  auto addValue = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    SmallVector<unsigned> &list = dims[value];
    for (int64_t i = 0; i < type.getRank(); ++i)
      list.push_back(numberOf(dimOf(value, i)));
  };
  Block &body = kernel.getBody().front();
  llvm::for_each(body.getArguments(), addValue);
  for (Operation &op : body)
    llvm::for_each(op.getResults(), addValue);
  return success();
}

//===----------------------------------------------------------------------===//
// KernelDomain
//===----------------------------------------------------------------------===//

FailureOr<KernelDomain> KernelDomain::compute(KernelOp kernel,
                                              bool emitErrors) {
  DomainBuilder builder(kernel, emitErrors);
  if (failed(builder.connect()) || failed(builder.number()))
    return failure();
  KernelDomain domain;
  domain.extents = std::move(builder.extents);
  domain.dimsOfValue = std::move(builder.dims);
  for (auto &[op, opDomain] : builder.domains)
    domain.domainOfOp[op] = std::move(opDomain);
  return domain;
}

ArrayRef<unsigned> KernelDomain::getDims(Value value) const {
  auto it = dimsOfValue.find(value);
  assert(it != dimsOfValue.end() && "not a tensor of the kernel");
  return it->second;
}

const KernelOpDomain &KernelDomain::getDomain(Operation *op) const {
  auto it = domainOfOp.find(op);
  assert(it != domainOfOp.end() && "not an op with loops of the kernel");
  return it->second;
}

SmallVector<unsigned> KernelDomain::getReductionDims() const {
  SmallVector<unsigned> dims;
  for (const auto &[op, domain] : domainOfOp)
    llvm::append_range(dims, domain.reductionDims);
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());
  return dims;
}

void KernelDomain::emitRemarks(KernelOp kernel) const {
  auto list = [](InFlightDiagnostic &diag, auto values) {
    diag << "[";
    llvm::interleaveComma(values, diag);
    diag << "]";
  };
  {
    InFlightDiagnostic diag = kernel.emitRemark("domain ");
    list(diag, extents);
  }
  for (Operation &op : kernel.getBody().front()) {
    auto it = domainOfOp.find(&op);
    if (it == domainOfOp.end())
      continue;
    const KernelOpDomain &domain = it->second;
    InFlightDiagnostic diag = op.emitRemark();
    switch (domain.kind) {
    case KernelOpClass::Elementwise:
      diag << "elementwise over ";
      break;
    case KernelOpClass::Reduction:
      diag << "reduction of ";
      list(diag, domain.reductionDims);
      diag << " over ";
      break;
    case KernelOpClass::Scatter:
      diag << "scatter over ";
      break;
    }
    list(diag, domain.loopDims);
  }
}
