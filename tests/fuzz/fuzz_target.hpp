// What every fuzz target is written with: the entry point, and checks that end the program.
//
// A target calls the library as a careless user would. What it may see is a value or scrim::Error;
// any other exception, a failed check or a sanitizer's report ends the program, and the fuzzer
// keeps the input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

#include "fuzz/byte_reader.hpp"
#include "scrim/errors/error.hpp"

/// The name by which libFuzzer, and replay_main.cpp in its place, call a target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace scrim::fuzz {

inline void require(bool is_true, const char* fact,
                    std::source_location where = std::source_location::current()) {
  if (is_true) return;
  std::fprintf(stderr, "%s:%u: not so: %s\n", where.file_name(),
               static_cast<unsigned>(where.line()), fact);
  std::abort();
}

/// What came of a call: a value, or the kind of error it raised.
template <class T>
struct Outcome {
  std::optional<T> value;
  std::optional<ErrorKind> error;

  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  T* operator->() { return &*value; }

  /// Requires a value if `is_valid`, else an error of this kind.
  void require_valid(bool is_valid, ErrorKind kind, const char* fact,
                     std::source_location where = std::source_location::current()) const {
    require(is_valid ? value.has_value() : error == kind, fact, where);
  }
};

/// Calls; only scrim::Error is caught.
template <class Call>
[[nodiscard]] auto outcome_of(Call call) -> Outcome<std::invoke_result_t<Call>> {
  try {
    return {call(), std::nullopt};
  } catch (const Error& error) {
    require(error.what()[0] != '\0', "an error says what is wrong");
    return {std::nullopt, error.kind()};
  }
}

}  // namespace scrim::fuzz
