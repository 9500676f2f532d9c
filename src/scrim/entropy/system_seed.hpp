// Seeds from the operating system: all bytes, or an error; never fewer bytes than asked.
#pragma once

#include <sys/types.h>

#include <cerrno>
#include <concepts>
#include <cstddef>
#include <span>

#include "scrim/errors/error.hpp"

namespace scrim::entropy {

/// A reader with the contract of getrandom(2): fills `out` and returns how many bytes it wrote,
/// or returns -1 and sets errno.
template <class R>
concept RandomReader = requires(R& reader, std::span<std::byte> out) {
  { reader.read(out) } -> std::same_as<ssize_t>;
};

/// getrandom(2) with flags 0: blocks until the kernel pool has been seeded once after boot, and
/// then delivers up to 256 bytes whole and without interruption.
struct SystemRandomReader {
  [[nodiscard]] ssize_t read(std::span<std::byte> out) noexcept;
};

/// Fills `seed` completely, or throws.
///
/// Postcondition: every byte comes from one successful read; a failed or short read throws
///   InvokeError(entropy), and what it may have written must not be used.
template <RandomReader Reader>
void read_seed(Reader& reader, std::span<std::byte> seed) {
  ssize_t count = 0;
  do {
    count = reader.read(seed);
  } while (count < 0 && errno == EINTR);

  if (count < 0) {
    throw InvokeError(ErrorKind::entropy,
                      "the operating system gave no randomness; nothing was released");
  }
  // A short read is not topped up: for 48 bytes the kernel never makes one, so it means that
  // something stands between us and the kernel, and that is not to be trusted with a key.
  if (static_cast<std::size_t>(count) != seed.size()) {
    throw InvokeError(ErrorKind::entropy,
                      "the operating system gave too little randomness; nothing was released");
  }
}

}  // namespace scrim::entropy
