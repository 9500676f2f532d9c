// Every Number, to instantiate templates whose bodies lie in a .cpp file.
#pragma once

// NOLINTBEGIN(cppcoreguidelines-macro-usage): no template instantiates another explicitly.
#define SCRIM_FOR_EACH_INTEGER(X) \
  X(signed char)                  \
  X(short)                        \
  X(int)                          \
  X(long)                         \
  X(long long)                    \
  X(unsigned char)                \
  X(unsigned short)               \
  X(unsigned int)                 \
  X(unsigned long)                \
  X(unsigned long long)

#define SCRIM_FOR_EACH_NUMBER(X) \
  SCRIM_FOR_EACH_INTEGER(X)      \
  X(float)                       \
  X(double)
// NOLINTEND(cppcoreguidelines-macro-usage)
