// Rows that are texts: views of them one by one, or codes of the entries of a dictionary.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scrim/columns/text_dictionary.hpp"

namespace scrim {

/// A block of texts. Out of a dictionary they stay codes, four bytes a row, so that whoever has to
/// know something about each text finds it out once for each entry (CategoryCounts does); to all
/// others rows[i] and uncoded_rows give the text of a row, whichever way it lies.
class TextRows {
 public:
  TextRows() = default;

  // NOLINTBEGIN(google-explicit-constructor): texts that lie one by one are such rows.
  template <class R>
    requires std::convertible_to<R, std::span<const std::string_view>>
  TextRows(R&& rows) : TextRows(std::span<const std::string_view>(rows), nullptr, nullptr) {}
  // NOLINTEND(google-explicit-constructor)

  /// Precondition (caller): each code is less than dictionary.texts().size().
  TextRows(const TextDictionary& dictionary, std::span<const std::uint32_t> codes)
      : TextRows({dictionary.texts().data(), codes.size()}, codes.data(), &dictionary) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] TextRows subspan(std::size_t first, std::size_t count) const noexcept {
    TextRows part = *this;
    part.size_ = count;
    if (dictionary_ != nullptr) {
      part.codes_ += first;
    } else {
      part.texts_ += first;
    }
    return part;
  }

  [[nodiscard]] std::string_view operator[](std::size_t row) const noexcept {
    return texts_[dictionary_ != nullptr ? codes_[row] : row];
  }

  /// None if the rows are views.
  [[nodiscard]] const TextDictionary* dictionary() const noexcept { return dictionary_; }
  /// Precondition (caller): there is a dictionary.
  [[nodiscard]] std::span<const std::uint32_t> codes() const noexcept { return {codes_, size_}; }
  /// Precondition (caller): there is none.
  [[nodiscard]] std::span<const std::string_view> views() const noexcept { return {texts_, size_}; }

 private:
  TextRows(std::span<const std::string_view> texts, const std::uint32_t* codes,
           const TextDictionary* dictionary)
      : texts_(texts.data()), codes_(codes), size_(texts.size()), dictionary_(dictionary) {}

  const std::string_view* texts_ = nullptr;  // of the rows, or of the dictionary
  const std::uint32_t* codes_ = nullptr;
  std::size_t size_ = 0;
  const TextDictionary* dictionary_ = nullptr;
};

/// The block in which atoms of T are read.
template <class T>
using AtomRows =
    std::conditional_t<std::same_as<T, std::string_view>, TextRows, std::span<const T>>;

/// Rows one by one, for a function that takes them so: where they lie, or in the buffer.
template <class T>
[[nodiscard]] std::span<const T> uncoded_rows(std::span<const T> rows, std::vector<T>&) noexcept {
  return rows;
}
[[nodiscard]] inline std::span<const std::string_view> uncoded_rows(
    const TextRows& rows, std::vector<std::string_view>& buffer) {
  if (rows.dictionary() == nullptr) return rows.views();
  if (buffer.size() < rows.size()) buffer.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) buffer[i] = rows[i];
  return std::span<const std::string_view>(buffer).first(rows.size());
}

}  // namespace scrim
