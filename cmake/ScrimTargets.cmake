# Small functions from which the library, tests, examples and benchmarks are declared.

# g++ collects its garbage from 128 MB on by itself. With 2 GB it never does so in our files, and the largest take a
# fifth less time and 3.6 GB where they took 2.7: it is given a quarter of what the machine has for each core.
cmake_host_system_information(RESULT memory_in_mb QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR scrim_compiler_heap "${memory_in_mb} * 1024 / ${cores} / 4")
if(scrim_compiler_heap GREATER 2097152)
  set(scrim_compiler_heap 2097152)
endif()

# What every file of the project is compiled with: the warnings it is clean under, with g++ and with clang (whether a
# warning stops the build is for the preset to say, CMAKE_COMPILE_WARNING_AS_ERROR), and room for g++ to work in.
function(scrim_set_options target)
  target_compile_options(
    ${target}
    PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow>
            $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=${scrim_compiler_heap}>)
endfunction()

# src/scrim/numbers/interval_test.cpp -> numbers.interval_test; tests/laws_test.cpp -> tests.laws_test
function(scrim_name_of source result)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
  string(REGEX REPLACE "^src/scrim/" "" path ${path})
  string(REGEX REPLACE "\\.cpp$" "" path ${path})
  string(REPLACE "/" "." path ${path})
  set(${result}
      ${path}
      PARENT_SCOPE)
endfunction()

# The file name's suffix picks the label: x_exact_test.cpp is exact; x_test.cpp is unit.
function(scrim_label_of source result)
  set(label unit)
  if(source MATCHES "_(exact|stat|attack|slow)_test\\.cpp$")
    set(label ${CMAKE_MATCH_1})
  endif()
  set(${result}
      ${label}
      PARENT_SCOPE)
endfunction()

# How many files are compiled as one, so that there are as few batches as `most` allows and none is much smaller than
# the others: what several files use is compiled once in each batch.
function(scrim_size_of_batches result most)
  list(LENGTH ARGN files)
  math(EXPR batches "(${files} + ${most} - 1) / ${most}")
  if(batches GREATER 0)
    math(EXPR size "(${files} + ${batches} - 1) / ${batches}")
  else()
    set(size 1)
  endif()
  set(${result}
      ${size}
      PARENT_SCOPE)
endfunction()
