#include "scrim/transformations/bound_contributions/person_rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/row_bytes.hpp"

namespace scrim::bounding {

namespace {

constexpr std::size_t least_texts_to_collect = 1 << 16;

[[noreturn]] void refuse_rows() {
  throw InvokeError(ErrorKind::bad_state,
                    "the saved rows of persons are not in order, or more than are kept");
}

}  // namespace

PersonRows::PersonRows(std::shared_ptr<const BoundingPlan> plan)
    : plan_(std::move(plan)),
      keeper_(plan_->keeper()),
      packer_(plan_->layout, IdTexts::are_coded),
      texts_(plan_->keeping.seed),
      id_types_(plan_->layout->ids.size(), IdType::unknown),
      parts_(part_count),
      collect_at_(least_texts_to_collect) {}

void PersonRows::update(const Batch& block) {
  packer_.read(block, id_types_, texts_);
  for (const std::uint32_t place : packer_.places()) put(packer_.row(place));
  if (texts_.of_fields.size() >= collect_at_) collect_texts();
}

void PersonRows::put(const std::uint64_t* row) {
  Part& part = parts_[keeper_.order().person_hash(row, texts_) >> 54];
  const std::size_t width = words();
  if ((part.rows + 1) * width > part.words.size()) make_room(part);
  std::uint64_t* out = part.words.data() + part.rows * width;
  for (std::size_t i = 0; i < width; ++i) out[i] = row[i];
  ++part.rows;
}

void PersonRows::make_room(Part& part) {
  compact(part);
  const std::size_t room = std::max(least_room, room_factor * part.rows) * words();
  if (part.words.size() >= room) return;
  Words wider(room);
  std::copy(part.words.begin(),
            part.words.begin() + static_cast<std::ptrdiff_t>(part.rows * words()), wider.begin());
  part.words = std::move(wider);
}

void PersonRows::find_persons(const Part& part, Scratch& found) const {
  const RowOrder& order = keeper_.order();
  const std::size_t ids = plan_->layout->id_words;
  auto& [persons, first_row, person_of, ends, by_person, stays] = found;
  persons.assign(std::bit_ceil(2 * part.rows + 1), 0);
  first_row.clear();
  ends.clear();
  person_of.resize(part.rows);
  const std::uint64_t* row = part.words.data();
  for (std::size_t i = 0; i < part.rows; ++i, row += words()) {
    std::size_t place = order.person_hash(row, texts_) & (persons.size() - 1);
    while (persons[place] != 0) {
      // A hash may be that of two persons: they are told by their ids, all of them.
      const std::uint64_t* known = part.words.data() + first_row[persons[place] - 1] * words();
      std::uint64_t difference = 0;
      for (std::size_t word = 0; word < ids; ++word) difference |= row[word] ^ known[word];
      if (difference == 0) break;
      place = (place + 1) & (persons.size() - 1);
    }
    if (persons[place] == 0) {
      first_row.push_back(static_cast<std::uint32_t>(i));
      ends.push_back(0);
      persons[place] = static_cast<std::uint32_t>(first_row.size());
    }
    person_of[i] = persons[place] - 1;
    ++ends[person_of[i]];
  }
}

void PersonRows::compact(Part& part) {
  if (part.rows == part.kept) return;
  find_persons(part, scratch_);
  auto& [persons, first_row, person_of, ends, by_person, stays] = scratch_;
  std::uint32_t begin = 0;
  for (std::uint32_t& end : ends) begin += std::exchange(end, begin);
  by_person.resize(part.rows);
  for (std::size_t i = 0; i < part.rows; ++i) {
    by_person[ends[person_of[i]]++] = static_cast<std::uint32_t>(i);
  }
  stays.resize(part.rows);
  begin = 0;
  for (const std::uint32_t end : ends) {
    keeper_.keep(part.words.data(), std::span(by_person).subspan(begin, end - begin), texts_,
                 stays);
    begin = end;
  }
  std::size_t kept = 0;
  const std::size_t width = words();
  for (std::size_t i = 0; i < part.rows; ++i) {
    if (stays[i] == 0) continue;
    const std::uint64_t* row = part.words.data() + i * width;
    std::copy(row, row + width, part.words.data() + kept * width);
    ++kept;
  }
  part.rows = kept;
  part.kept = kept;
}

void PersonRows::settle() {
  for (Part& part : parts_) compact(part);
}

void PersonRows::collect_texts() {
  settle();
  const RowLayout& layout = *plan_->layout;
  TextCodes left(plan_->keeping.seed);
  for (Part& part : parts_) {
    for (std::size_t i = 0; i < part.rows; ++i) {
      std::uint64_t* row = part.words.data() + i * words();
      for (std::size_t word = layout.used(); word < layout.words; ++word) {
        if (layout.is_text[word] == 0 || row[word] == TextCodes::missing) continue;
        row[word] = left.code_of(texts_.of_fields.text(row[word]));
      }
    }
  }
  texts_.of_fields = std::move(left);
  packer_.forget_codes();
  collect_at_ = std::max(least_texts_to_collect, 2 * texts_.of_fields.size());
}

void PersonRows::merge(const PersonRows& other) {
  agree_on_id_types(id_types_, other.id_types_);
  const RowLayout& layout = *plan_->layout;
  // Codes of the other's texts here, where they are known.
  std::vector<std::uint64_t> ids(other.texts_.of_ids.size() + 1, 0);
  std::vector<std::uint64_t> fields(other.texts_.of_fields.size() + 1, 0);
  std::vector<std::uint64_t> row(words());
  for (const Part& part : other.parts_) {
    for (std::size_t i = 0; i < part.rows; ++i) {
      const std::uint64_t* theirs = part.words.data() + i * words();
      std::copy(theirs, theirs + words(), row.begin());
      for (std::size_t word = 0; word < layout.words; ++word) {
        if (layout.is_text[word] == 0 || row[word] == TextCodes::missing) continue;
        const bool is_id = word < layout.id_words;
        std::uint64_t& known = (is_id ? ids : fields)[row[word]];
        if (known == 0) {
          const TextCodes& from = is_id ? other.texts_.of_ids : other.texts_.of_fields;
          known = (is_id ? texts_.of_ids : texts_.of_fields).code_of(from.text(row[word]));
        }
        row[word] = known;
      }
      put(row.data());
    }
  }
}

std::vector<const std::uint64_t*> PersonRows::rows_in_order() const {
  // Most rows are told apart by the first word of the id, which is at hand.
  struct Entry {
    std::uint64_t first;
    const std::uint64_t* row;
  };
  const RowOrder& order = keeper_.order();
  const bool is_at_hand = plan_->layout->is_text.front() == 0;
  std::vector<Entry> entries;
  for (const Part& part : parts_) {
    for (std::size_t i = 0; i < part.rows; ++i) {
      const std::uint64_t* row = part.words.data() + i * words();
      entries.push_back({is_at_hand ? *row : 0, row});
    }
  }
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    return a.first != b.first ? a.first < b.first : order.comes_before(a.row, b.row, texts_);
  });
  std::vector<const std::uint64_t*> rows;
  rows.reserve(entries.size());
  for (const Entry& entry : entries) rows.push_back(entry.row);
  return rows;
}

