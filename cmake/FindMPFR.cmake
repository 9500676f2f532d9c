# Finds MPFR; defines MPFR::mpfr. Precondition: GMP was found before (GMP::gmp exists).
# Used by the build and installed beside scrimConfig.cmake, as FindGMP.cmake is.
include(FindPackageHandleStandardArgs)

find_path(MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
mark_as_advanced(MPFR_INCLUDE_DIR MPFR_LIBRARY)

set(MPFR_required MPFR_LIBRARY)
if("headers" IN_LIST MPFR_FIND_COMPONENTS)
  list(APPEND MPFR_required MPFR_INCLUDE_DIR)
endif()
find_package_handle_standard_args(
  MPFR
  REQUIRED_VARS ${MPFR_required}
  REASON_FAILURE_MESSAGE "on Debian: apt-get install libmpfr-dev")

if(MPFR_FOUND AND NOT TARGET MPFR::mpfr)
  add_library(MPFR::mpfr UNKNOWN IMPORTED)
  set_target_properties(
    MPFR::mpfr
    PROPERTIES IMPORTED_LOCATION "${MPFR_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "$<$<BOOL:${MPFR_INCLUDE_DIR}>:${MPFR_INCLUDE_DIR}>"
               INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
