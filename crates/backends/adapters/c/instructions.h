/* The maxima of processors, an instruction each, written as one, so that no compiler takes it for another: `opconform_maximum NAME
 * [VERSION]`, with the version of what runs the program where that is no processor. */

#include <signal.h>
#include <sys/utsname.h>

#if defined(__x86_64__)

/* The first operand is overwritten with the result. */
#define TWO_OPERANDS(function, type, name)          \
    static type function(type x, type y) {          \
        __asm__(name " %1, %0" : "+x"(x) : "x"(y)); \
        return x;                                   \
    }

/* What is compared, and whose sign the result has, stands in a number. */
#define RANGE(function, type, name, number)                                      \
    static type function(type x, type y) {                                       \
        type value;                                                              \
        __asm__(name " $" number ", %2, %1, %0" : "=x"(value) : "x"(x), "x"(y)); \
        return value;                                                            \
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
    {"maxps",
     {.name = "x86-maxps", .claims = "x86-maxps", SINGLE_AND_DOUBLE(maxss, minss, maxsd, minsd), AS_MAXIMUM,
      .configuration = "MAXSS and MAXSD, one for each element"}},
    {"vrangeps",
     {.name = "x86-vrangeps", .claims = "x86-vrangeps",
      SINGLE_AND_DOUBLE(range_max_ss, range_min_ss, range_max_sd, range_min_sd), AS_FMAX,
      .configuration = "VRANGESS and VRANGESD, imm8 5 and for a minimum 4, one for each element"}},
};

#elif defined(__aarch64__)

#define INSTRUCTION(function, type, name, size)                                             \
    static type function(type x, type y) {                                                  \
        type value;                                                                         \
        __asm__(name " %" size "0, %" size "1, %" size "2" : "=w"(value) : "w"(x), "w"(y)); \
        return value;                                                                       \
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
    {"fmax",
     {.name = "arm-fmax", .claims = "arm-fmax", SINGLE_AND_DOUBLE(fmax_s, fmin_s, fmax_d, fmin_d), AS_MAXIMUM,
      .configuration = "FMAX of single and double precision, one for each element"}},
    {"fmaxnm",
     {.name = "arm-fmaxnm", .claims = "arm-fmaxnm", SINGLE_AND_DOUBLE(fmaxnm_s, fminnm_s, fmaxnm_d, fminnm_d), AS_FMAX,
      .configuration = "FMAXNM of single and double precision, one for each element"}},
};

#elif defined(__riscv_flen) && __riscv_flen >= 64

#define INSTRUCTION(function, type, name)                           \
    static type function(type x, type y) {                          \
        type value;                                                 \
        __asm__(name " %0, %1, %2" : "=f"(value) : "f"(x), "f"(y)); \
        return value;                                               \
    }

INSTRUCTION(fmax_s, float, "fmax.s")
INSTRUCTION(fmin_s, float, "fmin.s")
INSTRUCTION(fmax_d, double, "fmax.d")
INSTRUCTION(fmin_d, double, "fmin.d")

/* Those of the extension Zfa, in figures: an assembler may be older. */
#define OF_ZFA(function, type, number, size)                                                      \
    static type function(type x, type y) {                                                        \
        type value;                                                                               \
        __asm__(".insn r 0x53, " number ", " size ", %0, %1, %2" : "=f"(value) : "f"(x), "f"(y)); \
        return value;                                                                             \
    }

OF_ZFA(fmaxm_s, float, "3", "0x14")
OF_ZFA(fminm_s, float, "2", "0x14")
OF_ZFA(fmaxm_d, double, "3", "0x15")
OF_ZFA(fminm_d, double, "2", "0x15")

static const struct backend BACKENDS[] = {
    {"fmax",
     {.name = "riscv-fmax", .claims = "riscv-fmax", SINGLE_AND_DOUBLE(fmax_s, fmin_s, fmax_d, fmin_d), AS_FMAX,
      .configuration = "FMAX.S and FMAX.D, one for each element"}},
    {"fmaxm",
     {.name = "riscv-fmaxm", .claims = "riscv-fmaxm", SINGLE_AND_DOUBLE(fmaxm_s, fminm_s, fmaxm_d, fminm_d), AS_MAXIMUM,
      .configuration = "FMAXM.S and FMAXM.D, one for each element"}},
};

#else
#error "no instruction of this machine's is known here"
#endif

static void is_missing(int signal) {
    (void)signal;
    opconform_fail("this processor, or what stands in for it, does not have the instruction");
}

static struct opconform chosen(int count, char **arguments) {
    static struct utsname system;
    if (count != 2 && count != 3) opconform_fail("usage: opconform_maximum NAME [VERSION]");
    struct opconform of = named(BACKENDS, sizeof BACKENDS / sizeof *BACKENDS, arguments[1]);
    of.version = count == 3 ? arguments[2] : uname(&system) == 0 ? system.machine : "unknown";
    /* The instruction is tried once, before anything is asked of it. */
    signal(SIGILL, is_missing);
    of.scalar_max_f32(1, 1);
    signal(SIGILL, SIG_DFL);
    return of;
}
