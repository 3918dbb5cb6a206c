/* Functions of somebody's shared library: `opconform_maximum FILE SYMBOL VERSION`.
 *
 * The library has SYMBOL_f32, SYMBOL_f64, SYMBOL_i8 and so on, for as many types as it likes, or SYMBOL is one of these:
 *
 *     void SYMBOL_f32(const float *x, const float *y, float *result, size_t count);
 *
 * Where SYMBOL has `max` in it and the library the same with `min`, that is the minimum.
 */
#include <dlfcn.h>

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
    static char configuration[256];
    if (count != 4) opconform_fail("usage: opconform_maximum FILE SYMBOL VERSION");
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) opconform_fail(dlerror());
    const char *symbol = arguments[2], *max = strstr(symbol, "max");
    snprintf(configuration, sizeof configuration, "%.100s of a shared library, called with operands of one shape", symbol);
    struct opconform of = {.name = "dylib", .version = arguments[3], .configuration = configuration};
    bool found = false;
#define FIND(type, NAME, c) found = find(library, symbol, #type, &of.max_##type) || found;
    OPCONFORM_TYPES(FIND)
    if (!found && dlsym(library, symbol)) opconform_fail("the name of the symbol ends with no type, such as _f32 or _i8: it is not known what it takes");
    if (!found) opconform_fail("the library has no such symbol, nor the same with _f32, _f64, _i8 and so on after it");
    char minimum[512];
    if (max && snprintf(minimum, sizeof minimum, "%.*smin%s", (int)(max - symbol), symbol, max + 3) < (int)sizeof minimum) {
#define FIND_MINIMUM(type, NAME, c) find(library, minimum, #type, &of.min_##type);
        OPCONFORM_TYPES(FIND_MINIMUM)
    }
    return of;
}
