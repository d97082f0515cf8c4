//===- EveryAttributeTest.cpp - no rewrite loses an attribute -------------===//
//
// test/IR/every-attribute.mlir holds every op of the dialect with every
// attribute and property at a value that is not its default. All names come
// from the dialect, so the test fails if the file lacks a new one. Copies of
// these ops, on buffers, on tiles and on elements, are compared with the ops.
//
//===----------------------------------------------------------------------===//

#include "fp8/InitAll.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Returns the properties of `op` by name. Properties that are not attributes
/// are converted to attributes.
DictionaryAttr getProperties(Operation *op) {
  Attribute properties = op->getPropertiesAsAttribute();
  return properties ? cast<DictionaryAttr>(properties)
                    : DictionaryAttr::get(op->getContext());
}

/// `dictionary` without `names`.
DictionaryAttr without(DictionaryAttr dictionary, ArrayRef<StringRef> names) {
  return DictionaryAttr::get(
      dictionary.getContext(),
      llvm::filter_to_vector(dictionary, [&](NamedAttribute attribute) {
        return !llvm::is_contained(names, attribute.getName().getValue());
      }));
}

StringRef getTag(Operation *op) {
  auto tag = op->getDiscardableAttrDictionary().getAs<StringAttr>("tag");
  return tag ? tag.getValue() : StringRef();
}

bool isOfDialect(Operation *op) {
  return op->getName().getDialectNamespace() == "fp8";
}

struct EveryAttribute : testing::Test {
  EveryAttribute() : context(makeRegistry()) {
    module = parseSourceFile<ModuleOp>(FP8_EVERY_ATTRIBUTE, &context);
    context.loadAllAvailableDialects();
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    fp8::registerAllDialects(registry);
    return registry;
  }

  void SetUp() override { ASSERT_TRUE(module); }

  SmallVector<Operation *> getOps(Operation *root) {
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) {
      if (isOfDialect(op))
        ops.push_back(op);
    });
    return ops;
  }

  /// The ops of `root` with the tag of `op`.
  SmallVector<Operation *> getCopies(Operation *root, Operation *op) {
    return llvm::filter_to_vector(getOps(root), [&](Operation *copy) {
      return getTag(copy) == getTag(op);
    });
  }

  /// Expects that `copy` has all attributes and properties of `op`, except
  /// for properties in `excepted`.
  void expectSame(Operation *op, Operation *copy,
                  ArrayRef<StringRef> excepted = {}) {
    EXPECT_EQ(without(getProperties(op), excepted),
              without(getProperties(copy), excepted))
        << getTag(op).str();
    EXPECT_EQ(op->getDiscardableAttrDictionary(),
              copy->getDiscardableAttrDictionary())
        << getTag(op).str();
    EXPECT_EQ(op->getNumRegions(), copy->getNumRegions());
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// Returns true for an attribute that the verifier always rejects on the op.
bool isRefused(StringRef op, StringRef name) {
  return op == "fp8.lamb" && name == "probe";
}

/// Returns true if `value` is neither the default nor the 0 of a required
/// integer. Otherwise the test would not notice that a rewrite drops it.
bool isSet(Attribute value, Attribute byDefault) {
  auto integer = dyn_cast_or_null<IntegerAttr>(value);
  return value && value != byDefault && !(integer && integer.getValue() == 0);
}

//===----------------------------------------------------------------------===//
// The file is complete
//===----------------------------------------------------------------------===//

TEST_F(EveryAttribute, IsInTheFile) {
  llvm::StringSet<> tags;
  llvm::StringMap<SmallVector<Operation *>> opsOf;
  for (Operation *op : getOps(*module)) {
    opsOf[op->getName().getStringRef()].push_back(op);
    EXPECT_TRUE(tags.insert(getTag(op)).second)
        << op->getName().getStringRef().str() << " has no tag of its own";
    EXPECT_EQ(isa<TilingInterface>(op), op->hasAttr("tile"))
        << getTag(op).str();
  }
  unsigned numNames = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() != "fp8")
      continue;
    OperationState state(UnknownLoc::get(&context), name);
    Operation *empty = Operation::create(state);
    DictionaryAttr defaults = getProperties(empty);
    empty->destroy();
    llvm::StringSet<> names;
    for (StringAttr attribute : name.getAttributeNames())
      names.insert(attribute.getValue());
    for (NamedAttribute attribute : defaults)
      names.insert(attribute.getName().getValue());
    ArrayRef<Operation *> ops = opsOf[name.getStringRef()];
    EXPECT_FALSE(ops.empty()) << name.getStringRef().str() << " is missing";
    numNames += names.size();
    for (StringRef attribute : names.keys()) {
      bool isThere = llvm::any_of(ops, [&](Operation *op) {
        return isSet(getProperties(op).get(attribute), defaults.get(attribute));
      });
      EXPECT_NE(isThere, isRefused(name.getStringRef(), attribute))
          << attribute.str() << " of " << name.getStringRef().str();
    }
  }
  // Guards against names that are not found: there are at least so many.
  EXPECT_GE(numNames, 130u);
}

