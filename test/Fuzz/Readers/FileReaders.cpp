//===- FileReaders.cpp - safetensors, .npy and checkpoints ----------------===//

#include "Checkpoint/Checkpoint.h"
#include "Files/Npy.h"
#include "Files/SafeTensors.h"
#include "Reader.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;
using namespace llvm::support;

namespace {
/// A file that exists only in memory.
class FileInMemory {
public:
  FileInMemory() : descriptor(memfd_create("file", 0)) {
    if (descriptor < 0)
      llvm::report_fatal_error("no file in memory");
  }
  ~FileInMemory() { close(descriptor); }

  void write(StringRef bytes) {
    if (ftruncate(descriptor, 0) != 0 ||
        pwrite(descriptor, bytes.data(), bytes.size(), 0) !=
            static_cast<ssize_t>(bytes.size()))
      llvm::report_fatal_error("cannot write a file in memory");
  }
  std::string getPath() const {
    return "/proc/self/fd/" + std::to_string(descriptor);
  }

private:
  int descriptor;
};
} // namespace

static std::unique_ptr<llvm::MemoryBuffer> getBuffer(StringRef bytes) {
  return llvm::MemoryBuffer::getMemBufferCopy(bytes, "file");
}

/// Reads each byte of `view`. An inaccessible byte ends the process.
static void touch(const run::TensorView &view) {
  volatile char sum = 0;
  for (char byte : view.bytes)
    sum = sum ^ byte;
}

/// Sets the message to the error of `value`, or reads the tensors that
/// `getTensors` returns.
template <typename T, typename GetTensors>
static bool finish(llvm::Expected<T> value, std::string &message,
                   GetTensors getTensors) {
  if (!value) {
    message = llvm::toString(value.takeError());
    return false;
  }
  for (const run::TensorView &view : getTensors(*value))
    touch(view);
  return true;
}

/// Fails unless two ways to read a file agree.
static void checkAgreement(bool first, bool second, StringRef what) {
  if (first != second)
    llvm::report_fatal_error(
        llvm::Twine("expected a file and its bytes to be both accepted or both "
                    "refused, but not by the reader of ") +
        what);
}

//===----------------------------------------------------------------------===//
// safetensors
//===----------------------------------------------------------------------===//

static void repairLength(std::string &bytes) {
  // Data begins after the last bracket and the padding.
  size_t end = bytes.rfind("}}");
  if (bytes.size() < 8 || end == std::string::npos || end < 8)
    return;
  end += 2;
  while (end < bytes.size() && bytes[end] == ' ')
    ++end;
  endian::write64le(bytes.data(), end - 8);
}

static std::string addLength(StringRef header, size_t numData) {
  char length[8];
  endian::write64le(length, header.size());
  std::string bytes(length, sizeof(length));
  bytes += header;
  for (size_t i = 0; i < numData; ++i)
    bytes += static_cast<char>(i * 37);
  return bytes;
}

namespace {
class SafeTensorsReader : public Reader {
public:
  explicit SafeTensorsReader(MLIRContext *context) : context(context) {}

  StringRef getName() const override { return "safetensors"; }

  std::vector<std::string> getSeeds() override {
    return {
        addLength(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
                  8),
        addLength(
            R"({"__metadata__":{"format":"pt","a":"\u00e9"},"w":{"dtype":"F8_E4M3","shape":[2,3],"data_offsets":[8,14]},"s":{"dtype":"F64","shape":[],"data_offsets":[0,8]}}  )",
            14),
        addLength(
            R"({"a":{"dtype":"BF16","shape":[0,4],"data_offsets":[0,0]},"b":{"shape":[1,1,1],"data_offsets":[0,4],"dtype":"U32"},"c":{"dtype":"BOOL","shape":[3],"data_offsets":[4,7]}})",
            7),
        addLength("{}", 0),
    };
  }

  bool read(StringRef bytes, std::string &message) override {
    auto getTensors = [](run::SafeTensors &file) { return file.getTensors(); };
    bool isAccepted = finish(run::SafeTensors::parse(getBuffer(bytes), context),
                             message, getTensors);
    file.write(bytes);
    std::string ignored;
    checkAgreement(isAccepted,
                   finish(run::SafeTensors::open(file.getPath(), context),
                          ignored, getTensors),
                   getName());
    auto metadata = run::SafeTensors::readMetadata(file.getPath(), context);
    if (!metadata)
      llvm::consumeError(metadata.takeError());
    if (isAccepted)
      checkAgreement(true, static_cast<bool>(metadata), "headers");
    return isAccepted;
  }

  void repair(std::string &bytes) override { repairLength(bytes); }

  std::vector<std::string> getTokens() override {
    return {"{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"",
            "\\",
            "\\u0000",
            "\\ud800",
            "\"x\":",
            "null",
            "true",
            "1e1",
            "1.0",
            "-0",
            "NaN",
            "\"F16\"",
            "\"I8\"",
            "__metadata__",
            "data_offsets",
            "shape",
            "dtype",
            "\xc3\xa9",
            "\xff"};
  }

private:
  MLIRContext *context;
  FileInMemory file;
};
} // namespace

std::unique_ptr<Reader> fuzz::createSafeTensorsReader(MLIRContext *context) {
  return std::make_unique<SafeTensorsReader>(context);
}

