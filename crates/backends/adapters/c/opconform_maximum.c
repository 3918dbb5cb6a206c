/* An adapter of opconform shows maxima of the C library, of processors, of Java or of somebody's shared library. Which of them, and
 * what arguments choose a function, stands in a header that the compiler is told of: glibc.h, instructions.h, java.h or dylib.h.
 *
 * cc -std=c11 -O2 -fno-builtin -DMAXIMA='"glibc.h"' -I../../../protocol/kits/c opconform_maximum.c -lm -o opconform_maximum
 */
#define _GNU_SOURCE

#include "opconform.h"

/* A backend is an implementation, and the argument that chooses it. */
struct backend {
    const char *argument;
    struct opconform of;
};

/* A backend has functions of two numbers for float and for double, and NumPy has a name for what they do. */
#define SINGLE_AND_DOUBLE(max32, min32, max64, min64) \
    .scalar_max_f32 = max32, .scalar_min_f32 = min32, .scalar_max_f64 = max64, .scalar_min_f64 = min64, .folds = true
#define AS_MAXIMUM .numpy_max = "maximum", .numpy_min = "minimum"
#define AS_FMAX .numpy_max = "fmax", .numpy_min = "fmin"

static inline struct opconform named(const struct backend *backends, size_t count, const char *argument) {
    size_t i = 0;
    while (i < count && strcmp(argument, backends[i].argument) != 0) i++;
    if (i == count) opconform_fail("there is no maximum of this name");
    return backends[i].of;
}

/* The header defines `chosen`, which returns the implementation that the arguments choose. */
#include MAXIMA

int main(int count, char **arguments) {
    const struct opconform of = chosen(count, arguments);
    return opconform_serve(&of);
}
