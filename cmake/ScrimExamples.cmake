# examples/x.cpp becomes the program example_x; examples/demo/*.cpp together become scrim_demo.
# With tests on, each is also run as a test: it passes if it ends with 0.
file(GLOB example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
file(GLOB demo_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/demo/*.cpp)

function(scrim_add_example target test_name)
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE scrim::scrim)
  scrim_set_warnings(${target})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF RUNTIME_OUTPUT_DIRECTORY
                                             ${PROJECT_BINARY_DIR}/examples)
  if(SCRIM_BUILD_TESTS)
    add_test(
      NAME example.${test_name}
      COMMAND ${target}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(example.${test_name} PROPERTIES LABELS example TIMEOUT 300)
  endif()
endfunction()

foreach(source IN LISTS example_sources)
  cmake_path(GET source STEM name)
  scrim_add_example(example_${name} ${name} ${source})
endforeach()

if(demo_sources)
  scrim_add_example(scrim_demo demo ${demo_sources})
  target_include_directories(scrim_demo PRIVATE ${PROJECT_SOURCE_DIR}/examples)
endif()
