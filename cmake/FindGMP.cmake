# Finds GMP and its C++ interface; defines GMP::gmp and GMP::gmpxx.
# GMP ships no CMake package. This module is used by the build and installed beside scrimConfig.cmake,
# so that the library and its users find GMP in the same way. Users only link it: the component `headers` is what
# the build asks for.
include(FindPackageHandleStandardArgs)

find_path(GMP_INCLUDE_DIR gmp.h)
find_path(GMPXX_INCLUDE_DIR gmpxx.h)
find_library(GMP_LIBRARY gmp)
find_library(GMPXX_LIBRARY gmpxx)
mark_as_advanced(GMP_INCLUDE_DIR GMPXX_INCLUDE_DIR GMP_LIBRARY GMPXX_LIBRARY)

set(GMP_required GMP_LIBRARY GMPXX_LIBRARY)
if("headers" IN_LIST GMP_FIND_COMPONENTS)
  list(APPEND GMP_required GMP_INCLUDE_DIR GMPXX_INCLUDE_DIR)
endif()
find_package_handle_standard_args(
  GMP
  REQUIRED_VARS ${GMP_required}
  REASON_FAILURE_MESSAGE "on Debian: apt-get install libgmp-dev")

if(GMP_FOUND AND NOT TARGET GMP::gmp)
  add_library(GMP::gmp UNKNOWN IMPORTED)
  set_target_properties(GMP::gmp PROPERTIES IMPORTED_LOCATION "${GMP_LIBRARY}"
                                            INTERFACE_INCLUDE_DIRECTORIES "$<$<BOOL:${GMP_INCLUDE_DIR}>:${GMP_INCLUDE_DIR}>")
endif()

if(GMP_FOUND AND NOT TARGET GMP::gmpxx)
  add_library(GMP::gmpxx UNKNOWN IMPORTED)
  set_target_properties(
    GMP::gmpxx
    PROPERTIES IMPORTED_LOCATION "${GMPXX_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "$<$<BOOL:${GMPXX_INCLUDE_DIR}>:${GMPXX_INCLUDE_DIR}>"
               INTERFACE_LINK_LIBRARIES GMP::gmp)
endif()
