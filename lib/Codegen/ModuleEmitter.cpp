//===- ModuleEmitter.cpp - emission of all kernels of a module ------------===//

#include "fp8/Codegen/ModuleEmitter.h"
#include "Buckets.h"
#include "Plan/KernelModel.h"
#include "fp8/Analysis/CollectOps.h"
#include "fp8/Analysis/KernelTraffic.h"
#include "fp8/Codegen/Emitter.h"
#include "fp8/IR/BlockWarps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Emits the kernels of a module. Equal kernels are emitted once, or twice if
/// only some of them share a launch.
class ModuleEmitter {
public:
  /// Appends functions to `symbolTable`.
  ModuleEmitter(Operation *symbolTable, StringRef nesting,
                TargetLowering &target)
      : symbols(symbolTable), nesting(nesting), target(target) {}

  LogicalResult emitAll(ModuleOp module);

private:
  FailureOr<EmittedKernel *> emit(KernelOp kernel, bool sharesLaunch);
  void replace(ArrayRef<KernelOp> group, const EmittedKernel &emitted);
  SymbolRefAttr getReference(MLIRContext *context, StringRef name);
  Value getExtents(ArithmeticBuilder &b, KernelOp kernel);

  SymbolTable symbols;
  StringRef nesting;
  TargetLowering &target;
  llvm::StringMap<EmittedKernel> emittedKernels;
  /// Names of the globals that hold matrix extents, by their preferred names.
  llvm::StringMap<std::string> extentsOfMatrices;
};
} // namespace

/// Returns a string that is the same for equal kernels. It covers everything
/// but names, locations and offsets. For a multi-tensor launch, it also ignores
/// the bucket number and the size of the tensors.
static std::string getKey(KernelOp kernel, const TargetLowering &target) {
  std::optional<StretchedKernel> stretched;
  if (kernel.getBucket()) {
    stretched.emplace(kernel, target);
    kernel = stretched->get();
    kernel.setBucket(0);
  }
  Operation *copy = kernel->cloneWithoutRegions();
  cast<KernelOp>(copy).removeKernelNameAttr();
  std::string key;
  llvm::raw_string_ostream os(key);
  OpPrintingFlags flags;
  flags.useLocalScope().printGenericOpForm();
  os << copy->getAttrDictionary();
  llvm::interleaveComma(llvm::map_range(kernel->getOperandTypes(), dropOffset),
                        os);
  llvm::interleaveComma(findUpdated(kernel), os << " updates ");
  for (Operation &op : kernel.getBody().front())
    op.print(os << '\n', flags);
  copy->destroy();
  return key;
}

FailureOr<EmittedKernel *> ModuleEmitter::emit(KernelOp kernel,
                                               bool sharesLaunch) {
  auto [it, isNew] = emittedKernels.try_emplace(
      (sharesLaunch ? "shared " : "") + getKey(kernel, target));
  if (!isNew)
    return &it->second;
  std::string name = kernel.getNameOrDefault().str();
  for (unsigned i = 1; symbols.lookup(name); ++i)
    name = (kernel.getNameOrDefault() + "_" + Twine(i)).str();
  auto builder = OpBuilder::atBlockEnd(&symbols.getOp()->getRegion(0).front());
  FailureOr<EmittedKernel> emitted =
      emitKernel(builder, kernel, name, target, sharesLaunch);
  if (failed(emitted))
    return failure();
  // Rebuild the symbol table to include the new functions.
  symbols = SymbolTable(symbols.getOp());
  it->second = std::move(*emitted);
  return &it->second;
}

SymbolRefAttr ModuleEmitter::getReference(MLIRContext *context,
                                          StringRef name) {
  if (nesting.empty())
    return FlatSymbolRefAttr::get(context, name);
  return SymbolRefAttr::get(StringAttr::get(context, nesting),
                            {FlatSymbolRefAttr::get(context, name)});
}

/// Returns a memref with the rows and columns of a matrix of a multi-tensor
/// launch.
Value ModuleEmitter::getExtents(ArithmeticBuilder &b, KernelOp kernel) {
  SmallVector<int64_t, 2> extents = BucketShape::get(kernel).extents;
  auto type = MemRefType::get({2}, b.getI64Type());
  std::string name;
  llvm::raw_string_ostream os(name);
  llvm::interleave(extents, os << "extents_", "x");
  auto [it, isNew] = extentsOfMatrices.try_emplace(name);
  if (isNew) {
    auto module = kernel->getParentOfType<ModuleOp>();
    it->second = name;
    for (unsigned i = 1; module.lookupSymbol(it->second); ++i)
      it->second = (name + "_" + Twine(i)).str();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    memref::GlobalOp::create(
        b, it->second, b.getStringAttr("private"), type,
        DenseElementsAttr::get(RankedTensorType::get({2}, b.getI64Type()),
                               ArrayRef<int64_t>(extents)),
        /*constant=*/true, /*alignment=*/IntegerAttr());
  }
  return memref::GetGlobalOp::create(b, type, it->second);
}

