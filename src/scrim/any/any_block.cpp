#include "scrim/any/any_block.hpp"

#include <vector>

#include "scrim/errors/error.hpp"

namespace scrim {

std::size_t AnyValue::size() const {
  return std::visit(
      []<class V>(const V& typed) -> std::size_t {
        if constexpr (Number<V>) {
          return 1;
        } else {
          return typed.size();
        }
      },
      *this);
}

std::size_t AnyBlock::size() const {
  return std::visit([](const auto& block) { return block.size(); }, *this);
}

AnyBlock AnyBlock::subspan(std::size_t first, std::size_t count) const {
  return std::visit([&](const auto& block) { return AnyBlock(block.subspan(first, count)); },
                    *this);
}

AnyBlock block_of(const AnyValue& vector) {
  return std::visit(
      []<class V>(const V& typed) -> AnyBlock {
        if constexpr (requires { std::span<const typename V::value_type>(typed); }) {
          if constexpr (Number<typename V::value_type>) {
            return std::span<const typename V::value_type>(typed);
          }
        }
        fail(ErrorKind::mismatch, "this value is no vector of numbers");
      },
      vector);
}

void append_rows(AnyValue& vector, const AnyBlock& block) {
  std::visit(
      [&]<class B>(const B& rows) {
        if constexpr (requires { rows.front() * 2; }) {
          using T = std::remove_cvref_t<decltype(rows.front())>;
          if (!std::holds_alternative<std::vector<T>>(vector)) {
            vector = AnyValue(std::vector<T>());
          }
          auto& typed = std::get<std::vector<T>>(vector);
          typed.insert(typed.end(), rows.begin(), rows.end());
        } else {
          fail(ErrorKind::mismatch, "these rows cannot be collected");
        }
      },
      block);
}

}  // namespace scrim
