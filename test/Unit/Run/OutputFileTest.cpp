//===- OutputFileTest.cpp - Files that are written whole or not at all ----===//

#include "Files/OutputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::fp8::run;
namespace fs = llvm::sys::fs;

namespace {

struct OutputFileTest : testing::Test {
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("fp8-output", directory));
  }
  void TearDown() override { fs::remove_directories(directory); }

  std::string getPath(llvm::StringRef name) {
    llvm::SmallString<128> path(directory);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }
  std::string read(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(getPath(name));
    return buffer ? (*buffer)->getBuffer().str() : "nothing";
  }
  int countFiles() {
    std::error_code code;
    int count = 0;
    for (fs::directory_iterator it(directory, code), end; it != end && !code;
         it.increment(code))
      ++count;
    return count;
  }

  llvm::SmallString<128> directory;
};

TEST_F(OutputFileTest, AppearsWhenItIsKept) {
  auto file = OutputFile::create(getPath("a"));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << "text";
  EXPECT_EQ(read("a"), "nothing");
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_EQ(read("a"), "text");
  EXPECT_EQ(countFiles(), 1);
}

/// A link may be created before the file that it refers to, such as a link to
/// the results of the next run.
TEST_F(OutputFileTest, FollowsLinksToNothing) {
  ASSERT_FALSE(fs::create_link("b", getPath("a")));
  ASSERT_FALSE(fs::create_link("c", getPath("b")));
  auto file = OutputFile::create(getPath("a"));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << "text";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_TRUE(fs::is_symlink_file(getPath("a")));
  EXPECT_TRUE(fs::is_symlink_file(getPath("b")));
  EXPECT_FALSE(fs::is_symlink_file(getPath("c")));
  EXPECT_EQ(read("c"), "text");
  ASSERT_FALSE(fs::create_link("loop", getPath("loop")));
  auto loop = OutputFile::create(getPath("loop"));
  EXPECT_FALSE(static_cast<bool>(loop));
  llvm::consumeError(loop.takeError());
}

