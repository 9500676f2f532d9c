// Where the rows of a JSON file begin and end.
//
// Proof: readers.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrim::readers {

/// How rows lie in a file: said by whoever asks, never found out from rows.
enum class JsonLayout {
  /// Every line is a row, whatever it holds; one of white space alone is none. A byte order mark in
  /// front of a line is skipped.
  lines,
  /// Values one behind the other, or within one array that is the whole file. A byte order mark in
  /// front of the file is skipped.
  values,
};

/// A row of more bytes is one without values, so that no row takes more memory than this.
inline constexpr std::size_t largest_json_row = std::size_t{1} << 24;

/// Cuts bytes that come in pieces into rows; where the pieces end makes no difference.
///
/// Layout `values`: if the first byte that is no white space is '[', it encloses all rows. Then a
/// row is
///   - what lies between '{' or '[' and the bracket of either kind that brings the depth back to 0;
///   - a string;
///   - any other run of bytes, up to a comma, white space, bracket or quote.
/// Commas, white space and closing brackets between rows are no rows. A line break in a string ends
/// the row: JSON has none there, so the row is malformed, and rows behind it are not lost with it.
///
/// Total: never fails but for want of memory.
class JsonRows {
 public:
  explicit JsonRows(JsonLayout layout) : layout_(layout) {}

  /// The next row, whose bytes are taken off the front of `piece`; nothing if the piece is used up.
  /// A row that is too large is empty. What is given is valid until the next call.
  ///
  ///   while (const auto row = rows.next(piece)) read(*row);
  [[nodiscard]] std::optional<std::string_view> next(std::string_view& piece);

  /// The row that the end of the file ends, if there is one.
  [[nodiscard]] std::optional<std::string_view> finish();

 private:
  /// What the next byte belongs to.
  enum class Place { between_rows, word, brackets, string, escape };

  bool pass_byte_order_mark(std::string_view& piece);
  void begin_with_part_of_mark();
  std::optional<std::string_view> next_line(std::string_view& piece);
  std::optional<std::string_view> row_of_line_ending_with(std::string_view part);
  std::optional<std::string_view> next_value(std::string_view& piece);
  const char* begin_row(const char* at, const char* end);
  const char* end_row(const char* at, const char* end);
  void hold(std::string_view part);
  void forget_row();
  std::string_view row_ending_with(std::string_view part);

  JsonLayout layout_;
  std::size_t byte_order_mark_ = 0;  // how many of its bytes were seen
  bool has_begun_ = false;           // past the byte order mark
  bool has_first_byte_ = false;      // that is no white space
  Place place_ = Place::between_rows;
  std::uint64_t depth_ = 0;

  std::string held_;  // the row's bytes from pieces before this one
  bool is_too_large_ = false;
  bool was_given_ = false;  // what is held is the row that was given last
};

}  // namespace scrim::readers
