#include "scrim/transformations/bound_contributions/person_rows.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "scrim/core/thread_limits.hpp"
#include "scrim/core/work_on_threads.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/row_bytes.hpp"
#include "scrim/transformations/bound_contributions/with_width.hpp"

namespace scrim::bounding {

namespace {

constexpr std::size_t least_texts_to_collect = 1 << 16;
// By which it is told how large a state is that was fed.
constexpr std::size_t measured_parts = 16;

[[noreturn]] void refuse_rows() {
  throw InvokeError(ErrorKind::bad_state,
                    "the saved rows of persons are not in order, or more than are kept");
}

}  // namespace

PersonRows::PersonRows(std::shared_ptr<const BoundingPlan> plan)
    : plan_(std::move(plan)),
      packer_(plan_->layout, IdTexts::are_coded),
      texts_(plan_->keeping.seed),
      id_types_(plan_->layout->ids.size(), IdType::unknown),
      parts_(part_count, plan_->layout->words),
      scratch_(plan_->keeper()),
      collect_at_(least_texts_to_collect) {}

void PersonRows::update(const Batch& block) {
  packer_.read(block, id_types_, texts_);
  hashes_.resize(block.size());
  scratch_.keeper.order().person_hashes(packer_.row(0), block.size(), texts_, hashes_.data());
  with_width(words(), [&](auto width) { put_rows(width); });
  if (texts_.of_fields.size() >= collect_at_) collect_texts();
}

template <class Width>
void PersonRows::put_rows(Width width) {
  for (const std::uint32_t place : packer_.places()) {
    Part& part = parts_[part_of(hashes_[place])];
    if (part.is_full()) make_room(part);
    part.append(packer_.row(place), width);
  }
}

void PersonRows::put(const std::uint64_t* row) {
  Part& part = parts_[part_of(scratch_.keeper.order().person_hash(row, texts_))];
  if (part.is_full()) make_room(part);
  part.append(row, words());
}

void PersonRows::make_room(Part& part) {
  if (part.rows() >= std::max(least_room_words / words(), room_factor * part.kept())) compact(part);
  if (part.is_full()) parts_.add_chunk(part);
}

void PersonRows::find_persons(Scratch& scratch) const {
  const RowOrder& order = scratch.keeper.order();
  const std::size_t ids = plan_->layout->id_words;
  auto& [keeper, least, rows, persons, first_row, person_of, ends, by_person, stays, spare] =
      scratch;
  const std::size_t count = rows.size() / words();
  persons.assign(std::bit_ceil(2 * count + 1), 0);
  first_row.clear();
  ends.clear();
  person_of.resize(count);
  const std::uint64_t* row = rows.data();
  for (std::size_t i = 0; i < count; ++i, row += words()) {
    std::size_t place = order.person_hash(row, texts_) & (persons.size() - 1);
    while (persons[place] != 0) {
      // A hash may be that of two persons: they are told by their ids, all of them.
      const std::uint64_t* known = rows.data() + first_row[persons[place] - 1] * words();
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

void PersonRows::find_stays(Scratch& scratch) const {
  auto& [keeper, least, rows, persons, first_row, person_of, ends, by_person, stays, spare] =
      scratch;
  const std::size_t count = rows.size() / words();
  if (keeper.keeps_few_rows()) {
    least.find(keeper, rows.data(), count, texts_, stays);
    return;
  }
  find_persons(scratch);
  std::uint32_t begin = 0;
  for (std::uint32_t& end : ends) begin += std::exchange(end, begin);
  by_person.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    by_person[ends[person_of[i]]++] = static_cast<std::uint32_t>(i);
  }
  stays.resize(count);
  begin = 0;
  for (const std::uint32_t end : ends) {
    keeper.keep(rows.data(), std::span(by_person).subspan(begin, end - begin), texts_, stays);
    begin = end;
  }
}

void PersonRows::keep_and_write(Part& part, Scratch& scratch) const {
  find_stays(scratch);
  std::uint64_t* out = scratch.rows.data();
  with_width(words(), [&](auto width) {
    const std::uint64_t* row = scratch.rows.data();
    for (const std::uint8_t stays : scratch.stays) {
      // Written at any rate: whether a row stays is hard to foresee.
      for (std::size_t word = 0; word < width; ++word) out[word] = row[word];
      out += stays * width;
      row += width;
    }
  });
  parts_.rewrite(part, {scratch.rows.data(), out}, scratch.spare);
}

void PersonRows::compact(Part& part) {
  if (part.rows() == part.kept()) return;
  scratch_.rows.clear();
  parts_.copy_to(part, scratch_.rows);
  keep_and_write(part, scratch_);
  parts_.give_back(std::exchange(scratch_.spare, {}));
}

void PersonRows::settle() {
  for (std::size_t number = 0; number < part_count; ++number) compact(parts_[number]);
}

void PersonRows::gather_from(std::span<PersonRows* const> others) {
  std::vector<Recoding> recodings;
  std::vector<Scratch> scratches(1 + others.size(), Scratch(plan_->keeper()));
  for (PersonRows* other : others) {
    agree_on_id_types(id_types_, other->id_types_);
    recodings.push_back(recoding_of(*other));
    parts_.take_memory_of(other->parts_);
  }
  threads_ = std::max(threads_, scratches.size());
  const bool has_texts = scratch_.keeper.order().has_texts();
  // A person's rows lie in the same part of every state. So parts are settled each by itself.
  work_on_threads(part_count, scratches.size(), [&](std::size_t worker, std::size_t number) {
    Part& part = parts_[number];
    Scratch& scratch = scratches[worker];
    std::vector<std::uint64_t>& rows = scratch.rows;
    rows.clear();
    parts_.copy_to(part, rows);
    for (std::size_t i = 0; i < others.size(); ++i) {
      Part& theirs = others[i]->parts_[number];
      const std::size_t before = rows.size();
      parts_.copy_to(theirs, rows);
      for (std::size_t row = before; has_texts && row < rows.size(); row += words())
        recode(rows.data() + row, recodings[i]);
      RowParts::take_chunks(part, theirs);
    }
    if (rows.size() != part.kept() * words()) keep_and_write(part, scratch);
  });
  for (const Scratch& scratch : scratches) parts_.give_back(scratch.spare);
}

PersonRows::Recoding PersonRows::recoding_of(const PersonRows& other) {
  const auto codes_of = [](const TextCodes& from, TextCodes& to) {
    std::vector<std::uint64_t> codes(from.size() + 1, TextCodes::missing);
    for (std::size_t code = 1; code <= from.size(); ++code)
      codes[code] = to.code_of(from.text(code));
    return codes;
  };
  return {codes_of(other.texts_.of_ids, texts_.of_ids),
          codes_of(other.texts_.of_fields, texts_.of_fields)};
}

void PersonRows::recode(std::uint64_t* row, const Recoding& recoding) const noexcept {
  const RowLayout& layout = *plan_->layout;
  for (std::size_t word = 0; word < layout.words; ++word) {
    if (layout.is_text[word] == 0) continue;
    row[word] = (word < layout.id_words ? recoding.ids : recoding.fields)[row[word]];
  }
}

void PersonRows::collect_texts() {
  settle();
  const RowLayout& layout = *plan_->layout;
  TextCodes left(plan_->keeping.seed);
  for (std::size_t number = 0; number < part_count; ++number) {
    parts_.for_each_row(parts_[number], [&](std::uint64_t* row) {
      for (std::size_t word = layout.used(); word < layout.words; ++word) {
        if (layout.is_text[word] == 0 || row[word] == TextCodes::missing) continue;
        row[word] = left.code_of(texts_.of_fields.text(row[word]));
      }
    });
  }
  texts_.of_fields = std::move(left);
  packer_.forget_codes();
  collect_at_ = std::max(least_texts_to_collect, 2 * texts_.of_fields.size());
}

void PersonRows::merge(const PersonRows& other) {
  agree_on_id_types(id_types_, other.id_types_);
  const Recoding recoding = recoding_of(other);
  std::vector<std::uint64_t> row(words());
  for (std::size_t number = 0; number < part_count; ++number) {
    other.parts_.for_each_row(other.parts_[number], [&](const std::uint64_t* theirs) {
      std::copy_n(theirs, words(), row.begin());
      recode(row.data(), recoding);
      put(row.data());
    });
  }
}

std::vector<const std::uint64_t*> PersonRows::rows_in_order() const {
  // Most rows are told apart by the first word of the id, which is at hand.
  struct Entry {
    std::uint64_t first;
    const std::uint64_t* row;
  };
  const RowOrder& order = scratch_.keeper.order();
  const bool is_at_hand = plan_->layout->is_text.front() == 0;
  std::vector<Entry> entries;
  for (std::size_t number = 0; number < part_count; ++number) {
    parts_.for_each_row(parts_[number], [&](const std::uint64_t* row) {
      entries.push_back({is_at_hand ? *row : 0, row});
    });
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
    if (i > 0 && scratch_.keeper.order().comes_before(row.data(), last.data(), texts_))
      refuse_rows();
    put(row.data());
    last = row;
  }
  settle();
  if (parts_.rows() != rows) refuse_rows();
}

void PersonRows::feed_part(const Part& part, RowFeed& feed, Scratch& scratch) const {
  const bool is_weighed = plan_->weight != 0;
  if (is_weighed) {
    scratch.rows.clear();
    parts_.copy_to(part, scratch.rows);
    find_persons(scratch);
  }
  std::size_t place = 0;
  parts_.for_each_row(part, [&](const std::uint64_t* row) {
    feed.put(row, is_weighed ? scratch.ends[scratch.person_of[place++]] : std::uint64_t{1});
  });
}

std::shared_ptr<const AccumulationState<Batch>> PersonRows::feed(
    const Accumulation<Batch>& inner) const {
  using InnerState = AccumulationState<Batch>;
  const auto feed_of = [&](InnerState& state) {
    return std::make_unique<RowFeed>(*plan_, texts_.of_fields, state);
  };
  std::vector<std::shared_ptr<InnerState>> states{inner.start()};
  std::vector<std::unique_ptr<RowFeed>> feeds;
  feeds.push_back(feed_of(*states.front()));
  if (inner.keeps_order()) {
    feed_in_order(*feeds.front());
    feeds.front()->finish();
    states.front()->settle();
    return states.front();
  }
  std::vector<Scratch> scratches(1, Scratch(plan_->keeper()));
  // As a run does: a state for a further thread where rows are many beside what a state takes, by
  // that of some parts.
  std::size_t first_part = 0;
  std::size_t threads = std::min(threads_, threads_kept_busy_by(parts_.rows()));
  if (threads > 1) {
    for (; first_part < measured_parts; ++first_part) {
      feed_part(parts_[first_part], *feeds.front(), scratches.front());
    }
    feeds.front()->finish();
    states.front()->settle();
    StateWriter writer;
    states.front()->save(writer);
    threads = static_cast<std::size_t>(
        std::min<std::uint64_t>(threads, states_paid_for_by(parts_.rows(), writer.bytes().size())));
  }
  states.resize(threads);
  feeds.resize(threads);
  scratches.resize(threads, scratches.front());
  work_on_threads(part_count - first_part, threads, [&](std::size_t worker, std::size_t number) {
    if (!states[worker]) {
      states[worker] = inner.start();
      feeds[worker] = feed_of(*states[worker]);
    }
    feed_part(parts_[first_part + number], *feeds[worker], scratches[worker]);
  });
  std::vector<InnerState*> helpers;
  for (std::size_t worker = 0; worker < threads; ++worker) {
    if (!states[worker]) continue;
    feeds[worker]->finish();
    if (worker != 0) helpers.push_back(states[worker].get());
  }
  states.front()->gather_from(helpers);
  return states.front();
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

}  // namespace scrim::bounding
