//===- ObjectCodeTest.cpp - object files from the cache -------------------===//

#include "fp8/Support/ObjectCode.h"
#include "fp8/Support/CodeCache.h"
#include "fp8/Target/CPU/HostMachine.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir::fp8;

namespace {
/// A cache in a folder of its own, and modules that it compiles.
class ObjectCodeTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fp8-cache", folder));
    llvm::Expected<CodeCache> opened = CodeCache::open(folder);
    ASSERT_TRUE(bool(opened)) << llvm::toString(opened.takeError());
    cache.emplace(std::move(*opened));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  /// Returns the object of a function that returns `value`, compiled for `cpu`.
  std::string compile(int value, llvm::StringRef cpu = "x86-64-v2") {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    std::string text =
        "define i32 @get() { ret i32 " + std::to_string(value) + " }";
    auto module = llvm::parseAssemblyString(text, error, context);
    mlir::MLIRContext mlirContext;
    auto machine = createCPUMachine(mlir::UnknownLoc::get(&mlirContext), cpu);
    if (!module || failed(machine))
      return "";
    auto optimize = [&](llvm::Module &) {
      ++numCompiled;
      return llvm::Error::success();
    };
    auto object = compileWithCache(*module, **machine, optimize, &*cache);
    EXPECT_TRUE(bool(object)) << llvm::toString(object.takeError());
    return (*object)->getBuffer().str();
  }

  llvm::SmallString<128> folder;
  std::optional<CodeCache> cache;
  std::atomic<int> numCompiled = 0;
};

#ifdef __x86_64__
TEST_F(ObjectCodeTest, EqualModulesAreCompiledOnce) {
  std::string object = compile(1);
  EXPECT_FALSE(object.empty());
  EXPECT_EQ(compile(1), object);
  EXPECT_EQ(numCompiled, 1);
}

TEST_F(ObjectCodeTest, AnotherModuleOrMachineIsAnotherEntry) {
  std::string object = compile(1);
  EXPECT_NE(compile(2), object);
  EXPECT_EQ(numCompiled, 2);
  compile(1, "x86-64-v3");
  EXPECT_EQ(numCompiled, 3);
}

TEST_F(ObjectCodeTest, DamagedEntriesAreCompiledAgain) {
  std::string object = compile(1);
  std::error_code code;
  int numDamaged = 0;
  for (llvm::sys::fs::directory_iterator it(folder, code), end; it != end;
       it.increment(code)) {
    if (!llvm::StringRef(it->path()).ends_with(".o"))
      continue;
    llvm::raw_fd_ostream os(it->path(), code);
    os << object.substr(0, object.size() / 2);
    ++numDamaged;
  }
  EXPECT_EQ(numDamaged, 1);
  EXPECT_EQ(compile(1), object);
  EXPECT_EQ(numCompiled, 2);
}

TEST_F(ObjectCodeTest, ThreadsWaitForTheFirstThatCompiles) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] { compile(1); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numCompiled, 1);
}
#endif
} // namespace
