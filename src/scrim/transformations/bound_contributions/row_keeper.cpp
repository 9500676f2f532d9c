#include "scrim/transformations/bound_contributions/row_keeper.hpp"

#include <algorithm>

#include "scrim/transformations/bound_contributions/keyed_hash.hpp"
#include "scrim/transformations/bound_contributions/packed_words.hpp"

namespace scrim::bounding {

namespace {

constexpr std::uint64_t of_used_fields = 1;
constexpr std::uint64_t of_persons = 2;

}  // namespace

std::uint64_t RowOrder::group_hash(const std::uint64_t* row, const RowTexts& texts) const noexcept {
  const std::uint64_t start = hashed(seed_, of_used_fields);
  if (!layout_->group) return start;
  const std::uint64_t word = row[layout_->group->place];
  return hashed(start, layout_->group->form == CellForm::text ? texts.of_fields.hash(word) : word);
}

std::uint64_t RowOrder::row_hash(const std::uint64_t* row, std::uint64_t group_hash,
                                 const RowTexts& texts) const noexcept {
  std::uint64_t hash = group_hash;
  for (std::size_t i = layout_->first_value(); i < layout_->words; ++i) {
    hash = hashed(hash, layout_->is_text[i] != 0 ? texts.of_fields.hash(row[i]) : row[i]);
  }
  return hash;
}

std::uint64_t RowOrder::person_hash(const std::uint64_t* row,
                                    const RowTexts& texts) const noexcept {
  std::uint64_t hash = hashed(seed_, of_persons);
  for (std::size_t i = 0; i < layout_->id_words; ++i) {
    hash = hashed(hash, layout_->is_text[i] != 0 ? texts.of_ids.hash(row[i]) : row[i]);
  }
  return hash;
}

int RowOrder::compare(const std::uint64_t* a, const std::uint64_t* b, std::size_t first,
                      std::size_t end, const RowTexts& texts) const noexcept {
  for (std::size_t i = first; i < end; ++i) {
    if (a[i] == b[i]) continue;
    if (layout_->is_text[i] == 0 || a[i] == TextCodes::missing || b[i] == TextCodes::missing) {
      return a[i] < b[i] ? -1 : 1;
    }
    const TextCodes& codes = i < layout_->id_words ? texts.of_ids : texts.of_fields;
    return codes.text(a[i]) < codes.text(b[i]) ? -1 : 1;
  }
  return 0;
}

bool RowOrder::comes_before(const std::uint64_t* a, const std::uint64_t* b,
                            const RowTexts& texts) const noexcept {
  const RowLayout& layout = *layout_;
  const int by_person = compare(a, b, 0, layout.id_words, texts);
  if (by_person != 0) return by_person < 0;
  const std::uint64_t group_of_a = group_hash(a, texts);
  const std::uint64_t group_of_b = group_hash(b, texts);
  if (group_of_a != group_of_b) return group_of_a < group_of_b;
  const int by_group = compare(a, b, layout.used(), layout.first_value(), texts);
  if (by_group != 0) return by_group < 0;
  const std::uint64_t hash_of_a = row_hash(a, group_of_a, texts);
  const std::uint64_t hash_of_b = row_hash(b, group_of_b, texts);
  if (hash_of_a != hash_of_b) return hash_of_a < hash_of_b;
  return compare(a, b, layout.first_value(), layout.words, texts) < 0;
}

void RowKeeper::add_to(std::uint64_t* total, const std::uint64_t* row) const noexcept {
  for (const PackedCell& cell : order_.layout().values) {
    const int128 sum = total_of({total[cell.place], total[cell.place + 1]}) +
                       total_of({row[cell.place], row[cell.place + 1]});
    total[cell.place] = words_of(sum).upper;
    total[cell.place + 1] = words_of(sum).lower;
  }
}

void RowKeeper::keep(std::uint64_t* rows, std::span<const std::uint32_t> places,
                     const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  if (all_stay(places.size())) {
    for (const std::uint32_t place : places) stays[place] = 1;
    return;
  }
  const RowLayout& layout = order_.layout();
  const auto row_at = [&](const Entry& entry) { return rows + entry.place * layout.words; };
  entries_.clear();
  for (const std::uint32_t place : places) {
    const std::uint64_t* row = rows + place * layout.words;
    const std::uint64_t group_hash = order_.group_hash(row, texts);
    const std::uint64_t row_hash = keeping_.adds_up ? 0 : order_.row_hash(row, group_hash, texts);
    entries_.push_back({group_hash, row_hash, place});
  }
  const auto is_before = [&](const Entry& a, const Entry& b) {
    if (a.group_hash != b.group_hash) return a.group_hash < b.group_hash;
    // One hash is not one group: groups are told apart by themselves.
    const int by_group =
        order_.compare(row_at(a), row_at(b), layout.used(), layout.first_value(), texts);
    if (by_group != 0) return by_group < 0;
    if (keeping_.adds_up) return false;
    if (a.row_hash != b.row_hash) return a.row_hash < b.row_hash;
    return order_.compare(row_at(a), row_at(b), layout.first_value(), layout.words, texts) < 0;
  };
  std::sort(entries_.begin(), entries_.end(), is_before);
  std::uint64_t groups = 0;
  std::uint64_t in_group = 0;
  const std::uint64_t* group = nullptr;  // a row of the one that is looked at
  std::uint64_t* total = nullptr;
  for (const Entry& entry : entries_) {
    std::uint64_t* row = row_at(entry);
    const bool is_new = group == nullptr ||
                        (layout.group && group[layout.group->place] != row[layout.group->place]);
    if (is_new) {
      ++groups;
      in_group = 0;
      group = row;
      total = row;
    } else if (keeping_.adds_up) {
      add_to(total, row);
    }
    const bool is_kept_group = !layout.has_group() || groups <= keeping_.groups;
    const std::uint64_t rows_kept = keeping_.adds_up ? 1 : keeping_.rows;
    stays[entry.place] = is_kept_group && in_group < rows_kept ? 1 : 0;
    ++in_group;
  }
}

}  // namespace scrim::bounding
