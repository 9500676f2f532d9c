// A block of bool rows cannot be looked at as a span.

// expect: RowOutput

#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Out = bool;
#else
using Out = std::uint8_t;
#endif

auto transformation() {
  return scrim::make_row_by_row(scrim::vector_domain<int>(), scrim::SymmetricDistance{},
                                scrim::vector_domain<Out>(),
                                [](std::span<const int> in, std::span<Out> out) {
                                  for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] > 0;
                                });
}
