//===- CheckpointTest.cpp - Checkpoints of runs ---------------------------===//

#include "Checkpoint/Checkpoint.h"
#include "Checkpoint/CheckpointFolder.h"
#include "Checkpoint/Metadata.h"
#include "Step.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <sys/stat.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

namespace {

struct CheckpointTest : testing::Test {
  CheckpointTest() {
    auto type = RankedTensorType::get({3}, Float8E4M3FNType::get(&context));
    signature.arguments.push_back({"w",
                                   loc,
                                   type,
                                   std::nullopt,
                                   /*updatedBy=*/0,
                                   std::nullopt,
                                   std::nullopt,
                                   false,
                                   {},
                                   std::nullopt});
    signature.results.push_back({"w", type});
    state = std::move(*allocateAt(loc, type));
    state.fill(1.5);
    record.add(0.5, 0.25);
    record.add(0.125, 2.0);
    identity.run = "89ab";
    identity.graph.hash = "0123";
    identity.graph.ops["arith.addf"] = 2;
    identity.loss = "loss";
    identity.inputs["x"] = "1";
  }

  std::string write() {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeCheckpoint(
        os, signature, {{"w", &state}}, record, identity, /*parts=*/{}, loc)));
    return bytes;
  }

  llvm::Expected<Checkpoint> read(StringRef bytes) {
    return Checkpoint::parse(
        llvm::MemoryBuffer::getMemBufferCopy(bytes, "file"), &context);
  }

  /// Returns the error of reading `bytes`, or "".
  std::string getError(StringRef bytes) {
    auto checkpoint = read(bytes);
    return checkpoint ? "" : llvm::toString(checkpoint.takeError());
  }

  MLIRContext context;
  Location loc = UnknownLoc::get(&context);
  Signature signature;
  HostTensor state;
  Record record;
  RunIdentity identity;
};

TEST_F(CheckpointTest, RoundTrip) {
  auto checkpoint = read(write());
  ASSERT_TRUE(static_cast<bool>(checkpoint));
  EXPECT_EQ(checkpoint->getSteps(), 2);
  EXPECT_EQ(checkpoint->getLosses(), (std::vector<double>{0.5, 0.125}));
  EXPECT_EQ(checkpoint->getSeconds(), (std::vector<double>{0.25, 2.0}));
  EXPECT_TRUE(checkpoint->getIdentity().graph == identity.graph);
  EXPECT_EQ(checkpoint->getIdentity().run, "89ab");
  EXPECT_EQ(checkpoint->getIdentity().loss, "loss");
  EXPECT_EQ(checkpoint->getIdentity().inputs, identity.inputs);
  // A checkpoint stores codes, not the values that they represent.
  EXPECT_EQ(checkpoint->readState("w"), ArrayRef<char>({0x3C, 0x3C, 0x3C}));
}

/// Returns the sorted names of the files in a folder.
std::vector<std::string> listFiles(StringRef folder) {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code))
    names.push_back(llvm::sys::path::filename(it->path()).str());
  llvm::sort(names);
  return names;
}

TEST_F(CheckpointTest, FolderOfKilledRunsDoesNotGrow) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fp8-run", path));
  auto remove =
      llvm::scope_exit([&] { llvm::sys::fs::remove_directories(path); });
  // A killed run left three checkpoints. The record has two steps.
  for (StringRef name : {"0", "1", "2"}) {
    std::error_code code;
    llvm::raw_fd_ostream((path + "/step-" + name + ".safetensors").str(), code)
        << write();
    ASSERT_FALSE(code);
  }
  CheckpointFolder folder(path);
  FailureOr<std::optional<Checkpoint>> latest =
      folder.findLatest(/*numSteps=*/9, &context);
  ASSERT_TRUE(succeeded(latest) && *latest);
  llvm::Expected<OutputFile> file = folder.create(3);
  ASSERT_TRUE(static_cast<bool>(file));
  file->os() << write();
  // The run ends before the next checkpoint is in place.
  for (const std::string &name : listFiles(path))
    if (!StringRef(name).ends_with(".safetensors"))
      llvm::sys::fs::remove(path + "/" + name);
  llvm::Error error = folder.keep(*file, 3);
  EXPECT_TRUE(static_cast<bool>(error));
  llvm::consumeError(std::move(error));
  EXPECT_EQ(listFiles(path), (std::vector<std::string>{"step-1.safetensors",
                                                       "step-2.safetensors"}));
}

