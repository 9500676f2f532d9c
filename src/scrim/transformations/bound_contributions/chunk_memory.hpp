// Memory for rows, taken a chunk at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace scrim::bounding {

/// Chunks of one size, that are taken and given back. Memory comes from the system in blocks that
/// become larger, on large pages where there are some: a page costs more to get than to fill.
class ChunkMemory {
 public:
  explicit ChunkMemory(std::size_t chunk_words) : chunk_words_(chunk_words) {}

  /// A chunk whose words are anything.
  [[nodiscard]] std::uint64_t* take();
  /// Precondition (caller): it was taken here, or from what this took over.
  void give_back(std::uint64_t* chunk) { free_.push_back(chunk); }
  /// All memory of the other is this one's from now on, also chunks that were taken from it.
  /// Precondition (caller): chunks are of one size.
  void take_over(ChunkMemory& other);

 private:
  struct Release {
    void operator()(std::uint64_t* block) const noexcept;
  };

  void add_block();

  std::size_t chunk_words_;
  std::vector<std::unique_ptr<std::uint64_t, Release>> blocks_;
  std::size_t next_block_bytes_ = 0;
  std::uint64_t* next_ = nullptr;  // in the last block, what was never taken
  std::size_t words_left_ = 0;
  std::vector<std::uint64_t*> free_;
};

}  // namespace scrim::bounding
