//===- SourceName.cpp - names and lines of the user's program -------------===//

#include "fp8/Analysis/SourceName.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;

Location fp8::addName(Location loc, StringRef name) {
  return FusedLoc::get({loc}, StringAttr::get(loc.getContext(), name),
                       loc.getContext());
}

StringRef fp8::getAddedName(Location loc) {
  StringRef name;
  loc->walk([&](Location nested) {
    auto fused = dyn_cast<FusedLoc>(nested);
    auto added = fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata())
                       : StringAttr();
    if (!added)
      return WalkResult::advance();
    name = added.getValue();
    return WalkResult::interrupt();
  });
  return name;
}

bool fp8::isOfLayer(Location loc) {
  StringRef name = getAddedName(loc);
  return !name.empty() && !name.contains('#');
}

/// Returns the scope in `part`, a component of a JAX location, without the
/// transformations around it. The name of a jitted function is not a scope.
static StringRef getScopeOfPart(StringRef part) {
  while (part.ends_with(")")) {
    auto [transformation, inner] = part.drop_back().split('(');
    if (transformation.ends_with("jit"))
      return "";
    part = inner;
  }
  return part;
}

std::string fp8::getScope(Location loc) {
  std::string scope;
  loc->walk([&](Location nested) {
    auto name = dyn_cast<NameLoc>(nested);
    if (!name || !name.getName().getValue().contains('/'))
      return WalkResult::advance();
    SmallVector<StringRef> parts, scopes;
    name.getName().getValue().split(parts, '/');
    // The last component is the operation.
    for (StringRef part : ArrayRef(parts).drop_back())
      if (StringRef found = getScopeOfPart(part); !found.empty())
        scopes.push_back(found);
    scope = llvm::join(scopes, ".");
    return WalkResult::interrupt();
  });
  return scope;
}

std::string fp8::getPlace(Location loc) {
  std::string place;
  loc->walk([&](Location nested) {
    auto file = dyn_cast<FileLineColLoc>(nested);
    if (!file)
      return WalkResult::advance();
    place = (file.getFilename().getValue() + ":" + Twine(file.getLine())).str();
    return WalkResult::interrupt();
  });
  return place;
}
