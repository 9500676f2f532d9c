// Rows that are shared out among numbered parts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/transformations/bound_contributions/chunk_memory.hpp"

namespace scrim::bounding {

/// Packed rows of one width. Those of a part lie in chunks, so that a part grows without moving
/// them, and what it no longer needs serves another.
class RowParts {
 public:
  class Part {
   public:
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    /// Of these, the first: what was kept the last time.
    [[nodiscard]] std::size_t kept() const noexcept { return kept_; }
    [[nodiscard]] bool is_full() const noexcept { return next_ == end_; }

    /// Precondition (caller): it is not full; a row has `words` words.
    void append(const std::uint64_t* row, std::size_t words) noexcept {
      for (std::size_t i = 0; i < words; ++i) next_[i] = row[i];
      next_ += words;
      ++rows_;
    }

   private:
    friend RowParts;

    std::uint64_t* next_ = nullptr;  // in the last chunk in use
    std::uint64_t* end_ = nullptr;   // of that chunk
    std::size_t rows_ = 0;
    std::size_t kept_ = 0;
    std::vector<std::uint64_t*> chunks_;
  };

  RowParts(std::size_t parts, std::size_t words);
  /// Shares no row with the other.
  RowParts(const RowParts& other);
  RowParts(RowParts&& other) noexcept = default;
  RowParts& operator=(const RowParts& other) { return *this = RowParts(other); }
  RowParts& operator=(RowParts&& other) noexcept = default;
  ~RowParts() = default;

  [[nodiscard]] Part& operator[](std::size_t number) noexcept { return parts_[number]; }
  [[nodiscard]] const Part& operator[](std::size_t number) const noexcept { return parts_[number]; }
  [[nodiscard]] std::size_t size() const noexcept { return parts_.size(); }
  /// In all parts.
  [[nodiscard]] std::size_t rows() const noexcept;

  /// Then the part is not full.
  void add_chunk(Part& part) { use_chunk(part, memory_.take()); }

  /// Calls use(row) for each row of the part, in their order, where they lie until the part is
  /// written anew.
  template <class Use>
  void for_each_row(const Part& part, Use&& use) const {
    std::size_t left = part.rows_;
    for (std::uint64_t* chunk : part.chunks_) {
      const std::size_t count = std::min(left, chunk_rows_);
      for (std::size_t i = 0; i < count; ++i) use(chunk + i * words_);
      left -= count;
    }
  }

  /// Puts the part's rows behind those in `rows`, one behind the other.
  void copy_to(const Part& part, std::vector<std::uint64_t>& rows) const;

  /// The part has these rows instead, all of which are kept. Chunks that it no longer needs are
  /// added to `spare`.
  /// Precondition (caller): its chunks have room for them.
  void rewrite(Part& part, std::span<const std::uint64_t> rows,
               std::vector<std::uint64_t*>& spare) const;
  void give_back(std::span<std::uint64_t* const> spare);

  /// All memory of the other is this one's from now on.
  void take_memory_of(RowParts& other) { memory_.take_over(other.memory_); }
  /// Leaves the chunks of `theirs` to `part`, which is then to be rewritten: what rows it has is
  /// not known before. `theirs` has none.
  /// Precondition (caller): this has the memory of both.
  static void take_chunks(Part& part, Part& theirs);

 private:
  void use_chunk(Part& part, std::uint64_t* chunk) const;

  std::size_t words_;
  std::size_t chunk_rows_;
  ChunkMemory memory_;
  std::vector<Part> parts_;
};

}  // namespace scrim::bounding