TEST_F(OutputFileTest, GoesAwayWhenItIsNot) {
  {
    auto old = OutputFile::create(getPath("a"));
    old->os() << "before";
    EXPECT_FALSE(static_cast<bool>(old->keep()));
  }
  {
    auto file = OutputFile::create(getPath("a"));
    ASSERT_TRUE(static_cast<bool>(file));
    file->os() << "half of it";
    OutputFile moved = std::move(*file);
    EXPECT_EQ(countFiles(), 2);
  }
  EXPECT_EQ(read("a"), "before");
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(OutputFileTest, CanBeFollowed) {
  auto file = OutputFile::create(getPath("a"));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << "one";
  EXPECT_FALSE(static_cast<bool>(file->publish()));
  EXPECT_EQ(read("a"), "one");
  file->os() << " two";
  EXPECT_FALSE(static_cast<bool>(file->publish()));
  EXPECT_EQ(read("a"), "one two");
  file->os() << " three";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_EQ(read("a"), "one two three");
  EXPECT_EQ(countFiles(), 1);
}

TEST_F(OutputFileTest, RemovesWhatAKilledProcessLeft) {
  for (const char *name : {"a.0123ef.tmp", "a.0123eg.tmp", "b.0123ef.tmp"}) {
    std::error_code code;
    llvm::raw_fd_ostream(getPath(name), code) << "half of it";
    ASSERT_FALSE(code);
  }
  auto living = OutputFile::create(getPath("a"));
  ASSERT_TRUE(static_cast<bool>(living));
  EXPECT_EQ(read("a.0123ef.tmp"), "nothing");
  EXPECT_EQ(read("a.0123eg.tmp"), "half of it");
  EXPECT_EQ(read("b.0123ef.tmp"), "half of it");
  // The temporary file of a running process is not removed.
  auto other = OutputFile::create(getPath("a"));
  ASSERT_TRUE(static_cast<bool>(other));
  EXPECT_EQ(countFiles(), 4);
  EXPECT_FALSE(static_cast<bool>(living->keep()));
}

TEST_F(OutputFileTest, FollowsALink) {
  ASSERT_FALSE(fs::create_directory(getPath("d")));
  {
    auto file = OutputFile::create(getPath("d/a"));
    EXPECT_FALSE(static_cast<bool>(file->keep()));
  }
  ASSERT_FALSE(fs::create_link(getPath("d/a"), getPath("link")));
  auto file = OutputFile::create(getPath("link"));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << "text";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_EQ(read("d/a"), "text");
  EXPECT_TRUE(fs::is_symlink_file(getPath("link")));
}

TEST_F(OutputFileTest, SaysWhatFailed) {
  auto absent = OutputFile::create(getPath("no/a"));
  ASSERT_FALSE(static_cast<bool>(absent));
  EXPECT_EQ(llvm::toString(absent.takeError()),
            "cannot write " + getPath("no/a") + ": No such file or directory");
  auto folder = OutputFile::create(directory);
  ASSERT_FALSE(static_cast<bool>(folder));
  EXPECT_EQ(llvm::toString(folder.takeError()),
            "cannot write " + directory.str().str() + ": Is a directory");
  auto full = OutputFile::create("/dev/full");
  if (!full) // Not every system has this device.
    return llvm::consumeError(full.takeError());
  full->os() << "text";
  EXPECT_EQ(llvm::toString(full->keep()),
            "cannot write /dev/full: No space left on device");
}

/// A percent sign in a name is not a placeholder.
TEST_F(OutputFileTest, TakesPercentSignsAsTheyAre) {
  ASSERT_FALSE(fs::create_directory(getPath("%d")));
  auto file = OutputFile::create(getPath("%d/%%%.csv"));
  ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
  file->os() << "text";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_EQ(read("%d/%%%.csv"), "text");
}

TEST_F(OutputFileTest, WritesToAPipe) {
  ASSERT_EQ(::mkfifo(getPath("pipe").c_str(), 0600), 0);
  // Open both ends, so that neither end waits for the other.
  int reader = ::open(getPath("pipe").c_str(), O_RDWR);
  ASSERT_GE(reader, 0);
  auto file = OutputFile::create(getPath("pipe"));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << "text";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  char text[4];
  EXPECT_EQ(::read(reader, text, sizeof(text)), 4);
  EXPECT_EQ(llvm::StringRef(text, 4), "text");
  EXPECT_EQ(countFiles(), 1);
  ::close(reader);
}

TEST_F(OutputFileTest, SaysThatAReaderIsGone) {
  ASSERT_EQ(::mkfifo(getPath("pipe").c_str(), 0600), 0);
  int reader = ::open(getPath("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  auto file = OutputFile::create(getPath("pipe"));
  ASSERT_TRUE(static_cast<bool>(file));
  ::close(reader);
  file->os() << "text";
  EXPECT_EQ(llvm::toString(file->keep()),
            "cannot write " + getPath("pipe") + ": Broken pipe");
}

/// An open file is continued at its current position: nothing that was written
/// before is lost.
TEST_F(OutputFileTest, AppendsToAnOpenFile) {
  int open = ::open(getPath("a").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(open, 0);
  EXPECT_EQ(::write(open, "one", 3), 3);
  auto file = OutputFile::create("/dev/fd/" + std::to_string(open));
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << " two";
  EXPECT_FALSE(static_cast<bool>(file->keep()));
  EXPECT_EQ(::write(open, " three", 6), 6);
  ::close(open);
  EXPECT_EQ(read("a"), "one two three");
}

TEST_F(OutputFileTest, TellsFilesApart) {
  auto check = [&](std::vector<std::string> paths,
                   std::vector<std::string> inputs = {}) {
    return llvm::toString(
        checkDistinctFiles(llvm::to_vector_of<llvm::StringRef>(paths),
                           llvm::to_vector_of<llvm::StringRef>(inputs)));
  };
  auto same = [](const std::string &a, const std::string &b) {
    return "expected a file for each output, but " + a + " and " + b +
           " are the same file";
  };
  std::string a = getPath("a"), b = getPath("b"), dots = getPath("d/../a");
  EXPECT_EQ(check({a, a}),
            "expected a file for each output, but " + a + " is given twice");
  ASSERT_FALSE(fs::create_directory(getPath("d")));
  EXPECT_EQ(check({a, b, getPath("d/a")}), "");
  EXPECT_EQ(check({a, dots}), same(a, dots));
  // A link to a file that does not exist yet.
  ASSERT_FALSE(fs::create_link("a", getPath("link")));
  EXPECT_EQ(check({a, getPath("link")}), same(a, getPath("link")));
  {
    std::error_code code;
    llvm::raw_fd_ostream(a, code) << "text";
  }
  EXPECT_EQ(check({a, b, getPath("d/a")}), "");
  EXPECT_EQ(check({getPath("link"), b, a}), same(getPath("link"), a));
  EXPECT_EQ(check({a, dots}), same(a, dots));
  ASSERT_FALSE(fs::create_hard_link(a, getPath("hard")));
  EXPECT_EQ(check({a, getPath("hard")}), same(a, getPath("hard")));
  ASSERT_EQ(::mkfifo(getPath("pipe").c_str(), 0600), 0);
  EXPECT_EQ(check({getPath("pipe"), getPath("d/../pipe")}),
            same(getPath("pipe"), getPath("d/../pipe")));
  int open = ::open(a.c_str(), O_WRONLY);
  ASSERT_GE(open, 0);
  std::string number = "/dev/fd/" + std::to_string(open);
  EXPECT_EQ(check({a, number}), same(a, number));
  ::close(open);
  EXPECT_EQ(check({"/dev/null", "/dev/null"}), "");
  EXPECT_EQ(check({b, getPath("hard")}, {a}),
            "expected another file for an output than " + a +
                ", which the run reads");
}

} // namespace
