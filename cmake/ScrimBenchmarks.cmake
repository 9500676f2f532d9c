# One program per *_bench.cpp, beside the code or under bench/; `run_benchmarks` runs them in turn.
scrim_require(benchmark libbenchmark-dev)

file(GLOB_RECURSE bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/scrim/*_bench.cpp
     ${PROJECT_SOURCE_DIR}/bench/*_bench.cpp)

set(run_commands COMMAND ${CMAKE_COMMAND} -E echo "Benchmarks of Scrim ${PROJECT_VERSION}")
foreach(source IN LISTS bench_sources)
  scrim_name_of(${source} name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE scrim_internal benchmark::benchmark_main)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  scrim_set_options(${name})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY
                                           ${PROJECT_BINARY_DIR}/benchmarks)
  list(APPEND run_commands COMMAND ${CMAKE_COMMAND} -E echo "--- ${name}" COMMAND ${name})
endforeach()

add_custom_target(
  run_benchmarks ${run_commands}
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  USES_TERMINAL)

# The other half of `make bench`; the tests of that harness may have declared its worker already.
if(NOT TARGET side_by_side_worker)
  add_subdirectory(bench/side_by_side)
endif()

add_subdirectory(bench/accounting)
