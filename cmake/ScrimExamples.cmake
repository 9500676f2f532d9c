# examples/x.cpp becomes the program example_x. With tests on, each is also run as a test: it passes if it ends with 0.
file(GLOB example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)

foreach(source IN LISTS example_sources)
  cmake_path(GET source STEM name)
  add_executable(example_${name} ${source})
  target_link_libraries(example_${name} PRIVATE scrim::scrim)
  scrim_set_options(example_${name})
  set_target_properties(example_${name} PROPERTIES CXX_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY
                                                   ${PROJECT_BINARY_DIR}/examples)
  if(SCRIM_BUILD_TESTS)
    target_compile_options(example_${name} PRIVATE ${SCRIM_TEST_OPTIONS})
    add_test(
      NAME example.${name}
      COMMAND example_${name}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set(label example)
    if(name STREQUAL stream_on_threads)
      list(APPEND label threads)
      add_dependencies(thread_tests example_${name})
    endif()
    math(EXPR timeout "300 * ${SCRIM_TIMEOUT_FACTOR}")
    set_tests_properties(example.${name} PROPERTIES LABELS "${label}" TIMEOUT ${timeout})
  endif()
endforeach()
