//===- CheckpointParts.cpp - States whose rows lie in several files -------===//

#include "Checkpoint/Checkpoint.h"
#include "Checkpoint/Metadata.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

std::string PartNumber::getPath(StringRef path) const {
  constexpr StringLiteral kSuffix = ".safetensors";
  path.consume_back(kSuffix);
  return formatv("{0}.{1}-of-{2}{3}", path, number, count, kSuffix);
}

Error Checkpoint::checkPart(const SafeTensors &part, size_t i) const {
  auto fail = [&](const Twine &message) {
    return createStringError(part.getPath() + ": " + message);
  };
  if (Error error = verifyChecksum(part))
    return error;
  if (getValue(part, kChecksum) != partNames[i].second)
    return fail("expected the part with the checksum " + partNames[i].second +
                ", which " + getPath() + " names, but it has " +
                getValue(part, kChecksum));
  std::string number = formatv("{0}-of-{1}", i + 1, partNames.size() + 1);
  if (getValue(part, kPart) != number || getValue(part, kRun) != identity.run ||
      getValue(part, kSteps) != std::to_string(steps))
    return fail("expected part " + number + " of " + getPath() +
                ", but it belongs to another checkpoint");
  for (const TensorView &tensor : part.getTensors())
    if (rows.count(tensor.name) == 0)
      return fail("expected rows of states that lie in several files, but it "
                  "has " +
                  quoteName(tensor.name));
  return Error::success();
}

SmallVector<const TensorView *> Checkpoint::findRows(StringRef name) const {
  SmallVector<const TensorView *> found = {file.find(name)};
  for (const SafeTensors &part : parts)
    found.push_back(part.find(name));
  return found;
}

Error Checkpoint::checkRows(StringRef name) const {
  auto fail = [&](const Twine &message) {
    return createStringError(getPath() + ": expected " + message);
  };
  SmallVector<const TensorView *> pieces = findRows(name);
  int64_t count = 0;
  for (const TensorView *piece : pieces)
    // Tensors without elements may have any number of rows.
    if (!piece || piece->type.getRank() == 0 ||
        piece->type.getElementType() != pieces.front()->type.getElementType() ||
        piece->type.getShape().drop_front() !=
            pieces.front()->type.getShape().drop_front() ||
        llvm::AddOverflow(count, piece->type.getDimSize(0), count))
      return fail("rows of state " + quoteName(name) + " in every part");
  int64_t expected = rows.find(name.str())->second;
  if (count != expected)
    return fail(Twine(expected) + " rows of state " + quoteName(name) +
                ", but the parts have " + Twine(count));
  return Error::success();
}

Error Checkpoint::openParts(MLIRContext *context) {
  // Names of equal length are in the order of the numbers in them.
  llvm::sort(partNames, [](const auto &a, const auto &b) {
    return std::pair(a.first.size(), a.first) <
           std::pair(b.first.size(), b.first);
  });
  StringRef folder = llvm::sys::path::parent_path(getPath());
  for (size_t i = 0; i < partNames.size(); ++i) {
    // A name that contains a folder could refer to any file.
    StringRef name = partNames[i].first;
    if (llvm::sys::path::filename(name) != name)
      return createStringError(getPath() +
                               ": expected parts to be files of its "
                               "folder, but one is " +
                               quoteName(name));
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    // Opening a pipe would wait for a writer.
    if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
      return createStringError(path + ": expected a file");
    Expected<SafeTensors> part = SafeTensors::open(path, context);
    if (!part)
      return part.takeError();
    if (Error error = checkPart(*part, i))
      return error;
    parts.push_back(std::move(*part));
  }
  for (const auto &[name, count] : rows)
    if (Error error = checkRows(name))
      return error;
  return Error::success();
}

RankedTensorType Checkpoint::findState(StringRef name) const {
  std::string key = llvm::json::fixUTF8(name);
  const TensorView *tensor = file.find(key);
  auto it = rows.find(key);
  if (!tensor || it == rows.end())
    return tensor ? tensor->type : RankedTensorType();
  SmallVector<int64_t> shape(tensor->type.getShape());
  shape.front() = it->second;
  return tensor->type.clone(shape);
}

ArrayRef<char> Checkpoint::readRows(StringRef name, int64_t begin,
                                    int64_t count) {
  std::string key = llvm::json::fixUTF8(name);
  SmallVector<const TensorView *> pieces = findRows(key);
  // A state that is not divided is in one file.
  if (rows.count(key) == 0)
    pieces.truncate(1);
  int64_t rowBytes = 0;
  for (const TensorView *piece : pieces)
    if (int64_t number = piece->type.getDimSize(0))
      rowBytes = piece->bytes.size() / number;
  std::vector<char> &room = joined.emplace_back(count * rowBytes);
  int64_t first = 0;
  for (const TensorView *piece : pieces) {
    int64_t last = first + piece->type.getDimSize(0);
    int64_t from = std::max(first, begin), to = std::min(last, begin + count);
    if (from < to)
      llvm::copy(
          piece->bytes.slice((from - first) * rowBytes, (to - from) * rowBytes),
          room.begin() + (from - begin) * rowBytes);
    first = last;
  }
  return room;
}

ArrayRef<char> Checkpoint::readState(StringRef name) {
  std::string key = llvm::json::fixUTF8(name);
  auto it = rows.find(key);
  return it == rows.end() ? file.find(key)->bytes
                          : readRows(name, 0, it->second);
}

Expected<SafeTensors> run::openJoined(StringRef path, MLIRContext *context) {
  Expected<SafeTensors> file = SafeTensors::open(path, context);
  if (!file || getValue(*file, kParts).empty())
    return file;
  Expected<Checkpoint> checkpoint = Checkpoint::open(std::move(file), context);
  if (!checkpoint)
    return checkpoint.takeError();
  std::deque<HostTensor> values;
  std::vector<NamedTensor> tensors;
  for (const TensorView &tensor : checkpoint->getTensors()) {
    FailureOr<HostTensor> value =
        HostTensor::allocate(checkpoint->findState(tensor.name), [&] {
          return mlir::emitError(UnknownLoc::get(context));
        });
    if (failed(value))
      return createStringError(path + ": out of memory");
    llvm::copy(checkpoint->readState(tensor.name), value->bytes().begin());
    values.push_back(std::move(*value));
    tensors.push_back({tensor.name, &values.back()});
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  writeSafeTensors(os, tensors);
  return SafeTensors::parse(llvm::MemoryBuffer::getMemBufferCopy(text, path),
                            context);
}
