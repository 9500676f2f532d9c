// Which row of a public table has the keys of a row.
//
// Proof: make_lookup.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/public_table.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/transformations/count_by_categories/dense_positions.hpp"
#include "scrim/transformations/count_by_categories/dictionary_positions.hpp"
#include "scrim/transformations/count_by_categories/text_positions.hpp"

namespace scrim::lookup {

/// The values of one key, each once, and where they stand in the list of them.
class KeyValues {
 public:
  /// What is kept between blocks, of one key and one thread.
  struct Buffer {
    ColumnBuffer<std::int64_t> integers = {};
    ColumnBuffer<std::string_view> texts = {};
    DictionaryPositions dictionary = {};
    std::vector<std::uint32_t> positions = {};
  };

  /// Precondition (caller): these are integers or texts.
  explicit KeyValues(const PublicCells& cells);

  /// How many there are; the position of what is not among them, or missing.
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  /// Of each row of the public table.
  [[nodiscard]] std::span<const std::uint32_t> of_table() const noexcept { return of_table_; }

  /// Of each row of a block.
  [[nodiscard]] std::span<const std::uint32_t> of_rows(const Column& column, Buffer& buffer) const;

 private:
  using Sparse = std::unordered_map<std::int64_t, std::uint32_t>;

  void find_integers(const std::vector<std::int64_t>& cells);
  void find_texts(const std::vector<std::string>& cells);

  std::uint32_t size_ = 0;
  std::vector<std::uint32_t> of_table_;
  std::variant<Sparse, DensePositions<std::int64_t>, TextPositions> positions_;
};

/// Which row of the table has these keys, of which no two have the same.
class KeyRows {
 public:
  struct Buffer {
    std::vector<KeyValues::Buffer> keys = {};
    std::vector<std::uint32_t> rows = {};
  };

  /// Precondition (caller): columns of one length, of integers or texts.
  /// Precondition (checked): no two rows have the same keys.
  explicit KeyRows(std::span<const PublicCells* const> keys);

  /// The number of rows of the table, which stands for none of them.
  [[nodiscard]] std::uint32_t none() const noexcept { return none_; }

  /// For each row of a block, where the columns of the keys have the numbers `places`. It lies in
  /// the buffer.
  [[nodiscard]] std::span<const std::uint32_t> of_rows(const Batch& block,
                                                       std::span<const std::size_t> places,
                                                       Buffer& buffer) const;

 private:
  /// From what the keys before say, and the position of one key more, to what they say together.
  class Step {
   public:
    Step(std::span<const std::uint32_t> before, std::uint32_t count_before, const KeyValues& key);

    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    [[nodiscard]] std::span<const std::uint32_t> of_table() const noexcept { return of_table_; }
    /// `count()` if no row of the table has these keys.
    [[nodiscard]] std::uint32_t find(std::uint32_t before, std::uint32_t position) const noexcept;

   private:
    std::uint64_t width_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> of_table_;
    std::vector<std::uint32_t> dense_;  // empty if the table would be too long
    std::unordered_map<std::uint64_t, std::uint32_t> sparse_;
  };

  std::uint32_t none_ = 0;
  std::vector<KeyValues> keys_;
  std::vector<Step> steps_;  // one for each key but the first
};

}  // namespace scrim::lookup
