# scrim_require(<package> <debian package> [find_package arguments...])
# Finds a package or stops with the command that installs it.
# A macro, because find_package sets variables that its caller may need.
macro(scrim_require package debian_package)
  find_package(${package} ${ARGN} QUIET)
  if(NOT ${package}_FOUND)
    message(
      FATAL_ERROR "Scrim needs ${package}, which was not found. On Debian:\n"
                  "  apt-get install ${debian_package}\n" "or, for everything at once: make setup")
  endif()
endmacro()
