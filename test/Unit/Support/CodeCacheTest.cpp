//===- CodeCacheTest.cpp - damaged and planted entries of the cache -------===//

#include "fp8/Support/CodeCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::fp8;

namespace {
class CodeCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fp8-entries", folder));
    llvm::Expected<CodeCache> opened = CodeCache::open(folder);
    ASSERT_TRUE(bool(opened)) << llvm::toString(opened.takeError());
    cache.emplace(std::move(*opened));
    cache->keep("a.o", "machine code");
    ASSERT_EQ(cache->read("a.o"), "machine code");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string getPath(llvm::StringRef name) const {
    return (folder + "/llvmcache-" + name).str();
  }
  std::string readFile(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(getPath(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  void writeFile(llvm::StringRef name, llvm::StringRef bytes) const {
    std::error_code code;
    llvm::raw_fd_ostream(getPath(name), code) << bytes;
    ASSERT_FALSE(code) << code.message();
    ::chmod(getPath(name).c_str(), 0600);
  }

  llvm::SmallString<128> folder;
  std::optional<CodeCache> cache;
};

TEST_F(CodeCacheTest, NoFlippedBitIsAccepted) {
  std::string entry = readFile("a.o");
  ASSERT_FALSE(entry.empty());
  for (size_t bit = 0; bit < 8 * entry.size(); ++bit) {
    std::string damaged = entry;
    damaged[bit / 8] ^= static_cast<char>(1 << bit % 8);
    writeFile("a.o", damaged);
    EXPECT_FALSE(cache->read("a.o")) << "bit " << bit;
  }
  writeFile("a.o", entry);
  EXPECT_TRUE(cache->read("a.o"));
}

TEST_F(CodeCacheTest, NoOtherLengthIsAccepted) {
  std::string entry = readFile("a.o");
  for (size_t length = 0; length < entry.size(); ++length) {
    writeFile("a.o", llvm::StringRef(entry).take_front(length));
    EXPECT_FALSE(cache->read("a.o")) << length << " bytes";
    writeFile("a.o", llvm::StringRef(entry).take_back(length));
    EXPECT_FALSE(cache->read("a.o")) << "the last " << length << " bytes";
  }
  writeFile("a.o", entry + '\0');
  EXPECT_FALSE(cache->read("a.o"));
}

TEST_F(CodeCacheTest, EntryOfAnotherNameIsRefused) {
  writeFile("b.o", readFile("a.o"));
  EXPECT_FALSE(cache->read("b.o"));
  cache->keep("b.o", "other code");
  EXPECT_EQ(cache->read("b.o"), "other code");
}

TEST_F(CodeCacheTest, EntryIsAPrivateFile) {
  std::string path = getPath("a.o"), moved = getPath("moved");
  ASSERT_EQ(::chmod(path.c_str(), 0620), 0);
  EXPECT_FALSE(cache->read("a.o")) << "the group may write";
  ASSERT_EQ(::chmod(path.c_str(), 0600), 0);
  EXPECT_TRUE(cache->read("a.o"));
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(path.c_str(), 65534, 65534), 0);
    EXPECT_FALSE(cache->read("a.o")) << "another user owns it";
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
  }

  ASSERT_EQ(::rename(path.c_str(), moved.c_str()), 0);
  ASSERT_EQ(::symlink(moved.c_str(), path.c_str()), 0);
  EXPECT_FALSE(cache->read("a.o")) << "a link";
  ASSERT_EQ(::unlink(path.c_str()), 0);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(cache->read("a.o")) << "a pipe";
  cache->keep("a.o", "machine code");
  EXPECT_TRUE(cache->read("a.o")) << "a file replaces the pipe";
  ASSERT_EQ(::unlink(path.c_str()), 0);
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  EXPECT_FALSE(cache->read("a.o")) << "a folder";
  cache->keep("a.o", "machine code");
  EXPECT_FALSE(cache->read("a.o")) << "nothing replaces a folder";
}

TEST_F(CodeCacheTest, HugeEntryIsNotRead) {
  // A huge sparse file.
  ASSERT_EQ(::truncate(getPath("a.o").c_str(), off_t(1) << 42), 0);
  EXPECT_FALSE(cache->read("a.o"));
}

TEST_F(CodeCacheTest, WaitForALockEnds) {
  using std::chrono::milliseconds;
  CodeCache::Lock held = cache->lock("a.o");
  auto begin = std::chrono::steady_clock::now();
  CodeCache::Lock other = cache->lock("a.o", milliseconds(50));
  auto waited = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(waited, milliseconds(50));
  EXPECT_LT(waited, std::chrono::minutes(1));
}
} // namespace
