// Random bytes for readers of JSON. Bytes drawn one by one are hardly ever JSON, nor almost JSON.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::support {

using namespace std::string_literals;

/// Parts of JSON, whole or broken, one behind the other.
[[nodiscard]] inline rc::Gen<std::string> json_fragments() {
  const auto fragment =
      rc::gen::element("{"s, "}"s, "["s, "]"s, "\""s, "\\"s, "\n"s, "\r\n"s, ","s, ":"s, " "s, "a"s,
                       "0"s, "12"s, "-"s, "1e5"s, "tru"s, "null"s, "\0"s, "\xEF"s, "\xEF\xBB\xBF"s,
                       "\xC3"s, "\x02"s, "\\u0061"s, "\\ud800"s, "\"a\":"s, "{\"a\":1}"s,
                       "{\"a\": \"b\", \"c\": [{}, 2]}\n"s, "[[1, \"]\"], {\"a\": {}}]"s);
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(fragment),
                      [](const std::vector<std::string>& fragments) {
                        std::string all;
                        for (const auto& one : fragments) all += one;
                        return all;
                      });
}

/// The bytes in pieces, of one byte to ten.
[[nodiscard]] inline rc::Gen<std::vector<std::string>> pieces_of(const std::string& bytes) {
  const auto size = rc::gen::inRange<std::size_t>(1, 11);
  return rc::gen::map(rc::gen::container<std::vector<std::size_t>>(bytes.size(), size),
                      [bytes](const std::vector<std::size_t>& sizes) {
                        std::vector<std::string> pieces;
                        std::string_view rest = bytes;
                        for (std::size_t i = 0; !rest.empty(); ++i) {
                          const auto length = std::min(sizes[i], rest.size());
                          pieces.emplace_back(rest.substr(0, length));
                          rest.remove_prefix(length);
                        }
                        return pieces;
                      });
}

/// Any bytes, or parts of JSON.
[[nodiscard]] inline rc::Gen<std::string> json_or_any_bytes() {
  return rc::gen::oneOf(json_fragments(), rc::gen::arbitrary<std::string>());
}

}  // namespace scrim::support
