include_guard()

# Defines FP8Upstream, the archives of LLVM and MLIR with the code generators of
# X86 and NVPTX, for FP8_STATIC_MLIR. The linker takes the parts that are used.
#
# MLIR initializes all targets of LLVM by name. The missing targets get
# functions that do nothing, in missing-targets.c.
set(FP8_STATIC_TARGETS X86 NVPTX)

set(missing ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM missing ${FP8_STATIC_TARGETS})
list(JOIN missing "|" missing_names)
file(GLOB archives ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
list(FILTER archives EXCLUDE REGEX "/libLLVM(${missing_names})[A-Z]")
if(NOT archives)
  message(FATAL_ERROR "FP8_STATIC_MLIR needs the archives of LLVM and MLIR, "
    "but ${LLVM_LIBRARY_DIR} has none; Debian's llvm-22-dev and libmlir-22-dev have them")
endif()

set(text "")
foreach(target IN LISTS missing)
  foreach(part Target TargetInfo TargetMC AsmParser AsmPrinter)
    string(APPEND text "void LLVMInitialize${target}${part}(void) {}\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/missing-targets.c CONTENT "${text}")
add_library(FP8MissingTargets STATIC ${PROJECT_BINARY_DIR}/missing-targets.c)
# LLVM and libstdc++ call it.
add_library(FP8Arc4random STATIC ${CMAKE_CURRENT_LIST_DIR}/arc4random.c)
set(libraries FP8MissingTargets FP8Arc4random)
set_target_properties(${libraries} PROPERTIES C_VISIBILITY_PRESET hidden)

add_library(FP8Upstream INTERFACE)
# These two are also archives: manylinux has no libzstd.
find_library(FP8_STATIC_Z libz.a REQUIRED)
find_library(FP8_STATIC_ZSTD libzstd.a REQUIRED)
target_link_libraries(FP8Upstream INTERFACE
  -Wl,--start-group ${libraries} ${archives} -Wl,--end-group
  ${FP8_STATIC_Z} ${FP8_STATIC_ZSTD} ${CMAKE_DL_LIBS})
target_link_options(FP8Upstream INTERFACE
  -Wl,--gc-sections -static-libstdc++ -static-libgcc)
install(TARGETS FP8Upstream ${libraries} EXPORT FP8Targets
  ARCHIVE DESTINATION lib)
