// What is kept of persons' rows that come in the order of ids: in the memory of one person.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/transformations/bound_contributions/bounding_plan.hpp"
#include "scrim/transformations/bound_contributions/id_intervals.hpp"
#include "scrim/transformations/bound_contributions/row_keeper.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// Reads rows whose ids never fall: integers by value, texts byte by byte, several columns one
/// after the other. What is kept of a person is fed on as soon as a larger id comes, or when the
/// state is settled; from then on no row may be that person's.
///
/// Errors tell whether ids fall, and nothing else of them: whoever hands over rows has promised
/// that they do not.
class PersonsInOrder final : public AccumulationState<Batch> {
 public:
  /// Feeds on the rows of a person in the order of rows if asked to, else in any.
  PersonsInOrder(std::shared_ptr<const BoundingPlan> plan,
                 std::unique_ptr<AccumulationState<Batch>> inner, bool sorts_rows);

  [[nodiscard]] const AccumulationState<Batch>& inner() const noexcept { return *inner_; }

  /// Postcondition: throws InvokeError{misuse} if an id is less than one before, or that of a
  ///   person whose rows were fed on.
  void update(const Batch& block) override;
  void settle() override;
  /// Postcondition: throws InvokeError{misuse} if both may have rows of one person.
  void merge(const AccumulationState<Batch>& other) override;
  void forget_parts() override { read_.join(); }
  void save(StateWriter& writer) const override;
  void load(StateReader& reader) override;

 private:
  /// As the id in the row at this place stands to the person whose rows are read.
  [[nodiscard]] int compare(std::size_t place) const noexcept;
  void begin_person(std::size_t place);
  /// Keeps of the rows of the person what is to be kept.
  void compact_person();
  void sort_person();
  /// No row of the person will come any more.
  void finish_person();
  /// Feeds on what is kept of persons that are finished.
  void feed();
  /// Leaves out the texts that no row has any more.
  void collect_texts();
  [[nodiscard]] std::size_t rows_of_person() const noexcept {
    return rows_.size() / words() - begins_;
  }
  [[nodiscard]] std::size_t words() const noexcept { return plan_->layout->words; }

  std::shared_ptr<const BoundingPlan> plan_;
  std::unique_ptr<AccumulationState<Batch>> inner_;
  RowKeeper keeper_;
  RowPacker packer_;
  RowTexts texts_;
  std::vector<IdType> id_types_;
  IdIntervals read_;

  bool sorts_rows_;
  bool is_reading_ = false;              // a person, whose rows may go on
  PersonId person_;                      // who that is
  std::vector<std::uint64_t> id_words_;  // of its rows: texts as codes, which hashes need
  std::vector<std::uint64_t> rows_;      // of persons that are finished, then of that person
  std::vector<std::size_t> finished_;    // of each person that is finished, how many rows
  std::size_t begins_ = 0;               // where that person's begin, in rows
  std::size_t compact_at_ = 0;           // as many rows of one person
  std::size_t collect_at_;               // as many texts
  std::vector<std::uint32_t> places_;
  std::vector<std::uint8_t> stays_;
};

}  // namespace scrim::bounding
