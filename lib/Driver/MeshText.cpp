//===- MeshText.cpp - meshes of ranks as text -----------------------------===//

#include "fp8/Driver/MeshText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;

llvm::Expected<MeshAxes> fp8::parseMesh(StringRef option, StringRef text) {
  // The most ranks that can share memory.
  constexpr int64_t kMaxRanks = 1024;
  MeshAxes axes;
  if (text.empty())
    return axes;
  for (StringRef item : llvm::split(text, ',')) {
    auto [axis, number] = item.split(':');
    int64_t size;
    bool isRepeated = llvm::any_of(
        axes, [axis = axis](const auto &other) { return other.first == axis; });
    if (axis.empty() || isRepeated || number.getAsInteger(10, size) || size < 1)
      return llvm::createStringError(
          "expected " + option +
          "=AXIS:N,... with different axes and positive numbers "
          "of ranks, such as dp:4, but got '" +
          item + "'");
    axes.push_back({axis.str(), size});
    if (size > kMaxRanks || getNumRanks(axes) > kMaxRanks)
      return llvm::createStringError(
          "unsupported number of ranks in " + option + "=" + text +
          "; supported are up to " + Twine(kMaxRanks));
  }
  return axes;
}

int64_t fp8::getNumRanks(const MeshAxes &axes) {
  int64_t number = 1;
  for (const auto &[axis, size] : axes)
    number *= size;
  return number;
}

MeshAttr fp8::getMeshAttr(const MeshAxes &axes, MLIRContext *context) {
  // A step in Model form does not load the fp8 dialect when it is parsed.
  context->loadDialect<FP8Dialect>();
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  for (const auto &[axis, size] : axes) {
    names.push_back(StringAttr::get(context, axis));
    sizes.push_back(size);
  }
  return axes.empty() ? MeshAttr() : MeshAttr::get(context, names, sizes);
}

llvm::Error fp8::checkMesh(ModuleOp module, MeshAttr requested,
                           StringRef option, const Twine &where) {
  auto mesh = module->getAttrOfType<MeshAttr>(FP8Dialect::kMeshAttrName);
  if (!mesh || mesh == requested || (!requested && mesh.getNumRanks() == 1))
    return llvm::Error::success();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "expected " << option << "=";
  llvm::ListSeparator separator(",");
  for (auto [axis, size] : llvm::zip_equal(mesh.getAxes(), mesh.getSizes()))
    os << StringRef(separator) << axis.getValue() << ':' << size;
  os << ", because the step" << where << " is one rank of it";
  return llvm::createStringError(text);
}
