//===- ShardTest.cpp - ranks with rows of states --------------------------===//
//
// The steps of test/Shard run on all ranks of a mesh, with whole states and
// with rows of states. All states and all results of rank 0 have equal bits.
//
//===----------------------------------------------------------------------===//

#include "../ThreadRanks.h"
#include "fp8/IR/FP8.h"
#include "fp8/Pipelines/Pipelines.h"
#include "fp8/Reference/Evaluator.h"
#include "fp8/Shard/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

#include <map>
#include <random>
#include <thread>

using namespace mlir;
using namespace mlir::fp8;

namespace {

using Tensors = std::map<std::string, HostTensor>;

constexpr int kSteps = 2;

struct ShardTest : testing::Test {
  ShardTest() : context(makeRegistry()) {
    context.appendDialectRegistry(makeRegistry());
  }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerUpstreamDialects(registry);
    registerFP8Dialect(registry);
    return registry;
  }

  HostTensor allocate(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return std::move(*HostTensor::allocate(
        tensor ? tensor : RankedTensorType::get({}, type),
        [&] { return emitError(UnknownLoc::get(&context)); }));
  }

  /// Fills a tensor with numbers that depend on its name and on `salt`. Codes
  /// are finite, and scales are positive.
  void fill(HostTensor &tensor, StringRef name, unsigned salt) {
    std::mt19937 generator(static_cast<unsigned>(llvm::hash_value(name)) +
                           salt);
    std::normal_distribution<float> normal;
    Type element = tensor.getElementType();
    if (element.isF32()) {
      for (float &value : tensor.data<float>())
        value = name.contains("scale") ? 0.5f : normal(generator);
    } else if (element.isInteger(32)) {
      tensor.fillInt(3);
    } else {
      for (char &byte : tensor.bytes())
        byte = static_cast<char>(generator() % 0x60);
    }
  }

  /// Parses a file of test/Shard, for a mesh of `sizes`, and cuts its states.
  OwningOpRef<ModuleOp> prepare(StringRef file, ArrayRef<int64_t> sizes,
                                ShardPolicy policy) {
    auto module = parseSourceFile<ModuleOp>(
        (FP8_TEST_DIR "/Shard/" + file).str(), &context);
    EXPECT_TRUE(module);
    auto mesh = (*module)->getAttrOfType<MeshAttr>(FP8Dialect::kMeshAttrName);
    (*module)->setAttr(FP8Dialect::kMeshAttrName,
                       MeshAttr::get(&context, mesh.getAxes(), sizes));
    ShardPassOptions options;
    options.policy = policy;
    options.minElements = 0;
    PassManager pm(&context);
    pm.addPass(createShardPass(options));
    EXPECT_TRUE(succeeded(pm.run(*module)));
    return module;
  }

  /// Returns argument `i` of the step on a rank at position `position` among
  /// `numPositions` along the axis of shards.
  HostTensor getArgument(func::FuncOp step, unsigned i, const Tensors &states,
                         int64_t rank, int64_t position) {
    std::string name = getArgumentName(step, i);
    HostTensor tensor = allocate(step.getArgumentTypes()[i]);
    auto kind =
        step.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (kind && kind.getValue() == StateKind::Rank) {
      tensor.fillInt(rank);
      return tensor;
    }
    auto it = states.find(name);
    if (it == states.end()) {
      bool isBatch = !!step.getArgAttr(i, FP8Dialect::kBatchAttrName);
      fill(tensor, name, isBatch ? static_cast<unsigned>(rank) : 0);
      return tensor;
    }
    ArrayRef<char> whole = it->second.bytes();
    MutableArrayRef<char> part = tensor.bytes();
    bool isCut = !!step.getArgAttr(i, FP8Dialect::kShardAttrName);
    size_t first =
        isCut ? std::min(part.size() * position, whole.size()) : size_t(0);
    llvm::copy(whole.slice(first, std::min(part.size(), whole.size() - first)),
               part.begin());
    return tensor;
  }

