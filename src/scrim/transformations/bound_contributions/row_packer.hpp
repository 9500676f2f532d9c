// Rows of batches, packed into words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// How integers that tell persons apart were read. 2^64 - 1 and -1 have one word, so a run reads
/// all of a column either way.
enum class IdType : std::uint8_t { unknown, signed_integer, unsigned_integer };

/// Precondition (caller): `mine` and `others` are of one layout.
/// Postcondition: `mine` is what both are; throws InvokeError{misuse} if they differ.
void agree_on_id_types(std::vector<IdType>& mine, std::span<const IdType> others);

/// What becomes of the texts of ids.
enum class IdTexts {
  are_coded,   ///< they have codes, as all texts
  are_viewed,  ///< their words are 0, and id_text shows them
};

/// Reads blocks of rows. A row that is nobody's, or has no group where groups are asked for, is not
/// among those that it gives.
class RowPacker {
 public:
  RowPacker(std::shared_ptr<const RowLayout> layout, IdTexts id_texts)
      : layout_(std::move(layout)), id_texts_(id_texts), buffers_(layout_->words) {}

  /// Precondition (caller): its columns are those of the layout; it has at most block_rows rows,
  ///   and is kept while texts of ids are looked at.
  void read(const Batch& block, std::vector<IdType>& id_types, RowTexts& texts);

  /// The places of the rows that are somebody's, rising.
  [[nodiscard]] std::span<const std::uint32_t> places() const noexcept { return places_; }
  [[nodiscard]] const std::uint64_t* row(std::size_t place) const noexcept {
    return words_.data() + place * layout_->words;
  }
  /// The text of id number `id`.
  /// Precondition (caller): texts of ids are viewed, and this one is a text.
  [[nodiscard]] std::string_view id_text(std::size_t id, std::size_t place) const noexcept {
    return buffers_[id].views.values[place];
  }

  /// Codes of fields were cleared, or given anew.
  void forget_codes();

 private:
  /// Of one cell of the layout: ids have their numbers, the others follow.
  struct Buffer {
    ColumnBuffer<double> reals;
    ColumnBuffer<std::int64_t> integers;
    ColumnBuffer<std::uint64_t> unsigned_integers;
    ColumnBuffer<std::string_view> texts;
    NullableRows<std::string_view> views;      // of the last block
    std::uint64_t dictionary = 0;              // the number of the one whose codes are known
    std::vector<std::uint64_t> code_of_entry;  // of each entry, its code plus 1, if known
  };

  void read_cell(const Batch& block, const PackedCell& cell, Buffer& buffer, TextCodes& codes);
  void read_id(const Batch& block, std::size_t id, IdType& type, TextCodes& codes);
  template <class T>
  void drop_missing(const NullableRows<T>& cells);
  void write_texts(const NullableRows<std::string_view>& cells, const PackedCell& cell,
                   Buffer& buffer, TextCodes& codes);
  template <class T, class Word>
  void write(const NullableRows<T>& cells, const PackedCell& cell, std::uint64_t missing,
             const Word& word);

  std::shared_ptr<const RowLayout> layout_;
  IdTexts id_texts_;
  std::vector<Buffer> buffers_;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> is_somebodys_;
  std::vector<std::uint32_t> places_;
};

}  // namespace scrim::bounding
