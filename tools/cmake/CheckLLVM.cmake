# Ends the configuration unless the LLVM that was found has a supported version: see
# docs/internals/Versions.md.
if(LLVM_PACKAGE_VERSION VERSION_LESS 22.1 OR NOT LLVM_PACKAGE_VERSION VERSION_LESS 23)
  message(FATAL_ERROR
    "fp8 needs LLVM and MLIR 22.1, but ${MLIR_DIR} is of LLVM ${LLVM_PACKAGE_VERSION}, "
    "whose interfaces differ. "
    "-DMLIR_DIR=/usr/lib/llvm-22/lib/cmake/mlir, for example, names another installation.")
endif()
