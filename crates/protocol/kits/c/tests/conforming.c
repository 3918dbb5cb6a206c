/* A maximum and a minimum to which no document objects, of every type: the first NaN with its bits, and +0 over -0. What is found in it
 * is a fault of opconform.h. Floats are functions of arrays, integers of two numbers, so that both are tried. */
#include "opconform.h"

/* The pattern that the NaNs of a float lie beyond: of its infinity, or of its greatest number. The name of a float of 8 bits says how many
 * bits its fraction has, and with `fn` that it has no infinity. */
static uint64_t greatest(const char *type) {
    const char *fraction = strchr(type, 'm');
    if (fraction) return strstr(fraction, "fn") ? 0x7e : 0x7f >> (fraction[1] - '0') << (fraction[1] - '0');
    if (strcmp(type, "bf16") == 0) return 0x7f80;
    if (strcmp(type, "f16") == 0) return 0x7c00;
    return strcmp(type, "f32") == 0 ? 0x7f800000 : 0x7ff0000000000000;
}

/* One of two floats, which are compared as integers in the order of their values. */
static uint64_t pick(uint64_t x, uint64_t y, size_t size, uint64_t last, bool minimum) {
    uint64_t sign = (uint64_t)1 << (8 * size - 1);
    if ((x & ~sign) > last) return x;
    if ((y & ~sign) > last) return y;
    uint64_t first = x & sign ? ~x & (sign - 1) : x | sign, second = y & sign ? ~y & (sign - 1) : y | sign;
    return (minimum ? first <= second : first >= second) ? x : y;
}

/* That of each two floats of two arrays; or, where there is one result, of all floats of the second array and the one of the first. */
static void floats(const void *x, const void *y, void *result, size_t count, size_t size, const char *type, bool minimum, bool is_one) {
    uint64_t last = greatest(type);
    for (size_t i = 0; i < count; i++) {
        uint64_t first = 0, second = 0;
        memcpy(&first, (const char *)x + (is_one ? 0 : i * size), size);
        memcpy(&second, (const char *)y + i * size, size);
        first = pick(first, second, size, last, minimum);
        memcpy((char *)result + (is_one ? 0 : i * size), &first, size);
    }
}

#define OF_FLOATS(type, NAME, c)                                                                                                   \
    static void max_##type(const c *x, const c *y, c *result, size_t count) {                                                      \
        floats(x, y, result, count, sizeof(c), #type, false, false);                                                               \
    }                                                                                                                              \
    static void min_##type(const c *x, const c *y, c *result, size_t count) {                                                      \
        floats(x, y, result, count, sizeof(c), #type, true, false);                                                                \
    }                                                                                                                              \
    static c all_##type(const c *elements, size_t count, bool minimum) {                                                           \
        uint64_t identity = greatest(#type) | (minimum ? 0 : (uint64_t)1 << (8 * sizeof(c) - 1));                                  \
        c most;                                                                                                                    \
        memcpy(&most, &identity, sizeof most);                                                                                     \
        floats(&most, elements, &most, count, sizeof(c), #type, minimum, true);                                                    \
        return most;                                                                                                               \
    }                                                                                                                              \
    static c reduce_max_##type(const c *elements, size_t count) { return all_##type(elements, count, false); }                     \
    static c reduce_min_##type(const c *elements, size_t count) { return all_##type(elements, count, true); }

#define OF_INTEGERS(type, c, least, most)                                                                                          \
    static c max_##type(c x, c y) { return x > y ? x : y; }                                                                        \
    static c min_##type(c x, c y) { return x < y ? x : y; }                                                                        \
    static c reduce_max_##type(const c *elements, size_t count) {                                                                  \
        c result = least;                                                                                                          \
        for (size_t i = 0; i < count; i++) result = max_##type(result, elements[i]);                                               \
        return result;                                                                                                             \
    }                                                                                                                              \
    static c reduce_min_##type(const c *elements, size_t count) {                                                                  \
        c result = most;                                                                                                           \
        for (size_t i = 0; i < count; i++) result = min_##type(result, elements[i]);                                               \
        return result;                                                                                                             \
    }

OPCONFORM_FLOATS(OF_FLOATS)
OPCONFORM_FLOATS8(OF_FLOATS)
OF_INTEGERS(i8, int8_t, INT8_MIN, INT8_MAX)
OF_INTEGERS(i16, int16_t, INT16_MIN, INT16_MAX)
OF_INTEGERS(i32, int32_t, INT32_MIN, INT32_MAX)
OF_INTEGERS(i64, int64_t, INT64_MIN, INT64_MAX)
OF_INTEGERS(u8, uint8_t, 0, UINT8_MAX)
OF_INTEGERS(u16, uint16_t, 0, UINT16_MAX)
OF_INTEGERS(u32, uint32_t, 0, UINT32_MAX)
OF_INTEGERS(u64, uint64_t, 0, UINT64_MAX)
OF_INTEGERS(bool, uint8_t, 0, 1)

#define REDUCTIONS(type) it.reduce_max_##type = reduce_max_##type, it.reduce_min_##type = reduce_min_##type
#define ARRAYS(type, NAME, c) it.max_##type = max_##type, it.min_##type = min_##type, REDUCTIONS(type),
#define NUMBERS(type) it.scalar_max_##type = max_##type, it.scalar_min_##type = min_##type, REDUCTIONS(type)

OPCONFORM_MAIN("conforming", "1", OPCONFORM_FLOATS(ARRAYS) OPCONFORM_FLOATS8(ARRAYS) NUMBERS(i8), NUMBERS(i16), NUMBERS(i32), NUMBERS(i64),
               NUMBERS(u8), NUMBERS(u16), NUMBERS(u32), NUMBERS(u64), it.reduce_max_bool = reduce_max_bool,
               it.reduce_min_bool = reduce_min_bool, it.scalar_max_bool = max_bool, it.scalar_min_bool = min_bool,
               it.claims = "onnx", it.numpy_max = "maximum", it.numpy_min = "minimum", it.folds = true)
