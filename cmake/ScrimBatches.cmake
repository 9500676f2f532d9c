# The sources of the library are compiled several at a time: a file that includes those of one layer, so that what
# they share, headers above all, is compiled once. That takes half the time for all of them, and more for one: who
# edits a single file can say -DSCRIM_COMPILE_ALONE=src/scrim/x/y.cpp, or for all of them -DSCRIM_BATCH_LIBRARY=OFF.
#
# The files offer_<unit>.cpp make units of every type that is known at run time, and any/ holds what is so made: much
# code, which runs once for an object or a block and not for a row. Their batches are compiled with little optimisation,
# but those that begin with "Holds a loop over rows" in a comment. A file that says "Not in a batch" is compiled alone.

option(SCRIM_BATCH_LIBRARY "Compile the sources of a layer of the library as one file" ON)
set(SCRIM_COMPILE_ALONE
    ""
    CACHE STRING "Sources, named from the root of the project, that are in no batch: those that are edited over and over")

# Writes a file that includes the sources, and appends it to the list `files`. What scrim_batch_remark holds is written
# behind each.
function(scrim_write_batch files name)
  set(text)
  foreach(source IN LISTS ARGN)
    # As the include path has it, and not where the checkout lies. That, and a file at one place below the build of
    # whatever project this is part of, lets ccache know it in every checkout and every build.
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src OUTPUT_VARIABLE path)
    string(APPEND text "#include \"${path}\"${scrim_batch_remark}\n")
  endforeach()
  set(file ${CMAKE_BINARY_DIR}/scrim_batches/${name}.cpp)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
  set(${files} ${${files}} ${file} PARENT_SCOPE)
endfunction()

# Replaces the sources in a list by batches of them.
function(scrim_batch_library sources)
  if(NOT SCRIM_BATCH_LIBRARY)
    return()
  endif()
  set(result)
  set(offers)
  set(layers)
  set(loops)
  foreach(source IN LISTS ${sources})
    file(STRINGS ${source} remark REGEX "^// (Not in a batch|Holds a loop over rows)")
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    if(remark MATCHES "Not in a batch" OR path IN_LIST SCRIM_COMPILE_ALONE)
      list(APPEND result ${source})
    elseif(remark)
      list(APPEND loops ${source})
    elseif(source MATCHES "/offer_[a-z_]+\\.cpp$|/src/scrim/any/")
      list(APPEND offers ${source})
    else()
      string(REGEX REPLACE "^.*/src/scrim/([a-z]+)/.*$" "\\1" layer ${source})
      list(APPEND layers ${layer})
      list(APPEND sources_of_${layer} ${source})
    endif()
  endforeach()

  scrim_write_batch(result loops ${loops})
  list(REMOVE_DUPLICATES layers)
  foreach(layer IN LISTS layers)
    scrim_write_batch(result ${layer} ${sources_of_${layer}})
  endforeach()

  set(number 0)
  scrim_size_of_batches(size 25 ${offers})
  while(offers)
    list(SUBLIST offers 0 ${size} some)
    list(REMOVE_ITEM offers ${some})
    math(EXPR number "${number} + 1")
    set(batch)
    scrim_write_batch(batch offers_${number} ${some})
    set_source_files_properties(
      ${batch} PROPERTIES COMPILE_OPTIONS
                          "$<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU,Clang,AppleClang>>:-O1>")
    list(APPEND result ${batch})
  endwhile()
  set(${sources} ${result} PARENT_SCOPE)
endfunction()
