# One translation unit that includes every header. clang-tidy reads it (tools/tidy) and so sees
# each header once, instead of once for each file that includes it. It is never part of `all`.
set(all_headers "${PROJECT_BINARY_DIR}/lint/all_headers.cpp")
set(includes)
foreach(header IN LISTS scrim_public_headers scrim_internal_headers)
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/src ${header})
  string(APPEND includes "#include \"${path}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${all_headers} CONTENT "${includes}" @ONLY)

add_library(scrim_all_headers OBJECT EXCLUDE_FROM_ALL ${all_headers})
target_link_libraries(scrim_all_headers PRIVATE scrim_internal)
scrim_set_options(scrim_all_headers)
