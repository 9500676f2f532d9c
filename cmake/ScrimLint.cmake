# What clang-tidy reads (tools/tidy; nothing is made of it): one file that includes every header, the sources of the
# library in batches, and the examples. So it sees each header of ours once, and goes through the headers of others, which
# takes it some seconds, for each batch and not for each source.
set(all_headers "${PROJECT_BINARY_DIR}/lint/all_headers.cpp")
set(includes)
set(headers)
foreach(header IN LISTS scrim_public_headers scrim_internal_headers)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src)
  list(APPEND headers ${header})
  string(APPEND includes "#include \"${header}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${all_headers} CONTENT "${includes}" @ONLY)

set(tidied ${scrim_library_sources})
set(SCRIM_BATCH_LIBRARY ON)
set(scrim_batch_remark " // NOLINT(bugprone-suspicious-include)")
scrim_batch_library(tidied)
add_library(scrim_tidied OBJECT EXCLUDE_FROM_ALL ${all_headers} ${tidied} ${example_sources})
target_link_libraries(scrim_tidied PRIVATE scrim_internal hwy::hwy_contrib fmt::fmt-header-only)
scrim_set_options(scrim_tidied)
set_target_properties(scrim_tidied PROPERTIES CXX_EXTENSIONS OFF)

# Every header includes what it needs. What the first line of a source of the library includes has nothing above it on
# which it could rely, and so is seen alone where each source is; each of the others is included by a file
# that includes nothing else.
set(lone_headers ${headers})
foreach(source IN LISTS scrim_library_sources)
  file(STRINGS ${source} first REGEX "^ *# *include" LIMIT_COUNT 1)
  if(first MATCHES "\"(.+)\"")
    list(REMOVE_ITEM lone_headers ${CMAKE_MATCH_1})
  endif()
endforeach()
add_library(scrim_lone_headers OBJECT EXCLUDE_FROM_ALL)
foreach(header IN LISTS lone_headers)
  set(file ${PROJECT_BINARY_DIR}/lint/${header}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${header}\"\n" @ONLY)
  target_sources(scrim_lone_headers PRIVATE ${file})
endforeach()
target_link_libraries(scrim_lone_headers PRIVATE scrim_internal)
scrim_set_options(scrim_lone_headers)
set_target_properties(scrim_lone_headers PROPERTIES CXX_EXTENSIONS OFF)
