// The error that an expression raises, for tests that look at its kind and its text.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "scrim/errors/error.hpp"

namespace scrim::test {

struct RaisedError {
  ErrorKind kind;
  std::string text;
  bool is_invoke_error;

  [[nodiscard]] bool mentions(const std::string& part) const {
    return text.find(part) != std::string::npos;
  }
};

/// Runs `action`, which must throw scrim::Error; anything else fails the running test.
inline RaisedError error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.kind(), error.what(), dynamic_cast<const InvokeError*>(&error) != nullptr};
  }
  ADD_FAILURE() << "expected an error, none was raised";
  return {ErrorKind::no_answer, "", false};
}

/// Fails the running test unless `action` raises an error of this kind that mentions all parts.
inline void expect_error(const std::function<void()>& action, ErrorKind kind,
                         const std::vector<std::string>& parts) {
  const RaisedError raised = error_of(action);
  EXPECT_EQ(raised.kind, kind) << raised.text;
  for (const std::string& part : parts) {
    EXPECT_TRUE(raised.mentions(part)) << "no \"" << part << "\" in: " << raised.text;
  }
}

}  // namespace scrim::test

/// SCRIM_EXPECT_ERROR(expression, kind, "part of the text", ...)
#define SCRIM_EXPECT_ERROR(expression, kind, ...) \
  ::scrim::test::expect_error([&] { (void)(expression); }, kind, {__VA_ARGS__})
