#include "scrim/transformations/bound_contributions/least_rows.hpp"

#include "scrim/transformations/bound_contributions/with_width.hpp"

namespace scrim::bounding {

namespace {

constexpr std::size_t fewest_slots = 64;
// Slots of rows so far ahead are fetched while others are looked at, and persons of half as far.
constexpr std::size_t far_ahead = 16;
constexpr std::size_t slots_per_person = 4;  // at least: then the first is most often the right one

}  // namespace

/// Where it goes among those that rise is hard to foresee, so nothing jumps on it: each is the
/// lesser of itself and what is carried on, and the largest is dropped. What is carried on was
/// before the next, and stays so where halves of hashes are the same.
/// Precondition (caller): the entry has half a hash of none.
inline void LeastRows::insert(std::span<Entry> least, Entry entry) noexcept {
  for (Entry& each : least) {
    const bool is_before = entry <= (each | place_mask);
    // Changed by bits: of a choice between the two compilers make a jump.
    const Entry changed = (each ^ entry) & (Entry{0} - Entry{is_before});
    each ^= changed;
    entry ^= changed;
  }
}

/// As many slots, a power of two, for the persons that there are.
void LeastRows::make_slots(std::size_t count) {
  slots_.assign(count, 0);
  for (std::size_t person = 0; person < persons_.size(); ++person) {
    std::size_t slot = person_hashes_[persons_[person].first_row] & (count - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (count - 1);
    slots_[slot] = static_cast<std::uint32_t>(person + 1);
  }
}

void LeastRows::find(const RowKeeper& keeper, const std::uint64_t* rows, std::size_t count,
                     const RowTexts& texts, std::vector<std::uint8_t>& stays) {
  // Few stay as a rule: of a known number they are compared without a loop.
  with_width(keeper.rows_kept(),
             [&](auto most) { find_least(keeper.order(), rows, count, texts, most); });
  stays.assign(count, 0);
  for (const Entry entry : least_) {
    if (entry != no_entry) stays[entry & place_mask] = 1;
  }
}

template <class Most>
void LeastRows::find_least(const RowOrder& order, const std::uint64_t* rows, std::size_t count,
                           const RowTexts& texts, Most most) {
  // At hand, and nobody else's: what is written cannot change them.
  const std::size_t words = order.layout().words;
  const std::size_t id_words = order.layout().id_words;
  const std::size_t first_value = order.layout().first_value();
  // All hashes first, in loops that do nothing else: one does not wait for the other.
  person_hashes_.resize(count);
  row_hashes_.resize(count);
  order.person_hashes(rows, count, texts, person_hashes_.data());
  order.row_hashes(rows, count, texts, person_hashes_.data(), row_hashes_.data());
  persons_.clear();
  least_.clear();
  make_slots(fewest_slots);
  const auto is_before = [&](Entry a, Entry b) {
    if (b == no_entry) return true;
    const std::uint64_t place_a = a & place_mask;
    const std::uint64_t place_b = b & place_mask;
    if (row_hashes_[place_a] != row_hashes_[place_b])
      return row_hashes_[place_a] < row_hashes_[place_b];
    return order.compare(rows + place_a * words, rows + place_b * words, first_value, words,
                         texts) < 0;
  };
  const auto has_ids_of = [&](const std::uint64_t* row, const Person& person) {
    std::uint64_t difference = row[0] ^ person.first_id;
    if (id_words == 1) return difference == 0;
    const std::uint64_t* known = rows + person.first_row * words;
    for (std::size_t word = 1; word < id_words; ++word) difference |= row[word] ^ known[word];
    return difference == 0;
  };
  const std::uint32_t* slots = slots_.data();
  std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + far_ahead < count) {
      __builtin_prefetch(slots + (person_hashes_[i + far_ahead] & mask));
      const std::size_t soon = slots[person_hashes_[i + far_ahead / 2] & mask];
      __builtin_prefetch(persons_.data() + soon);
      __builtin_prefetch(least_.data() + soon * most);
    }
    const std::uint64_t* row = rows + i * words;
    std::size_t slot = person_hashes_[i] & mask;
    // A hash may be that of two persons: they are told by their ids, all of them.
    while (slots[slot] != 0 && !has_ids_of(row, persons_[slots[slot] - 1])) {
      slot = (slot + 1) & mask;
    }
    const Entry entry = (row_hashes_[i] & ~place_mask) | i;
    if (slots[slot] == 0) {
      persons_.push_back({row[0], i});
      slots_[slot] = static_cast<std::uint32_t>(persons_.size());
      least_.push_back(entry);
      for (std::size_t k = 1; k < most; ++k) least_.push_back(no_entry);
      if (slots_per_person * persons_.size() > slots_.size()) {
        make_slots(4 * slots_.size());
        slots = slots_.data();
        mask = slots_.size() - 1;
      }
      continue;
    }
    const auto least = std::span(least_).subspan((slots[slot] - 1) * most, most);
    bool is_tied = false;
    for (const Entry each : least) is_tied |= (each ^ entry) <= place_mask;
    if (!is_tied) {
      insert(least, entry);
      continue;
    }
    std::size_t at = most;
    for (; at > 0 && is_before(entry, least[at - 1]); --at) {
      if (at < most) least[at] = least[at - 1];
    }
    if (at < most) least[at] = entry;
  }
}

}  // namespace scrim::bounding
