# SPDX-License-Identifier: MIT
# How every target of this project is compiled. Nothing here is exported.
include_guard()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_library(ms_flags INTERFACE)
target_compile_features(ms_flags INTERFACE cxx_std_20)
target_compile_options(ms_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion)
# Designated initializers name what they set; the rest has defaults on purpose.
target_compile_options(ms_flags INTERFACE -Wno-missing-field-initializers)
# No fused multiply-add: pictures and golden files must be the same on every machine.
# Frame pointers stay in every build type, so that `perf record -g` resolves release binaries.
target_compile_options(ms_flags INTERFACE -ffp-contract=off -fno-omit-frame-pointer)

set(MS_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")
if(MS_SANITIZE)
  target_compile_options(ms_flags INTERFACE -fsanitize=${MS_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(ms_flags INTERFACE -fsanitize=${MS_SANITIZE})
endif()

# ms_module(<name> SOURCES <file>... [USES <module>...] [LINKS <library>...])
# One folder of mapserver/ as one static library, called from that folder's CMakeLists.txt.
# Every header must compile on its own (target all_verify_interface_header_sets).
# LINKS are private: a third-party library is met in .cpp files only.
function(ms_module name)
  cmake_parse_arguments(arg "" "" "SOURCES;USES;LINKS" ${ARGN})
  list(TRANSFORM arg_USES PREPEND ms::)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  add_library(ms_${name} STATIC ${arg_SOURCES})
  add_library(ms::${name} ALIAS ms_${name})
  target_sources(ms_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/mapserver FILES ${headers})
  set_target_properties(ms_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON VERIFY_INTERFACE_HEADER_SETS ON)
  target_compile_features(ms_${name} PUBLIC cxx_std_20)
  target_link_libraries(ms_${name} PUBLIC ${arg_USES} PRIVATE ${arg_LINKS} $<BUILD_INTERFACE:ms_flags>)
endfunction()
