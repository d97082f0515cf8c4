//===- SafeTensors.cpp - Reading files of named tensors -------------------===//

#include "Files/SafeTensors.h"
#include "Files/InputFile.h"
#include "Files/SafeTensorsHeader.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::Error;
using llvm::Expected;

/// The bytes of a header and its parsed contents.
namespace {
struct Header {
  std::string start;
  std::vector<SafeTensors::Entry> entries;
};
} // namespace

/// Reads only the header of `file`, so that a file in another format allocates
/// no memory, whatever its size.
static Expected<Header> readHeader(InputFile &file, SafeTensorsParser &parser,
                                   bool needsData = true) {
  Header header;
  header.start.resize(sizeof(uint64_t));
  Expected<size_t> got = file.read(header.start);
  if (!got)
    return got.takeError();
  header.start.resize(*got);
  Expected<uint64_t> size = parser.parseSize(header.start);
  if (!size)
    return size.takeError();
  std::optional<uint64_t> rest = file.getSize();
  if (rest)
    *rest -= std::min<uint64_t>(*rest, sizeof(uint64_t));
  if (rest && *size > *rest)
    return parser.endsAfter(*size, *rest);
  header.start.resize(sizeof(uint64_t) + *size);
  MutableArrayRef<char> text =
      MutableArrayRef<char>(header.start).drop_front(sizeof(uint64_t));
  got = file.read(text);
  if (!got)
    return got.takeError();
  if (*got < *size)
    return parser.endsAfter(*size, *got);
  if (rest)
    *rest -= *size;
  auto entries = parser.parse(StringRef(text.data(), text.size()),
                              needsData ? rest : std::nullopt);
  if (!entries)
    return entries.takeError();
  header.entries = std::move(*entries);
  return header;
}

/// Reads the data after `header`, and returns the complete file.
static Expected<std::unique_ptr<llvm::MemoryBuffer>>
readData(InputFile &file, const Header &header, SafeTensorsParser &parser) {
  uint64_t dataSize = header.entries.empty() ? 0 : header.entries.back().end;
  size_t numRead;
  auto buffer =
      file.readUpTo(header.start.size() + dataSize, header.start, numRead);
  if (!buffer)
    return buffer.takeError();
  // The size of a pipe is unknown until its end. Try to read one more byte.
  char more;
  Expected<size_t> numMore = file.read(more);
  if (!numMore)
    return numMore.takeError();
  size_t numData = numRead - header.start.size() + *numMore;
  if (Error error = parser.checkPlaces(header.entries, numData))
    return error;
  return std::move(*buffer);
}

Expected<SafeTensors> SafeTensors::open(StringRef path, MLIRContext *context) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  SafeTensorsParser parser(path, context);
  Expected<Header> header = readHeader(*file, parser);
  if (!header)
    return header.takeError();
  auto buffer = readData(*file, *header, parser);
  if (!buffer)
    return buffer.takeError();
  return SafeTensors(std::move(*buffer), header->start.size(),
                     std::move(parser.metadata), header->entries);
}

Expected<Metadata> SafeTensors::readMetadata(StringRef path,
                                             MLIRContext *context) {
  Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  SafeTensorsParser parser(path, context);
  Expected<Header> header = readHeader(*file, parser, /*needsData=*/false);
  if (!header)
    return header.takeError();
  return std::move(parser.metadata);
}

Expected<SafeTensors>
SafeTensors::parse(std::unique_ptr<llvm::MemoryBuffer> buffer,
                   MLIRContext *context) {
  SafeTensorsParser parser(buffer->getBufferIdentifier(), context);
  StringRef file = buffer->getBuffer();
  Expected<uint64_t> size = parser.parseSize(file.take_front(sizeof(uint64_t)));
  if (!size)
    return size.takeError();
  StringRef rest = file.drop_front(sizeof(uint64_t));
  if (*size > rest.size())
    return parser.endsAfter(*size, rest.size());
  auto entries = parser.parse(rest.take_front(*size), rest.size() - *size);
  if (!entries)
    return entries.takeError();
  return SafeTensors(std::move(buffer), sizeof(uint64_t) + *size,
                     std::move(parser.metadata), *entries);
}

SafeTensors::SafeTensors(std::unique_ptr<llvm::MemoryBuffer> file,
                         size_t dataBegin, Metadata metadata,
                         MutableArrayRef<Entry> entries)
    : buffer(std::move(file)), metadata(std::move(metadata)) {
  StringRef bytes = buffer->getBuffer();
  header = bytes.slice(sizeof(uint64_t), dataBegin);
  bytes = bytes.drop_front(dataBegin);
  for (Entry &entry : entries) {
    StringRef data = bytes.slice(entry.begin, entry.end);
    indexOfName[entry.name] = tensors.size();
    tensors.push_back({std::move(entry.name), entry.type,
                       ArrayRef<char>(data.data(), data.size())});
  }
}

const TensorView *SafeTensors::find(StringRef name) const {
  auto it = indexOfName.find(name);
  return it == indexOfName.end() ? nullptr : &tensors[it->second];
}
