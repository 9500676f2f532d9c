#include "scrim/errors/error.hpp"

#include <utility>

namespace scrim {

std::string_view name(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::invalid_argument:
      return "invalid_argument";
    case ErrorKind::mismatch:
      return "mismatch";
    case ErrorKind::overflow:
      return "overflow";
    case ErrorKind::wrong_size:
      return "wrong_size";
    case ErrorKind::entropy:
      return "entropy";
    case ErrorKind::no_answer:
      return "no_answer";
    case ErrorKind::misuse:
      return "misuse";
    case ErrorKind::bad_state:
      return "bad_state";
    case ErrorKind::wrong_type:
      return "wrong_type";
    case ErrorKind::input:
      return "input";
    case ErrorKind::budget:
      return "budget";
    case ErrorKind::ledger:
      return "ledger";
  }
  return "unknown";
}

Error::Error(ErrorKind kind, std::string message) : kind_(kind), message_(std::move(message)) {}

InvokeError::InvokeError(ErrorKind kind, Literal message) : Error(kind, message.text()) {}

void fail(ErrorKind kind, std::string message) { throw Error(kind, std::move(message)); }

}  // namespace scrim
