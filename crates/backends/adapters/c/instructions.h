/* The maxima of processors, an instruction each, written as one, so that no compiler takes it for another: `opconform_maximum NAME
 * [VERSION]`, with the version of what runs the program where that is no processor. */

#include <signal.h>

#if defined(__x86_64__)

/* The first operand is overwritten with the result. */
#define TWO_OPERANDS(function, type, name)          \
    static type function##_of(type x, type y) {     \
        __asm__(name " %1, %0" : "+x"(x) : "x"(y)); \
        return x;                                   \
    }                                               \
    FOR_EACH(function, type, function##_of)

/* What is compared, and whose sign the result has, stands in a number. */
#define RANGE(function, type, name, number)                                               \
    static type function##_of(type x, type y) {                                           \
        type value;                                                                       \
        __asm__(name " $" number ", %2, %1, %0" : "=x"(value) : "x"(x), "x"(y));          \
        return value;                                                                     \
    }                                                                                     \
    FOR_EACH(function, type, function##_of)

TWO_OPERANDS(maxss, float, "maxss")
TWO_OPERANDS(minss, float, "minss")
TWO_OPERANDS(maxsd, double, "maxsd")
TWO_OPERANDS(minsd, double, "minsd")
RANGE(range_max_ss, float, "vrangess", "5")
RANGE(range_min_ss, float, "vrangess", "4")
RANGE(range_max_sd, double, "vrangesd", "5")
RANGE(range_min_sd, double, "vrangesd", "4")

/* MAXPS and VRANGEPS do the same in several lanes. */
static const struct backend BACKENDS[] = {
    {"maxps", "x86-maxps", "maximum", "minimum", "x86-maxps", "MAXSS and MAXSD, one for each element", SINGLE_AND_DOUBLE(maxss, maxsd),
     SINGLE_AND_DOUBLE(minss, minsd)},
    {"vrangeps", "x86-vrangeps", "fmax", "fmin", "x86-vrangeps", "VRANGESS and VRANGESD, imm8 5 and for a minimum 4, one for each element",
     SINGLE_AND_DOUBLE(range_max_ss, range_max_sd), SINGLE_AND_DOUBLE(range_min_ss, range_min_sd)},
};

#elif defined(__aarch64__)

#define INSTRUCTION(function, type, name, size)                                                     \
    static type function##_of(type x, type y) {                                                     \
        type value;                                                                                 \
        __asm__(name " %" size "0, %" size "1, %" size "2" : "=w"(value) : "w"(x), "w"(y));         \
        return value;                                                                               \
    }                                                                                               \
    FOR_EACH(function, type, function##_of)

INSTRUCTION(fmax_s, float, "fmax", "s")
INSTRUCTION(fmin_s, float, "fmin", "s")
INSTRUCTION(fmax_d, double, "fmax", "d")
INSTRUCTION(fmin_d, double, "fmin", "d")
INSTRUCTION(fmaxnm_s, float, "fmaxnm", "s")
INSTRUCTION(fminnm_s, float, "fminnm", "s")
INSTRUCTION(fmaxnm_d, double, "fmaxnm", "d")
INSTRUCTION(fminnm_d, double, "fminnm", "d")

static const struct backend BACKENDS[] = {
    {"fmax", "arm-fmax", "maximum", "minimum", "arm-fmax", "FMAX of single and double precision, one for each element",
     SINGLE_AND_DOUBLE(fmax_s, fmax_d), SINGLE_AND_DOUBLE(fmin_s, fmin_d)},
    {"fmaxnm", "arm-fmaxnm", "fmax", "fmin", "arm-fmaxnm", "FMAXNM of single and double precision, one for each element",
     SINGLE_AND_DOUBLE(fmaxnm_s, fmaxnm_d), SINGLE_AND_DOUBLE(fminnm_s, fminnm_d)},
};

#elif defined(__riscv_flen) && __riscv_flen >= 64

#define INSTRUCTION(function, type, name)                                   \
    static type function##_of(type x, type y) {                             \
        type value;                                                         \
        __asm__(name " %0, %1, %2" : "=f"(value) : "f"(x), "f"(y));         \
        return value;                                                       \
    }                                                                       \
    FOR_EACH(function, type, function##_of)

INSTRUCTION(fmax_s, float, "fmax.s")
INSTRUCTION(fmin_s, float, "fmin.s")
INSTRUCTION(fmax_d, double, "fmax.d")
INSTRUCTION(fmin_d, double, "fmin.d")

/* Those of the extension Zfa, in figures: an assembler may be older. */
#define OF_ZFA(function, type, number, size)                                                     \
    static type function##_of(type x, type y) {                                                  \
        type value;                                                                              \
        __asm__(".insn r 0x53, " number ", " size ", %0, %1, %2" : "=f"(value) : "f"(x), "f"(y)); \
        return value;                                                                            \
    }                                                                                            \
    FOR_EACH(function, type, function##_of)

OF_ZFA(fmaxm_s, float, "3", "0x14")
OF_ZFA(fminm_s, float, "2", "0x14")
OF_ZFA(fmaxm_d, double, "3", "0x15")
OF_ZFA(fminm_d, double, "2", "0x15")

static const struct backend BACKENDS[] = {
    {"fmax", "riscv-fmax", "fmax", "fmin", "riscv-fmax", "FMAX.S and FMAX.D, one for each element", SINGLE_AND_DOUBLE(fmax_s, fmax_d),
     SINGLE_AND_DOUBLE(fmin_s, fmin_d)},
    {"fmaxm", "riscv-fmaxm", "maximum", "minimum", "riscv-fmaxm", "FMAXM.S and FMAXM.D, one for each element",
     SINGLE_AND_DOUBLE(fmaxm_s, fmaxm_d), SINGLE_AND_DOUBLE(fminm_s, fminm_d)},
};

#else
#error "no instruction of this machine's is known here"
#endif

static const char *emulator;

static void is_missing(int signal) {
    (void)signal;
    fail("this processor, or what stands in for it, does not have the instruction");
}

static const struct backend *chosen(int count, char **arguments) {
    if (count != 2 && count != 3) fail("usage: opconform_maximum NAME [VERSION]");
    emulator = arguments[2];
    const struct backend *backend = named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
    /* Tried once, before anything is asked of it. */
    signal(SIGILL, is_missing);
    float one = 1;
    backend->maxima->of(&one, &one, &one, 1);
    signal(SIGILL, SIG_DFL);
    return backend;
}

static const char *version(void) {
    static struct utsname system;
    if (emulator) return emulator;
    return uname(&system) == 0 ? system.machine : "unknown";
}
