//===- InputFileTest.cpp - Files that others change while they are read ---===//

#include "Files/InputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8::run;

namespace {

struct InputFileTest : testing::Test {
  void SetUp() override {
    int descriptor;
    ASSERT_FALSE(
        llvm::sys::fs::createTemporaryFile("fp8-input", "", descriptor, path));
    remover.setFile(path);
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << "0123456789";
  }

  /// Returns the text after "01", or the error.
  std::string readRest(InputFile &file) {
    std::string start(2, '\0');
    llvm::Expected<size_t> got = file.read(start);
    EXPECT_TRUE(static_cast<bool>(got));
    auto rest = file.readRest(start);
    return rest ? (*rest)->getBuffer().str() : llvm::toString(rest.takeError());
  }

  llvm::SmallString<128> path;
  llvm::FileRemover remover;
};

TEST_F(InputFileTest, ReadsAll) {
  auto file = InputFile::open(path);
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_EQ(file->getSize(), 10u);
  EXPECT_EQ(readRest(*file), "0123456789");
}

TEST_F(InputFileTest, SaysThatAFileBecameShorter) {
  auto file = InputFile::open(path);
  ASSERT_TRUE(static_cast<bool>(file));
  ASSERT_EQ(::truncate(path.c_str(), 5), 0);
  EXPECT_EQ(readRest(*file), "cannot read " + path.str().str() +
                                 ": it was changed while it was read");
}

TEST_F(InputFileTest, ReadsAPipeToItsEnd) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ASSERT_EQ(::write(ends[1], "0123", 4), 4);
  ::close(ends[1]);
  auto file = InputFile::open("/dev/fd/" + std::to_string(ends[0]));
  ::close(ends[0]);
  ASSERT_TRUE(static_cast<bool>(file));
  EXPECT_EQ(file->getSize(), std::nullopt);
  EXPECT_EQ(readRest(*file), "0123");
}

TEST_F(InputFileTest, SaysWhyThereIsNone) {
  auto absent = InputFile::open("/no/file");
  EXPECT_EQ(llvm::toString(absent.takeError()),
            "cannot read /no/file: No such file or directory");
  auto folder = InputFile::open("/");
  EXPECT_EQ(llvm::toString(folder.takeError()),
            "cannot read /: Is a directory");
}

} // namespace
