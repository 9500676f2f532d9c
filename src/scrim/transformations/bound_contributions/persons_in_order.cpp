#include "scrim/transformations/bound_contributions/persons_in_order.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/row_bytes.hpp"
#include "scrim/transformations/bound_contributions/row_feed.hpp"

namespace scrim::bounding {

namespace {

constexpr std::size_t least_rows_to_compact = 1024;
constexpr std::size_t least_texts_to_recode = 8192;

}  // namespace

PersonsInOrder::PersonsInOrder(std::shared_ptr<const BoundingPlan> plan,
                               std::unique_ptr<AccumulationState<Batch>> inner, bool sorts_rows)
    : plan_(std::move(plan)),
      inner_(std::move(inner)),
      keeper_(plan_->keeper()),
      packer_(plan_->layout, IdTexts::are_viewed),
      texts_(plan_->keeping.seed),
      id_types_(plan_->layout->ids.size(), IdType::unknown),
      sorts_rows_(sorts_rows),
      person_(plan_->layout->ids.size()),
      id_words_(plan_->layout->ids.size()),
      collect_at_(least_texts_to_recode) {}

int PersonsInOrder::compare(std::size_t place) const noexcept {
  const std::uint64_t* row = packer_.row(place);
  for (std::size_t i = 0; i < person_.size(); ++i) {
    if (plan_->layout->ids[i].form == CellForm::text) {
      const int by_text = packer_.id_text(i, place).compare(person_[i].text);
      if (by_text != 0) return by_text;
    } else if (row[i] != person_[i].word) {
      return row[i] < person_[i].word ? -1 : 1;
    }
  }
  return 0;
}

void PersonsInOrder::begin_person(std::size_t place) {
  texts_.of_ids.clear();  // rows of persons before are not compared any more
  for (std::size_t i = 0; i < person_.size(); ++i) {
    person_[i].word = packer_.row(place)[i];
    id_words_[i] = person_[i].word;
    if (plan_->layout->ids[i].form != CellForm::text) continue;
    person_[i].text = packer_.id_text(i, place);
    id_words_[i] = texts_.of_ids.code_of(person_[i].text);
  }
  if (!read_.is_empty() && !(read_.last() < person_)) {
    throw InvokeError(ErrorKind::misuse,
                      "rows did not come in the order of persons: an id came after a larger one, "
                      "or rows of a person after the run was merged, saved or loaded; sort rows by "
                      "id (integers by value, texts byte by byte), or bound contributions without "
                      "the order");
  }
  read_.extend_to(person_);
  is_reading_ = true;
  compact_at_ = least_rows_to_compact;
}

void PersonsInOrder::update(const Batch& block) {
  packer_.read(block, id_types_, texts_);
  for (const std::uint32_t place : packer_.places()) {
    if (!is_reading_ || compare(place) != 0) {
      finish_person();
      begin_person(place);
    }
    const std::uint64_t* row = packer_.row(place);
    rows_.insert(rows_.end(), row, row + words());
    std::copy(id_words_.begin(), id_words_.end(),
              rows_.end() - static_cast<std::ptrdiff_t>(words()));
    if (rows_of_person() >= compact_at_) {
      compact_person();
      compact_at_ = std::max(least_rows_to_compact, 2 * rows_of_person());
    }
  }
  if (texts_.of_fields.size() >= collect_at_) collect_texts();
}

void PersonsInOrder::compact_person() {
  const std::size_t count = rows_of_person();
  std::uint64_t* rows = rows_.data() + begins_ * words();
  places_.resize(count);
  std::iota(places_.begin(), places_.end(), std::uint32_t{0});
  stays_.resize(count);
  keeper_.keep(rows, places_, texts_, stays_);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (stays_[i] == 0) continue;
    std::copy(rows + i * words(), rows + (i + 1) * words(), rows + kept * words());
    ++kept;
  }
  rows_.resize((begins_ + kept) * words());
}

void PersonsInOrder::sort_person() {
  const std::vector<std::uint64_t> rows(
      rows_.begin() + static_cast<std::ptrdiff_t>(begins_ * words()), rows_.end());
  const auto row_at = [&](std::uint32_t place) { return rows.data() + place * words(); };
  places_.resize(rows_of_person());
  std::iota(places_.begin(), places_.end(), std::uint32_t{0});
  std::sort(places_.begin(), places_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return keeper_.order().comes_before(row_at(a), row_at(b), texts_);
  });
  std::uint64_t* out = rows_.data() + begins_ * words();
  for (const std::uint32_t place : places_) {
    out = std::copy(row_at(place), row_at(place) + words(), out);
  }
}

void PersonsInOrder::finish_person() {
  if (!is_reading_) return;
  compact_person();
  if (sorts_rows_) sort_person();
  is_reading_ = false;
  finished_.push_back(rows_of_person());
  begins_ = rows_.size() / words();
  if (begins_ >= block_rows) feed();
}

void PersonsInOrder::feed() {
  RowFeed feed(*plan_, texts_.of_fields, *inner_);
  const std::uint64_t* row = rows_.data();
  for (const std::size_t count : finished_) {
    for (std::size_t i = 0; i < count; ++i, row += words()) feed.put(row, count);
  }
  feed.finish();
  finished_.clear();
  rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(begins_ * words()));
  begins_ = 0;
}

void PersonsInOrder::collect_texts() {
  if (is_reading_) compact_person();
  feed();
  const RowLayout& layout = *plan_->layout;
  TextCodes left(plan_->keeping.seed);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const std::size_t word = i % words();
    if (word < layout.used() || layout.is_text[word] == 0 || rows_[i] == TextCodes::missing) {
      continue;
    }
    rows_[i] = left.code_of(texts_.of_fields.text(rows_[i]));
  }
  texts_.of_fields = std::move(left);
  packer_.forget_codes();
  collect_at_ = std::max(least_texts_to_recode, 2 * texts_.of_fields.size());
}

void PersonsInOrder::settle() {
  finish_person();
  collect_texts();
  inner_->settle();
}

void PersonsInOrder::merge(const AccumulationState<Batch>& other) {
  settle();
  const auto& theirs = static_cast<const PersonsInOrder&>(other);
  agree_on_id_types(id_types_, theirs.id_types_);
  read_.merge(theirs.read_);
  inner_->merge(theirs.inner());
}

void PersonsInOrder::save(StateWriter& writer) const {
  save_id_types(id_types_, writer);
  read_.save(writer);
  inner_->save(writer);
}

void PersonsInOrder::load(StateReader& reader) {
  load_id_types(id_types_, reader);
  read_.load(reader, person_.size());
  inner_->load(reader);
}

}  // namespace scrim::bounding
