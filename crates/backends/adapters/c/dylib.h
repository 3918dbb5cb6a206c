/* Functions of a shared library of somebody's: `opconform_maximum FILE SYMBOL VERSION`.
 *
 * The library has SYMBOL_f32, SYMBOL_f64, SYMBOL_i8 and so on, for as many types as it likes, or SYMBOL is one of these:
 *
 *     void SYMBOL_f32(const float *x, const float *y, float *result, size_t count);
 *
 * Where SYMBOL has `max` in it and the library the same with `min`, that is the minimum.
 */
#include <dlfcn.h>

static struct function maxima[DTYPE_COUNT + 1], minima[DTYPE_COUNT + 1];
static char configuration[256];
static struct backend backend = {.name = "dylib", .title = "dylib", .configuration = configuration, .maxima = maxima};
static const char *of;

/* The functions of a name, or of a name and a type each. */
static size_t find(void *library, const char *symbol, struct function *functions) {
    size_t found = 0, length = strlen(symbol);
    for (size_t i = 0; i < DTYPE_COUNT; i++) {
        char suffix[8] = "_", whole[512];
        for (size_t c = 0; DTYPES[i].name[c]; c++) suffix[c + 1] = (char)tolower((unsigned char)DTYPES[i].name[c]);
        size_t tail = strlen(suffix);
        bool is_whole = length > tail && strcmp(symbol + length - tail, suffix) == 0;
        int written = snprintf(whole, sizeof whole, "%s%s", symbol, is_whole ? "" : suffix);
        if (written < 0 || (size_t)written >= sizeof whole) fail("the symbol has too long a name");
        void *address = dlsym(library, whole);
        if (!address) continue;
        functions[found].dtype = DTYPES[i].name;
        /* POSIX has these two of one size. */
        memcpy(&functions[found++].of, &address, sizeof address);
    }
    return found;
}

static const struct backend *chosen(int count, char **arguments) {
    if (count != 4) fail("usage: opconform_maximum FILE SYMBOL VERSION");
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) fail(dlerror());
    const char *symbol = arguments[2];
    if (!find(library, symbol, maxima)) fail("the library has no such symbol, nor the same with _f32, _f64, _i8 and so on after it");
    char minimum[512];
    const char *max = strstr(symbol, "max");
    if (max && snprintf(minimum, sizeof minimum, "%.*smin%s", (int)(max - symbol), symbol, max + 3) < (int)sizeof minimum)
        backend.minima = find(library, minimum, minima) ? minima : NULL;
    snprintf(configuration, sizeof configuration, "%.100s of a shared library, called with operands of one shape", symbol);
    of = arguments[3];
    return &backend;
}

static const char *version(void) { return of; }
