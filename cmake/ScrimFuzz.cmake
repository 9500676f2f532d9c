# scrim_add_fuzz_target(<path>/x_fuzz.cpp) declares the program fuzz.x.
#
# With SCRIM_FUZZ (preset fuzz; clang) it is a libFuzzer program, built by the target fuzz_targets and
# run by tests/fuzz/run for as long as one likes. Without, it is a slow test (quickly run, slowly compiled) that replays
# the corpus and some thousand inputs made from it, the same ones every time.
option(SCRIM_FUZZ "Build the fuzz targets with libFuzzer; needs clang" OFF)

# A few tenths of a second each, some seconds under a sanitizer.
set(replayed_inputs 10000)

if(SCRIM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "SCRIM_FUZZ needs clang, which brings libFuzzer: use the preset fuzz")
  endif()
  add_custom_target(fuzz_targets)
else()
  add_library(fuzz_replay OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/fuzz/replay_main.cpp)
  scrim_compile_as_test(fuzz_replay)
endif()

function(scrim_add_fuzz_target source)
  cmake_path(GET source STEM name)
  cmake_path(GET source PARENT_PATH folder)
  string(REGEX REPLACE "_fuzz$" "" name ${name})
  set(target fuzz.${name})

  add_executable(${target} ${source})
  scrim_compile_as_test(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
  if(SCRIM_FUZZ)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzz_targets ${target})
  else()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:fuzz_replay>)
    set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    add_dependencies(slow_tests ${target})
    add_test(
      NAME ${target}
      COMMAND ${target} ${replayed_inputs} ${folder}/corpus/${name}
      WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    set_tests_properties(${target} PROPERTIES LABELS "fuzz;slow" TIMEOUT 600)
  endif()
endfunction()
