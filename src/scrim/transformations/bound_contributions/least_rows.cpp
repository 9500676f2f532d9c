#include "scrim/transformations/bound_contributions/least_rows.hpp"

#include <bit>

namespace scrim::bounding {

/// Where it goes among those that rise is hard to foresee, so nothing jumps on it: each is the
/// lesser of itself and what is carried on, and the largest is dropped.
/// Precondition (caller): none has the hash of another.
inline void LeastRows::insert(std::span<Entry> least, Entry entry) noexcept {
  for (Entry& each : least) {
    const std::uint64_t is_less = entry.hash < each.hash ? ~std::uint64_t{0} : 0;
    const Entry difference{(each.hash ^ entry.hash) & is_less,
                           (each.place ^ entry.place) & is_less};
    each = {each.hash ^ difference.hash, each.place ^ difference.place};
    entry = {entry.hash ^ difference.hash, entry.place ^ difference.place};
  }
}

void LeastRows::find(const RowKeeper& keeper, const std::uint64_t* rows, std::size_t count,
                     const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  const RowOrder& order = keeper.order();
  const std::size_t words = order.layout().words;
  const std::size_t id_words = order.layout().id_words;
  const std::size_t first_value = order.layout().first_value();
  const std::size_t most = keeper.rows_kept();
  // All hashes first, in loops that do nothing else: one does not wait for the other.
  person_hashes_.resize(count);
  row_hashes_.resize(count);
  order.person_hashes(rows, count, texts, person_hashes_.data());
  order.row_hashes(rows, count, texts, person_hashes_.data(), row_hashes_.data());
  slots_.assign(std::bit_ceil(2 * count + 1), 0);
  persons_.clear();
  least_.clear();
  const std::size_t mask = slots_.size() - 1;
  const auto has_ids_of = [&](const std::uint64_t* row, const Person& person) {
    std::uint64_t difference = row[0] ^ person.first_id;
    const std::uint64_t* known = rows + person.first_row * words;
    for (std::size_t word = 1; word < id_words; ++word) difference |= row[word] ^ known[word];
    return difference == 0;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t* row = rows + i * words;
    std::size_t slot = person_hashes_[i] & mask;
    // A hash may be that of two persons: they are told by their ids, all of them.
    while (slots_[slot] != 0 && !has_ids_of(row, persons_[slots_[slot] - 1])) {
      slot = (slot + 1) & mask;
    }
    const Entry entry{row_hashes_[i], i};
    if (slots_[slot] == 0) {
      persons_.push_back({row[0], i});
      slots_[slot] = static_cast<std::uint32_t>(persons_.size());
      least_.resize(persons_.size() * most, no_entry);
      least_[(persons_.size() - 1) * most] = entry;
      continue;
    }
    const auto least = std::span(least_).subspan((slots_[slot] - 1) * most, most);
    bool is_tied = false;
    for (const Entry& each : least) is_tied |= each.hash == entry.hash;
    if (!is_tied) {
      insert(least, entry);
      continue;
    }
    const auto is_before = [&](const Entry& a, const Entry& b) {
      if (a.hash != b.hash) return a.hash < b.hash;
      if (b.place == no_place) return true;
      return order.compare(rows + a.place * words, rows + b.place * words, first_value, words,
                           texts) < 0;
    };
    std::size_t at = most;
    for (; at > 0 && is_before(entry, least[at - 1]); --at) {
      if (at < most) least[at] = least[at - 1];
    }
    if (at < most) least[at] = entry;
  }
  stays.assign(count, 0);
  for (const Entry& entry : least_) {
    if (entry.place != no_place) stays[entry.place] = 1;
  }
}

}  // namespace scrim::bounding
