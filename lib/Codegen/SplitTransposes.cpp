//===- SplitTransposes.cpp - splitting of transposed FP8 results ----------===//
//
// A kernel that reduces rows may store its FP8 values along rows and,
// transposed, a second time. The threads of a GPU would store the transposed
// values one by one, each into a separate sector. A second kernel, with the
// tile schedule, therefore computes them from the first result. It reads and
// writes one byte per element, and finds its input in the cache.
//
//===----------------------------------------------------------------------===//

#include "fp8/Codegen/SplitTransposes.h"
#include "Plan/Plan.h"
#include "fp8/Analysis/CollectOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

/// Minimum number of elements. For fewer elements, the extra launch costs more
/// time than it saves.
static constexpr int64_t kMinElements = 1 << 16;

namespace {
/// The numbers of two results of a kernel: `transposed` is the transpose of
/// `codes`. `map` maps the dimensions of `codes` to the dimensions of
/// `transposed`.
struct Transpose {
  unsigned codes, transposed;
  AffineMap map;
};
} // namespace

/// Returns the op that computes `value` if it only transposes one tensor, else
/// null.
static linalg::GenericOp getTranspose(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 || !value.hasOneUse() ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return {};
  auto yield = cast<linalg::YieldOp>(generic.getBody()->getTerminator());
  if (yield.getOperand(0) != generic.getBody()->getArgument(0) ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isPermutation(); }))
    return {};
  return generic;
}

static std::optional<Transpose> findTranspose(const Plan &plan) {
  const KernelModel &model = *plan.model;
  if (!plan.hasVectorDim() || plan.as<TilePlan>() || plan.as<ScatterPlan>() ||
      model.getNumPoints() < kMinElements)
    return std::nullopt;
  KernelOp kernel = model.getKernel();
  OperandRange values = model.getOutputs();
  for (auto [i, value] : llvm::enumerate(values)) {
    const Access &access = model.getOutputAccess(i);
    auto generic = getTranspose(value);
    if (!generic || getByteWidth(access.elementType) != 1 ||
        access.strides[plan.vectorDim] <= 1 ||
        !llvm::is_contained(access.strides, 1))
      continue;
    BlockArgument init = kernel.getInitArguments()[i];
    if (!llvm::all_of(init.getUsers(),
                      [&](Operation *user) { return user == generic; }))
      continue;
    for (auto [k, other] : llvm::enumerate(values))
      if (other == generic.getDpsInputOperand(0)->get() &&
          model.getOutputAccess(k).strides[plan.vectorDim] == 1) {
        SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
        return Transpose{unsigned(k), unsigned(i),
                         maps[1].compose(inversePermutation(maps[0]))};
      }
  }
  return std::nullopt;
}

/// Creates a kernel that transposes `from` into `to`.
static KernelOp createTranspose(OpBuilder &builder, Location loc, Value from,
                                Value to, AffineMap map) {
  auto toTensor = [](Value value) {
    auto type = cast<ShapedType>(value.getType());
    return RankedTensorType::get(type.getShape(), type.getElementType());
  };
  RankedTensorType types[] = {toTensor(from), toTensor(to)};
  auto kernel = KernelOp::create(builder, loc, TypeRange(), from, to,
                                 builder.getStringAttr("transpose"),
                                 ScheduleAttr(), /*bucket=*/IntegerAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&kernel.getBody());
  for (Type type : types)
    body->addArgument(type, loc);
  Value empty = tensor::EmptyOp::create(builder, loc, types[1].getShape(),
                                        types[1].getElementType());
  unsigned rank = types[0].getRank();
  SmallVector<AffineMap> maps{builder.getMultiDimIdentityMap(rank), map};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, loc, types[1], body->getArgument(0), empty, maps, iterators,
      [](OpBuilder &b, Location bodyLoc, ValueRange arguments) {
        linalg::YieldOp::create(b, bodyLoc, arguments.front());
      });
  KernelYieldOp::create(builder, loc, generic.getResults());
  return kernel;
}

static void removeResult(KernelOp kernel, unsigned i) {
  Operation *op = kernel.getYield().getValues()[i].getDefiningOp();
  BlockArgument init = kernel.getInitArguments()[i];
  kernel.getYield()->eraseOperand(i);
  op->erase();
  kernel.getBody().eraseArgument(init.getArgNumber());
  kernel.getInitsMutable().erase(i);
}

/// Splits one transposed result from `kernel`. Returns the kernel that stores
/// it, or null if there is none.
static KernelOp splitTranspose(KernelOp kernel, const TargetLowering &target) {
  FailureOr<Plan> plan = Plan::compute(kernel, target, /*emitErrors=*/false);
  if (failed(plan))
    return {};
  std::optional<Transpose> found = findTranspose(*plan);
  if (!found)
    return {};
  OpBuilder builder(kernel->getContext());
  builder.setInsertionPointAfter(kernel);
  KernelOp second =
      createTranspose(builder, kernel.getLoc(), kernel.getInits()[found->codes],
                      kernel.getInits()[found->transposed], found->map);
  FailureOr<Plan> secondPlan =
      Plan::compute(second, target, /*emitErrors=*/false);
  if (succeeded(secondPlan) && secondPlan->as<TilePlan>()) {
    removeResult(kernel, found->transposed);
    return second;
  }
  second.erase();
  return {};
}

SmallVector<KernelOp> mlir::fp8::splitTransposes(Operation *root,
                                                 const TargetLowering &target) {
  SmallVector<KernelOp> transposes;
  for (KernelOp kernel : collectOps<KernelOp>(root))
    if (kernel.isBufferized() && !kernel.getBucket())
      while (KernelOp transpose = splitTranspose(kernel, target))
        transposes.push_back(transpose);
  return transposes;
}
