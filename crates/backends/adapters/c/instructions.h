/* The maxima of processors: an instruction each, written as one, so that no compiler takes it for another. */

#if defined(__x86_64__)

/* The first operand is overwritten with the result. */
#define TWO_OPERANDS(function, type, name)          \
    static type function(type x, type y) {          \
        __asm__(name " %1, %0" : "+x"(x) : "x"(y)); \
        return x;                                   \
    }

/* What is compared, and whose sign the result has, stands in a number. */
#define RANGE(function, type, name, number)                                               \
    static type function(type x, type y) {                                                \
        type value;                                                                       \
        __asm__(name " $" number ", %2, %1, %0" : "=x"(value) : "x"(x), "x"(y));          \
        return value;                                                                     \
    }

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
    {"maxps", "x86-maxps", "maximum", "minimum", "x86-maxps", "MAXSS and MAXSD", maxss, minss, maxsd, minsd},
    {"vrangeps", "x86-vrangeps", "fmax", "fmin", "x86-vrangeps", "VRANGESS and VRANGESD, imm8 5 and for a minimum 4", range_max_ss,
     range_min_ss, range_max_sd, range_min_sd},
};

#elif defined(__aarch64__)

#define INSTRUCTION(function, type, name, size)                                                     \
    static type function(type x, type y) {                                                          \
        type value;                                                                                 \
        __asm__(name " %" size "0, %" size "1, %" size "2" : "=w"(value) : "w"(x), "w"(y));         \
        return value;                                                                               \
    }

INSTRUCTION(fmax_s, float, "fmax", "s")
INSTRUCTION(fmin_s, float, "fmin", "s")
INSTRUCTION(fmax_d, double, "fmax", "d")
INSTRUCTION(fmin_d, double, "fmin", "d")
INSTRUCTION(fmaxnm_s, float, "fmaxnm", "s")
INSTRUCTION(fminnm_s, float, "fminnm", "s")
INSTRUCTION(fmaxnm_d, double, "fmaxnm", "d")
INSTRUCTION(fminnm_d, double, "fminnm", "d")

static const struct backend BACKENDS[] = {
    {"fmax", "arm-fmax", "maximum", "minimum", "arm-fmax", "FMAX of single and double precision", fmax_s, fmin_s, fmax_d, fmin_d},
    {"fmaxnm", "arm-fmaxnm", "fmax", "fmin", "arm-fmaxnm", "FMAXNM of single and double precision", fmaxnm_s, fminnm_s, fmaxnm_d,
     fminnm_d},
};

#elif defined(__riscv_flen) && __riscv_flen >= 64

#define INSTRUCTION(function, type, name)                                   \
    static type function(type x, type y) {                                  \
        type value;                                                         \
        __asm__(name " %0, %1, %2" : "=f"(value) : "f"(x), "f"(y));         \
        return value;                                                       \
    }

INSTRUCTION(fmax_s, float, "fmax.s")
INSTRUCTION(fmin_s, float, "fmin.s")
INSTRUCTION(fmax_d, double, "fmax.d")
INSTRUCTION(fmin_d, double, "fmin.d")

static const struct backend BACKENDS[] = {
    {"fmax", "riscv-fmax", "fmax", "fmin", "riscv-fmax", "FMAX.S and FMAX.D", fmax_s, fmin_s, fmax_d, fmin_d},
};

#else
#error "no instruction of this machine's is known here"
#endif

static void begin(void) {}

/* Of the machine itself: an emulator's is given to the program. */
static const char *version(void) {
    static struct utsname system;
    return uname(&system) == 0 ? system.machine : "unknown";
}
