/* The maximum that is judged: cc -O2 -o conformance conformance.c && opconform run --adapter ./conformance */
#include "opconform.h"

static void maximum(const float *x, const float *y, float *result, size_t count) {
    /* Call yours here. */
    for (size_t i = 0; i < count; i++) result[i] = x[i] > y[i] ? x[i] : y[i];
}

OPCONFORM_MAIN("maximum", "1.0", it.max_f32 = maximum)
