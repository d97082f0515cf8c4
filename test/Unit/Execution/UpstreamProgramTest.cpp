//===- UpstreamProgramTest.cpp - the interface of compiled programs -------===//

#include "TestPrograms.h"
#include "llvm/Support/ScopedPrinter.h"

#include <sys/resource.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// Returns the diagnostic of `createUpstreamProgram` for an unsupported module.
std::string getError(const std::string &text, StringRef function = "f") {
  std::string message;
  ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
    message += diagnostic.str() + "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      message += note.str() + "\n";
    return success();
  });
  OwningOpRef<ModuleOp> module = parse(text);
  EXPECT_TRUE(module);
  EXPECT_TRUE(failed(createUpstreamProgram(*module, function)));
  return message;
}

TEST(UpstreamProgram, PassesScalarsAndTensors) {
  Compiled compiled(R"(
    func.func @f(%a: f32, %x: tensor<3xf32>, %n: i64) -> (tensor<3xf32>, i64, f32) {
      %b = tensor.splat %a : tensor<3xf32>
      %y = arith.mulf %x, %b : tensor<3xf32>
      %m = arith.addi %n, %n : i64
      return %y, %m, %a : tensor<3xf32>, i64, f32
    })");
  ASSERT_TRUE(compiled);
  compiled.arguments[0].fill(2.0);
  for (int64_t i = 0; i < 3; ++i)
    compiled.arguments[1].setFloat(i, i + 1);
  compiled.arguments[2].setInt(0, 21);
  compiled.run();
  EXPECT_EQ(compiled.results[0].getFloat(2), 6.0);
  EXPECT_EQ(compiled.results[1].getInt(0), 42);
  EXPECT_EQ(compiled.results[2].getFloat(0), 2.0);
}

// An argument that is returned twice, and one value that is returned as two
// results.
TEST(UpstreamProgram, CopiesWhatIsReturnedTwice) {
  Compiled compiled(R"(
    func.func @f(%x: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %y = arith.addf %x, %x : tensor<4xf32>
      return %x, %y, %y, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    })");
  ASSERT_TRUE(compiled);
  for (int64_t i = 0; i < 4; ++i)
    compiled.arguments[0].setFloat(i, i);
  compiled.run();
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(compiled.results[0].getFloat(i), i);
    EXPECT_EQ(compiled.results[1].getFloat(i), 2 * i);
    EXPECT_EQ(compiled.results[2].getFloat(i), 2 * i);
    EXPECT_EQ(compiled.results[3].getFloat(i), i);
  }
}

TEST(UpstreamProgram, DoesNotWriteArguments) {
  Compiled compiled(R"(
    func.func @f(%x: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
      %y = tensor.insert %v into %x[%i] : tensor<8xf32>
      return %y : tensor<8xf32>
    })");
  ASSERT_TRUE(compiled);
  compiled.arguments[1].fill(7.0);
  compiled.arguments[2].setInt(0, 5);
  compiled.run();
  EXPECT_EQ(compiled.arguments[0].getFloat(5), 0.0);
  EXPECT_EQ(compiled.results[0].getFloat(5), 7.0);
}

// Called functions are inlined. Unreachable functions, here one with an
// unsupported op, are not compiled.
TEST(UpstreamProgram, CompilesWhatIsReached) {
  Compiled compiled(R"(
    func.func @other(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = math.acos %x : tensor<?xf32>
      return %y : tensor<?xf32>
    }
    func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = arith.addf %x, %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = func.call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %y : tensor<4xf32>
    })");
  ASSERT_TRUE(compiled);
  compiled.arguments[0].fill(1.5);
  compiled.run();
  EXPECT_EQ(compiled.results[0].getFloat(3), 3.0);
}

