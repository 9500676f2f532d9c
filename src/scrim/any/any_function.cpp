#include "scrim/any/any_function.hpp"

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

template <class First, class Second>
inline constexpr bool fits = false;
template <class In, class Middle, class Out>
inline constexpr bool fits<RowMap<In, Middle>, RowMap<Middle, Out>> = true;
template <class In, class Middle>
inline constexpr bool fits<RowMap<In, Middle>, AnyFold<Middle>> = true;
template <class Row>
inline constexpr bool fits<AnyFold<Row>, AnyValueMap> = true;
template <>
inline constexpr bool fits<AnyValueMap, AnyValueMap> = true;

}  // namespace

AnyFunction chain_functions(const AnyFunction& first, const AnyFunction& second) {
  return std::visit(
      []<class First, class Second>(const First& typed_first,
                                    const Second& typed_second) -> AnyFunction {
        if constexpr (fits<First, Second>) {
          return chain_functions(typed_first, typed_second);
        } else {
          fail(ErrorKind::mismatch, "cannot chain: the second does not take what the first gives");
        }
      },
      first, second);
}

}  // namespace scrim
