#include "scrim/transformations/bound_contributions/row_parts.hpp"

#include <utility>

namespace scrim::bounding {

namespace {

// A page: parts that have few rows take little room.
constexpr std::size_t chunk_words = 512;

}  // namespace

RowParts::RowParts(std::size_t parts, std::size_t words)
    : words_(words),
      chunk_rows_(std::max<std::size_t>(1, chunk_words / words)),
      memory_(chunk_rows_ * words),
      parts_(parts) {}

RowParts::RowParts(const RowParts& other) : RowParts(other.parts_.size(), other.words_) {
  for (std::size_t number = 0; number < parts_.size(); ++number) {
    Part& part = parts_[number];
    other.for_each_row(other.parts_[number], [&](const std::uint64_t* row) {
      if (part.is_full()) add_chunk(part);
      part.append(row, words_);
    });
    part.kept_ = other.parts_[number].kept_;
  }
}

std::size_t RowParts::rows() const noexcept {
  std::size_t rows = 0;
  for (const Part& part : parts_) rows += part.rows_;
  return rows;
}

void RowParts::use_chunk(Part& part, std::uint64_t* chunk) const {
  part.chunks_.push_back(chunk);
  part.next_ = chunk;
  part.end_ = chunk + chunk_rows_ * words_;
}

void RowParts::copy_to(const Part& part, std::vector<std::uint64_t>& rows) const {
  rows.reserve(rows.size() + part.rows_ * words_);
  std::size_t left = part.rows_ * words_;
  for (const std::uint64_t* chunk : part.chunks_) {
    const std::size_t count = std::min(left, chunk_rows_ * words_);
    rows.insert(rows.end(), chunk, chunk + count);
    left -= count;
  }
}

void RowParts::rewrite(Part& part, std::span<const std::uint64_t> rows,
                       std::vector<std::uint64_t*>& spare) const {
  auto chunks = std::exchange(part.chunks_, {});
  part = Part();
  part.rows_ = part.kept_ = rows.size() / words_;
  std::size_t used = 0;
  for (std::size_t first = 0; first < rows.size(); first += chunk_rows_ * words_) {
    const auto some = rows.subspan(first, std::min(chunk_rows_ * words_, rows.size() - first));
    use_chunk(part, chunks[used++]);
    part.next_ = std::copy(some.begin(), some.end(), part.next_);
  }
  spare.insert(spare.end(), chunks.begin() + static_cast<std::ptrdiff_t>(used), chunks.end());
}

void RowParts::give_back(std::span<std::uint64_t* const> spare) {
  for (std::uint64_t* chunk : spare) memory_.give_back(chunk);
}

void RowParts::take_chunks(Part& part, Part& theirs) {
  part.chunks_.insert(part.chunks_.end(), theirs.chunks_.begin(), theirs.chunks_.end());
  theirs = Part();
}

}  // namespace scrim::bounding
