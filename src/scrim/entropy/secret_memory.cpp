#include "scrim/entropy/secret_memory.hpp"

#include <openssl/crypto.h>
#include <pthread.h>
#include <sys/mman.h>

#include <mutex>

#include "scrim/errors/error.hpp"

namespace scrim::entropy {

/// All regions that the fork handler must zero, those of other threads included: their threads do
/// not exist in the child, but their secrets would.
class ForkRegistry {
 public:
  /// Never destroyed: a thread may end, and a fork may happen, after static destructors ran.
  static ForkRegistry& instance() {
    static ForkRegistry& registry = *new ForkRegistry;
    return registry;
  }

  void insert(SecretMemory& memory) {
    const std::lock_guard lock(mutex_);
    if (!is_handler_installed_) {
      if (::pthread_atfork(&before_fork, &in_parent, &in_child) != 0) {
        throw InvokeError(ErrorKind::entropy, "the random generator could not be guarded on fork");
      }
      is_handler_installed_ = true;
    }
    memory.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &memory;
    first_ = &memory;
    memory.is_registered_ = true;
  }

  void erase(SecretMemory& memory) noexcept {
    const std::lock_guard lock(mutex_);
    if (memory.next_ != nullptr) memory.next_->previous_ = memory.previous_;
    (memory.previous_ != nullptr ? memory.previous_->next_ : first_) = memory.next_;
    memory.is_registered_ = false;
  }

 private:
  // The lock is held across fork, so that the child never meets a list another thread was editing.
  static void before_fork() { instance().mutex_.lock(); }
  static void in_parent() { instance().mutex_.unlock(); }
  static void in_child() {
    ForkRegistry& registry = instance();
    for (SecretMemory* memory = registry.first_; memory != nullptr; memory = memory->next_) {
      memory->wipe();
    }
    registry.mutex_.unlock();
  }

  std::mutex mutex_;
  bool is_handler_installed_ = false;
  SecretMemory* first_ = nullptr;
};

SecretMemory::SecretMemory(std::size_t size, ForkWipe fork_wipe) : size_(size) {
  void* const mapped =
      ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) {
    throw InvokeError(ErrorKind::entropy, "no memory for the random generator");
  }
  data_ = mapped;

  // Keeps keys out of core files; a kernel that refuses changes nothing about the stream.
  ::madvise(data_, size_, MADV_DONTDUMP);
  if (fork_wipe != ForkWipe::handler_only) {
    // qemu, where it emulates another processor, grants all advice and passes none on.
    constexpr int no_advice = -1;
    is_wiped_by_kernel_ =
        ::madvise(data_, size_, MADV_WIPEONFORK) == 0 && ::madvise(data_, size_, no_advice) != 0;
  }
  if (fork_wipe != ForkWipe::kernel_only) {
    try {
      ForkRegistry::instance().insert(*this);
    } catch (...) {
      ::munmap(data_, size_);
      throw;
    }
  }
}

SecretMemory::~SecretMemory() {
  if (is_registered_) ForkRegistry::instance().erase(*this);
  wipe();
  ::munmap(data_, size_);
}

void SecretMemory::wipe() noexcept { OPENSSL_cleanse(data_, size_); }

}  // namespace scrim::entropy
