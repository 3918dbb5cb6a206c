#include "maximum.h"

/* The fault: nothing is greater than a NaN, and a NaN is greater than nothing, so that the second operand is returned beside one. */
void maximum(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = x[i] > y[i] ? x[i] : y[i];
}
