// Asking data for something by its own code, whose errors may quote it.
#pragma once

#include <utility>

#include "binding.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

/// What remains of an error that code of the data raised: everything else of it, its text, its
/// class and the errors that it came from, may hold rows.
enum class DataFailure { none, interrupted, failed };

/// Drops an error that Python has raised, if it has, and tells what it was.
[[nodiscard]] DataFailure drop_error() noexcept;

/// Throws what stands for the failure. To be called outside any catch block: what is thrown there
/// would take the dropped error along as its context.
[[noreturn]] void throw_failure(DataFailure failure);

/// question(), which runs code of the data. If that raises, the error is dropped, and
/// InvokeError{input} with a fixed text is thrown; an interrupt by the user stays one. The GIL is
/// held.
template <class Question>
[[nodiscard]] auto ask_data(Question&& question) {
  DataFailure failure = DataFailure::none;
  try {
    return question();
  } catch (nb::python_error& error) {
    error.restore();
    failure = drop_error();
  } catch (const nb::cast_error&) {
    failure = DataFailure::failed;
  }
  throw_failure(failure);
}

/// No warning is shown as long as it lives: one that converting an element raises would tell that
/// there is such an element. The GIL is held where it is made and where it goes.
class SilentWarnings {
 public:
  SilentWarnings();
  SilentWarnings(const SilentWarnings&) = delete;
  SilentWarnings& operator=(const SilentWarnings&) = delete;
  ~SilentWarnings();

 private:
  nb::object filters_;  ///< as they were
};

/// The attribute, or nothing if there is none.
[[nodiscard]] nb::object attribute_of(nb::handle data, const char* name);

}  // namespace scrim::python
