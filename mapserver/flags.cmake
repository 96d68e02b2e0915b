# SPDX-License-Identifier: MIT
# How every target of this project is compiled. Nothing here is exported.
include_guard()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# A hundred programs and tests are linked statically; mold does it in a fifth of the time. Release builds keep the compiler's own
# linker, which optimises across files.
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  add_link_options(-fuse-ld=mold)
endif()

add_library(ms_flags INTERFACE)
target_compile_features(ms_flags INTERFACE cxx_std_20)
target_compile_options(ms_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
if(CMAKE_UNITY_BUILD)
  # Files that are compiled together see each other's file-local names; the preset `files` still warns of the file's own.
  target_compile_options(ms_flags INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local -Wno-subobject-linkage>)
endif()
# Designated initializers set the named members; the others have intended defaults.
target_compile_options(ms_flags INTERFACE -Wno-missing-field-initializers)
# GCC 12 sees overlaps in std::string's `"text" + string` that there are not, with -O3 (https://gcc.gnu.org/PR105651).
target_compile_options(ms_flags INTERFACE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-restrict>)
# No fused multiply-add: images and golden files must be the same on every machine.
# Frame pointers stay in every build type, so that `perf record -g` resolves release binaries.
target_compile_options(ms_flags INTERFACE -ffp-contract=off -fno-omit-frame-pointer)

set(MS_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")
if(MS_SANITIZE)
  target_compile_options(ms_flags INTERFACE -fsanitize=${MS_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(ms_flags INTERFACE -fsanitize=${MS_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND NOT MS_FUZZ)
    # One library of the sanitizer for programs and for what Python loads, as GCC links them.
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
    target_link_options(ms_flags INTERFACE -shared-libsan -Wl,-rpath,${folder})
  endif()
endif()

# The headers of the standard library, parsed once for all that compile with them.
option(MS_CHECK_HEADERS "Have a target that compiles each header alone" OFF)
option(MS_PRECOMPILE "Compile the library and the tests with the standard library's headers parsed before" OFF)
if(MS_PRECOMPILE AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache$")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()
if(MS_CHECK_HEADERS OR MS_PRECOMPILE)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/standard_library.cpp CONTENT "")
  add_library(ms_standard_library OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/standard_library.cpp)
  target_compile_features(ms_standard_library PRIVATE cxx_std_20)
  target_precompile_headers(ms_standard_library PRIVATE
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <compare> <concepts> <condition_variable> <coroutine> <cstdint>
    <cstdlib> <cstring> <deque> <exception> <filesystem> <fstream> <functional> <initializer_list> <limits> <list> <map> <memory>
    <mutex> <numeric> <optional> <queue> <ranges> <set> <span> <sstream> <stdexcept> <stop_token> <string> <string_view> <thread>
    <tuple> <type_traits> <typeinfo> <unordered_map> <unordered_set> <utility> <variant> <vector>)
endif()
if(MS_PRECOMPILE)
  target_link_libraries(ms_standard_library PRIVATE ms_flags)
  set_target_properties(ms_standard_library PROPERTIES POSITION_INDEPENDENT_CODE ON UNITY_BUILD OFF)
  # -pthread, which some libraries ask for, must be the same for all; equal headers are equal bytes for the compiler cache.
  target_compile_options(ms_flags INTERFACE -pthread $<IF:$<CXX_COMPILER_ID:Clang>,SHELL:-Xclang -fno-pch-timestamp,-fpch-preprocess>)
  # From precompiled headers, GCC 12 also reports what it believes of the standard library's own functions: the presets without
  # them check the project's code for these.
  target_compile_options(ms_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds -Wno-stringop-overflow -Wno-restrict>)
  # Programs are compiled with other flags: without -fPIC.
  add_library(ms_standard_library_of_programs OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/standard_library.cpp)
  get_target_property(headers ms_standard_library PRECOMPILE_HEADERS)
  target_precompile_headers(ms_standard_library_of_programs PRIVATE ${headers})
  target_compile_features(ms_standard_library_of_programs PRIVATE cxx_std_20)
  target_link_libraries(ms_standard_library_of_programs PRIVATE ms_flags)
  set_target_properties(ms_standard_library_of_programs PROPERTIES UNITY_BUILD OFF)
endif()

# ms_precompile(<target>): with MS_PRECOMPILE, the headers of the standard library are not parsed again for its files.
function(ms_precompile target)
  get_target_property(type ${target} TYPE)
  if(MS_PRECOMPILE AND type STREQUAL STATIC_LIBRARY)
    target_precompile_headers(${target} REUSE_FROM ms_standard_library)
  elseif(MS_PRECOMPILE AND type STREQUAL EXECUTABLE)
    target_precompile_headers(${target} REUSE_FROM ms_standard_library_of_programs)
  endif()
endfunction()

# ms_unity(<target> [APART <file>...] [ALONE <file>...]): how the files of a target are compiled together if CMAKE_UNITY_BUILD is on.
# Most of the time of a file goes into its headers, so a dozen files share them.
# APART are files that name something of their own as another file does: they are compiled with each other, ALONE those that even
# these clash with.
function(ms_unity target)
  cmake_parse_arguments(arg "" "" "APART;ALONE" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  list(REMOVE_ITEM sources ${arg_APART} ${arg_ALONE})
  list(REMOVE_ITEM arg_APART ${arg_ALONE})
  foreach(group sources arg_APART)
    set(count 0)
    foreach(source IN LISTS ${group})
      math(EXPR chunk "${count} / 12")
      math(EXPR count "${count} + 1")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${group}_${chunk})
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  ms_precompile(${target})
endfunction()

# ms_check_headers(<folder>...): the target `headers`, which compiles each header below the folders alone, in chains of headers that
# include all before them. The headers of the standard library are parsed once for all; that a header includes those it uses is
# the test `includes`. What headers include decides about the chains when it is configured.
function(ms_check_headers)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/tools/header_chains.py --out ${CMAKE_BINARY_DIR}/headers ${ARGN}
                  OUTPUT_VARIABLE chains OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" chains "${chains}")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${folder}/*.hpp)
  endforeach()
  add_library(headers OBJECT EXCLUDE_FROM_ALL ${chains})
  target_include_directories(headers PRIVATE ${ARGN})
  list(FILTER chains INCLUDE REGEX "/headers/programs/")
  set_property(SOURCE ${chains} PROPERTY COMPILE_DEFINITIONS MS_VERSION="${PROJECT_VERSION}")
  target_compile_features(headers PRIVATE cxx_std_20)
  target_precompile_headers(headers REUSE_FROM ms_standard_library)
endfunction()

# ms_module(<name> SOURCES <file>... [APART <file>...] [ALONE <file>...] [USES <module>...] [LINKS <library>...])
# One folder of mapserver/ as one static library, called from that folder's CMakeLists.txt.
# Every header must compile alone (ms_check_headers).
# LINKS are private: a third-party library is met in .cpp files only.
function(ms_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;APART;ALONE;USES;LINKS" ${ARGN})
  list(TRANSFORM arg_USES PREPEND ms::)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  add_library(ms_${name} STATIC ${arg_SOURCES})
  add_library(ms::${name} ALIAS ms_${name})
  target_sources(ms_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/mapserver FILES ${headers})
  set_target_properties(ms_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_features(ms_${name} PUBLIC cxx_std_20)
  target_link_libraries(ms_${name} PUBLIC ${arg_USES} PRIVATE ${arg_LINKS} $<BUILD_INTERFACE:ms_flags>)
  ms_unity(ms_${name} APART ${arg_APART} ALONE ${arg_ALONE})
endfunction()
