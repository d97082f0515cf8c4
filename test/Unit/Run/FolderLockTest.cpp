//===- FolderLockTest.cpp - A folder that one process uses at a time ------===//

#include "Files/FolderLock.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace mlir::fp8::run;
namespace fs = llvm::sys::fs;

TEST(FolderLockTest, IsHeldOnceAtATime) {
  llvm::SmallString<128> folder;
  ASSERT_FALSE(fs::createUniqueDirectory("fp8-lock", folder));
  FolderLock second;
  {
    FolderLock first;
    EXPECT_FALSE(first.take(folder));
    // The object already holds the lock.
    EXPECT_FALSE(first.take(folder));
    EXPECT_EQ(second.take(folder), std::errc::resource_unavailable_try_again);
    FolderLock moved = std::move(first);
    EXPECT_EQ(second.take(folder), std::errc::resource_unavailable_try_again);
  }
  EXPECT_FALSE(second.take(folder));
  // There is no lock file: the folder is empty, so it can be removed.
  EXPECT_FALSE(fs::remove(folder));
}

TEST(FolderLockTest, SaysWhatIsNoFolder) {
  FolderLock lock;
  EXPECT_EQ(lock.take("/no/folder"), std::errc::no_such_file_or_directory);
  EXPECT_EQ(lock.take("/dev/null"), std::errc::not_a_directory);
}