TEST_F(CheckpointTest, RunsHaveNames) {
  std::string run = RunIdentity::makeRun();
  EXPECT_EQ(run.size(), 32u);
  EXPECT_NE(run, RunIdentity::makeRun());
  llvm::SmallString<128> path;
  int descriptor;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("fp8-run", "", descriptor, path));
  llvm::FileRemover remover(path);
  // The run can be read even if the end of the file is missing.
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true)
      << StringRef(write()).drop_back(1);
  EXPECT_EQ(Checkpoint::readRun(path, &context), "89ab");
  auto writeFile = [&](const Metadata &metadata) {
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    SafeTensorsContent({}, metadata).write(os);
  };
  writeFile({{"fp8-run.checkpoint", "4"}});
  EXPECT_EQ(Checkpoint::readRun(path, &context), "");
  writeFile({{"run", "89ab"}});
  EXPECT_EQ(Checkpoint::readRun(path, &context), std::nullopt);
  EXPECT_EQ(Checkpoint::readRun("/no/file", &context), std::nullopt);
}

TEST_F(CheckpointTest, EveryFlippedBitIsFound) {
  std::string bytes = write();
  for (size_t i = 0; i < bytes.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      bytes[i] ^= static_cast<char>(1 << bit);
      EXPECT_NE(getError(bytes), "") << "byte " << i << ", bit " << bit;
      bytes[i] ^= static_cast<char>(1 << bit);
    }
  EXPECT_EQ(getError(bytes), "");
}

TEST_F(CheckpointTest, EveryTruncationIsFound) {
  std::string bytes = write();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(getError(StringRef(bytes).take_front(size)), "") << size;
}

TEST_F(CheckpointTest, OtherFilesAreNone) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  writeSafeTensors(os, {{"w", &state}});
  EXPECT_EQ(getError(bytes),
            "file: expected a checkpoint, but its metadata has "
            "no fp8-run.checkpoint");
  bytes.clear();
  SafeTensorsContent({}, {{"fp8-run.checkpoint", "7"}}).write(os);
  EXPECT_EQ(getError(bytes),
            "file: unsupported version '7' of checkpoints, which were rounded "
            "with other random bits; supported is 4. A new run can start from "
            "its values with "
            "--inputs and --inputs-storage");
  bytes.clear();
  SafeTensorsContent({}, {{"fp8-run.checkpoint", "4"}}).write(os);
  EXPECT_EQ(getError(bytes),
            "file: expected a checksum in the header, but there is none");
}

TEST_F(CheckpointTest, NothingIsMissing) {
  record = Record();
  EXPECT_EQ(getError(write()),
            "file: expected the steps, the graph, the inputs, losses and times "
            "of a run, but some are missing");
}

/// A checkpoint of one rank of three, whose files a test may forge.
struct CheckpointPartsTest : CheckpointTest {
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("fp8-parts", folder));
    path = (folder + "/step-2.safetensors").str();
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string getPart(int64_t number) {
    return PartNumber{number, 3}.getPath(path);
  }

  /// Writes part `number` with these tensors, and names it in `parts`.
  void writePart(int64_t number, ArrayRef<NamedTensor> tensors) {
    std::error_code code;
    llvm::raw_fd_ostream os(getPart(number), code);
    std::string checksum =
        writeWithChecksum(os, tensors,
                          {{kVersion, "4"},
                           {kRun, identity.run},
                           {kSteps, "2"},
                           {kPart, std::to_string(number) + "-of-3"}});
    parts.push_back(
        {llvm::sys::path::filename(getPart(number)).str(), checksum});
  }

  /// Writes the first file, and returns the error that opening it gives.
  std::string open() {
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    EXPECT_TRUE(succeeded(writeCheckpoint(os, signature, {{"w", &state}},
                                          record, identity, parts, loc)));
    os.close();
    auto checkpoint = Checkpoint::open(path, &context);
    return checkpoint ? "" : llvm::toString(checkpoint.takeError());
  }

  void cutState() {
    context.loadDialect<FP8Dialect>();
    signature.arguments.front().shard =
        ShardAttr::get(&context, StringAttr::get(&context, "dp"), /*rows=*/9,
                       /*unit=*/3);
  }

  SmallString<128> folder;
  std::string path;
  Parts parts;
};

TEST_F(CheckpointPartsTest, RowsAreJoined) {
  cutState();
  writePart(1, {{"w", &state}});
  writePart(2, {{"w", &state}});
  EXPECT_EQ(open(), "");
  auto checkpoint = Checkpoint::open(path, &context);
  ASSERT_TRUE(static_cast<bool>(checkpoint));
  EXPECT_EQ(checkpoint->readState("w"),
            ArrayRef(std::vector<char>(9, char(0x3C))));
}

