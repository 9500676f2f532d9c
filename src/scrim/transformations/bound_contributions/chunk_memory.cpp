#include "scrim/transformations/bound_contributions/chunk_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace scrim::bounding {

namespace {

constexpr std::size_t first_block_bytes = std::size_t{1} << 16;
constexpr std::size_t largest_block_bytes = std::size_t{1} << 25;
constexpr std::size_t large_page_bytes = std::size_t{1} << 21;

}  // namespace

void ChunkMemory::Release::operator()(std::uint64_t* block) const noexcept { std::free(block); }

void ChunkMemory::add_block() {
  const std::size_t chunk_bytes = chunk_words_ * sizeof(std::uint64_t);
  const std::size_t wanted = std::max(first_block_bytes, next_block_bytes_);
  const std::size_t unit = wanted < large_page_bytes ? std::size_t{64} : large_page_bytes;
  const std::size_t bytes = (std::max(wanted, chunk_bytes) + unit - 1) / unit * unit;
  blocks_.reserve(blocks_.size() + 1);
  auto* block = static_cast<std::uint64_t*>(std::aligned_alloc(unit, bytes));
  if (block == nullptr) throw std::bad_alloc();
  blocks_.emplace_back(block);
#ifdef MADV_HUGEPAGE
  // A matter of speed alone: whoever cannot have large pages gets small ones.
  if (unit == large_page_bytes) static_cast<void>(::madvise(block, bytes, MADV_HUGEPAGE));
#endif
  next_ = block;
  words_left_ = bytes / sizeof(std::uint64_t);
  next_block_bytes_ = std::min(2 * wanted, largest_block_bytes);
}

std::uint64_t* ChunkMemory::take() {
  if (!free_.empty()) {
    std::uint64_t* chunk = free_.back();
    free_.pop_back();
    return chunk;
  }
  if (words_left_ < chunk_words_) add_block();
  words_left_ -= chunk_words_;
  return std::exchange(next_, next_ + chunk_words_);
}

void ChunkMemory::take_over(ChunkMemory& other) {
  // The rest of its last block is left alone: it is less than what was filled of it.
  std::ranges::move(other.blocks_, std::back_inserter(blocks_));
  free_.insert(free_.end(), other.free_.begin(), other.free_.end());
  other = ChunkMemory(chunk_words_);
}

}  // namespace scrim::bounding
