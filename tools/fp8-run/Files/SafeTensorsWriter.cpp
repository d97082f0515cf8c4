//===- SafeTensorsWriter.cpp - Writing files of named tensors -------------===//

#include "Files/SafeTensors.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;
using llvm::formatv;

static std::string getDType(Type elementType) {
  if (isa<BFloat16Type>(elementType))
    return "BF16";
  if (isa<Float8E4M3FNType>(elementType))
    return "F8_E4M3";
  if (isa<Float8E5M2Type>(elementType))
    return "F8_E5M2";
  if (isa<Float8E8M0FNUType>(elementType))
    return "F8_E8M0";
  if (isa<FloatType>(elementType))
    return formatv("F{0}", elementType.getIntOrFloatBitWidth());
  if (isa<IndexType>(elementType))
    return "I64";
  if (elementType.isInteger(1))
    return "BOOL";
  return formatv("{0}{1}", elementType.isUnsignedInteger() ? 'U' : 'I',
                 elementType.getIntOrFloatBitWidth());
}

LogicalResult run::checkTensorNames(ArrayRef<TensorName> names, StringRef kind,
                                    StringRef option) {
  llvm::StringSet<> taken;
  for (const auto &[name, loc] : names) {
    if (name == kMetadataKey)
      return emitError(loc)
             << "expected no " << kind << " to be called '" << name << "' with "
             << option
             << ", because a safetensors file cannot have a tensor of this "
                "name";
    // Names come from attributes, which may contain any bytes. JSON may not.
    if (!taken.insert(llvm::json::fixUTF8(name)).second)
      return emitError(loc)
             << "expected " << kind << "s of different names with " << option
             << ", but two are called '" << name << "'";
  }
  return success();
}

SafeTensorsContent::SafeTensorsContent(ArrayRef<NamedTensor> unsorted,
                                       const Metadata &metadata)
    : tensors(unsorted) {
  // With the largest elements first, every offset is a multiple of the element
  // size without gaps.
  llvm::sort(tensors, [](const NamedTensor &a, const NamedTensor &b) {
    return std::make_tuple(b.tensor->getElementSize(), StringRef(a.name)) <
           std::make_tuple(a.tensor->getElementSize(), StringRef(b.name));
  });

  llvm::raw_string_ostream headerStream(header);
  llvm::json::OStream json(headerStream);
  uint64_t offset = 0;
  json.object([&] {
    if (!metadata.empty())
      json.attributeObject(kMetadataKey, [&] {
        for (const auto &[key, value] : metadata)
          json.attribute(llvm::json::fixUTF8(key), llvm::json::fixUTF8(value));
      });
    for (const NamedTensor &named : tensors) {
      const HostTensor &tensor = *named.tensor;
      json.attributeObject(llvm::json::fixUTF8(named.name), [&] {
        json.attribute("dtype", getDType(tensor.getElementType()));
        json.attributeArray("shape", [&] {
          for (int64_t size : tensor.getShape())
            json.value(size);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(offset);
          offset += tensor.bytes().size();
          json.value(offset);
        });
      });
    }
  });
  // The data begins at a multiple of eight.
  header.append(llvm::offsetToAlignment(header.size(), llvm::Align(8)), ' ');
}

void SafeTensorsContent::write(llvm::raw_ostream &os) const {
  char length[sizeof(uint64_t)];
  llvm::support::endian::write64le(length, header.size());
  os.write(length, sizeof(length));
  os << header;
  for (const NamedTensor &named : tensors)
    os.write(named.tensor->bytes().data(), named.tensor->bytes().size());
}

void run::writeSafeTensors(llvm::raw_ostream &os,
                           ArrayRef<NamedTensor> tensors) {
  SafeTensorsContent(tensors).write(os);
}
