#include "scrim/core/work_on_threads.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

/// Hands out chunks in order, and keeps the failure of the first chunk that failed.
///
/// When chunk i fails, no chunk is handed out any more, but all below i have been, and whoever has
/// one does it to its end. So the first chunk that fails at all is always done, and which exception
/// is kept does not depend on how threads are scheduled.
class ChunkQueue {
 public:
  explicit ChunkQueue(std::size_t chunks) : chunks_(chunks) {}

  [[nodiscard]] bool is_empty() const noexcept { return next_.load() >= chunks_; }

  [[nodiscard]] std::optional<std::size_t> take() noexcept {
    if (is_empty()) return std::nullopt;
    const std::size_t chunk = next_.fetch_add(1);
    return chunk < chunks_ ? std::optional(chunk) : std::nullopt;
  }

  void stop(std::size_t failed_chunk, std::exception_ptr failure) noexcept {
    next_.store(chunks_);
    const std::scoped_lock lock(mutex_);
    if (!failure_ || failed_chunk < failed_chunk_) {
      failed_chunk_ = failed_chunk;
      failure_ = std::move(failure);
    }
  }

  /// To be called when all threads have ended.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::size_t chunks_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t failed_chunk_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void work_on_threads(std::size_t chunks, std::size_t threads, const ChunkWork& work) {
  ChunkQueue queue(chunks);
  const auto do_chunks = [&](std::size_t worker) noexcept {
    while (const auto chunk = queue.take()) {
      try {
        // A new thread has the settings of the one that started it, whatever those are.
        strictly([&] { work(worker, *chunk); });
      } catch (...) {
        queue.stop(*chunk, std::current_exception());
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    helpers.reserve(threads - 1);
    try {
      // With many threads, the first ones may be through before the last is started.
      while (helpers.size() + 1 < threads && !queue.is_empty()) {
        helpers.emplace_back(do_chunks, helpers.size() + 1);
      }
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): there is nothing to mend
      // The system has no thread, or no memory for one: those that there are do the work. What
      // `work` throws does not come here.
    }
    do_chunks(0);
  }
  queue.rethrow_failure();
}

}  // namespace scrim
