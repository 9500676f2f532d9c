# Installs a build into an empty prefix and checks what arrived there.
# usage: cmake -D build_dir=... -D prefix=... -D source_dir=... -P install_prefix.cmake
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build_dir} --prefix ${prefix}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

include(${source_dir}/cmake/ScrimPublicHeaders.cmake)
file(GLOB_RECURSE installed_headers RELATIVE ${prefix}/include ${prefix}/include/*)
if(NOT installed_headers STREQUAL scrim_public_headers)
  message(FATAL_ERROR "installed headers: ${installed_headers}\nexpected: ${scrim_public_headers}")
endif()

# A predictable bit source must not be within reach of a program that releases data.
file(GLOB test_only RELATIVE ${source_dir}/tests/support ${source_dir}/tests/support/*.hpp)
foreach(header IN LISTS installed_headers)
  cmake_path(GET header FILENAME name)
  file(READ ${prefix}/include/${header} text)
  if(name IN_LIST test_only OR text MATCHES "ScriptedTape|SeededStream|[\"<]support/")
    message(FATAL_ERROR "test-only code is installed: ${header}")
  endif()
endforeach()

# The package must hold on a machine without the sources and without Scrim's private dependencies.
file(GLOB_RECURSE package_files ${prefix}/*/scrim*.cmake)
if(NOT package_files)
  message(FATAL_ERROR "no CMake package is installed below ${prefix}")
endif()
string(REGEX REPLACE "([^A-Za-z0-9_/])" "[\\1]" source_path "${source_dir}/")
foreach(package_file IN LISTS package_files)
  file(READ ${package_file} text)
  # Where a path begins: sources in /scrim are not meant by ${_IMPORT_PREFIX}/include/scrim/.
  if(text MATCHES "(^|[^A-Za-z0-9_.}-]|-[IL])${source_path}")
    message(FATAL_ERROR "${package_file} mentions ${source_dir}/")
  endif()
  foreach(forbidden IN ITEMS fmt:: GTest:: benchmark::)
    string(FIND "${text}" "${forbidden}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${package_file} mentions ${forbidden}")
    endif()
  endforeach()
endforeach()
