// One flat JSON object on one line.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::side_by_side {

/// Numbers, texts, truth values, and arrays of these (of any depth), under names.
class JsonLine {
 public:
  template <class V>
  JsonLine& add(std::string_view name, const V& value) {
    text_ += text_.empty() ? "{" : ", ";
    write(name);
    text_ += ": ";
    write(value);
    return *this;
  }

  [[nodiscard]] std::string text() const { return text_.empty() ? "{}" : text_ + "}"; }

 private:
  void write(bool value) { text_ += value ? "true" : "false"; }

  /// Digits enough to read the same number back; JSON has no way to write an infinity or a NaN.
  template <class N>
    requires(std::integral<N> || std::floating_point<N>) && (!std::same_as<N, bool>)
  void write(N value) {
    if constexpr (std::floating_point<N>) {
      if (!std::isfinite(value)) {
        text_ += "null";
        return;
      }
    }
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text_.append(digits.data(), end);
  }

  void write(std::string_view value) {
    text_ += '"';
    for (const char character : value) {
      if (character == '"' || character == '\\') text_ += '\\';
      text_ += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
    }
    text_ += '"';
  }
  void write(const std::string& value) { write(std::string_view(value)); }
  void write(const char* value) { write(std::string_view(value)); }

  template <class V>
  void write(const std::vector<V>& values) {
    text_ += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) text_ += ", ";
      write(values[i]);
    }
    text_ += ']';
  }

  std::string text_;
};

}  // namespace scrim::side_by_side
