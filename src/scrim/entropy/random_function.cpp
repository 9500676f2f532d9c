#include "scrim/entropy/random_function.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>

#include "scrim/errors/error.hpp"

namespace scrim::entropy {

namespace {

void require_cipher(bool is_done) {
  if (!is_done) {
    throw InvokeError(ErrorKind::entropy, "the cipher failed; nothing was released");
  }
}

std::shared_ptr<EVP_CIPHER_CTX> new_context() {
  std::shared_ptr<EVP_CIPHER_CTX> context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  require_cipher(context != nullptr);
  return context;
}

std::shared_ptr<EVP_CIPHER_CTX> copy_of(const EVP_CIPHER_CTX& context) {
  auto copy = new_context();
  require_cipher(EVP_CIPHER_CTX_copy(copy.get(), &context) == 1);
  return copy;
}

/// Overwrites a key when it is no longer needed, whatever happens.
struct Cleansed {
  std::span<std::uint64_t> words;
  explicit Cleansed(std::span<std::uint64_t> secret) : words(secret) {}
  Cleansed(const Cleansed&) = delete;
  Cleansed& operator=(const Cleansed&) = delete;
  ~Cleansed() { OPENSSL_cleanse(words.data(), words.size_bytes()); }
};

}  // namespace

RandomFunction::RandomFunction(Key key) {
  const Cleansed afterwards(key);
  const auto context = new_context();
  require_cipher(EVP_EncryptInit_ex(context.get(), EVP_aes_256_ecb(), nullptr,
                                    reinterpret_cast<const unsigned char*>(key.data()),
                                    nullptr) == 1 &&
                 EVP_CIPHER_CTX_set_padding(context.get(), 0) == 1);
  key_ = context;
  cipher_ = copy_of(*key_);
}

RandomFunction::RandomFunction(const RandomFunction& other)
    : key_(other.key_), cipher_(copy_of(*key_)) {}

RandomFunction& RandomFunction::operator=(const RandomFunction& other) {
  return *this = RandomFunction(other);
}

void RandomFunction::encrypt(std::span<Block> blocks) {
  auto* const bytes = reinterpret_cast<unsigned char*>(blocks.data());
  int written = 0;
  require_cipher(EVP_EncryptUpdate(cipher_.get(), bytes, &written, bytes,
                                   static_cast<int>(blocks.size_bytes())) == 1 &&
                 static_cast<std::size_t>(written) == blocks.size_bytes());
}

void RandomFunction::evaluate(const WordSequences& sequences, std::uint64_t index,
                              std::span<std::uint64_t> out) {
  const std::size_t count = sequences.ends.size();
  const auto begin_of = [&](std::size_t i) { return i == 0 ? 0 : sequences.ends[i - 1]; };
  const auto words_of = [&](std::size_t i) {
    return sequences.words.subspan(begin_of(i), sequences.ends[i] - begin_of(i));
  };
  chained_.assign(count, Block{});
  unfinished_.resize(count);
  for (std::size_t i = 0; i < count; ++i) unfinished_[i] = static_cast<std::uint32_t>(i);
  // Blocks of two words, of which the last has the index for its second one.
  for (std::size_t first = 0; !unfinished_.empty(); first += 2) {
    blocks_.clear();
    for (const std::uint32_t i : unfinished_) {
      const auto words = words_of(i);
      const std::uint64_t head = first < words.size() ? words[first] : 0;
      const std::uint64_t tail = first + 1 < words.size() ? words[first + 1] : index;
      blocks_.push_back({chained_[i][0] ^ head, chained_[i][1] ^ tail});
    }
    encrypt(blocks_);
    for (std::size_t a = 0; a < unfinished_.size(); ++a) chained_[unfinished_[a]] = blocks_[a];
    std::erase_if(unfinished_, [&](std::uint32_t i) { return first + 1 >= words_of(i).size(); });
  }
  for (std::size_t i = 0; i < count; ++i) out[i] = chained_[i][0];
}

}  // namespace scrim::entropy
