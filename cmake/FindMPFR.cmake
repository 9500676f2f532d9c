# Finds MPFR; defines MPFR::mpfr. Precondition: GMP was found before (GMP::gmp exists).
# Used by the build and installed beside scrimConfig.cmake, as FindGMP.cmake is.
include(FindPackageHandleStandardArgs)

find_path(MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
mark_as_advanced(MPFR_INCLUDE_DIR MPFR_LIBRARY)

find_package_handle_standard_args(
  MPFR
  REQUIRED_VARS MPFR_LIBRARY MPFR_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "on Debian: apt-get install libmpfr-dev")

if(MPFR_FOUND AND NOT TARGET MPFR::mpfr)
  add_library(MPFR::mpfr UNKNOWN IMPORTED)
  set_target_properties(
    MPFR::mpfr
    PROPERTIES IMPORTED_LOCATION "${MPFR_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${MPFR_INCLUDE_DIR}"
               INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
