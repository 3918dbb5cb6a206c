/* A maximum and a minimum to which no document objects, of every type: the first NaN with its bits, and +0 over -0. What is found in it
 * is a fault of opconform.h. Floats are functions of arrays, integers of two numbers, so that both are tried. */
#include "opconform.h"

/* Floats are compared as integers in the order of their values; `infinity` is the pattern of the positive one. */
#define OF_FLOATS(type, c, bits, infinity)                                                                                         \
    static bits pick_##type(bits x, bits y, bool minimum) {                                                                        \
        const bits sign = (bits)((bits)1 << (8 * sizeof(bits) - 1));                                                               \
        if ((x & (bits)~sign) > infinity) return x;                                                                                \
        if ((y & (bits)~sign) > infinity) return y;                                                                                \
        bits first = (bits)(x & sign ? ~x : x | sign), second = (bits)(y & sign ? ~y : y | sign);                                  \
        return (minimum ? first <= second : first >= second) ? x : y;                                                              \
    }                                                                                                                              \
    static void each_##type(const c *x, const c *y, c *result, size_t count, bool minimum) {                                       \
        for (size_t i = 0; i < count; i++) {                                                                                       \
            bits first, second;                                                                                                    \
            memcpy(&first, x + i, sizeof first);                                                                                   \
            memcpy(&second, y + i, sizeof second);                                                                                 \
            first = pick_##type(first, second, minimum);                                                                           \
            memcpy(result + i, &first, sizeof first);                                                                              \
        }                                                                                                                          \
    }                                                                                                                              \
    static c all_##type(const c *elements, size_t count, bool minimum) {                                                           \
        bits most = minimum ? infinity : (bits)(infinity | (bits)1 << (8 * sizeof(bits) - 1)), next;                               \
        for (size_t i = 0; i < count; i++) {                                                                                       \
            memcpy(&next, elements + i, sizeof next);                                                                              \
            most = pick_##type(most, next, minimum);                                                                               \
        }                                                                                                                          \
        c result;                                                                                                                  \
        memcpy(&result, &most, sizeof result);                                                                                     \
        return result;                                                                                                             \
    }                                                                                                                              \
    static void max_##type(const c *x, const c *y, c *result, size_t count) { each_##type(x, y, result, count, false); }           \
    static void min_##type(const c *x, const c *y, c *result, size_t count) { each_##type(x, y, result, count, true); }            \
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

OF_FLOATS(f16, uint16_t, uint16_t, 0x7c00)
OF_FLOATS(bf16, uint16_t, uint16_t, 0x7f80)
OF_FLOATS(f32, float, uint32_t, 0x7f800000)
OF_FLOATS(f64, double, uint64_t, 0x7ff0000000000000)
/* It has no infinity: this is its greatest number. */
OF_FLOATS(f8e4m3fn, uint8_t, uint8_t, 0x7e)
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
#define ARRAYS(type) it.max_##type = max_##type, it.min_##type = min_##type, REDUCTIONS(type)
#define NUMBERS(type) it.scalar_max_##type = max_##type, it.scalar_min_##type = min_##type, REDUCTIONS(type)

OPCONFORM_MAIN("conforming", "1", ARRAYS(f16), ARRAYS(bf16), ARRAYS(f32), ARRAYS(f64), ARRAYS(f8e4m3fn), NUMBERS(i8), NUMBERS(i16),
               NUMBERS(i32), NUMBERS(i64), NUMBERS(u8), NUMBERS(u16), NUMBERS(u32), NUMBERS(u64), it.reduce_max_bool = reduce_max_bool,
               it.reduce_min_bool = reduce_min_bool, it.scalar_max_bool = max_bool, it.scalar_min_bool = min_bool,
               it.claims = "onnx", it.numpy_max = "maximum", it.numpy_min = "minimum", it.folds = true)
