#include "scrim/core/parts.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim {

// Texts name part numbers: they are arguments of whoever started the runs, and public.

Parts::Parts(std::uint64_t count, Ranges ranges) : count_(count), ranges_(std::move(ranges)) {
  if (ranges_.front().first == 0 && ranges_.front().end == count_) {
    count_ = 1;
    ranges_.front().end = 1;
  }
}

Parts::Parts(Part part) : count_(part.count), ranges_{{part.index, part.index + 1}} {
  if (part.index >= part.count || part.count > most) {
    fail(ErrorKind::invalid_argument, "a run cannot be part " + std::to_string(part.index) +
                                          " of " + std::to_string(part.count) +
                                          "; parts are numbered from 0 to one less than their " +
                                          "number, which is " + std::to_string(most) + " at most");
  }
}

Parts Parts::merged_with(const Parts& other) const {
  const auto refuse = [&](const std::string& why) {
    fail(ErrorKind::misuse, "cannot merge: this run holds " + describe() +
                                " and the other one holds " + other.describe() + why +
                                "; start runs that are to be merged as parts of one number of " +
                                "parts (0 of n, 1 of n, and so on), each part once");
  };
  if (count_ != other.count_) refuse(", which are not parts of the same number of parts");
  Ranges sorted;
  std::ranges::merge(ranges_, other.ranges_, std::back_inserter(sorted), {}, &Range::first,
                     &Range::first);
  Ranges merged{sorted.front()};
  for (const Range& range : std::span(sorted).subspan(1)) {
    Range& last = merged.back();
    if (range.first < last.end) refuse(", so that rows would be counted twice");
    if (range.first == last.end) {
      last.end = range.end;
    } else {
      merged.push_back(range);
    }
  }
  return {count_, std::move(merged)};
}

void Parts::require_all() const {
  if (count_ == 1) return;
  Ranges gaps;
  std::uint64_t next = 0;
  for (const Range& range : ranges_) {
    if (next < range.first) gaps.push_back({next, range.first});
    next = range.end;
  }
  if (next < count_) gaps.push_back({next, count_});
  fail(ErrorKind::misuse, "cannot finish: this run holds " + describe() + ", without " +
                              describe(gaps) +
                              "; merge the missing parts into it first (those without rows too)");
}

void Parts::save(StateWriter& writer) const {
  writer.write(count_);
  writer.write_length(ranges_.size());
  for (const auto& [first, end] : ranges_) {
    writer.write(first);
    writer.write(end);
  }
}

Parts Parts::load(StateReader& reader) {
  const std::uint64_t count = reader.read();
  const std::size_t length = reader.read_length(2 * sizeof(std::uint64_t));
  Ranges ranges(length);
  std::uint64_t next = 0;  // where a range may begin; behind a range, a gap comes first
  bool are_in_order = count <= most && length > 0;
  for (auto& [first, end] : ranges) {
    first = reader.read();
    end = reader.read();
    are_in_order = are_in_order && next <= first && first < end && end <= count;
    next = end + 1;
  }
  if (are_in_order) {
    Parts parts(count, std::move(ranges));
    if (parts.count_ == count) return parts;  // else all are there, which is saved as the whole
  }
  throw InvokeError(ErrorKind::bad_state, "the saved run does not say which parts it holds");
}

std::string Parts::describe() const {
  if (count_ == 1) return "the whole";
  return describe(ranges_) + " of " + std::to_string(count_);
}

std::string Parts::describe(const Ranges& ranges) {
  constexpr std::size_t most_shown = 4;
  const bool is_one = ranges.size() == 1 && ranges.front().end - ranges.front().first == 1;
  std::string text = is_one ? "part " : "parts ";
  for (std::size_t i = 0; i < std::min(ranges.size(), most_shown); ++i) {
    const auto& [first, end] = ranges[i];
    text += (i == 0 ? "" : ", ") + std::to_string(first);
    if (end - first > 1) text += " to " + std::to_string(end - 1);
  }
  return text + (ranges.size() > most_shown ? ", and others" : "");
}

}  // namespace scrim
