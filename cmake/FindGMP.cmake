# Finds GMP and its C++ interface; defines GMP::gmp and GMP::gmpxx.
# GMP ships no CMake package. This module is used by the build and installed beside scrimConfig.cmake,
# so that the library and its users find GMP in the same way.
include(FindPackageHandleStandardArgs)

find_path(GMP_INCLUDE_DIR gmp.h)
find_path(GMPXX_INCLUDE_DIR gmpxx.h)
find_library(GMP_LIBRARY gmp)
find_library(GMPXX_LIBRARY gmpxx)
mark_as_advanced(GMP_INCLUDE_DIR GMPXX_INCLUDE_DIR GMP_LIBRARY GMPXX_LIBRARY)

find_package_handle_standard_args(
  GMP
  REQUIRED_VARS GMP_LIBRARY GMP_INCLUDE_DIR GMPXX_LIBRARY GMPXX_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "on Debian: apt-get install libgmp-dev")

if(GMP_FOUND AND NOT TARGET GMP::gmp)
  add_library(GMP::gmp UNKNOWN IMPORTED)
  set_target_properties(GMP::gmp PROPERTIES IMPORTED_LOCATION "${GMP_LIBRARY}"
                                            INTERFACE_INCLUDE_DIRECTORIES "${GMP_INCLUDE_DIR}")
endif()

if(GMP_FOUND AND NOT TARGET GMP::gmpxx)
  add_library(GMP::gmpxx UNKNOWN IMPORTED)
  set_target_properties(
    GMP::gmpxx
    PROPERTIES IMPORTED_LOCATION "${GMPXX_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${GMPXX_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
