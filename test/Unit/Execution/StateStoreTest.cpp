//===- StateStoreTest.cpp - arguments of a step between its runs ----------===//

#include "TestPrograms.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// States `a` and `b` are exchanged, and `x` is added to one of them. The first
/// result is not a state.
constexpr const char *kExchange = R"(
  func.func @f(%a: tensor<8xf32> {fp8.name = "a"}, %x: tensor<8xf32>,
               %b: tensor<8xf32> {fp8.name = "b"})
      -> (tensor<8xf32>, tensor<8xf32> {fp8.updates = "b"},
          tensor<8xf32> {fp8.updates = "a"}) {
    %product = arith.mulf %a, %b : tensor<8xf32>
    %sum = arith.addf %a, %x : tensor<8xf32>
    %negated = arith.negf %b : tensor<8xf32>
    return %product, %sum, %negated
        : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  })";
constexpr unsigned kA = 0, kX = 1, kB = 2;

std::vector<HostTensor> createArguments() {
  std::vector<HostTensor> arguments;
  for (double value : {2.0, 10.0, 3.0}) {
    arguments.push_back(
        allocate(RankedTensorType::get({8}, Float32Type::get(&getContext()))));
    arguments.back().fill(value);
  }
  return arguments;
}

struct Store : StateStore {
  Store()
      : StateStore(UnknownLoc::get(&getContext()), createArguments(),
                   {std::nullopt, kB, kA}) {}

  double read(unsigned i) {
    EXPECT_TRUE(succeeded(download(i)));
    return get(i).getFloat(7);
  }
};

//===----------------------------------------------------------------------===//
// Steps on the host
//===----------------------------------------------------------------------===//

class StateStorePrograms : public testing::TestWithParam<Target> {};

TEST_P(StateStorePrograms, StepsKeepStates) {
  Compiled compiled(kExchange, GetParam());
  ASSERT_TRUE(compiled);
  Store states;
  // The store, not the caller, provides the memory of new states.
  compiled.results[1] = HostTensor();
  compiled.results[2] = HostTensor();
  double a = 2, b = 3;
  for (int step = 0; step < 4; ++step) {
    if (step == 2)
      states.upload(kX).fill(20);
    double x = step < 2 ? 10 : 20;
    ASSERT_TRUE(succeeded(compiled.program->step(states, compiled.results)));
    EXPECT_EQ(compiled.results[0].getFloat(7), a * b);
    std::tie(a, b) = std::pair(-b, a + x);
    EXPECT_EQ(states.read(kA), a);
    EXPECT_EQ(states.read(kB), b);
    EXPECT_EQ(states.read(kX), x);
  }
}

/// A single run reads the states of its caller and does not write them.
TEST_P(StateStorePrograms, RunsKeepArguments) {
  Compiled compiled(kExchange, GetParam());
  ASSERT_TRUE(compiled);
  compiled.arguments = createArguments();
  compiled.run();
  compiled.run();
  EXPECT_EQ(compiled.arguments[kA].getFloat(0), 2);
  EXPECT_EQ(compiled.arguments[kB].getFloat(0), 3);
  EXPECT_EQ(compiled.results[0].getFloat(0), 6);
  EXPECT_EQ(compiled.results[1].getFloat(0), 12);
  EXPECT_EQ(compiled.results[2].getFloat(0), -3);
}

INSTANTIATE_TEST_SUITE_P(Targets, StateStorePrograms,
                         testing::Values(kReference, kStock, kCPU, kSim80),
                         getName);

/// A program that updates states in place writes to the memory of the state at
/// every step. Other programs alternate between two buffers.
TEST(StateStore, MemoryOfStates) {
  for (const Target &target : {kCPU, kReference}) {
    Compiled compiled(kExchange, target);
    ASSERT_TRUE(compiled);
    Store states;
    std::vector<const char *> memory;
    for (int step = 0; step < 5; ++step) {
      memory.push_back(states.get(kA).bytes().data());
      ASSERT_TRUE(succeeded(compiled.program->step(states, compiled.results)));
    }
    EXPECT_EQ(memory[0] == memory[1], StringRef(target.name) == "cpu");
    EXPECT_EQ(memory[0], memory[2]);
    EXPECT_EQ(memory[1], memory[3]);
    EXPECT_EQ(memory[0], memory[4]);
  }
}

//===----------------------------------------------------------------------===//
// Steps on a device
//===----------------------------------------------------------------------===//

/// A device whose argument `i` is filled with `values[i]`.
struct Device : StateDevice {
  LogicalResult download(unsigned i, HostTensor &value) override {
    ++numDownloads;
    if (isBroken)
      return failure();
    value.fill(values[i]);
    return success();
  }

  double values[3] = {5, 6, 7};
  int numDownloads = 0;
  bool isBroken = false;
};