// Empty tensors, loops and branches, numbers of other types.
TEST(UpstreamProgram, RunsWhatGraphsHold) {
  Compiled compiled(R"(
    func.func @f(%x: tensor<4xf32>, %n: index, %c: i1, %e: tensor<0x4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %zeros = arith.constant dense<0.0> : tensor<4xf32>
      %threes = arith.constant dense<3> : tensor<4xi32>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<4xf32> {
        %t = arith.addf %s, %x : tensor<4xf32>
        scf.yield %t : tensor<4xf32>
      }
      %branch = scf.if %c -> tensor<4xf32> {
        %t = arith.mulf %x, %x : tensor<4xf32>
        scf.yield %t : tensor<4xf32>
      } else {
        scf.yield %x : tensor<4xf32>
      }
      %padded = tensor.pad %x low[1] high[1] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<4xf32> to tensor<6xf32>
      %positive = arith.cmpf ogt, %x, %zeros : tensor<4xf32>
      %none = linalg.reduce ins(%e : tensor<0x4xf32>) outs(%x : tensor<4xf32>) dimensions = [0]
        (%a: f32, %b: f32) {
          %t = arith.addf %a, %b : f32
          linalg.yield %t : f32
        }
      %cubes = math.ipowi %threes, %threes : tensor<4xi32>
      return %sum, %branch, %padded, %positive, %none, %cubes : tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xi1>, tensor<4xf32>, tensor<4xi32>
    })");
  ASSERT_TRUE(compiled);
  compiled.arguments[0].fill(3.0);
  compiled.arguments[1].setInt(0, 4);
  compiled.arguments[2].setInt(0, 1);
  compiled.run();
  EXPECT_EQ(compiled.results[0].getFloat(3), 15.0);
  EXPECT_EQ(compiled.results[1].getFloat(3), 9.0);
  EXPECT_EQ(compiled.results[2].getFloat(0), 0.0);
  EXPECT_EQ(compiled.results[2].getFloat(4), 3.0);
  EXPECT_EQ(compiled.results[3].getInt(3), 1);
  EXPECT_EQ(compiled.results[4].getFloat(3), 3.0);
  EXPECT_EQ(compiled.results[5].getInt(3), 27);
}

// A step allocates nothing: a hundred steps take no additional memory.
TEST(UpstreamProgram, DoesNotLeak) {
  Compiled compiled(R"(
    func.func @f(%x: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
      %e = tensor.empty() : tensor<1024x1024xf32>
      %t = linalg.transpose ins(%x : tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) permutation = [1, 0]
      %y = arith.addf %x, %t : tensor<1024x1024xf32>
      %u = linalg.transpose ins(%y : tensor<1024x1024xf32>) outs(%e : tensor<1024x1024xf32>) permutation = [1, 0]
      %z = arith.addf %u, %x : tensor<1024x1024xf32>
      return %z : tensor<1024x1024xf32>
    })");
  ASSERT_TRUE(compiled);
  compiled.run();
  rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  for (int i = 0; i < 100; ++i)
    compiled.run();
  getrusage(RUSAGE_SELF, &after);
  // In kB; the tensor has 4 MB.
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 4096);
}

TEST(UpstreamProgram, LeavesTheModuleAsItWas) {
  std::string text = "func.func @f(%x: f32) -> f32 {\n  return %x : f32\n}";
  OwningOpRef<ModuleOp> module = parse(text);
  std::string before = llvm::to_string(*module);
  ASSERT_TRUE(succeeded(createUpstreamProgram(*module, "f")));
  EXPECT_EQ(llvm::to_string(*module), before);
}

TEST(UpstreamProgram, RefusesWithOneError) {
  EXPECT_EQ(getError("func.func private @f()"),
            "expected a function with a body called 'f', but there is none\n");
  EXPECT_EQ(getError("func.func @f(%x: tensor<?xf32>) { return }"),
            "unsupported type of argument #0: 'tensor<?xf32>'\n"
            "supported are numbers and ranked tensors of numbers with a static "
            "shape\n");
  std::string message = getError(R"(
      func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
        %y = math.acos %x : tensor<4xf32>
        return %y : tensor<4xf32>
      })");
  EXPECT_TRUE(StringRef(message).starts_with(
      "unsupported by fp8-expand-math: 'math.acos'"))
      << message;
  message = getError(R"(
      func.func @f(%x: tensor<4xf64>) -> tensor<4xf8E4M3FN> {
        %y = arith.truncf %x : tensor<4xf64> to tensor<4xf8E4M3FN>
        return %y : tensor<4xf8E4M3FN>
      })");
  EXPECT_TRUE(StringRef(message).starts_with(
      "unsupported by convert-fp8-to-arith: arith.truncf"))
      << message;
  message = getError(R"(
      func.func private @g(tensor<4xf32>) -> tensor<4xf32>
      func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
        %y = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
        return %y : tensor<4xf32>
      })");
  EXPECT_EQ(message, "expected a body of 'g', but it is only declared\n");
  message = getError(R"(
      func.func @f(%x: memref<4xf32>) { return })");
  EXPECT_TRUE(StringRef(message).starts_with("unsupported type of argument #0"))
      << message;
}

} // namespace