  /// Runs the step once on all ranks. Replaces `states` by the new ones, and
  /// returns the other results of rank 0.
  Tensors run(ModuleOp module, Tensors &states) {
    auto step = module.lookupSymbol<func::FuncOp>("step");
    MeshAttr mesh = getMesh(step);
    int64_t numRanks = mesh.getNumRanks();
    int64_t numPositions = mesh.getSizes().back();
    SmallVector<int32_t> axes(mesh.getSizes());
    ThreadRanks ranks(axes);
    std::vector<std::unique_ptr<Program>> programs;
    std::vector<std::vector<HostTensor>> arguments(numRanks);
    std::vector<std::vector<HostTensor>> results(numRanks);
    for (int64_t rank = 0; rank < numRanks; ++rank) {
      auto program = createReferenceProgram(module, "step");
      EXPECT_TRUE(succeeded(program));
      programs.push_back(std::move(*program));
      EXPECT_TRUE(succeeded(programs.back()->connect(ranks[rank])));
      for (unsigned i = 0; i < step.getNumArguments(); ++i)
        arguments[rank].push_back(
            getArgument(step, i, states, rank, rank % numPositions));
      for (Type type : step.getResultTypes())
        results[rank].push_back(allocate(type));
    }
    std::vector<std::thread> threads;
    for (int64_t rank = 0; rank < numRanks; ++rank)
      threads.emplace_back([&, rank] {
        SmallVector<const HostTensor *> pointers;
        for (const HostTensor &argument : arguments[rank])
          pointers.push_back(&argument);
        EXPECT_TRUE(succeeded(programs[rank]->run(pointers, results[rank])));
      });
    for (std::thread &thread : threads)
      thread.join();
    Tensors others;
    for (unsigned i = 0; i < step.getNumResults(); ++i) {
      auto updates =
          step.getResultAttrOfType<StringAttr>(i, FP8Dialect::kUpdatesAttrName);
      if (!updates) {
        others[getResultName(step, i)] = std::move(results[0][i]);
        continue;
      }
      MutableArrayRef<char> whole = states.at(updates.getValue().str()).bytes();
      bool isCut = !!step.getResultAttr(i, FP8Dialect::kShardAttrName);
      for (int64_t rank = 0; rank < numRanks; ++rank) {
        ArrayRef<char> part = results[rank][i].bytes();
        size_t first =
            isCut ? std::min(part.size() * (rank % numPositions), whole.size())
                  : size_t(0);
        ArrayRef<char> rows =
            part.take_front(std::min(part.size(), whole.size() - first));
        if (rank < (isCut ? numPositions : 1))
          llvm::copy(rows, whole.begin() + first);
        else
          EXPECT_TRUE(rows == ArrayRef<char>(whole.slice(first, rows.size())))
              << updates.getValue().str() << " of rank " << rank;
      }
    }
    return others;
  }

  /// Returns the initial states of the step before states are cut.
  Tensors getStates(ModuleOp module) {
    auto step = module.lookupSymbol<func::FuncOp>("step");
    Tensors states;
    for (unsigned i = 0; i < step.getNumArguments(); ++i) {
      std::string name = getArgumentName(step, i);
      for (unsigned r = 0; r < step.getNumResults(); ++r)
        if (auto updates = step.getResultAttrOfType<StringAttr>(
                r, FP8Dialect::kUpdatesAttrName);
            updates && updates.getValue() == name) {
          states[name] = allocate(step.getArgumentTypes()[i]);
          fill(states[name], name, 0);
        }
    }
    return states;
  }

  void expectEqual(const Tensors &expected, const Tensors &actual,
                   const std::string &place) {
    ASSERT_EQ(expected.size(), actual.size());
    for (const auto &[name, tensor] : expected)
      EXPECT_TRUE(tensor.bytes() == actual.at(name).bytes())
          << name << " " << place;
  }

  void compare(StringRef file, ArrayRef<int64_t> sizes) {
    OwningOpRef<ModuleOp> whole = prepare(file, sizes, ShardPolicy::DDP);
    Tensors expected = getStates(*whole);
    std::vector<Tensors> results;
    for (int step = 0; step < kSteps; ++step)
      results.push_back(run(*whole, expected));
    for (ShardPolicy policy : {ShardPolicy::Zero1, ShardPolicy::Zero3}) {
      OwningOpRef<ModuleOp> cut = prepare(file, sizes, policy);
      auto step = cut->lookupSymbol<func::FuncOp>("step");
      EXPECT_TRUE(llvm::any_of(llvm::seq(step.getNumArguments()),
                               [&](unsigned i) {
                                 return step.getArgAttr(
                                            i, FP8Dialect::kShardAttrName) !=
                                        nullptr;
                               }) ||
                  policy == ShardPolicy::Zero1);
      Tensors states = getStates(*whole);
      std::string place = file.str() + ", " + std::to_string(sizes.back()) +
                          (policy == ShardPolicy::Zero1 ? ", zero1" : "");
      for (int step = 0; step < kSteps; ++step)
        expectEqual(results[step], run(*cut, states), place);
      expectEqual(expected, states, place);
    }
  }

  MLIRContext context;
};

TEST_F(ShardTest, ParametersAndMoments) {
  for (int64_t ranks : {2, 3, 4})
    compare("shard.mlir", {ranks});
}

TEST_F(ShardTest, StoredPlanes) {
  for (int64_t ranks : {2, 3, 4})
    compare("shard-planes.mlir", {ranks});
}

TEST_F(ShardTest, Norms) {
  for (int64_t ranks : {2, 3, 4})
    compare("shard-norms.mlir", {ranks});
}

TEST_F(ShardTest, SeveralAxes) {
  compare("shard-groups.mlir", {2, 2});
  compare("shard-groups.mlir", {2, 3});
}

TEST_F(ShardTest, SkipsAndProbes) {
  for (int64_t ranks : {2, 3, 4})
    compare("Inputs/skip.mlir", {ranks});
}

TEST_F(ShardTest, UndefinedValuesOnPadding) {
  for (int64_t ranks : {2, 3, 4})
    compare("Inputs/padding.mlir", {ranks});
}

TEST_F(ShardTest, Shapes) {
  for (int64_t ranks : {2, 3, 4, 8})
    compare("Inputs/shapes.mlir", {ranks});
}

} // namespace
