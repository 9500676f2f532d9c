// Memory disclosure: whoever reads the heap must not find a key there, neither that of the run
// being handed out (it gives back the words already erased) nor that of the next one.
#include <gtest/gtest.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <span>

#include "scrim/entropy/secure_generator.hpp"
#include "support/entropy_generator_peer.hpp"
#include "support/entropy_readers.hpp"

namespace scrim::entropy::aes_keystream_attack_test {
namespace {

/// Every block that OpenSSL holds.
class TrackedHeap {
 public:
  /// Must come before the first allocation of OpenSSL.
  static bool install() { return CRYPTO_set_mem_functions(&allocate, &resize, &release) == 1; }

  static std::size_t blocks_containing(std::span<const std::byte> secret) {
    const std::lock_guard lock(mutex());
    std::size_t found = 0;
    for (const auto& [start, size] : blocks()) {
      const std::span block(static_cast<const std::byte*>(start), size);
      found += std::ranges::search(block, secret).empty() ? 0 : 1;
    }
    return found;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex& instance = *new std::mutex;
    return instance;
  }
  static std::map<const void*, std::size_t>& blocks() {
    static auto& instance = *new std::map<const void*, std::size_t>;
    return instance;
  }

  // Blocks start as zeros, so that a search never reads indeterminate bytes.
  static void* allocate(std::size_t size, const char*, int) {
    void* const block = std::calloc(1, size);
    const std::lock_guard lock(mutex());
    if (block != nullptr) blocks()[block] = size;
    return block;
  }

  static void release(void* block, const char*, int) {
    const std::lock_guard lock(mutex());
    blocks().erase(block);
    std::free(block);
  }

  static void* resize(void* block, std::size_t size, const char* file, int line) {
    void* const moved = allocate(size, file, line);
    if (block == nullptr || moved == nullptr) return moved;
    std::size_t old_size = 0;
    {
      const std::lock_guard lock(mutex());
      old_size = blocks().at(block);
    }
    std::memcpy(moved, block, std::min(old_size, size));
    release(block, file, line);
    return moved;
  }
};

const bool is_tracking = TrackedHeap::install();

/// The first half of the key, which the key schedule starts with.
template <std::size_t size>
std::span<const std::byte> recognisable(const std::array<std::byte, size>& seed) {
  return std::span(seed).first(16);
}

std::array<std::byte, seed_size> fixed_seed() {
  std::array<std::byte, seed_size> seed{};
  (void)test::FixedReader{}.read(seed);
  return seed;
}

// The positive control: a context in use does hold its key where the search looks.
TEST(KeyErasure, search_finds_the_key_of_an_ordinary_context) {
  ASSERT_TRUE(is_tracking);
  const auto seed = fixed_seed();
  const auto* const key = reinterpret_cast<const unsigned char*>(seed.data());
  EVP_CIPHER_CTX* const context = EVP_CIPHER_CTX_new();
  ASSERT_EQ(EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), nullptr, key, key + 32), 1);
  EXPECT_GT(TrackedHeap::blocks_containing(recognisable(seed)), 0U);
  EVP_CIPHER_CTX_free(context);
}

TEST(KeyErasure, keystream_keeps_no_key) {
  const auto seed = fixed_seed();
  std::array<std::byte, 160> out{};
  AesKeystream keystream;
  ASSERT_TRUE(keystream.expand(seed, out));
  EXPECT_EQ(TrackedHeap::blocks_containing(recognisable(seed)), 0U);
}

TEST(KeyErasure, generator_keeps_neither_the_current_nor_the_next_key_on_the_heap) {
  BasicSecureGenerator<test::FixedReader> generator;
  (void)generator.next_word();
  EXPECT_EQ(TrackedHeap::blocks_containing(recognisable(fixed_seed())), 0U);
  for (int run = 0; run < 3; ++run) {
    std::array<std::byte, seed_size> next{};
    std::memcpy(next.data(), test::SecureGeneratorPeer::state(generator).keystream.data(),
                seed_size);
    EXPECT_EQ(TrackedHeap::blocks_containing(recognisable(next)), 0U);
    for (std::size_t i = 0; i < GeneratorState::output_words; ++i) (void)generator.next_word();
    EXPECT_EQ(TrackedHeap::blocks_containing(recognisable(next)), 0U);
  }
}

}  // namespace
}  // namespace scrim::entropy::aes_keystream_attack_test
