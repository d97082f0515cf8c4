#!/bin/sh
# Prints options of CMake that replace the compilers of CMakePresets.json where they
# are missing: clang 22 under another name, or g++ with its own linker.
set -eu
. "$(dirname "$0")/needs.sh"

has clang++-22 && has clang-22 && exit 0
if has clang++ && is_at_least "$(get_version clang++)" 22; then
  c=clang cxx=clang++
else
  c=gcc cxx=g++
fi
printf '%s ' -DCMAKE_C_COMPILER=$c -DCMAKE_CXX_COMPILER=$cxx
if [ $c = gcc ] || ! has ld.lld; then
  printf '%s ' -DCMAKE_EXE_LINKER_FLAGS= -DCMAKE_MODULE_LINKER_FLAGS= -DCMAKE_SHARED_LINKER_FLAGS=
fi