/// The alignment of a scratch buffer and of its parts, in bytes. The second
/// stage loads whole vectors of a part.
static constexpr int64_t kScratchAlignment = 64;

static memref::AllocOp allocate(ArithmeticBuilder &b, int64_t bytes) {
  return memref::AllocOp::create(b, MemRefType::get({bytes}, b.getI8Type()),
                                 b.getI64IntegerAttr(kScratchAlignment));
}

/// Allocates the scratch buffers of all tensors of a multi-tensor launch as
/// parts of one buffer.
static memref::AllocOp allocateParts(ArithmeticBuilder &b,
                                     const EmittedKernel &emitted,
                                     ArrayRef<int64_t> sizes,
                                     SmallVectorImpl<Value> &parts) {
  SmallVector<int64_t> lengths, offsets;
  int64_t end = 0;
  for (int64_t size : sizes)
    for (int64_t length : emitted.getScratch(size)) {
      offsets.push_back(llvm::alignTo(end, kScratchAlignment));
      lengths.push_back(length);
      end = offsets.back() + length;
    }
  memref::AllocOp whole = allocate(b, end);
  for (auto [offset, length] : llvm::zip_equal(offsets, lengths))
    parts.push_back(memref::SubViewOp::create(
        b, whole, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{length},
        ArrayRef<int64_t>{1}));
  return whole;
}

/// Replaces `group` by one launch at the position of its last kernel.
void ModuleEmitter::replace(ArrayRef<KernelOp> group,
                            const EmittedKernel &emitted) {
  KernelOp last = group.back();
  ArithmeticBuilder b(last.getLoc(), last);
  SmallVector<Value> inputs, inits, scratch;
  SmallVector<memref::AllocOp> allocs;
  SmallVector<int64_t> sizes;
  KernelTraffic traffic;
  for (KernelOp kernel : group) {
    llvm::append_range(inputs, kernel.getInputs());
    llvm::append_range(inits, kernel.getInits());
    if (emitted.takesExtents())
      inputs.push_back(getExtents(b, kernel));
    KernelTraffic own = getTraffic(kernel);
    traffic.read += own.read;
    traffic.written += own.written;
    if (emitted.sharesLaunch)
      sizes.push_back(emitted.numItems);
    else if (kernel.getBucket())
      sizes.push_back(emitted.getSize(BucketShape::get(kernel)));
  }
  int64_t numItems = emitted.numItems;
  DenseI64ArrayAttr sizesAttr;
  if (!sizes.empty()) {
    numItems = llvm::sum_of(sizes);
    sizesAttr = b.getDenseI64ArrayAttr(sizes);
    if (!emitted.scratch.empty())
      allocs.push_back(allocateParts(b, emitted, sizes, scratch));
  } else {
    for (int64_t bytes : emitted.scratch)
      scratch.push_back(allocs.emplace_back(allocate(b, bytes)));
  }
  SymbolRefAttr finish;
  if (!emitted.finish.empty())
    finish = getReference(b.getContext(), emitted.finish);
  auto launch = LaunchOp::create(
      b, getReference(b.getContext(), emitted.main), finish, inputs, inits,
      scratch, b.getI64IntegerAttr(numItems),
      b.getI64IntegerAttr(emitted.grain), /*order=*/StreamOrderAttr(),
      b.getStringAttr(last.getNameOrDefault()),
      b.getI64IntegerAttr(traffic.read), b.getI64IntegerAttr(traffic.written),
      sizesAttr);
  setBlockWarps(launch, emitted.blockWarps);
  for (Value buffer : allocs)
    memref::DeallocOp::create(b, buffer);
  for (KernelOp kernel : group)
    kernel.erase();
}

LogicalResult ModuleEmitter::emitAll(ModuleOp module) {
  SmallVector<KernelOp> kernels = collectOps<KernelOp>(module);
  for (KernelOp kernel : kernels)
    if (!kernel.isBufferized()) {
      InFlightDiagnostic diag =
          kernel.emitError("expected operands that are memrefs, but got "
                           "tensors");
      diag.attachNote() << "run bufferization before emission";
      return diag;
    }
  for (ArrayRef<KernelOp> group : groupKernels(kernels, target)) {
    KernelOp first = group.front();
    bool sharesLaunch = group.size() > 1 && !first.getBucket();
    FailureOr<EmittedKernel *> emitted = emit(first, sharesLaunch);
    if (failed(emitted))
      return failure();
    replace(group, **emitted);
  }
  return success();
}

LogicalResult fp8::emitKernels(ModuleOp module, Operation *symbolTable,
                               StringRef nesting, TargetLowering &target) {
  return ModuleEmitter(symbolTable, nesting, target).emitAll(module);
}