TEST(StateStore, DownloadsStatesOnce) {
  Device device;
  Store states;
  ASSERT_TRUE(succeeded(states.bind(device)));
  for (unsigned i : {kA, kX, kB})
    EXPECT_FALSE(states.isOnDevice(i));
  states.commitOnDevice();
  for (unsigned i : {kA, kX, kB})
    EXPECT_TRUE(states.isOnDevice(i));
  EXPECT_EQ(states.read(kA), 5);
  EXPECT_EQ(states.read(kA), 5);
  // The host has a current value of an input.
  EXPECT_EQ(states.read(kX), 10);
  EXPECT_EQ(device.numDownloads, 1);
  ASSERT_TRUE(succeeded(states.download()));
  EXPECT_EQ(device.numDownloads, 2);
  EXPECT_EQ(states.read(kB), 7);
  EXPECT_TRUE(states.isOnDevice(kA));
}

TEST(StateStore, UploadsReplaceValuesOfTheDevice) {
  Device device;
  Store states;
  ASSERT_TRUE(succeeded(states.bind(device)));
  states.commitOnDevice();
  EXPECT_TRUE(states.getUploaded().none());
  states.upload(kX).fill(1);
  states.upload(kB).fill(2);
  EXPECT_TRUE(states.isOnDevice(kA));
  EXPECT_FALSE(states.isOnDevice(kX));
  EXPECT_FALSE(states.isOnDevice(kB));
  EXPECT_EQ(states.getUploaded().count(), 2u);
  EXPECT_EQ(states.read(kB), 2);
  EXPECT_EQ(device.numDownloads, 0);
  states.commitOnDevice();
  EXPECT_TRUE(states.getUploaded().none());
  EXPECT_EQ(states.read(kB), 7);
}

TEST(StateStore, MovesBetweenDevices) {
  Device first, second;
  second.values[kA] = 50;
  Store states;
  ASSERT_TRUE(succeeded(states.bind(first)));
  states.commitOnDevice();
  ASSERT_TRUE(succeeded(states.bind(second)));
  EXPECT_EQ(first.numDownloads, 2);
  EXPECT_FALSE(states.isOnDevice(kA));
  EXPECT_EQ(states.get(kA).getFloat(0), 5);
  states.commitOnDevice();
  EXPECT_EQ(states.read(kA), 50);

  // A host program reads the newest states. After it has run, the states on the
  // device are out of date.
  Compiled compiled(kExchange, kCPU);
  ASSERT_TRUE(compiled);
  ASSERT_TRUE(succeeded(compiled.program->step(states, compiled.results)));
  EXPECT_EQ(compiled.results[0].getFloat(0), 350);
  EXPECT_FALSE(states.isOnDevice(kA));
  EXPECT_TRUE(states.isOnDevice(kX));
}

TEST(StateStore, DevicesServeOneStore) {
  Device device;
  Store first, second;
  ASSERT_TRUE(succeeded(first.bind(device)));
  first.commitOnDevice();
  ASSERT_TRUE(succeeded(second.bind(device)));
  EXPECT_EQ(device.numDownloads, 2);
  EXPECT_EQ(first.get(kB).getFloat(0), 7);
  EXPECT_FALSE(first.isOnDevice(kX));
  second.commitOnDevice();
  ASSERT_TRUE(succeeded(device.vacate()));
  EXPECT_EQ(device.numDownloads, 4);
  EXPECT_EQ(second.get(kA).getFloat(0), 5);
  ASSERT_TRUE(succeeded(device.vacate()));
  EXPECT_EQ(device.numDownloads, 4);
}

/// A store or a device may be destroyed first.
TEST(StateStore, Lifetimes) {
  Store states;
  {
    Device device;
    ASSERT_TRUE(succeeded(states.bind(device)));
    states.commitOnDevice();
    ASSERT_TRUE(succeeded(states.download()));
  }
  EXPECT_EQ(states.get(kA).getFloat(0), 5);
  EXPECT_FALSE(states.isOnDevice(kA));
  Device device;
  {
    Store other;
    ASSERT_TRUE(succeeded(other.bind(device)));
    other.commitOnDevice();
  }
  ASSERT_TRUE(succeeded(device.vacate()));
  EXPECT_EQ(device.numDownloads, 0);
}

TEST(StateStore, ReportsFailedDownloads) {
  Device device;
  device.isBroken = true;
  Store states;
  ASSERT_TRUE(succeeded(states.bind(device)));
  states.commitOnDevice();
  EXPECT_TRUE(failed(states.download()));
  EXPECT_TRUE(failed(device.vacate()));
  Compiled compiled(kExchange, kReference);
  ASSERT_TRUE(compiled);
  EXPECT_TRUE(failed(compiled.program->step(states, compiled.results)));
}

} // namespace
