// What a string of JSON says, as text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "scrim/readers/json_scanner.hpp"

namespace scrim::readers {

/// The text of a string, in UTF-8, its escapes replaced by what they stand for. Nothing if it is
/// not UTF-8, has half of a surrogate pair, or is of more than `largest` bytes.
///
/// What is given lies in the string or in `buffer`.
[[nodiscard]] std::optional<std::string_view> text_of(JsonString string, std::size_t largest,
                                                      std::string& buffer);

}  // namespace scrim::readers
