// The laws under all four dataset metrics, and the table of tightness of which docs/trust.md
// speaks: the program of laws_test.cpp, with everything in it compiled for every metric.
#include "lab/laws_test.cpp"
