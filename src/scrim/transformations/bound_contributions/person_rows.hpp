// What is kept of the rows of all persons, in memory: rows may come in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/transformations/bound_contributions/bounding_plan.hpp"
#include "scrim/transformations/bound_contributions/least_rows.hpp"
#include "scrim/transformations/bound_contributions/row_feed.hpp"
#include "scrim/transformations/bound_contributions/row_keeper.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// An accumulator: persons are shared out among parts by a hash of their ids, so that the rows of a
/// part, and a table of its persons, lie in a cache. A part takes rows as they come and, whenever
/// it is full, keeps of each person what is to be kept.
///
/// When settled it holds k(x(p)) for each person p, where x(p) is the multiset of their rows: see
/// RowKeeper. So it is a function of the multiset of rows.
class PersonRows {
 public:
  static constexpr bool holds_rows = true;

  explicit PersonRows(std::shared_ptr<const BoundingPlan> plan);

  void update(const Batch& block);
  /// Precondition (caller): the other is settled.
  void merge(const PersonRows& other);
  void settle();
  /// The same as merging them, once settled, and settling this: but part by part, and on as many
  /// threads as there are states.
  void gather_from(std::span<PersonRows* const> others);
  [[nodiscard]] Identity identity() const { return plan_->identity; }

  // Precondition (caller): this is settled.

  /// In the order of rows, so that the bytes do not depend on that in which they came.
  void save(StateWriter& writer) const;
  /// Precondition (caller): no row has been read.
  void load(StateReader& reader);
  /// The state of `inner` that was fed what is kept, settled: in the order of rows if it keeps
  /// order, else in any, on as many threads as read.
  [[nodiscard]] std::shared_ptr<const AccumulationState<Batch>> feed(
      const Accumulation<Batch>& inner) const;

 private:
  static constexpr std::size_t part_count = 1024;
  /// A part has room for so many times what it kept, so that a row is looked at 4/3 times.
  static constexpr std::size_t room_factor = 4;
  static constexpr std::size_t least_room = 64;

  /// Leaves words as they are until rows are written to them: a part has much room.
  struct LeavesWords : std::allocator<std::uint64_t> {
    template <class Word>
    void construct(Word* place) noexcept {
      ::new (static_cast<void*>(place)) Word;
    }
    template <class Word, class Value>
    void construct(Word* place, const Value& value) noexcept {
      ::new (static_cast<void*>(place)) Word(value);
    }
    // NOLINTBEGIN(readability-identifier-naming): what the standard library calls them.
    template <class Word>
    struct rebind {
      using other = LeavesWords;
    };
    // NOLINTEND(readability-identifier-naming)
  };
  using Words = std::vector<std::uint64_t, LeavesWords>;

  struct Part {
    Words words;  ///< all the room there is
    std::size_t rows = 0;
    std::size_t kept = 0;  ///< of these, the first: what was kept the last time
  };

  /// Where persons of a part are looked up while it is gone through, and what is found. Each thread
  /// has its own.
  struct Scratch {
    explicit Scratch(RowKeeper own) : keeper(std::move(own)) {}

    RowKeeper keeper;
    LeastRows least;
    std::vector<std::uint32_t> persons;  ///< numbers plus 1, 0 where free
    std::vector<std::uint32_t> first_row;
    std::vector<std::uint32_t> person_of;  ///< of each row
    std::vector<std::uint32_t> ends;       ///< of each person, how many; then among `by_person`
    std::vector<std::uint32_t> by_person;  ///< rows, those of one person together
    std::vector<std::uint8_t> stays;
  };

  /// Codes that texts of another state have in this one.
  struct Recoding {
    std::vector<std::uint64_t> ids;
    std::vector<std::uint64_t> fields;
  };

  [[nodiscard]] static std::size_t part_of(std::uint64_t person_hash) noexcept {
    return person_hash >> 54;
  }
  template <class Width>
  void put_rows(Width width);
  void put(const std::uint64_t* row);
  /// Precondition (caller): there is room.
  static void append(Part& part, const std::uint64_t* row, std::size_t width) noexcept;
  void make_room(Part& part, Scratch& scratch) const;
  void grow(Part& part, std::size_t rows) const;
  /// Keeps of each person what is to be kept.
  void compact(Part& part, Scratch& scratch) const;
  void find_stays(Part& part, Scratch& scratch) const;
  /// Says of each row of the part which person's it is, and how many rows each of them has.
  void find_persons(const Part& part, Scratch& scratch) const;
  [[nodiscard]] Recoding recoding_of(const PersonRows& other);
  void recode(std::uint64_t* row, const Recoding& recoding) const noexcept;
  [[nodiscard]] std::size_t rows() const noexcept;
  void feed_part(const Part& part, RowFeed& feed, Scratch& scratch) const;
  void feed_in_order(RowFeed& feed) const;
  /// Leaves out the texts that no kept row has.
  void collect_texts();
  [[nodiscard]] std::vector<const std::uint64_t*> rows_in_order() const;
  [[nodiscard]] std::size_t words() const noexcept { return plan_->layout->words; }

  std::shared_ptr<const BoundingPlan> plan_;
  RowPacker packer_;
  RowTexts texts_;
  std::vector<IdType> id_types_;
  std::vector<Part> parts_;
  Scratch scratch_;
  std::vector<std::uint64_t> hashes_;  // of the rows of a block
  std::size_t threads_ = 1;            // that read this
  std::size_t collect_at_;             // the number of texts
};

}  // namespace scrim::bounding
