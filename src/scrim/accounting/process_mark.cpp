#include "scrim/accounting/process_mark.hpp"

#include <atomic>
#include <memory>
#include <new>

#include "scrim/entropy/secret_memory.hpp"

namespace scrim {

namespace {

using Mark = std::atomic<std::uint64_t>;
static_assert(Mark::is_always_lock_free, "a lock that is held during fork would stay held");

/// The largest mark that this process or one before it has had: memory like any other, which a
/// child inherits.
Mark marks_given{0};

/// Memory that reads as 0 after fork. No id of a process: those are given again.
struct MarkPage {
  entropy::SecretMemory memory{sizeof(Mark)};
  Mark* mark = ::new (memory.data()) Mark(0);
};

/// Never freed, and made without a lock, which another thread could hold while this one forks.
Mark& mark_of_process() {
  static std::atomic<MarkPage*> page{nullptr};
  MarkPage* current = page.load(std::memory_order_acquire);
  if (current == nullptr) {
    auto made = std::make_unique<MarkPage>();
    if (page.compare_exchange_strong(current, made.get(), std::memory_order_acq_rel)) {
      current = made.release();
    }
  }
  return *current->mark;
}

}  // namespace

std::uint64_t process_mark() {
  Mark& mark = mark_of_process();
  std::uint64_t current = mark.load(std::memory_order_acquire);
  if (current == 0) {
    // The first call in this process: larger than what any process before it was given.
    const std::uint64_t next = marks_given.fetch_add(1) + 1;
    if (mark.compare_exchange_strong(current, next)) current = next;
  }
  return current;
}

}  // namespace scrim
