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
#include "scrim/transformations/bound_contributions/row_parts.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// An accumulator: persons are shared out among parts by a hash of their ids, so that a table of
/// the persons of a part lies in a cache. A part takes rows as they come and, whenever it has many,
/// keeps of each person what is to be kept.
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
  using Part = RowParts::Part;

  static constexpr std::size_t part_count = 256;
  /// A part is gone through when it has so many times the rows that it kept, so that a row is
  /// looked at 4/3 times; and not before its rows fill a good part of a cache. It has room for more
  /// than its share of 10^7 short rows on two threads that do not take equally many.
  static constexpr std::size_t room_factor = 4;
  static constexpr std::size_t least_room_words = std::size_t{1} << 17;

  /// The rows of a part while it is gone through, where persons are looked up, and what is found.
  /// Each thread has its own.
  struct Scratch {
    explicit Scratch(RowKeeper own) : keeper(std::move(own)) {}

    RowKeeper keeper;
    LeastRows least;
    std::vector<std::uint64_t> rows;     ///< one behind the other
    std::vector<std::uint32_t> persons;  ///< numbers plus 1, 0 where free
    std::vector<std::uint32_t> first_row;
    std::vector<std::uint32_t> person_of;  ///< of each row
    std::vector<std::uint32_t> ends;       ///< of each person, how many; then among `by_person`
    std::vector<std::uint32_t> by_person;  ///< rows, those of one person together
    std::vector<std::uint8_t> stays;
    std::vector<std::uint64_t*> spare;  ///< chunks that parts no longer need
  };

  /// Codes that texts of another state have in this one.
  struct Recoding {
    std::vector<std::uint64_t> ids;
    std::vector<std::uint64_t> fields;
  };

  [[nodiscard]] static std::size_t part_of(std::uint64_t person_hash) noexcept {
    return person_hash >> 56;
  }
  template <class Width>
  void put_rows(Width width);
  void put(const std::uint64_t* row);
  void make_room(Part& part);
  /// Keeps of each person what is to be kept.
  void compact(Part& part);
  /// The same of the rows in the scratch memory, which the part then has.
  void keep_and_write(Part& part, Scratch& scratch) const;
  void find_stays(Scratch& scratch) const;
  /// Says of each row in the scratch memory which person's it is, and how many rows each of them
  /// has.
  void find_persons(Scratch& scratch) const;
  [[nodiscard]] Recoding recoding_of(const PersonRows& other);
  void recode(std::uint64_t* row, const Recoding& recoding) const noexcept;
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
  RowParts parts_;
  Scratch scratch_;
  std::vector<std::uint64_t> hashes_;  // of the rows of a block
  std::size_t threads_ = 1;            // that read this
  std::size_t collect_at_;             // the number of texts
};

}  // namespace scrim::bounding
