/* The maxima of the C library, C23's and the one that C has had since 1999: `opconform_maximum NAME`. */
#define __STDC_WANT_IEC_60559_BFP_EXT_C2X__ 1

#include <gnu/libc-version.h>
#include <math.h>

FOR_EACH(fmaximum_f32, float, fmaximumf)
FOR_EACH(fminimum_f32, float, fminimumf)
FOR_EACH(fmaximum_f64, double, fmaximum)
FOR_EACH(fminimum_f64, double, fminimum)
FOR_EACH(fmaximum_num_f32, float, fmaximum_numf)
FOR_EACH(fminimum_num_f32, float, fminimum_numf)
FOR_EACH(fmaximum_num_f64, double, fmaximum_num)
FOR_EACH(fminimum_num_f64, double, fminimum_num)
FOR_EACH(fmaximum_mag_f32, float, fmaximum_magf)
FOR_EACH(fminimum_mag_f32, float, fminimum_magf)
FOR_EACH(fmaximum_mag_f64, double, fmaximum_mag)
FOR_EACH(fminimum_mag_f64, double, fminimum_mag)
FOR_EACH(fmaximum_mag_num_f32, float, fmaximum_mag_numf)
FOR_EACH(fminimum_mag_num_f32, float, fminimum_mag_numf)
FOR_EACH(fmaximum_mag_num_f64, double, fmaximum_mag_num)
FOR_EACH(fminimum_mag_num_f64, double, fminimum_mag_num)
FOR_EACH(fmax_f32, float, fmaxf)
FOR_EACH(fmin_f32, float, fminf)
FOR_EACH(fmax_f64, double, fmax)
FOR_EACH(fmin_f64, double, fmin)

static const struct backend BACKENDS[] = {
    {"fmaximum", "glibc-fmaximum", "maximum", "minimum", "c-fmaximum", "fmaximumf and fmaximum of libm, a call for each element",
     SINGLE_AND_DOUBLE(fmaximum_f32, fmaximum_f64), SINGLE_AND_DOUBLE(fminimum_f32, fminimum_f64)},
    {"fmaximum_num", "glibc-fmaximum-num", "fmax", "fmin", "c-fmaximum-num",
     "fmaximum_numf and fmaximum_num of libm, a call for each element", SINGLE_AND_DOUBLE(fmaximum_num_f32, fmaximum_num_f64),
     SINGLE_AND_DOUBLE(fminimum_num_f32, fminimum_num_f64)},
    {"fmaximum_mag", "glibc-fmaximum-mag", "maximum", "minimum", "c-fmaximum-mag",
     "fmaximum_magf and fmaximum_mag of libm, a call for each element", SINGLE_AND_DOUBLE(fmaximum_mag_f32, fmaximum_mag_f64),
     SINGLE_AND_DOUBLE(fminimum_mag_f32, fminimum_mag_f64)},
    {"fmaximum_mag_num", "glibc-fmaximum-mag-num", "fmax", "fmin", "c-fmaximum-mag-num",
     "fmaximum_mag_numf and fmaximum_mag_num of libm, a call for each element",
     SINGLE_AND_DOUBLE(fmaximum_mag_num_f32, fmaximum_mag_num_f64), SINGLE_AND_DOUBLE(fminimum_mag_num_f32, fminimum_mag_num_f64)},
    {"fmax", "glibc-fmax", "fmax", "fmin", "c-fmax", "fmaxf and fmax of libm, a call for each element",
     SINGLE_AND_DOUBLE(fmax_f32, fmax_f64), SINGLE_AND_DOUBLE(fmin_f32, fmin_f64)},
};

static const struct backend *chosen(int count, char **arguments) {
    if (count != 2) fail("usage: opconform_maximum fmaximum|fmaximum_num|fmaximum_mag|fmaximum_mag_num|fmax");
    return named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
}

static const char *version(void) { return gnu_get_libc_version(); }
