# With SCRIM_ONLY_CHECK (preset clang) the compiler reads every file and says what there is to say, and nothing is made
# of it: `make lint` runs no program, and to write one would take as long as to read its files.
option(SCRIM_ONLY_CHECK "Let the compiler look at every file, and make neither objects nor programs" OFF)

if(SCRIM_ONLY_CHECK)
  add_compile_options(-fsyntax-only)
  # In place of what would be made: by its age ninja knows what has been looked at.
  list(APPEND CMAKE_CXX_COMPILE_OBJECT "touch <OBJECT>")
  set(CMAKE_CXX_CREATE_STATIC_LIBRARY "touch <TARGET>")
  set(CMAKE_CXX_LINK_EXECUTABLE "touch <TARGET>")
endif()