TEST_F(EveryAttribute, IsRefusedWhereItMayBeMissing) {
  for (Operation *op : getOps(*module))
    if (isa<LAMBOp>(op)) {
      cast<LAMBOp>(op).setProbe(true);
      ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
      EXPECT_TRUE(failed(verify(op)));
    }
}

//===----------------------------------------------------------------------===//
// Copies have them
//===----------------------------------------------------------------------===//

TEST_F(EveryAttribute, IsCloned) {
  for (Operation *op : getOps(*module)) {
    Operation *copy = op->clone();
    expectSame(op, copy);
    copy->destroy();
  }
}

TEST_F(EveryAttribute, IsBufferized) {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.allowUnknownOps = true;
  // The bodies of kernels stay on tensors.
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<KernelOp>() != nullptr; });
  OwningOpRef<ModuleOp> changed = module->clone();
  bufferization::BufferizationState state;
  ASSERT_TRUE(succeeded(
      bufferization::runOneShotModuleBufferize(*changed, options, state)));
  ASSERT_TRUE(succeeded(verify(*changed)));
  for (Operation *op : getOps(*module)) {
    SmallVector<Operation *> copies = getCopies(*changed, op);
    // Ops on buffers run in their order.
    ASSERT_EQ(copies.size(), isa<BarrierOp>(op) ? 0u : 1u) << getTag(op).str();
    if (copies.empty())
      continue;
    expectSame(op, copies.front());
    if (isa<DestinationStyleOpInterface>(op) &&
        isa<bufferization::BufferizableOpInterface>(op))
      EXPECT_EQ(copies.front()->getNumResults(), 0u) << getTag(op).str();
  }
}

TEST_F(EveryAttribute, IsTiled) {
  unsigned numTiled = 0;
  for (Operation *op : getOps(*module)) {
    auto tile = op->getAttrOfType<DenseI64ArrayAttr>("tile");
    if (!tile)
      continue;
    OwningOpRef<ModuleOp> changed = module->clone();
    auto target = cast<TilingInterface>(getCopies(*changed, op).front());
    IRRewriter rewriter(target);
    scf::SCFTilingOptions options;
    options.setTileSizes(getAsIndexOpFoldResult(&context, tile.asArrayRef()));
    FailureOr<scf::SCFTilingResult> result =
        scf::tileUsingSCF(rewriter, target, options);
    ASSERT_TRUE(succeeded(result)) << getTag(op).str();
    ASSERT_EQ(result->tiledOps.size(), 1u);
    // A tile has another position in the same tensor.
    expectSame(op, result->tiledOps.front(),
               {"operandSegmentSizes", "static_offsets"});
    EXPECT_EQ(
        getProperties(op).contains("static_offsets"),
        getProperties(result->tiledOps.front()).contains("static_offsets"));
    ++numTiled;
  }
  EXPECT_GE(numTiled, 5u);
}

TEST_F(EveryAttribute, IsOfElements) {
  OwningOpRef<ModuleOp> changed = module->clone();
  PassManager pm(&context);
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToLinalgPass());
  ASSERT_TRUE(succeeded(pm.run(*changed)));
  unsigned numOps = 0;
  for (Operation *op : getOps(*module)) {
    if (!OpTrait::hasElementwiseMappableTraits(op) ||
        !isa<RankedTensorType>(op->getResultTypes().front()))
      continue;
    SmallVector<Operation *> copies = getCopies(*changed, op);
    ASSERT_EQ(copies.size(), 1u) << getTag(op).str();
    EXPECT_TRUE(copies.front()->getResultTypes().front().isSignlessInteger());
    expectSame(op, copies.front());
    ++numOps;
  }
  EXPECT_GE(numOps, 2u);
}

TEST_F(EveryAttribute, IsUnrolled) {
  OwningOpRef<ModuleOp> changed = module->clone();
  RewritePatternSet patterns(&context);
  vector::populateVectorUnrollPatterns(
      patterns,
      vector::UnrollVectorOptions().setNativeShape(ArrayRef<int64_t>{2, 8}));
  ASSERT_TRUE(succeeded(applyPatternsGreedily(*changed, std::move(patterns))));
  unsigned numOps = 0;
  for (Operation *op : getOps(*module)) {
    if (op->getNumResults() == 0 ||
        !isa<VectorType>(op->getResultTypes().front()))
      continue;
    SmallVector<Operation *> copies = getCopies(*changed, op);
    EXPECT_EQ(copies.size(), 2u);
    for (Operation *copy : copies)
      expectSame(op, copy);
    ++numOps;
  }
  EXPECT_GE(numOps, 1u);
}

} // namespace
