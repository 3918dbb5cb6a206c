/* The larger of two numbers each, for arrays that do not overlap. */
#include <stddef.h>

void maximum(const float *x, const float *y, float *result, size_t count);
