# The files offer_<unit>.cpp make units of every type that is known at run time: much code, which runs once for an
# object and not for a row. So they are compiled several at a time, which instantiates what they share once, and
# with little optimisation: in two fifths of the time. One that holds a loop over rows says "Not in a batch" in a
# comment, and is compiled like the rest of the library.

option(SCRIM_BATCH_OFFERS "Compile several offers of units as one file" ON)

# Replaces the offers in a list of sources by batches of them.
function(scrim_batch_offers sources)
  if(NOT SCRIM_BATCH_OFFERS)
    return()
  endif()
  set(left)
  foreach(source IN LISTS ${sources})
    if(NOT source MATCHES "/offer_[a-z_]+\\.cpp$")
      continue()
    endif()
    file(STRINGS ${source} alone REGEX "^// Not in a batch")
    if(NOT alone)
      list(APPEND left ${source})
    endif()
  endforeach()
  set(result ${${sources}})
  list(REMOVE_ITEM result ${left})

  set(batch 0)
  while(left)
    list(SUBLIST left 0 5 some)
    list(REMOVE_ITEM left ${some})
    set(text)
    foreach(source IN LISTS some)
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src OUTPUT_VARIABLE path)
      string(APPEND text "#include \"${path}\"\n")
    endforeach()
    math(EXPR batch "${batch} + 1")
    set(file ${PROJECT_BINARY_DIR}/offers.${batch}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
    set_source_files_properties(
      ${file} PROPERTIES COMPILE_OPTIONS
                         "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>")
    list(APPEND result ${file})
  endwhile()
  set(${sources} ${result} PARENT_SCOPE)
endfunction()
