// Memory for secrets that a child process must not inherit: zeros after fork, absent from dumps.
#pragma once

#include <cstddef>

namespace scrim::entropy {

/// Who replaces the secret by zeros in a child process. The library uses `kernel_and_handler`;
/// the single ways exist so that each can be tested without the other.
enum class ForkWipe { kernel_and_handler, kernel_only, handler_only };

/// A zero-initialised region of its own pages.
///
/// In a child process the region reads as zeros, by either of two ways:
///  - the kernel (MADV_WIPEONFORK, Linux 4.14 and later), which also covers a raw clone(2);
///  - a pthread_atfork handler, which zeroes every region of the process before fork() returns in
///    the child. Where the kernel refuses the first way this one is enough for fork(): the child
///    has a single thread, and that thread leaves fork() only after the handler has run, so no
///    code can read the region in between. That is why no use of the region checks the process id.
/// vfork() and posix_spawn() need neither: the child borrows the parent's memory, so what it
/// consumed stays consumed.
class SecretMemory {
 public:
  /// Throws InvokeError(entropy) when the system refuses the memory or the handler.
  explicit SecretMemory(std::size_t size, ForkWipe fork_wipe = ForkWipe::kernel_and_handler);
  ~SecretMemory();

  SecretMemory(const SecretMemory&) = delete;
  SecretMemory& operator=(const SecretMemory&) = delete;

  [[nodiscard]] void* data() const noexcept { return data_; }

  /// Overwrites the region with zeros, in a way the compiler may not remove.
  void wipe() noexcept;

  /// Whether the kernel has agreed to zero the region in child processes.
  [[nodiscard]] bool is_wiped_by_kernel() const noexcept { return is_wiped_by_kernel_; }

 private:
  friend class ForkRegistry;

  std::size_t size_;
  void* data_ = nullptr;
  bool is_wiped_by_kernel_ = false;
  bool is_registered_ = false;
  // Links of the registry's list, inside the object so that leaving the list cannot fail.
  SecretMemory* previous_ = nullptr;
  SecretMemory* next_ = nullptr;
};

}  // namespace scrim::entropy
