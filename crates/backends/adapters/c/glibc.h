/* The maxima of the C library: C23's, and the one that C has had since 1999. */
#define __STDC_WANT_IEC_60559_BFP_EXT_C2X__ 1

#include <gnu/libc-version.h>
#include <math.h>

static const struct backend BACKENDS[] = {
    {"fmaximum", "glibc-fmaximum", "maximum", "minimum", "ieee754-2019", "fmaximumf and fmaximum of libm", fmaximumf, fminimumf,
     fmaximum, fminimum},
    {"fmaximum_num", "glibc-fmaximum-num", "fmax", "fmin", "c-fmaximum-num", "fmaximum_numf and fmaximum_num of libm",
     fmaximum_numf, fminimum_numf, fmaximum_num, fminimum_num},
    {"fmax", "glibc-fmax", "fmax", "fmin", "c-fmax", "fmaxf and fmax of libm", fmaxf, fminf, fmax, fmin},
};

static void begin(void) {}

static const char *version(void) { return gnu_get_libc_version(); }
