// The one exception type of the library, and the restricted form that may be raised over data.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace scrim {

/// What went wrong, so that a caller (or a language binding) can react by kind.
enum class ErrorKind {
  invalid_argument,  ///< a parameter lies outside what its constructor accepts
  mismatch,          ///< two parts that must agree (domain, metric, size) do not
  overflow,          ///< a distance or a bound does not fit its type
  wrong_size,        ///< data does not have the number of rows that was declared public
  entropy,           ///< the system gave no randomness; nothing was released
  no_answer,         ///< a search has no solution within its bounds
  misuse,            ///< an object was used after it had been consumed, or before it may be
  bad_state,   ///< bytes that should be a saved run are truncated, corrupt or of another chain
  wrong_type,  ///< data is of a type that cannot be read, or not as what it is asked to be
  input,       ///< data could not be read to its end; nothing was released
  budget,      ///< what was asked for costs more than is left; nothing was spent or released
  ledger,      ///< a ledger cannot be read or written, was changed, or is not the one it should be
};

/// The name of a kind, e.g. "invalid_argument".
[[nodiscard]] std::string_view name(ErrorKind kind) noexcept;

/// Raised by constructors and maps. Their arguments are public, so the message may quote them:
/// it says what was given, what is accepted, and what to do.
class Error : public std::exception {
 public:
  Error(ErrorKind kind, std::string message);

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorKind kind_;
  std::string message_;
};

/// A text fixed at compile time. Its constructor is `consteval`: text computed from data does not
/// compile, so an error raised over data cannot speak about the data.
class Literal {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a string literal is meant to convert silently.
  consteval Literal(const char* text) : text_(text) {}

  [[nodiscard]] constexpr const char* text() const noexcept { return text_; }

 private:
  const char* text_;
};

/// The only error that may be raised over data: no entropy, a wrong declared size, misuse of a run,
/// bytes that are no saved run, or data that gives no more rows or not in the promised form.
class InvokeError final : public Error {
 public:
  InvokeError(ErrorKind kind, Literal message);
};

/// Throws Error{kind, message}.
[[noreturn]] void fail(ErrorKind kind, std::string message);

}  // namespace scrim