//===----------------------------------------------------------------------===//
// .npy
//===----------------------------------------------------------------------===//

static std::string makeNpy(StringRef header, size_t numData, unsigned version) {
  std::string bytes("\x93NUMPY", 6);
  bytes += static_cast<char>(version);
  bytes += '\0';
  for (unsigned i = 0, e = version == 1 ? 2 : 4; i < e; ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  bytes += header;
  for (size_t i = 0; i < numData; ++i)
    bytes += static_cast<char>(i * 37);
  return bytes;
}

namespace {
class NpyReader : public Reader {
public:
  explicit NpyReader(MLIRContext *context) : context(context) {}

  StringRef getName() const override { return "npy"; }

  std::vector<std::string> getSeeds() override {
    return {
        makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n",
                48, 1),
        makeNpy("{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }\n",
                5, 2),
        makeNpy("{\"shape\": (), \"descr\": \"<i8\", \"fortran_order\": False}",
                8, 1),
    };
  }

  bool read(StringRef bytes, std::string &message) override {
    auto getTensors = [](run::NpyFile &file) {
      return ArrayRef(file.getArray());
    };
    bool isAccepted = finish(run::NpyFile::parse(getBuffer(bytes), context),
                             message, getTensors);
    file.write(bytes);
    std::string ignored;
    checkAgreement(isAccepted,
                   finish(run::NpyFile::open(file.getPath(), context), ignored,
                          getTensors),
                   getName());
    return isAccepted;
  }

  void repair(std::string &bytes) override {
    size_t end = bytes.rfind('}');
    if (end == std::string::npos || end < 12)
      return;
    bool isSecond = bytes[6] == 2;
    size_t begin = isSecond ? 12 : 10;
    if (end + 1 < bytes.size() && bytes[end + 1] == '\n')
      ++end;
    if (isSecond)
      endian::write32le(bytes.data() + 8, end + 1 - begin);
    else
      endian::write16le(bytes.data() + 8, end + 1 - begin);
  }

  std::vector<std::string> getTokens() override {
    return {"{",     "}",    "(",       ")",     ",",   ":",   "'",  "\"",
            "False", "True", "<f8",     "<u2",   "|b1", ">f4", "|O", "-1",
            "0x3",   "1L",   "'shape'", "descr", " ",   "\\'", "#",  "\n"};
  }

private:
  MLIRContext *context;
  FileInMemory file;
};
} // namespace

std::unique_ptr<Reader> fuzz::createNpyReader(MLIRContext *context) {
  return std::make_unique<NpyReader>(context);
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

namespace {
class CheckpointReader : public Reader {
public:
  explicit CheckpointReader(MLIRContext *context) : context(context) {}

  StringRef getName() const override { return "checkpoint"; }

  std::vector<std::string> getSeeds() override {
    return {write(/*numElements=*/3, /*numSteps=*/2),
            write(/*numElements=*/512, /*numSteps=*/40)};
  }

  bool read(StringRef bytes, std::string &message) override {
    bool isAccepted = finish(run::Checkpoint::parse(getBuffer(bytes), context),
                             message, [](run::Checkpoint &checkpoint) {
                               (void)checkpoint.getLosses();
                               (void)checkpoint.getSeconds();
                               return ArrayRef<run::TensorView>();
                             });
    file.write(bytes);
    std::string ignored;
    checkAgreement(
        isAccepted,
        finish(run::Checkpoint::open(file.getPath(), context), ignored,
               [](run::Checkpoint &) { return ArrayRef<run::TensorView>(); }),
        getName());
    (void)run::Checkpoint::readRun(file.getPath(), context);
    return isAccepted;
  }

  void repair(std::string &bytes) override { repairLength(bytes); }

  std::vector<std::string> getTokens() override {
    return {"checksum",
            "fp8-run.losses",
            "\"steps\":\"2\"",
            "{",
            "}",
            "\"",
            "00000000000000000000000000000000"};
  }

  bool hasChecksum() const override { return true; }

private:
  /// Returns a checkpoint with one state.
  std::string write(int64_t numElements, unsigned numSteps) {
    Location loc = UnknownLoc::get(context);
    auto type = RankedTensorType::get({numElements}, Float32Type::get(context));
    Signature signature;
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
    HostTensor state =
        std::move(*HostTensor::allocate(type, [&] { return emitError(loc); }));
    for (int64_t i = 0; i < numElements; ++i)
      state.setFloat(i, 1.0 / (i + 1));
    run::Record record;
    for (unsigned i = 0; i < numSteps; ++i)
      record.add(1.0 / (i + 1), 0.25);
    run::RunIdentity identity;
    identity.run = "89ab";
    identity.graph.hash = "0123";
    identity.graph.ops["arith.addf"] = 2;
    identity.loss = "loss";
    identity.inputs["x"] = "1";
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    if (failed(writeCheckpoint(os, signature, {{"w", &state}}, record, identity,
                               /*parts=*/{}, loc)))
      llvm::report_fatal_error("cannot write a checkpoint");
    return bytes;
  }

  MLIRContext *context;
  FileInMemory file;
};
} // namespace

std::unique_ptr<Reader> fuzz::createCheckpointReader(MLIRContext *context) {
  return std::make_unique<CheckpointReader>(context);
}
