#include "scrim/transformations/bound_contributions/least_rows.hpp"

#include <bit>

namespace scrim::bounding {

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
    const Entry entry{row_hashes_[i], static_cast<std::uint32_t>(i)};
    if (slots_[slot] == 0) {
      persons_.push_back({row[0], entry.place, 1});
      slots_[slot] = static_cast<std::uint32_t>(persons_.size());
      least_.resize(persons_.size() * most);
      least_[(persons_.size() - 1) * most] = entry;
      continue;
    }
    Person& person = persons_[slots_[slot] - 1];
    Entry* least = least_.data() + (slots_[slot] - 1) * most;
    const auto is_before = [&](const Entry& a, const Entry& b) {
      if (a.hash != b.hash) return a.hash < b.hash;
      return order.compare(rows + a.place * words, rows + b.place * words, first_value, words,
                           texts) < 0;
    };
    if (person.count == most) {
      if (!is_before(entry, least[most - 1])) continue;
    } else {
      ++person.count;
    }
    std::size_t at = person.count - 1;
    for (; at > 0 && is_before(entry, least[at - 1]); --at) least[at] = least[at - 1];
    least[at] = entry;
  }
  stays.assign(count, 0);
  for (std::size_t person = 0; person < persons_.size(); ++person) {
    const Entry* least = least_.data() + person * most;
    for (std::size_t i = 0; i < persons_[person].count; ++i) stays[least[i].place] = 1;
  }
}

}  // namespace scrim::bounding
