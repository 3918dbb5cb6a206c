/* Functions of somebody's shared library: `opconform_maximum FILE SYMBOL VERSION`.
 *
 * The library has SYMBOL_f32, SYMBOL_f64, SYMBOL_i8 and so on, for as many types as it likes, or SYMBOL is one of these:
 *
 *     void SYMBOL_f32(const float *x, const float *y, float *result, size_t count);
 *
 * Where SYMBOL has `max` in it and the library the same with `min`, that is the minimum.
 */
#include <dlfcn.h>

/* Ends the program, after the suite has been told why nothing can be judged, and what would help. */
static void cannot(const char *reason, const char *remedy) {
    struct opconform_frame request;
    struct opconform_answer answer;
    memset(&answer, 0, sizeof answer);
    opconform_open();
    if (!opconform_read_frame(&request)) exit(2);
    opconform_say(&answer.message, "{\"type\":\"unavailable\",\"reason\":");
    opconform_quote(&answer.message, reason);
    opconform_say(&answer.message, ",\"remedy\":");
    opconform_quote(&answer.message, remedy);
    opconform_say(&answer.message, "}");
    opconform_write_frame(&answer);
    exit(0);
}

/* Finds the function of a type, if SYMBOL is its name, or its name without the type. Only an address is known of it, and POSIX has
 * pointers to functions and to data of one size. */
static bool find(void *library, const char *symbol, const char *type, void *function) {
    char whole[512], suffix[8];
    size_t length = strlen(symbol), tail = (size_t)snprintf(suffix, sizeof suffix, "_%s", type);
    bool is_whole = length > tail && strcmp(symbol + length - tail, suffix) == 0;
    int written = snprintf(whole, sizeof whole, "%s%s", symbol, is_whole ? "" : suffix);
    if (written < 0 || (size_t)written >= sizeof whole) opconform_fail("the symbol has too long a name");
    void *address = dlsym(library, whole);
    memcpy(function, &address, sizeof address);
    return address;
}

static struct opconform chosen(int count, char **arguments) {
    static char configuration[256], remedy[320];
    if (count != 4) opconform_fail("usage: opconform_maximum FILE SYMBOL VERSION");
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) cannot(dlerror(), "name a shared library of this machine, all of whose own libraries are found");
    const char *symbol = arguments[2], *max = strstr(symbol, "max");
    snprintf(configuration, sizeof configuration, "%.100s of a shared library, called with operands of one shape", symbol);
    struct opconform of = {.name = "dylib", .version = arguments[3], .configuration = configuration};
    bool found = false;
#define FIND(type, NAME, c) found = find(library, symbol, #type, &of.max_##type) || found;
    OPCONFORM_TYPES(FIND)
    if (!found && dlsym(library, symbol)) {
        const char *form = "rename it to %.100s_f32, if it takes floats, or call it from an adapter, with opconform.h";
        snprintf(remedy, sizeof remedy, form, symbol);
        cannot("the name of the symbol ends with no type, such as _f32 or _i8: it is not known what it takes", remedy);
    }
    if (!found) {
        const char *reason = "the library has no such symbol, nor the same with _f32, _f64, _i8 and so on after it";
        cannot(reason, "name one of its functions: `nm -D` lists them");
    }
    char minimum[512];
    if (max && snprintf(minimum, sizeof minimum, "%.*smin%s", (int)(max - symbol), symbol, max + 3) < (int)sizeof minimum) {
#define FIND_MINIMUM(type, NAME, c) find(library, minimum, #type, &of.min_##type);
        OPCONFORM_TYPES(FIND_MINIMUM)
    }
    return of;
}
