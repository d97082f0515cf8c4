include_guard()

# add_fp8_pch()
#
# The one precompiled header of the build. MLIR's headers cost a pass file ten
# seconds without it and three with it.
function(add_fp8_pch)
  add_library(fp8-pch OBJECT ${PROJECT_SOURCE_DIR}/tools/cmake/pch.cpp)
  llvm_update_compile_flags(fp8-pch)
  target_precompile_headers(fp8-pch PRIVATE ${PROJECT_SOURCE_DIR}/tools/cmake/pch.h)
endfunction()

# add_fp8_library(<name> <sources>... [LINK_LIBS <fp8 libs>...] [UPSTREAM <mlir libs>...])
#
# A static library of the export set. UPSTREAM goes through
# mlir_target_link_libraries(), so that a process holds either every upstream
# archive or libMLIR.so, never both.
function(add_fp8_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;UPSTREAM" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  add_dependencies(${name} fp8-headers)
  target_precompile_headers(${name} REUSE_FROM fp8-pch)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PUBLIC ${ARG_UPSTREAM})
  # The linker does not look through libMLIR.so for what is in libLLVM.so.
  target_link_libraries(${name} PUBLIC LLVM)
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  install(TARGETS ${name} EXPORT FP8Targets ARCHIVE DESTINATION lib)
  set_property(GLOBAL APPEND PROPERTY FP8_LIBS ${name})
endfunction()

# add_fp8_tool(<name> <sources>... [LINK_LIBS <fp8 libs>...] [UPSTREAM <mlir libs>...])
function(add_fp8_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;UPSTREAM" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  llvm_update_compile_flags(${name})
  # The precompiled header is position independent, not "pie".
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  add_dependencies(${name} fp8-headers)
  target_precompile_headers(${name} REUSE_FROM fp8-pch)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tools)
  target_compile_definitions(${name} PRIVATE FP8_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_UPSTREAM})
  target_link_libraries(${name} PRIVATE LLVM)
  install(TARGETS ${name} RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY FP8_TOOLS ${name})
endfunction()

# add_fp8_passes(<name>)
#
# Generates Passes.h.inc from Passes.td of the current folder, with the function
# registerFP8<name>Passes(), and the page <name>Passes.md.
function(add_fp8_passes name)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name FP8${name})
  add_public_tablegen_target(FP8${name}PassesIncGen)
  add_dependencies(fp8-headers FP8${name}PassesIncGen)
  add_fp8_doc(Passes ${name}Passes -gen-pass-doc)
endfunction()

# add_fp8_target(<function> <library>)
#
# Makes registerAllTargets() call mlir::fp8::<function>() of <library>.
function(add_fp8_target function library)
  set_property(GLOBAL APPEND PROPERTY FP8_TARGET_FUNCTIONS ${function})
  set_property(GLOBAL APPEND PROPERTY FP8_TARGET_LIBRARIES ${library})
endfunction()

# add_fp8_doc(<td without suffix> <output without suffix> <mlir-tblgen flags>...)
#
# Generates <build>/docs/<output>.md, of the target fp8-doc. fp8-doc-update
# copies it to docs/generated; a test compares the two.
function(add_fp8_doc td out)
  set(LLVM_TARGET_DEFINITIONS ${td}.td)
  string(MAKE_C_IDENTIFIER ${out} id)
  tablegen(MLIR ${id}.md ${ARGN})
  set(dest ${PROJECT_BINARY_DIR}/docs/${out}.md)
  add_custom_command(OUTPUT ${dest}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${id}.md ${dest}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${id}.md)
  add_custom_target(fp8-doc-${id} DEPENDS ${dest})
  set_property(GLOBAL APPEND PROPERTY FP8_DOCS ${dest})
  add_dependencies(fp8-doc fp8-doc-${id})
endfunction()
