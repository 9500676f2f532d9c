// The cells of one column of a file, parsed, in the memory layout of Arrow.
//
// Proof: readers.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::readers {

/// What cells are read as: said by whoever asks, never found out from cells.
enum class CellType { number, integer, text };

/// A cell of more bytes is missing, so that no row takes more memory than this.
inline constexpr std::size_t largest_cell = std::size_t{1} << 20;

/// A batch of rows is handed on once it has this many rows, or bytes of cells.
inline constexpr std::size_t batch_rows = std::size_t{1} << 16;
inline constexpr std::size_t batch_text = std::size_t{1} << 24;

/// How cells are read.
struct CellFormat {
  CellType type = CellType::number;
  char decimal = '.';  ///< before the fraction of a number
};

/// Rows are appended; what they hold lies in the buffers that Arrow has for such a column.
class CellColumn {
 public:
  explicit CellColumn(CellFormat format) : format_(format) {}

  /// Appends a row. It is missing if the cell is empty, or is no number where one is read, or is
  /// not UTF-8 where text is.
  /// Precondition (caller): cell.size() <= largest_cell.
  void append(std::string_view cell);

  /// Appends a row without a value.
  void append_missing();

  [[nodiscard]] CellType type() const noexcept { return format_.type; }
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t missing() const noexcept { return missing_; }
  [[nodiscard]] bool is_missing(std::size_t row) const {
    return (is_valid_[row / 8] >> (row % 8) & 1U) == 0;
  }

  /// One entry a row, of the type that is read. Where it is missing, a number is NaN, which counts
  /// nowhere, and an integer is 0.
  [[nodiscard]] const std::vector<double>& numbers() const noexcept { return numbers_; }
  [[nodiscard]] const std::vector<std::int64_t>& integers() const noexcept { return integers_; }
  /// Row i is the bytes [offsets[i], offsets[i + 1]) of text.
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const noexcept { return offsets_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// Bit i is set if row i has a value, least significant first.
  [[nodiscard]] const std::vector<std::uint8_t>& validity() const noexcept { return is_valid_; }

 private:
  void append_validity(bool is_valid);

  CellFormat format_;
  std::size_t rows_ = 0;
  std::size_t missing_ = 0;
  std::vector<std::uint8_t> is_valid_;
  std::vector<double> numbers_;
  std::vector<std::int64_t> integers_;
  std::vector<std::int64_t> offsets_ = {0};
  std::string text_;
};

}  // namespace scrim::readers
