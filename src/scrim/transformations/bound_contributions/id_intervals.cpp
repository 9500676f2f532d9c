#include "scrim/transformations/bound_contributions/id_intervals.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim::bounding {

void IdIntervals::extend_to(const PersonId& id) {
  if (intervals_.empty()) {
    intervals_.push_back({id, id});
  } else {
    intervals_.back().last = id;
  }
}

void IdIntervals::merge(const IdIntervals& other) {
  std::vector<Interval> all;
  std::ranges::merge(intervals_, other.intervals_, std::back_inserter(all), {}, &Interval::first,
                     &Interval::first);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (!(all[i - 1].last < all[i].first)) {
      throw InvokeError(ErrorKind::misuse,
                        "a person was split: two runs over rows in the order of persons have read "
                        "ids from ranges that overlap; cut rows between persons, or bound "
                        "contributions without the order");
    }
  }
  intervals_ = std::move(all);
}

void IdIntervals::join() {
  if (intervals_.size() < 2) return;
  intervals_.front().last = std::move(intervals_.back().last);
  intervals_.resize(1);
}

void IdIntervals::save(StateWriter& writer) const {
  writer.write_length(intervals_.size());
  for (const Interval& interval : intervals_) {
    for (const PersonId* id : {&interval.first, &interval.last}) {
      for (const IdCell& cell : *id) {
        writer.write(cell.word);
        writer.write_text(cell.text);
      }
    }
  }
}

void IdIntervals::load(StateReader& reader, std::size_t cells) {
  intervals_.clear();
  const std::size_t size = reader.read_length(4 * cells * sizeof(std::uint64_t));
  for (std::size_t i = 0; i < size; ++i) {
    Interval interval{PersonId(cells), PersonId(cells)};
    for (PersonId* id : {&interval.first, &interval.last}) {
      for (IdCell& cell : *id) {
        cell.word = reader.read();
        cell.text = reader.read_text();
      }
    }
    if (interval.last < interval.first || (i > 0 && !(last() < interval.first))) {
      throw InvokeError(ErrorKind::bad_state, "the saved ranges of ids overlap");
    }
    intervals_.push_back(std::move(interval));
  }
}

}  // namespace scrim::bounding
