#include "scrim/measurements/noise/noise_tails.hpp"

#include "binding.hpp"

namespace scrim::python {

void bind_noise_tails(nb::module_& module) {
  using namespace nb::literals;
  module.def("laplace_tail", laplace_tail, "scale"_a, "distance"_a,
             "The probability that discrete Laplace noise of this scale is further from 0 than "
             "`distance`, rounded up.");
  module.def("laplace_radius", laplace_radius, "scale"_a, "confidence"_a,
             "The least distance from 0 within which discrete Laplace noise of this scale stays "
             "with at least this\nconfidence.");
  module.def("gaussian_tail", gaussian_tail, "scale"_a, "distance"_a,
             "The probability that discrete Gaussian noise of this scale (its standard deviation, "
             "nearly) is further\nfrom 0 than `distance`, rounded up.");
  module.def("gaussian_radius", gaussian_radius, "scale"_a, "confidence"_a,
             "The least distance from 0 within which discrete Gaussian noise of this scale stays "
             "with at least this\nconfidence; beyond scale 1024 at most two more.");
}

}  // namespace scrim::python
