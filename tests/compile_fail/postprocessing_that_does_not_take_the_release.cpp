// expect: Postprocessing
// The function after a measurement must take what the measurement releases.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Taken = int*;
#else
using Taken = const std::vector<std::size_t>&;
#endif

auto measurement() {
  return scrim::make_report_noisy_top_k(scrim::vector_domain<double>(),
                                        scrim::LInfDistance<double>{}, scrim::MaxDivergence{},
                                        {.k = 1, .scale = 1.0, .optimize = scrim::Optimize::max}) >>
         [](Taken) { return 0; };
}
