/* The maxima of the C library, C23's and the one that C has had since 1999: `opconform_maximum NAME`. */
#define __STDC_WANT_IEC_60559_BFP_EXT_C2X__ 1

#include <gnu/libc-version.h>
#include <math.h>

#define OF_LIBM(max, min) SINGLE_AND_DOUBLE(max##f, min##f, max, min)
#define CALLED(max) .configuration = #max "f and " #max " of libm, a call for each element"

static const struct backend BACKENDS[] = {
    {"fmaximum",
     {.name = "glibc-fmaximum", .claims = "c-fmaximum", OF_LIBM(fmaximum, fminimum), CALLED(fmaximum), AS_MAXIMUM}},
    {"fmaximum_num",
     {.name = "glibc-fmaximum-num", .claims = "c-fmaximum-num", OF_LIBM(fmaximum_num, fminimum_num), CALLED(fmaximum_num), AS_FMAX}},
    {"fmaximum_mag",
     {.name = "glibc-fmaximum-mag", .claims = "c-fmaximum-mag", OF_LIBM(fmaximum_mag, fminimum_mag),
      CALLED(fmaximum_mag), AS_MAXIMUM}},
    {"fmaximum_mag_num",
     {.name = "glibc-fmaximum-mag-num", .claims = "c-fmaximum-mag-num", OF_LIBM(fmaximum_mag_num, fminimum_mag_num),
      CALLED(fmaximum_mag_num), AS_FMAX}},
    {"fmax", {.name = "glibc-fmax", .claims = "c-fmax", OF_LIBM(fmax, fmin), CALLED(fmax), AS_FMAX}},
};

static struct opconform chosen(int count, char **arguments) {
    if (count != 2) opconform_fail("usage: opconform_maximum fmaximum|fmaximum_num|fmaximum_mag|fmaximum_mag_num|fmax");
    struct opconform of = named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
    of.version = gnu_get_libc_version();
    return of;
}