void PersonRows::save(StateWriter& writer) const {
  save_id_types(id_types_, writer);
  const auto rows = rows_in_order();
  writer.write_length(rows.size());
  for (const std::uint64_t* row : rows) save_row(row, *plan_->layout, texts_, writer);
}

void PersonRows::load(StateReader& reader) {
  load_id_types(id_types_, reader);
  const std::size_t rows = reader.read_length(words() * sizeof(std::uint64_t));
  std::vector<std::uint64_t> last(words());
  std::vector<std::uint64_t> row(words());
  for (std::size_t i = 0; i < rows; ++i) {
    load_row(row.data(), *plan_->layout, texts_, reader);
    if (i > 0 && keeper_.order().comes_before(row.data(), last.data(), texts_)) refuse_rows();
    put(row.data());
    last = row;
  }
  settle();
  std::size_t kept = 0;
  for (const Part& part : parts_) kept += part.rows;
  if (kept != rows) refuse_rows();
}

void PersonRows::feed(AccumulationState<Batch>& inner, bool in_order) const {
  RowFeed feed(*plan_, texts_.of_fields, inner);
  if (in_order) {
    feed_in_order(feed);
  } else {
    feed_in_any_order(feed);
  }
  feed.finish();
}

void PersonRows::feed_in_order(RowFeed& feed) const {
  const auto rows = rows_in_order();
  const std::size_t ids = plan_->layout->id_words;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto end = std::find_if(first, rows.end(), [&](const std::uint64_t* row) {
      return !std::equal(row, row + ids, *first);
    });
    for (auto row = first; row != end; ++row) {
      feed.put(*row, static_cast<std::uint64_t>(end - first));
    }
    first = end;
  }
}

void PersonRows::feed_in_any_order(RowFeed& feed) const {
  Scratch found;
  for (const Part& part : parts_) {
    const bool is_weighed = plan_->weight != 0;
    if (is_weighed) find_persons(part, found);
    for (std::size_t i = 0; i < part.rows; ++i) {
      feed.put(part.words.data() + i * words(),
               is_weighed ? found.ends[found.person_of[i]] : std::uint64_t{1});
    }
  }
}

}  // namespace scrim::bounding
