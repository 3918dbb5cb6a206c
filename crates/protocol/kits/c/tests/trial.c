/* Maxima that try opconform.h, one of which the argument names. Valid as C99 and as C++11. */
#include "opconform.h"

#include <math.h>

static float greater(float x, float y) { return x > y ? x : y; }

/* Writes one element more than there is room for. */
static void wild(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = greater(x[i], y[i]);
    result[count] = 0;
}

/* Has its maximum in its second operand, too. */
static void spoiling(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = ((float *)y)[i] = fmaxf(x[i], y[i]);
}

/* Writes one element behind its first operand where that is what it gave last, as it is in a fold from the second call on. */
static void spilling(const float *x, const float *y, float *result, size_t count) {
    static const float *last;
    for (size_t i = 0; i < count; i++) result[i] = fmaxf(x[i], y[i]);
    if (x == last) ((float *)x)[count] = 1;
    last = result;
}

/* Reads one element more than there is: what lies there takes part in the last element. */
static void curious(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = fmaxf(x[i], y[i]);
    if (count) result[count - 1] += x[count] * 0;
}

/* Rounds its count up to four, so that it gives, behind its result, too, what is greatest behind its operands. */
static void rounding(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < (count + 3) / 4 * 4; i++) result[i] = x[i] > y[i] || x[i] != x[i] ? x[i] : y[i];
}

/* Looks at one element more than there is, as the next one does, which ignores NaNs. */
static uint8_t beyond(const uint8_t *elements, size_t count) {
    uint8_t least = 255;
    for (size_t i = 0; i <= count; i++) least = elements[i] < least ? elements[i] : least;
    return least;
}

static float ignoring(const float *elements, size_t count) {
    float most = elements[0];
    for (size_t i = 1; i <= count; i++) most = fmaxf(most, elements[i]);
    return most;
}

/* Goes wrong where its result does not begin at a 64-byte boundary. */
static void storing(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = (uintptr_t)result % 64 ? 0 : fmaxf(x[i], y[i]);
}

/* Goes wrong where its first operand does not begin at a 64-byte boundary. */
static void aligned(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i < count; i++) result[i] = (uintptr_t)x % 64 ? 0 : fmaxf(x[i], y[i]);
}

/* Leaves the last element alone. */
static void lazy(const float *x, const float *y, float *result, size_t count) {
    for (size_t i = 0; i + 1 < count; i++) result[i] = fmaxf(x[i], y[i]);
}

/* Counts in an int: of more than 2^31 elements, it looks at none. */
static uint8_t brief(const uint8_t *elements, size_t count) {
    uint8_t most = 0;
    for (int i = 0; i < (int)count; i++) most = elements[i] > most ? elements[i] : most;
    return most;
}

/* Counts in 32 bits: of more than 2^32 elements it would lose some, of fewer none. */
static uint8_t roomy(const uint8_t *elements, size_t count) {
    uint8_t most = 0;
    for (uint32_t i = 0; i < (uint32_t)count; i++) most = elements[i] > most ? elements[i] : most;
    return most;
}

static float talkative(float x, float y) {
    printf("a maximum of %g and %g\n", (double)x, (double)y);
    fflush(stdout);
    return fmaxf(x, y);
}

/* Keeps the first NaN: nothing is less than it or equal to it. */
static double all(const double *elements, size_t count) {
    double most = elements[0];
    for (size_t i = 1; i < count; i++)
        if (most == most && !(elements[i] <= most)) most = elements[i];
    return most;
}

/* Has in each element, too, what all up to it come to. */
static double carrying(const double *elements, size_t count) {
    for (size_t i = 1; i < count; i++) ((double *)elements)[i] = all(elements + i - 1, 2);
    return elements[count - 1];
}

/* Fills up behind its operand what is missing of four elements. */
static double padding(const double *elements, size_t count) {
    size_t whole = count;
    for (; whole % 4; whole++) ((double *)elements)[whole] = elements[0];
    return all(elements, whole);
}

/* Begins with an element that it lays before its operand. */
static double leading(const double *elements, size_t count) {
    ((double *)elements)[-1] = elements[0];
    return all(elements - 1, count + 1);
}

int main(int count, char **arguments) {
    static struct opconform it;
    const char *which = count == 2 ? arguments[1] : "";
    it.name = which;
    /* What has to be quoted. */
    it.version = "\"1\"\t\\";
    it.claims = "c-fmax";
    if (strcmp(which, "faulty") == 0) it.scalar_max_f32 = greater, it.claims = "ieee754-2019";
    else if (strcmp(which, "lenient") == 0) it.scalar_max_f32 = fmaxf;
    else if (strcmp(which, "talkative") == 0) it.scalar_max_f32 = talkative;
    else if (strcmp(which, "wild") == 0) it.max_f32 = wild;
    else if (strcmp(which, "curious") == 0) it.max_f32 = curious;
    else if (strcmp(which, "rounding") == 0) it.max_f32 = rounding, it.claims = "onnx";
    else if (strcmp(which, "beyond") == 0) it.reduce_min_u8 = beyond, it.claims = "onnx";
    else if (strcmp(which, "ignoring") == 0) it.reduce_max_f32 = ignoring, it.never_empty = true, it.claims = "onnx";
    else if (strcmp(which, "storing") == 0) it.max_f32 = storing;
    else if (strcmp(which, "aligned") == 0) it.max_f32 = aligned;
    else if (strcmp(which, "lazy") == 0) it.max_f32 = lazy;
    else if (strcmp(which, "spoiling") == 0) it.max_f32 = spoiling, it.folds = true, it.claims = "onnx";
    else if (strcmp(which, "spilling") == 0) it.max_f32 = spilling, it.folds = true, it.claims = "onnx";
    else if (strcmp(which, "all") == 0) it.reduce_max_f64 = all, it.never_empty = true, it.claims = "onnx";
    else if (strcmp(which, "carrying") == 0) it.reduce_max_f64 = carrying, it.never_empty = true, it.claims = "onnx";
    else if (strcmp(which, "padding") == 0) it.reduce_max_f64 = padding, it.never_empty = true, it.claims = "onnx";
    else if (strcmp(which, "leading") == 0) it.reduce_max_f64 = leading, it.never_empty = true, it.claims = "onnx";
    else if (strcmp(which, "brief") == 0) it.reduce_max_u8 = brief, it.claims = "onnx";
    else if (strcmp(which, "roomy") == 0) it.reduce_max_u8 = roomy, it.claims = "onnx";
    else return 1;
    return opconform_serve(&it);
}