TEST_F(CheckpointPartsTest, PartsHoldRowsOfCutStatesOnly) {
  // The first file has the whole state.
  writePart(1, {});
  writePart(2, {{"w", &state}});
  EXPECT_EQ(open(), getPart(2) + ": expected rows of states that lie in "
                                 "several files, but it has 'w'");
}

TEST_F(CheckpointPartsTest, RowsAreOfOneType) {
  cutState();
  auto type = RankedTensorType::get({3}, Builder(&context).getF32Type());
  HostTensor wide = std::move(*allocateAt(loc, type));
  writePart(1, {{"w", &wide}});
  writePart(2, {{"w", &state}});
  EXPECT_EQ(open(), path + ": expected rows of state 'w' in every part");
}

TEST_F(CheckpointPartsTest, NumberOfRowsDoesNotOverflow) {
  Type code = Float8E4M3FNType::get(&context);
  auto getEmpty = [&](int64_t numRows) {
    return std::move(
        *allocateAt(loc, RankedTensorType::get({numRows, 0}, code)));
  };
  HostTensor huge = getEmpty(INT64_MAX), few = getEmpty(3);
  state = getEmpty(3);
  signature.arguments.front().type = signature.results.front().type =
      RankedTensorType::get({3, 0}, code);
  cutState();
  writePart(1, {{"w", &huge}});
  writePart(2, {{"w", &few}});
  EXPECT_EQ(open(), path + ": expected rows of state 'w' in every part");
}

TEST_F(CheckpointPartsTest, EveryDamagedByteIsFound) {
  cutState();
  writePart(1, {{"w", &state}});
  writePart(2, {{"w", &state}});
  ASSERT_EQ(open(), "");
  for (const std::string &name : {path, getPart(1)}) {
    std::string bytes = (*llvm::MemoryBuffer::getFile(name))->getBuffer().str();
    auto isAccepted = [&] {
      std::error_code code;
      llvm::raw_fd_ostream(name, code) << bytes;
      auto checkpoint = Checkpoint::open(path, &context);
      llvm::consumeError(checkpoint.takeError());
      return static_cast<bool>(checkpoint);
    };
    // Flip one bit of each byte, a different one from byte to byte, because
    // writing files takes time.
    for (size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] ^= static_cast<char>(1 << i % 8);
      EXPECT_FALSE(isAccepted()) << name << ", byte " << i;
      bytes[i] ^= static_cast<char>(1 << i % 8);
    }
    EXPECT_TRUE(isAccepted());
  }
}

TEST_F(CheckpointPartsTest, PipeIsNoPart) {
  cutState();
  writePart(1, {{"w", &state}});
  writePart(2, {{"w", &state}});
  ASSERT_FALSE(llvm::sys::fs::remove(getPart(2)));
  ASSERT_EQ(::mkfifo(getPart(2).c_str(), 0600), 0);
  EXPECT_EQ(open(), getPart(2) + ": expected a file");
}

TEST_F(CheckpointTest, SaysWhatDiffers) {
  auto checkpoint = read(write());
  ASSERT_TRUE(static_cast<bool>(checkpoint));
  GraphIdentity graph = identity.graph;
  Result loss{"loss",
              RankedTensorType::get({}, Builder(&context).getF32Type())};
  signature.results.push_back(loss);
  signature.loss = 1;
  auto check = [&] {
    return llvm::toString(checkpoint->checkGraph(graph, signature));
  };
  std::string start = "expected file to be a checkpoint of this step, but ";
  EXPECT_EQ(check(), "");
  signature.loss = std::nullopt;
  EXPECT_EQ(check(), start + "its loss is 'loss', and here ''");
  graph.hash = "0124";
  EXPECT_EQ(check(), start + "its ops differ in attributes, types or order");
  for (char name = 'a'; name < 'h'; ++name)
    graph.ops[std::string(1, name)] = 1;
  EXPECT_EQ(check(), start + "it has 0 a, here 1; 0 b, here 1; 0 c, here 1; 0 "
                             "d, here 1; 0 e, here 1; 0 f, here 1; 1 others");
  signature.arguments.front().name = "v";
  EXPECT_EQ(check(), start + "it has no state 'v'");
  signature.arguments.clear();
  EXPECT_EQ(check(), start + "it has a state 'w', which is none here");
}

} // namespace
