// An error raised while data is processed takes a text fixed at compile time, so that it cannot
// speak about the data.

// expect: constant expression

#include <string>

#include "scrim/errors/error.hpp"

void refuse([[maybe_unused]] const std::string& row) {
#ifdef SCRIM_MUST_FAIL
  throw scrim::InvokeError(scrim::ErrorKind::wrong_size, row.c_str());
#else
  throw scrim::InvokeError(scrim::ErrorKind::wrong_size, "the number of rows is not as declared");
#endif
}
