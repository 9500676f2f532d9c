// Errors of reading that the C++ library does not have.
#pragma once

#include <exception>

#include "scrim/errors/error.hpp"

namespace scrim::python {

/// The data could not be read to its end. The text is fixed at compile time, because what a
/// producer of data says about its failure may quote the data.
class InputError final : public std::exception {
 public:
  explicit InputError(Literal message) : message_(message) {}

  [[nodiscard]] const char* what() const noexcept override { return message_.text(); }

 private:
  Literal message_;
};

}  // namespace scrim::python
