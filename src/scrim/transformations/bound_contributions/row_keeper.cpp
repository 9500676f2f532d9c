#include "scrim/transformations/bound_contributions/row_keeper.hpp"

#include <algorithm>
#include <array>

#include "scrim/transformations/bound_contributions/packed_words.hpp"

namespace scrim::bounding {

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
  const bool has_group = order_.layout().has_group();
  const bool are_few = !keeping_.adds_up && keeping_.rows <= most_of_few &&
                       (!has_group || keeping_.groups <= most_of_few);
  if (!are_few) {
    keep_by_sorting(rows, places, texts, stays);
  } else if (has_group) {
    keep_few_groups(rows, places, texts, stays);
  } else {
    keep_few_rows(rows, places, texts, stays);
  }
}

void RowKeeper::put_among(std::span<Entry> least, std::size_t& count, const Entry& entry,
                          const std::uint64_t* rows, const RowTexts& texts,
                          std::vector<std::uint8_t>& stays) const noexcept {
  if (count == least.size()) {
    if (!row_is_before(entry, least.back(), rows, texts)) {
      stays[entry.place] = 0;
      return;
    }
    stays[least.back().place] = 0;
  } else {
    ++count;
  }
  std::size_t at = count - 1;
  for (; at > 0 && row_is_before(entry, least[at - 1], rows, texts); --at) {
    least[at] = least[at - 1];
  }
  least[at] = entry;
  stays[entry.place] = 1;
}

void RowKeeper::keep_few_rows(const std::uint64_t* rows, std::span<const std::uint32_t> places,
                              const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  std::array<Entry, most_of_few> least;
  std::size_t count = 0;
  const std::size_t words = order_.layout().words;
  const std::uint64_t start = order_.group_hash(rows + places.front() * words, texts);
  for (const std::uint32_t place : places) {
    const std::uint64_t hash = order_.row_hash(rows + place * words, start, texts);
    put_among(std::span(least).first(keeping_.rows), count, {start, hash, place}, rows, texts,
              stays);
  }
}

void RowKeeper::keep_few_groups(const std::uint64_t* rows, std::span<const std::uint32_t> places,
                                const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  const std::size_t words = order_.layout().words;
  const std::size_t group = order_.layout().group->place;
  const auto is_one_group = [&](const Entry& a, const Entry& b) {
    return rows[a.place * words + group] == rows[b.place * words + group];
  };
  // The least groups, each by its first row.
  std::array<Entry, most_of_few> groups;
  std::size_t group_count = 0;
  entries_.clear();
  for (const std::uint32_t place : places) {
    const Entry entry{order_.group_hash(rows + place * words, texts), 0, place};
    entries_.push_back(entry);
    const bool is_full = group_count == keeping_.groups;
    if (is_full && entry.group_hash > groups[group_count - 1].group_hash) continue;
    std::size_t at = group_count;
    while (at > 0 && group_is_before(entry, groups[at - 1], rows, texts)) --at;
    if ((at > 0 && is_one_group(entry, groups[at - 1])) || at == keeping_.groups) continue;
    if (!is_full) ++group_count;
    for (std::size_t i = group_count - 1; i > at; --i) groups[i] = groups[i - 1];
    groups[at] = entry;
  }
  // And the least rows of each.
  std::array<std::array<Entry, most_of_few>, most_of_few> least;
  std::array<std::size_t, most_of_few> counts{};
  for (Entry& entry : entries_) {
    std::size_t number = 0;
    while (number < group_count && !is_one_group(entry, groups[number])) ++number;
    if (number == group_count) {
      stays[entry.place] = 0;
      continue;
    }
    entry.row_hash = order_.row_hash(rows + entry.place * words, entry.group_hash, texts);
    put_among(std::span(least[number]).first(keeping_.rows), counts[number], entry, rows, texts,
              stays);
  }
}

void RowKeeper::keep_by_sorting(std::uint64_t* rows, std::span<const std::uint32_t> places,
                                const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  const RowLayout& layout = order_.layout();
  entries_.clear();
  for (const std::uint32_t place : places) {
    const std::uint64_t* row = rows + place * layout.words;
    const std::uint64_t group_hash = order_.group_hash(row, texts);
    const std::uint64_t row_hash = keeping_.adds_up ? 0 : order_.row_hash(row, group_hash, texts);
    entries_.push_back({group_hash, row_hash, place});
  }
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    if (group_is_before(a, b, rows, texts)) return true;
    if (group_is_before(b, a, rows, texts) || keeping_.adds_up) return false;
    return row_is_before(a, b, rows, texts);
  });
  std::uint64_t groups = 0;
  std::uint64_t in_group = 0;
  const std::uint64_t* group = nullptr;  // a row of the one that is looked at
  std::uint64_t* total = nullptr;
  for (const Entry& entry : entries_) {
    std::uint64_t* row = rows + entry.place * layout.words;
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
