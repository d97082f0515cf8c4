include_guard()

# add_fp8_pch(<name> <header> [BASE <name of another>])
#
# A precompiled header, which targets take with REUSE_FROM. MLIR's headers cost
# a file up to half a minute without it. Clang compiles a header with a BASE on
# top of the base, so that only its own part is parsed again when that changes.
# Other compilers parse all of it: such a header includes the one of its base.
function(add_fp8_pch name header)
  cmake_parse_arguments(ARG "" "BASE" "" ${ARGN})
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/tools/cmake/pch/pch.cpp)
  llvm_update_compile_flags(${name})
  target_precompile_headers(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/tools/cmake/pch/${header})
  if(ARG_BASE)
    add_dependencies(${name} fp8-headers ${ARG_BASE})
    if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
      set(base ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${ARG_BASE}.dir/cmake_pch.hxx.pch)
      target_compile_options(${name} PRIVATE
        "SHELL:-Xclang -include-pch -Xclang ${base}")
      set_source_files_properties(
        ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.cxx
        PROPERTIES OBJECT_DEPENDS ${base})
    endif()
  endif()
endfunction()

# fp8_link_upstream(<name> <PUBLIC or PRIVATE> <mlir libs>...)
#
# Links LLVM and MLIR: the shared libraries, or every archive with
# FP8_STATIC_MLIR. A process holds either, never both.
function(fp8_link_upstream name scope)
  if(FP8_STATIC_MLIR)
    target_link_libraries(${name} ${scope} FP8Upstream)
    return()
  endif()
  mlir_target_link_libraries(${name} ${scope} ${ARGN})
  # The linker does not look through libMLIR.so for the symbols of libLLVM.so.
  target_link_libraries(${name} ${scope} LLVM)
endfunction()

# set_fp8_flags(<target>)
#
# Sets the flags of LLVM, and a lower limit for inlined functions: the default of
# 225 makes a build 5 % longer, and no pass faster.
function(set_fp8_flags name)
  llvm_update_compile_flags(${name})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT FP8_SANITIZE)
    target_compile_options(${name} PRIVATE
      "$<$<CONFIG:Release>:SHELL:-mllvm -inline-threshold=50>")
  endif()
endfunction()

# set_fp8_unity(<target> [ALONE <sources>...])
#
# With FP8_UNITY, compiles twenty sources of a target at once. That halves the CPU time
# of a full build, and adds a few seconds to the build after a change of one source.
# ALONE lists sources whose names would clash.
function(set_fp8_unity name)
  cmake_parse_arguments(ARG "" "" "ALONE" ${ARGN})
  set_target_properties(${name} PROPERTIES
    UNITY_BUILD ${FP8_UNITY} UNITY_BUILD_BATCH_SIZE 20)
  set_source_files_properties(${ARG_ALONE} PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# add_fp8_library(<name> <sources>... [WITHOUT_DIALECT]
#                 [ALONE <sources>...] [LINK_LIBS <fp8 libs>...]
#                 [UPSTREAM <mlir libs>...])
#
# A static library of the export set. With WITHOUT_DIALECT, no source includes
# fp8/IR/FP8.h, and none is compiled again when the dialect changes. UPSTREAM goes
# through fp8_link_upstream().
#
# ALONE: see set_fp8_unity().
function(add_fp8_library name)
  cmake_parse_arguments(ARG "WITHOUT_DIALECT" "" "ALONE;LINK_LIBS;UPSTREAM" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set_fp8_unity(${name} ALONE ${ARG_ALONE})
  set_fp8_flags(${name})
  add_dependencies(${name} fp8-headers)
  if(ARG_WITHOUT_DIALECT)
    target_precompile_headers(${name} REUSE_FROM fp8-upstream-pch)
  else()
    target_precompile_headers(${name} REUSE_FROM fp8-pch)
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  fp8_link_upstream(${name} PUBLIC ${ARG_UPSTREAM})
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
  set_fp8_flags(${name})
  # The precompiled header is position independent, not "pie".
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  add_dependencies(${name} fp8-headers)
  target_precompile_headers(${name} REUSE_FROM fp8-pch)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tools)
  target_compile_definitions(${name} PRIVATE FP8_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  fp8_link_upstream(${name} PRIVATE ${ARG_UPSTREAM})
  install(TARGETS ${name} RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY FP8_TOOLS ${name})
endfunction()

# add_fp8_passes(<name> <summary of the stage>)
#
# Generates Passes.h.inc from Passes.td of the current folder, with the function
# registerFP8<name>Passes(), and the page <name>Passes.md. Appends a row of C++ to
# the property FP8_STAGES: the stage, its summary and the names of its passes.
function(add_fp8_passes name summary)
  file(GLOB files CONFIGURE_DEPENDS *Passes.td)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  set(passes)
  foreach(file IN LISTS files)
    file(STRINGS ${file} lines REGEX "Pass<\"")
    list(TRANSFORM lines REPLACE ".*Pass<(\"[a-z0-9-]+\").*" "\\1")
    list(APPEND passes ${lines})
  endforeach()
  list(JOIN passes ", " passes)
  string(REGEX REPLACE "^Target" "Target " stage ${name})
  set_property(GLOBAL APPEND_STRING PROPERTY FP8_STAGES
    "{\"${stage}\", \"${summary}\", {${passes}}},\n")
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
