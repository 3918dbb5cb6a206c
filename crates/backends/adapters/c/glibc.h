/* The maxima of the C library, C23's and the one that C has had since 1999: `opconform_maximum NAME`. */
#define __STDC_WANT_IEC_60559_BFP_EXT_C2X__ 1

#include <gnu/libc-version.h>
#include <math.h>

#define OF_LIBM(max, min) SINGLE_AND_DOUBLE(max##f, min##f, max, min)
#define CALLED(max) .configuration = #max "f and " #max " of libm, a call for each element"

static const struct backend BACKENDS[] = {
    {"fmaximum", {.name = "glibc-fmaximum", OF_LIBM(fmaximum, fminimum), .claims = "c-fmaximum", CALLED(fmaximum),
                  .numpy_max = "maximum", .numpy_min = "minimum"}},
    {"fmaximum_num", {.name = "glibc-fmaximum-num", OF_LIBM(fmaximum_num, fminimum_num), .claims = "c-fmaximum-num", CALLED(fmaximum_num),
                      .numpy_max = "fmax", .numpy_min = "fmin"}},
    {"fmaximum_mag", {.name = "glibc-fmaximum-mag", OF_LIBM(fmaximum_mag, fminimum_mag), .claims = "c-fmaximum-mag", CALLED(fmaximum_mag),
                      .numpy_max = "maximum", .numpy_min = "minimum"}},
    {"fmaximum_mag_num", {.name = "glibc-fmaximum-mag-num", OF_LIBM(fmaximum_mag_num, fminimum_mag_num), .claims = "c-fmaximum-mag-num",
                          CALLED(fmaximum_mag_num), .numpy_max = "fmax", .numpy_min = "fmin"}},
    {"fmax", {.name = "glibc-fmax", OF_LIBM(fmax, fmin), .claims = "c-fmax", CALLED(fmax), .numpy_max = "fmax", .numpy_min = "fmin"}},
};

static struct opconform chosen(int count, char **arguments) {
    if (count != 2) opconform_fail("usage: opconform_maximum fmaximum|fmaximum_num|fmaximum_mag|fmaximum_mag_num|fmax");
    struct opconform of = named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
    of.version = gnu_get_libc_version();
    return of;
}
