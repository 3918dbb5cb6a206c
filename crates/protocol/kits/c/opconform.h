/* opconform.h shows functions of C or C++ that take a maximum to opconform.
 *
 * A program that includes this header and names its functions is an adapter: opconform runs it as a child, and judges what the
 * functions return.
 *
 *     #include "opconform.h"
 *
 *     static void my_max(const float *x, const float *y, float *result, size_t count) { ... }
 *
 *     OPCONFORM_MAIN("mine", "1.0", it.max_f32 = my_max, it.claims = "onnx")
 *
 *     cc -o mine mine.c && opconform run --adapter ./mine
 *
 * The functions take contiguous elements. What ONNX's operators do besides is this header's doing, and is judged with the
 * functions:
 *
 *   - the header broadcasts operands of several shapes: each function sees copies of one shape;
 *   - it gathers the elements along the axes of a reduction, in row-major order: each call gives one element of the result;
 *   - it refuses cases that ONNX calls ill-formed: types that differ, shapes that do not broadcast, axes out of range;
 *   - it lays operands where a case asks for them, 0 to 63 elements past a 64-byte boundary, and then the result past one, too;
 *   - it lays them between bytes that are the same in each run, and turn from case to case: NaNs, great and small numbers. What a
 *     function reads beyond an operand changes a result of one case or another, and one that writes to an operand, or before or
 *     behind an operand or its result, is found out, whichever call of a case it is.
 *
 * What no function is given for is not offered, and is never counted as a refusal. The header does not touch bits on their way.
 * Functions of two numbers take and return them as the machine passes them, and an x87 unit quiets signalling NaNs.
 *
 * The header is valid C99 and C++11, and needs the C library alone, and a little-endian machine. Functions may print: what they
 * write to standard output goes to standard error. `opconform backends check ./mine` tries a program on the protocol, which
 * PROTOCOL.md of opconform describes. `opconform run --huge --adapter ./mine` asks it for more than 2^31 elements of one byte or two: the
 * header makes them. A program with a `main` of its own fills a `struct opconform` and returns `opconform_serve(&it)`.
 */
#ifndef OPCONFORM_H
#define OPCONFORM_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the bytes of a frame are little-endian, and opconform.h copies them as they are"
#endif

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#else
#include <unistd.h>
#endif
#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#endif

/* ---- what is filled in ---- */

/* The element types are listed by the name in the table, the name in a frame, and the type in C. Of f16, bf16 and floats of 8 bits
 * a function sees the bits, and a bool is 0 or 1. No operator of ONNX's takes floats of 8 bits: they are judged where `numpy_max` or
 * `numpy_min` is given. */
#define OPCONFORM_FLOATS(each)                                                                                                     \
    each(f16, F16, uint16_t) each(bf16, BF16, uint16_t) each(f32, F32, float) each(f64, F64, double)
#define OPCONFORM_INTEGERS(each)                                                                                                   \
    each(i8, I8, int8_t) each(i16, I16, int16_t) each(i32, I32, int32_t) each(i64, I64, int64_t)                                   \
    each(u8, U8, uint8_t) each(u16, U16, uint16_t) each(u32, U32, uint32_t) each(u64, U64, uint64_t) each(bool, BOOL, uint8_t)
#define OPCONFORM_FLOATS8(each)                                                                                                    \
    each(f8e4m3fn, F8_E4M3, uint8_t)
#define OPCONFORM_TYPES(each) OPCONFORM_FLOATS(each) OPCONFORM_INTEGERS(each) OPCONFORM_FLOATS8(each)

/* A table has room for six functions of each type: of two arrays, element by element, whose result overlaps neither; of two
 * numbers, which are called where there is none of arrays; and of all elements of an array. */
#define OPCONFORM_FUNCTIONS(type, NAME, c)                                                                                         \
    void (*max_##type)(const c *x, const c *y, c *result, size_t count);                                                           \
    void (*min_##type)(const c *x, const c *y, c *result, size_t count);                                                           \
    c (*scalar_max_##type)(c x, c y);                                                                                              \
    c (*scalar_min_##type)(c x, c y);                                                                                              \
    c (*reduce_max_##type)(const c *elements, size_t count);                                                                       \
    c (*reduce_min_##type)(const c *elements, size_t count);

/* An implementation says what it has, and leaves out the rest. Only `name` and `version` must be given. */
struct opconform {
    /* Reports show these two, which are the implementation's own. */
    const char *name, *version;
    /* The functions are max_f32, min_f32, scalar_max_f32, scalar_min_f32, reduce_max_f32, reduce_min_f32, and the same of the other
     * types. */
    OPCONFORM_TYPES(OPCONFORM_FUNCTIONS)
    /* The claim names the document that the implementation promises to keep, and a verdict goes by it: a profile or a family of
     * profiles (`opconform clauses` lists them), such as "onnx", "ieee754-2019" or "c-fmax". */
    const char *claims;
    /* This flag says that ONNX's Max of one or of many operands is a left fold of the functions. A maximum of two says nothing of
     * three: without the flag, cases of other than two operands are not answered. */
    bool folds;
    /* This flag says that reductions take one element at least. Without it, they are called with a count of 0 where a case asks for
     * that. */
    bool never_empty;
    /* Besides ONNX's operators, the functions may be judged as NumPy's: as "maximum" and "minimum", or as "fmax" and "fmin". */
    const char *numpy_max, *numpy_min;
    /* A report says in this sentence how the implementation is called, and its language, where that is not the program's own. */
    const char *configuration, *language;
};

/* Answers requests until there are no more, and returns what `main` returns. The table must be the same each time that the program
 * runs. */
static inline int opconform_serve(const struct opconform *of);

/* Writes a program that shows an implementation: of its name, its version, and assignments to members of `it`, in any order. */
#define OPCONFORM_MAIN(its_name, its_version, ...)                                                                                 \
    int main(void) {                                                                                                               \
        static struct opconform it;                                                                                                \
        it.name = its_name, it.version = its_version, __VA_ARGS__;                                                                 \
        return opconform_serve(&it);                                                                                               \
    }

/* ---- memory and text ---- */

enum {
    OPCONFORM_RANK = 64,
    OPCONFORM_OPERANDS = 4096,
    OPCONFORM_TENSORS = 1 << 16,
    OPCONFORM_JSON_DEPTH = 32,
    OPCONFORM_JSON_NODES = 1 << 20,
    /* The protocol bounds the bytes of a frame, and of its header. */
    OPCONFORM_FRAME = 1 << 26,
    OPCONFORM_HEADER = 1 << 23,
    /* Operands are placed from a boundary of so many bytes, with so many bytes before and behind each. */
    OPCONFORM_ALIGNMENT = 64,
    OPCONFORM_GUARD = 64,
    /* A result of fewer bytes stays in its frame, where memory is shared. */
    OPCONFORM_LEAST = 1 << 12
};

/* Ends the program, which cannot go on, with a word and exit code 2. */
static inline void opconform_fail(const char *why) {
    fprintf(stderr, "opconform.h: %s\n", why);
    exit(2);
}

static inline void *opconform_need(void *memory) {
    if (!memory) opconform_fail("out of memory");
    return memory;
}

/* A buffer holds bytes, and grows. */
struct opconform_buffer {
    char *bytes;
    size_t length, room;
};

static inline void opconform_append(struct opconform_buffer *buffer, const void *bytes, size_t length) {
    if (buffer->room - buffer->length < length) {
        buffer->room = (buffer->length + length) * 2;
        buffer->bytes = (char *)opconform_need(realloc(buffer->bytes, buffer->room));
    }
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

/* Appends a text of this header's own, which is short. */
static inline void opconform_say(struct opconform_buffer *buffer, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) opconform_fail("a text of this header is too long");
    opconform_append(buffer, text, (size_t)length);
}

/* Appends a text of anyone's as a JSON string. */
static inline void opconform_quote(struct opconform_buffer *buffer, const char *text) {
    opconform_say(buffer, "\"");
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20) {
            opconform_say(buffer, "\\u%04x", *text);
            continue;
        }
        if (*text == '"' || *text == '\\') opconform_say(buffer, "\\");
        opconform_append(buffer, text, 1);
    }
    opconform_say(buffer, "\"");
}

/* A place has the elements that a function is given, so many bytes past a boundary, and the memory around them, of one byte. */
struct opconform_place {
    unsigned char *memory, *first;
    size_t room, before, bytes, past;
    unsigned char around;
};

/* Fills what lies around the elements of a place. */
static inline void opconform_surround(struct opconform_place *place, unsigned char around) {
    size_t end = place->before + place->bytes;
    place->around = around;
    memset(place->memory, around, place->before);
    memset(place->memory + end, around, place->room - end);
}

/* Finds a place for so many bytes, so far past a boundary, between others. What is left unwritten is seen, and is no NaN. */
static inline struct opconform_place opconform_placed(size_t bytes, size_t past, unsigned char around) {
    struct opconform_place place;
    place.room = OPCONFORM_GUARD + OPCONFORM_ALIGNMENT + past + bytes + OPCONFORM_GUARD;
    place.memory = (unsigned char *)opconform_need(malloc(place.room));
    size_t beyond = (size_t)((uintptr_t)(place.memory + OPCONFORM_GUARD) % OPCONFORM_ALIGNMENT);
    place.before = OPCONFORM_GUARD + (beyond ? OPCONFORM_ALIGNMENT - beyond : 0) + past;
    place.first = place.memory + place.before;
    place.bytes = bytes;
    place.past = past;
    opconform_surround(&place, around);
    if (bytes) memset(place.first, 0xa5, bytes);
    return place;
}

/* Chooses what lies around the operands of a case by the sum of their bytes. For every function there is one that moves its result: a
 * NaN, which is -1 and the greatest unsigned number; a great number of every float and signed type; a number far below 0 of every
 * float; about the least signed number; and the least unsigned one. */
static inline unsigned char opconform_around(size_t sum) {
    static const unsigned char around[] = {0xff, 0x7b, 0xfb, 0x80, 0x00};
    return around[sum % sizeof around];
}

/* What lies around a result is none of these: who goes on behind the operands and the result writes something else there. */
enum { OPCONFORM_AROUND_RESULT = 0x5a };

/* Says whether an element stands so many times, one behind the other: it does where the bytes are those that come an element later. */
static inline bool opconform_is_repeated(const unsigned char *bytes, const unsigned char *element, size_t size, size_t count) {
    return count == 0 || (memcmp(bytes, element, size) == 0 && memcmp(bytes, bytes + size, size * (count - 1)) == 0);
}

/* A trespass is what a function has done that is not its to do: what it did, and to which of its arguments; NULL while it has done
 * nothing. */
struct opconform_trespass {
    const char *did, *whose;
};

/* Notes the first trespass: that an operand is not what it was, or that something has been written around a place. */
static inline void opconform_look(const struct opconform_place *place, bool is_as_it_was, const char *whose,
                                  struct opconform_trespass *found) {
    const unsigned char *around = &place->around;
    size_t end = place->before + place->bytes;
    if (found->did) return;
    if (!is_as_it_was) found->did = "overwrote";
    else if (!opconform_is_repeated(place->memory, around, 1, place->before)) found->did = "wrote before";
    else if (!opconform_is_repeated(place->memory + end, around, 1, place->room - end)) found->did = "wrote behind";
    found->whose = whose;
}

/* ---- JSON that is not trusted: bounded in depth and in memory, and never read past its end ---- */

enum opconform_json_kind {
    OPCONFORM_WORD, /* null, true or false */
    OPCONFORM_INTEGER,
    OPCONFORM_OTHER_NUMBER,
    OPCONFORM_STRING,
    OPCONFORM_ARRAY,
    OPCONFORM_OBJECT
};

struct opconform_json {
    enum opconform_json_kind kind;
    int64_t integer;
    /* A string has its text here, without escapes; it may hold zero bytes. */
    const char *text;
    size_t length;
    /* A member of an object has its name here. */
    const char *key;
    size_t key_length;
    /* An array or object begins with `first`; `next` comes behind an element or member. */
    struct opconform_json *first, *next;
};

struct opconform_reader {
    const char *at, *end;
    /* The room for all strings is as long as the text, in which their escapes are longer; all nodes lie in `nodes`. */
    char *strings;
    size_t used;
    struct opconform_json *nodes;
    size_t count, room;
};

static inline struct opconform_json *opconform_json_value(struct opconform_reader *reader, int depth);

static inline bool opconform_is_one_of(char c, const char *these) { return c && strchr(these, c); }

static inline void opconform_json_space(struct opconform_reader *reader) {
    while (reader->at < reader->end && opconform_is_one_of(*reader->at, " \t\r\n")) reader->at++;
}

static inline bool opconform_json_take(struct opconform_reader *reader, char expected) {
    opconform_json_space(reader);
    if (reader->at == reader->end || *reader->at != expected) return false;
    reader->at++;
    return true;
}

static inline bool opconform_json_word(struct opconform_reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) return false;
    reader->at += length;
    return true;
}

/* Reads four hexadecimal digits; -1 if there are none. */
static inline int32_t opconform_json_hex(struct opconform_reader *reader) {
    int32_t value = 0;
    if (reader->end - reader->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = *reader->at++;
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Writes a code point as UTF-8, which has at most as many bytes as the escape has characters. */
static inline void opconform_json_put(struct opconform_reader *reader, uint32_t point) {
    char *out = reader->strings + reader->used;
    int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(marks[more] | point >> 6 * more);
    for (int i = 1; i <= more; i++) out[i] = (char)(0x80 | (point >> 6 * (more - i) & 63));
    reader->used += (size_t)more + 1;
}

static inline bool opconform_json_escape(struct opconform_reader *reader) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end) return false;
    char letter = *reader->at++;
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (found) {
        reader->strings[reader->used++] = meant[found - letters];
        return true;
    }
    int32_t high = letter == 'u' ? opconform_json_hex(reader) : -1;
    if (high < 0 || (high >= 0xdc00 && high < 0xe000)) return false;
    if (high < 0xd800 || high >= 0xe000) {
        opconform_json_put(reader, (uint32_t)high);
        return true;
    }
    int32_t low = opconform_json_word(reader, "\\u") ? opconform_json_hex(reader) : -1;
    if (low < 0xdc00 || low >= 0xe000) return false;
    opconform_json_put(reader, 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00));
    return true;
}

static inline bool opconform_json_string(struct opconform_reader *reader, const char **text, size_t *length) {
    if (!opconform_json_take(reader, '"')) return false;
    size_t start = reader->used;
    while (reader->at < reader->end && *reader->at != '"') {
        unsigned char c = (unsigned char)*reader->at++;
        if (c < 0x20) return false;
        if (c != '\\') reader->strings[reader->used++] = (char)c;
        else if (!opconform_json_escape(reader)) return false;
    }
    *text = reader->strings + start;
    *length = reader->used - start;
    return opconform_json_take(reader, '"');
}

/* Reads an integer that fits, or another number, whose value no one asks for. */
static inline bool opconform_json_number(struct opconform_reader *reader, struct opconform_json *node) {
    bool negative = opconform_json_word(reader, "-"), fits = true;
    uint64_t magnitude = 0;
    const char *digits = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        uint64_t digit = (uint64_t)(*reader->at++ - '0');
        fits = fits && magnitude <= ((uint64_t)INT64_MAX - digit) / 10;
        if (fits) magnitude = magnitude * 10 + digit;
    }
    if (reader->at == digits) return false;
    node->kind = fits ? OPCONFORM_INTEGER : OPCONFORM_OTHER_NUMBER;
    node->integer = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    while (reader->at < reader->end && opconform_is_one_of(*reader->at, "+-.eE0123456789")) {
        node->kind = OPCONFORM_OTHER_NUMBER;
        reader->at++;
    }
    return true;
}

static inline bool opconform_json_members(struct opconform_reader *reader, struct opconform_json *node, char close, int depth) {
    reader->at++;
    if (opconform_json_take(reader, close)) return true;
    struct opconform_json **link = &node->first;
    do {
        const char *key = NULL;
        size_t key_length = 0;
        if (close == '}' && (!opconform_json_string(reader, &key, &key_length) || !opconform_json_take(reader, ':'))) return false;
        struct opconform_json *member = opconform_json_value(reader, depth + 1);
        if (!member) return false;
        member->key = key;
        member->key_length = key_length;
        *link = member;
        link = &member->next;
    } while (opconform_json_take(reader, ','));
    return opconform_json_take(reader, close);
}

static inline struct opconform_json *opconform_json_value(struct opconform_reader *reader, int depth) {
    opconform_json_space(reader);
    if (depth > OPCONFORM_JSON_DEPTH || reader->at == reader->end || reader->count == reader->room) return NULL;
    struct opconform_json *node = &reader->nodes[reader->count++];
    bool good = true;
    switch (*reader->at) {
        case '{': node->kind = OPCONFORM_OBJECT; good = opconform_json_members(reader, node, '}', depth); break;
        case '[': node->kind = OPCONFORM_ARRAY; good = opconform_json_members(reader, node, ']', depth); break;
        case '"': node->kind = OPCONFORM_STRING; good = opconform_json_string(reader, &node->text, &node->length); break;
        case 't': good = opconform_json_word(reader, "true"); break;
        case 'f': good = opconform_json_word(reader, "false"); break;
        case 'n': good = opconform_json_word(reader, "null"); break;
        default: good = opconform_json_number(reader, node);
    }
    return good ? node : NULL;
}

/* Reads the value that is all of a text; NULL if there is none. Its nodes live as long as the reader's memory. */
static inline struct opconform_json *opconform_json_read(struct opconform_reader *reader, const char *text, size_t length) {
    reader->at = text;
    reader->end = text + length;
    /* Every node takes a character of the text at least. */
    reader->room = length < OPCONFORM_JSON_NODES ? length : (size_t)OPCONFORM_JSON_NODES;
    reader->strings = (char *)opconform_need(malloc(length + 1));
    reader->nodes = (struct opconform_json *)opconform_need(calloc(reader->room + 1, sizeof *reader->nodes));
    struct opconform_json *value = opconform_json_value(reader, 0);
    opconform_json_space(reader);
    return reader->at == reader->end ? value : NULL;
}

static inline bool opconform_is(const char *text, size_t length, const char *expected) {
    return text && expected && length == strlen(expected) && memcmp(text, expected, length) == 0;
}

/* Finds the member of an object; NULL if there is none. */
static inline const struct opconform_json *opconform_any_member(const struct opconform_json *object, const char *key) {
    if (!object || object->kind != OPCONFORM_OBJECT) return NULL;
    for (const struct opconform_json *member = object->first; member; member = member->next)
        if (opconform_is(member->key, member->key_length, key)) return member;
    return NULL;
}

/* Finds the member of an object; NULL if there is none, or one of another kind. */
static inline const struct opconform_json *opconform_member(const struct opconform_json *object, const char *key,
                                                            enum opconform_json_kind kind) {
    const struct opconform_json *member = opconform_any_member(object, key);
    return member && member->kind == kind ? member : NULL;
}

/* ---- the functions of the table, by type ---- */

/* An element type, and two functions by which the rest of this header calls those of the table, whose types only these two know.
 * Each says whether the table has such a function, and calls it if there is a place for the result. */
struct opconform_type {
    const char *name, *in_frames;
    size_t size;
    bool (*pairs)(const struct opconform *of, bool minimum, const void *x, const void *y, void *result, size_t count);
    bool (*reduction)(const struct opconform *of, bool minimum, const void *elements, size_t count, void *result);
};

#define OPCONFORM_CALLS(type, NAME, c)                                                                                             \
    static inline bool opconform_pairs_##type(const struct opconform *of, bool minimum, const void *x, const void *y,              \
                                              void *result, size_t count) {                                                        \
        void (*arrays)(const c *, const c *, c *, size_t) = minimum ? of->min_##type : of->max_##type;                             \
        c (*numbers)(c, c) = minimum ? of->scalar_min_##type : of->scalar_max_##type;                                              \
        if (result && arrays) arrays((const c *)x, (const c *)y, (c *)result, count);                                              \
        else if (result && numbers)                                                                                                \
            for (size_t i = 0; i < count; i++) ((c *)result)[i] = numbers(((const c *)x)[i], ((const c *)y)[i]);                   \
        return arrays || numbers;                                                                                                  \
    }                                                                                                                              \
    static inline bool opconform_reduction_##type(const struct opconform *of, bool minimum, const void *elements, size_t count,    \
                                                  void *result) {                                                                  \
        c (*all)(const c *, size_t) = minimum ? of->reduce_min_##type : of->reduce_max_##type;                                     \
        if (result && all) *(c *)result = all((const c *)elements, count);                                                         \
        return all != NULL;                                                                                                        \
    }
OPCONFORM_TYPES(OPCONFORM_CALLS)

#define OPCONFORM_TYPE(type, NAME, c) {#type, #NAME, sizeof(c), opconform_pairs_##type, opconform_reduction_##type},
static const struct opconform_type OPCONFORM_EACH_TYPE[] = {OPCONFORM_TYPES(OPCONFORM_TYPE){NULL, NULL, 0, NULL, NULL}};

/* ---- frames ---- */

struct opconform_tensor {
    const char *name;
    size_t name_length;
    const struct opconform_type *type;
    size_t rank, shape[OPCONFORM_RANK], count;
    const unsigned char *data;
};

struct opconform_frame {
    struct opconform_reader header_reader, message_reader;
    struct opconform_json *message;
    struct opconform_tensor *tensors;
    size_t tensor_count;
    unsigned char *bytes;
};

static inline bool opconform_read_shape(const struct opconform_json *entry, struct opconform_tensor *tensor) {
    const struct opconform_json *shape = opconform_member(entry, "shape", OPCONFORM_ARRAY);
    if (!shape) return false;
    tensor->count = 1;
    for (const struct opconform_json *dim = shape->first; dim; dim = dim->next) {
        if (dim->kind != OPCONFORM_INTEGER || dim->integer < 0 || tensor->rank == OPCONFORM_RANK) return false;
        if (dim->integer && tensor->count > OPCONFORM_FRAME / (uint64_t)dim->integer) return false;
        tensor->shape[tensor->rank++] = (size_t)dim->integer;
        tensor->count *= (size_t)dim->integer;
    }
    return true;
}

static inline bool opconform_read_tensor(const struct opconform_json *entry, const unsigned char *data, size_t size,
                                         struct opconform_tensor *tensor) {
    const struct opconform_json *dtype = opconform_member(entry, "dtype", OPCONFORM_STRING);
    const struct opconform_json *offsets = opconform_member(entry, "data_offsets", OPCONFORM_ARRAY);
    const struct opconform_json *first = offsets ? offsets->first : NULL, *last = first ? first->next : NULL;
    if (!dtype || !last || last->next) return false;
    if (first->kind != OPCONFORM_INTEGER || last->kind != OPCONFORM_INTEGER) return false;
    if (first->integer < 0 || last->integer < first->integer || (uint64_t)last->integer > size) return false;
    tensor->name = entry->key;
    tensor->name_length = entry->key_length;
    for (const struct opconform_type *type = OPCONFORM_EACH_TYPE; type->name; type++)
        if (opconform_is(dtype->text, dtype->length, type->in_frames)) tensor->type = type;
    tensor->data = data + first->integer;
    size_t bytes = (size_t)(last->integer - first->integer);
    return tensor->type && opconform_read_shape(entry, tensor) && bytes == tensor->count * tensor->type->size;
}

/* The suite and this program share this memory, if they do: operands lie in the first half of it, and long results in the second. */
static struct {
    unsigned char *bytes;
    size_t length;
} opconform_shared;

/* Maps the memory that the suite offers, if it is here: a program in between may have closed it, and opened something else. */
static inline void opconform_share(const struct opconform_json *start) {
#if defined(__linux__)
    /* The seals of a file, and those by which its size is fixed, as the system numbers them. */
    enum { OPCONFORM_GET_SEALS = 1034, OPCONFORM_SEALS = 1 | 2 | 4 };
    const struct opconform_json *offer = opconform_member(start, "shared", OPCONFORM_OBJECT);
    const struct opconform_json *descriptor = opconform_member(offer, "descriptor", OPCONFORM_INTEGER);
    const struct opconform_json *bytes = opconform_member(offer, "bytes", OPCONFORM_INTEGER);
    struct stat about;
    if (!descriptor || !bytes || bytes->integer <= 0 || descriptor->integer != (int)descriptor->integer) return;
    int file = (int)descriptor->integer, seals = fcntl(file, OPCONFORM_GET_SEALS);
    if (seals < 0 || (seals & OPCONFORM_SEALS) != OPCONFORM_SEALS || fstat(file, &about) || about.st_size != bytes->integer) return;
    void *mapped = mmap(NULL, (size_t)bytes->integer, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return;
    opconform_shared.bytes = (unsigned char *)mapped;
    opconform_shared.length = (size_t)bytes->integer;
#else
    (void)start;
#endif
}

/* Counts the members of an object; none where there is no object. */
static inline size_t opconform_members(const struct opconform_json *object) {
    size_t count = 0;
    for (const struct opconform_json *member = object ? object->first : NULL; member; member = member->next) count++;
    return count;
}

/* Reads the tensors that an object names, whose bytes are among these. */
static inline void opconform_read_tensors(struct opconform_frame *frame, const struct opconform_json *object,
                                          const unsigned char *data, size_t size) {
    for (const struct opconform_json *entry = object ? object->first : NULL; entry; entry = entry->next) {
        if (opconform_is(entry->key, entry->key_length, "__metadata__")) continue;
        if (!opconform_read_tensor(entry, data, size, &frame->tensors[frame->tensor_count++]))
            opconform_fail("a tensor whose entry makes no sense");
    }
}

static inline int opconform_by_name(const void *a, const void *b) {
    const struct opconform_tensor *x = (const struct opconform_tensor *)a, *y = (const struct opconform_tensor *)b;
    int order = memcmp(x->name, y->name, x->name_length < y->name_length ? x->name_length : y->name_length);
    return order ? order : (x->name_length > y->name_length) - (x->name_length < y->name_length);
}

static inline void opconform_parse(struct opconform_frame *frame, size_t length) {
    uint64_t header_length;
    memcpy(&header_length, frame->bytes, 8);
    if (header_length > length - 8 || header_length > OPCONFORM_HEADER)
        opconform_fail("a header longer than its frame or the limit");
    const unsigned char *data = frame->bytes + 8 + header_length;
    size_t data_length = length - 8 - (size_t)header_length;
    struct opconform_json *header =
        opconform_json_read(&frame->header_reader, (const char *)frame->bytes + 8, (size_t)header_length);
    if (!header || header->kind != OPCONFORM_OBJECT) opconform_fail("a header that is no JSON object");
    const struct opconform_json *text =
        opconform_member(opconform_member(header, "__metadata__", OPCONFORM_OBJECT), "opconform", OPCONFORM_STRING);
    if (!text) opconform_fail("a frame without a message");
    frame->message = opconform_json_read(&frame->message_reader, text->text, text->length);
    if (!frame->message) opconform_fail("a message that is no JSON");
    const struct opconform_json *placed =
        opconform_shared.bytes ? opconform_member(frame->message, "shared", OPCONFORM_OBJECT) : NULL;
    size_t entries = opconform_members(header) + opconform_members(placed);
    if (entries > OPCONFORM_TENSORS + 1) opconform_fail("more tensors than the limit");
    frame->tensors = (struct opconform_tensor *)opconform_need(calloc(entries + 1, sizeof *frame->tensors));
    opconform_read_tensors(frame, header, data, data_length);
    opconform_read_tensors(frame, placed, opconform_shared.bytes, opconform_shared.length);
    qsort(frame->tensors, frame->tensor_count, sizeof *frame->tensors, opconform_by_name);
}

/* Reads the next frame; false at the end of the stream. */
static inline bool opconform_read_frame(struct opconform_frame *frame) {
    uint64_t length;
    memset(frame, 0, sizeof *frame);
    size_t found = fread(&length, 1, 8, stdin);
    if (found == 0) return false;
    if (found < 8 || length < 8 || length > OPCONFORM_FRAME) opconform_fail("no frame, or one longer than the limit");
    frame->bytes = (unsigned char *)opconform_need(malloc((size_t)length));
    if (fread(frame->bytes, 1, (size_t)length, stdin) < length) opconform_fail("the stream ended within a frame");
    opconform_parse(frame, (size_t)length);
    return true;
}

static inline void opconform_free_frame(struct opconform_frame *frame) {
    free(frame->header_reader.strings);
    free(frame->header_reader.nodes);
    free(frame->message_reader.strings);
    free(frame->message_reader.nodes);
    free(frame->tensors);
    free(frame->bytes);
}

/* Answers go to this descriptor, and what a function prints goes elsewhere. */
static int opconform_answers;

static inline void opconform_open(void) {
#if defined(_WIN32)
    opconform_answers = _dup(1);
    _setmode(0, _O_BINARY);
    _setmode(opconform_answers, _O_BINARY);
    bool apart = opconform_answers >= 0 && _dup2(2, 1) >= 0;
#else
    opconform_answers = dup(1);
    bool apart = opconform_answers >= 0 && dup2(2, 1) >= 0;
#endif
    if (!apart) opconform_fail("standard output cannot be set aside");
}

static inline void opconform_write(const void *bytes, size_t length) {
    const char *at = (const char *)bytes;
    while (length) {
#if defined(_WIN32)
        long written = _write(opconform_answers, at, (unsigned)length);
#else
        long written = (long)write(opconform_answers, at, length);
#endif
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) opconform_fail("cannot write an answer");
        at += written;
        length -= (size_t)written;
    }
}

/* An answer grows in three parts: its message, the header's entries of its tensors, and their bytes; and beside them in the entries of the
 * tensors that are in shared memory, and the bytes that are used there. */
struct opconform_answer {
    struct opconform_buffer message, entries, data, placed;
    size_t used;
};

/* Moves the last bytes of an answer to shared memory, if they are many and there is room; says where they lie then, or else 0. */
static inline size_t opconform_put(struct opconform_answer *answer, size_t begin) {
    size_t bytes = answer->data.length - begin, half = opconform_shared.length / 2;
    if (bytes < OPCONFORM_LEAST || half - answer->used < bytes) return 0;
    size_t place = half + answer->used;
    memcpy(opconform_shared.bytes + place, answer->data.bytes + begin, bytes);
    answer->data.length = begin;
    answer->used += bytes;
    return place;
}

static inline void opconform_write_frame(const struct opconform_answer *answer) {
    struct opconform_buffer frame = {NULL, 0, 0};
    uint64_t lengths[2] = {0, 0};
    opconform_append(&frame, lengths, sizeof lengths);
    opconform_say(&frame, "{\"__metadata__\":{\"opconform\":\"");
    for (size_t i = 0; i < answer->message.length; i++) {
        /* A message has no character below 0x20. */
        if (opconform_is_one_of(answer->message.bytes[i], "\"\\")) opconform_append(&frame, "\\", 1);
        opconform_append(&frame, &answer->message.bytes[i], 1);
    }
    opconform_say(&frame, "\"}");
    opconform_append(&frame, answer->entries.bytes, answer->entries.length);
    opconform_say(&frame, "}");
    while (frame.length % 8) opconform_append(&frame, " ", 1);
    lengths[1] = frame.length - sizeof lengths;
    lengths[0] = 8 + lengths[1] + answer->data.length;
    memcpy(frame.bytes, lengths, sizeof lengths);
    opconform_append(&frame, answer->data.bytes, answer->data.length);
    opconform_write(frame.bytes, frame.length);
    free(frame.bytes);
}

static inline void opconform_free_answer(struct opconform_answer *answer) {
    free(answer->message.bytes);
    free(answer->entries.bytes);
    free(answer->data.bytes);
    free(answer->placed.bytes);
}

/* ---- one case ---- */

struct opconform_case {
    const struct opconform *of;
    bool of_numpy, is_reduction, is_minimum;
    int64_t opset;
    const struct opconform_json *attributes, *offsets;
    const struct opconform_tensor *operands[OPCONFORM_OPERANDS];
    size_t count;
    /* The sum of the operands' bytes decides what is to take turns, and is the same whenever the case is asked. */
    size_t sum;
    /* The result has a type, a shape and a count here, and no data. */
    struct opconform_tensor result;
    /* Of a first operand that is longer than a frame, a case gives how long it is and where it has its few elements, but for the one that
     * it has everywhere else: these numbers, and the operand without its data. */
    const struct opconform_tensor *numbers;
    struct opconform_tensor whole;
};

/* Answers a case with a word instead of a result, and returns false. */
static inline bool opconform_unsupported(struct opconform_answer *answer, const char *reason) {
    opconform_say(&answer->message, "{\"outcome\":\"unsupported\",\"reason\":\"%s\"}", reason);
    return false;
}

static inline bool opconform_rejected(struct opconform_answer *answer, const char *message) {
    opconform_say(&answer->message, "{\"outcome\":\"rejected\",\"message\":\"%s\"}", message);
    return false;
}

/* Says whether there is a function for an operator and a type. */
static inline bool opconform_has(const struct opconform *of, bool is_reduction, bool is_minimum,
                                 const struct opconform_type *type) {
    return is_reduction ? type->reduction(of, is_minimum, NULL, 0, NULL) : type->pairs(of, is_minimum, NULL, NULL, NULL, 0);
}

static inline bool opconform_has_any(const struct opconform *of, bool is_reduction, bool is_minimum) {
    for (const struct opconform_type *type = OPCONFORM_EACH_TYPE; type->name; type++)
        if (opconform_has(of, is_reduction, is_minimum, type)) return true;
    return false;
}

/* Reads which operator a case is of; false if the table has nothing for it. */
static inline bool opconform_read_operator(const struct opconform_json *the_case, struct opconform_case *call) {
    const struct opconform_json *which = opconform_member(the_case, "operator", OPCONFORM_OBJECT);
    const struct opconform_json *domain = opconform_member(which, "domain", OPCONFORM_STRING);
    const struct opconform_json *name = opconform_member(which, "name", OPCONFORM_STRING);
    if (!domain || !name) opconform_fail("a case without an operator");
    call->of_numpy = opconform_is(domain->text, domain->length, "numpy");
    if (domain->length && !call->of_numpy) return false;
    const char *text = name->text;
    size_t length = name->length;
    if (!call->of_numpy && length > 6 && memcmp(text, "Reduce", 6) == 0) {
        call->is_reduction = true;
        text += 6;
        length -= 6;
    }
    call->is_minimum = opconform_is(text, length, call->of_numpy ? call->of->numpy_min : "Min");
    bool is_maximum = opconform_is(text, length, call->of_numpy ? call->of->numpy_max : "Max");
    return (call->is_minimum || is_maximum) && opconform_has_any(call->of, call->is_reduction, call->is_minimum);
}

/* Finds the tensor of a frame that a string names. */
static inline const struct opconform_tensor *opconform_named(const struct opconform_frame *frame, const struct opconform_json *name) {
    if (name->kind != OPCONFORM_STRING) opconform_fail("an input that is no name");
    struct opconform_tensor key;
    key.name = name->text;
    key.name_length = name->length;
    const struct opconform_tensor *found = (const struct opconform_tensor *)(
        frame->tensor_count ? bsearch(&key, frame->tensors, frame->tensor_count, sizeof key, opconform_by_name) : NULL);
    if (!found) opconform_fail("an input that names no tensor of the frame");
    return found;
}

/* Reads a number of a tensor of i64. */
static inline int64_t opconform_number(const struct opconform_tensor *numbers, size_t at) {
    int64_t number;
    memcpy(&number, numbers->data + 8 * at, sizeof number);
    return number;
}

/* Reads how long an operand is that is longer than a frame; false if it cannot be made, which is then answered. */
static inline bool opconform_read_length(const struct opconform_tensor *numbers, struct opconform_case *call,
                                         struct opconform_answer *answer) {
    call->numbers = numbers;
    call->whole = *call->operands[0];
    if (!opconform_is(numbers->type->name, strlen(numbers->type->name), "i64") || numbers->count != call->whole.count ||
        numbers->rank != 1 || call->whole.rank != 1 || call->whole.count == 0)
        opconform_fail("a length that is not that of the first operand");
    size_t size = call->whole.type->size;
    if (size > 2) return opconform_unsupported(answer, "operands longer than a frame have elements of one byte or two");
    int64_t length = opconform_number(numbers, 0), last = -1;
    for (size_t i = 1; i < numbers->count; last = opconform_number(numbers, i++))
        if (opconform_number(numbers, i) <= last || opconform_number(numbers, i) >= length)
            return opconform_unsupported(answer, "places that do not ascend within the operand");
    /* Two operands and a result are held at a time, and of more operands a copy of what has been folded. A compiler leaves out an
     * allocation of which only whether there is one is asked, unless it has to be stored. */
    bool is_counted = length > 0 && length <= INT64_MAX / 8 && (uint64_t)length <= SIZE_MAX / 8;
    void *volatile room = is_counted ? malloc((call->count > 2 ? 4 : 3) * size * (size_t)length) : NULL;
    bool has_room = room != NULL;
    free(room);
    if (!has_room) {
        opconform_say(&answer->message, "{\"outcome\":\"exhausted\",\"message\":\"there is no memory for the operands\"}");
        return false;
    }
    call->whole.shape[0] = call->whole.count = (size_t)length;
    call->operands[0] = &call->whole;
    return true;
}

/* Reads what a case asks for; false if it cannot be had, which is then answered. */
static inline bool opconform_read_case(const struct opconform_json *the_case, const struct opconform_frame *frame,
                                       struct opconform_case *call, struct opconform_answer *answer) {
    const struct opconform_json *opset = opconform_member(the_case, "opset", OPCONFORM_INTEGER);
    const struct opconform_json *inputs = opconform_member(the_case, "inputs", OPCONFORM_ARRAY);
    if (!opset || !inputs) opconform_fail("a case without an opset or inputs");
    if (!opconform_read_operator(the_case, call)) return opconform_unsupported(answer, "there is no such operator here");
    call->opset = opset->integer;
    call->attributes = opconform_member(the_case, "attributes", OPCONFORM_OBJECT);
    if (call->of_numpy && call->attributes && call->attributes->first)
        return opconform_unsupported(answer, "the functions take no out and no where");
    call->offsets = opconform_member(the_case, "offsets", OPCONFORM_ARRAY);
    for (const struct opconform_json *input = inputs->first; input; input = input->next) {
        const struct opconform_tensor *operand = opconform_named(frame, input);
        if (call->count == OPCONFORM_OPERANDS) return opconform_unsupported(answer, "4096 operands are taken at most");
        /* The axes of a reduction are of a type of their own. */
        bool is_axes = call->is_reduction && call->count == 1;
        if (!is_axes && !opconform_has(call->of, call->is_reduction, call->is_minimum, operand->type))
            return opconform_unsupported(answer, "there is no function of this type");
        call->operands[call->count++] = operand;
        for (size_t i = 0; i < operand->count * operand->type->size; i++) call->sum += operand->data[i];
    }
    if (call->count == 0) return opconform_rejected(answer, "no operand, so that the result has no type");
    call->result.type = call->operands[0]->type;
    const struct opconform_json *length = opconform_any_member(the_case, "huge");
    return !length || opconform_read_length(opconform_named(frame, length), call, answer);
}

/* Says how many bytes past a boundary a case wants an operand to begin. */
static inline size_t opconform_offset(const struct opconform_case *call, size_t operand) {
    const struct opconform_json *offset = call->offsets ? call->offsets->first : NULL;
    while (offset && operand--) offset = offset->next;
    return offset && offset->kind == OPCONFORM_INTEGER ? (uint64_t)offset->integer % 64 * call->result.type->size : 0;
}

/* Says how many bytes past a boundary the result of two operands begins: as many as one of them does, which takes turns. Where both
 * begin equally far past it, by an even number of elements, it is an element more, so that a result is off, too, where both operands
 * happen to lie at a boundary of a vector. Where no operand is past a boundary, the result is not. */
static inline size_t opconform_result_offset(const struct opconform_case *call, size_t first, size_t second) {
    size_t size = call->result.type->size;
    if (first && first == second && first / size % 2 == 0) return first + size;
    return call->sum % 2 ? second : first;
}

/* Counts the result's elements; false if they are more than so many, or than any frame can hold. */
static inline bool opconform_count(struct opconform_tensor *result, size_t most) {
    result->count = 1;
    for (size_t i = 0; i < result->rank; i++) {
        if (result->shape[i] && result->count > most / result->shape[i]) return false;
        result->count *= result->shape[i];
    }
    return true;
}

/* Writes an element so many times, one behind the other. */
static inline void opconform_repeat(unsigned char *out, const unsigned char *element, size_t size, size_t count) {
    size_t bytes = size * count, done = size;
    if (bytes) memcpy(out, element, size);
    for (; done < bytes; done *= 2) memcpy(out + done, out, done < bytes - done ? done : bytes - done);
}

/* ---- operands longer than a frame, of elements of one byte or two ---- */

/* Writes the first operand of its few elements. */
static inline void opconform_expand(const struct opconform_case *call, unsigned char *out) {
    size_t size = call->whole.type->size;
    opconform_repeat(out, call->whole.data, size, call->whole.count);
    for (size_t i = 1; i < call->numbers->count; i++)
        memcpy(out + size * (size_t)opconform_number(call->numbers, i), call->whole.data + size * i, size);
}

/* Says whether the first operand still has its few elements, and the one everywhere else. */
static inline bool opconform_is_expanded(const struct opconform_case *call, const unsigned char *bytes) {
    const unsigned char *elements = call->whole.data;
    size_t size = call->whole.type->size, begin = 0;
    for (size_t i = 1; i < call->numbers->count; i++) {
        size_t at = (size_t)opconform_number(call->numbers, i);
        if (!opconform_is_repeated(bytes + size * begin, elements, size, at - begin)) return false;
        if (memcmp(bytes + size * at, elements + size * i, size) != 0) return false;
        begin = at + 1;
    }
    return opconform_is_repeated(bytes + size * begin, elements, size, call->whole.count - begin);
}

/* Tells of a result its elements at the same places, and the first besides of each other element, and then where they stand. */
static inline void opconform_condense(const struct opconform_case *call, const unsigned char *result, size_t number,
                                      struct opconform_answer *answer) {
    const struct opconform_tensor *numbers = call->numbers;
    struct opconform_buffer places = {NULL, 0, 0};
    size_t begin = answer->data.length, next = 1, size = call->result.type->size;
    bool known[1 << 16] = {false};
    opconform_append(&places, numbers->data, 8);
    for (size_t at = 0; at < call->whole.count; at++) {
        uint16_t element = result[size * at];
        if (size == 2) memcpy(&element, result + 2 * at, sizeof element);
        bool is_asked = next < numbers->count && opconform_number(numbers, next) == (int64_t)at;
        if (!is_asked && known[element]) continue;
        if (is_asked) next++;
        else known[element] = true;
        int64_t place = (int64_t)at;
        opconform_append(&answer->data, result + size * at, size);
        opconform_append(&places, &place, sizeof place);
    }
    size_t end = answer->data.length;
    opconform_append(&answer->data, places.bytes, places.length);
    opconform_say(&answer->entries, ",\"%zu.0\":{\"dtype\":\"%s\",\"shape\":[%zu],\"data_offsets\":[%zu,%zu]}", number,
                  call->result.type->in_frames, (end - begin) / size, begin, end);
    opconform_say(&answer->entries, ",\"%zu.places\":{\"dtype\":\"I64\",\"shape\":[%zu],\"data_offsets\":[%zu,%zu]}", number,
                  places.length / 8, end, end + places.length);
    opconform_say(&answer->message, "{\"outcome\":\"output\",\"tensors\":[\"%zu.0\",\"%zu.places\"]}", number, number);
    free(places.bytes);
}

/* ---- two arrays, element by element ---- */

/* Finds the shape that the operands broadcast to, aligned at the right; false if they do not. */
static inline bool opconform_broadcast(struct opconform_case *call) {
    struct opconform_tensor *result = &call->result;
    for (size_t k = 0; k < call->count; k++)
        if (call->operands[k]->rank > result->rank) result->rank = call->operands[k]->rank;
    for (size_t i = 0; i < result->rank; i++) {
        size_t dim = 1;
        for (size_t k = 0; k < call->count; k++) {
            size_t missing = result->rank - call->operands[k]->rank;
            size_t own = i < missing ? 1 : call->operands[k]->shape[i - missing];
            if (own == 1 || own == dim) continue;
            if (dim != 1) return false;
            dim = own;
        }
        result->shape[i] = dim;
    }
    return true;
}

/* Steps to the next index of a shape, in row-major order. */
static inline void opconform_step(const struct opconform_tensor *of, size_t *index) {
    for (size_t i = of->rank; i-- > 0 && ++index[i] == of->shape[i];) index[i] = 0;
}

/* Copies the elements of an operand to where the result has them. */
static inline struct opconform_place opconform_spread(const struct opconform_case *call, size_t k) {
    const struct opconform_tensor *operand = call->operands[k], *result = &call->result;
    size_t index[OPCONFORM_RANK] = {0}, size = result->type->size, missing = result->rank - operand->rank;
    struct opconform_place place = opconform_placed(result->count * size, opconform_offset(call, k), opconform_around(call->sum));
    if (operand == &call->whole) {
        opconform_expand(call, place.first);
        return place;
    }
    if (operand->count == 1) {
        opconform_repeat(place.first, operand->data, size, result->count);
        return place;
    }
    if (operand->count == result->count) {
        if (place.bytes) memcpy(place.first, operand->data, place.bytes);
        return place;
    }
    for (size_t element = 0; element < result->count; element++) {
        size_t at = 0;
        for (size_t i = 0; i < operand->rank; i++)
            at = at * operand->shape[i] + (operand->shape[i] == 1 ? 0 : index[missing + i]);
        memcpy(place.first + element * size, operand->data + at * size, size);
        opconform_step(result, index);
    }
    return place;
}

/* Says whether an element-wise case has a result, and finds its shape; where it has none, the case is answered. */
static inline bool opconform_is_elementwise(struct opconform_case *call, struct opconform_answer *answer) {
    if (!call->of_numpy && call->opset < 8)
        return opconform_unsupported(answer, "before operator set 8 it does not broadcast, this adapter does");
    if (call->count != 2 && (call->of_numpy || !call->of->folds))
        return opconform_unsupported(answer, "the functions take two operands");
    for (size_t k = 1; k < call->count; k++)
        if (call->operands[k]->type != call->result.type)
            return opconform_rejected(answer, "operands of two types: a function takes one");
    if (!opconform_broadcast(call)) return opconform_rejected(answer, "the shapes of the operands do not broadcast");
    return true;
}

/* Copies what a function is given, if no tensor of the case has it in the same order: what has been folded so far, and an operand of
 * several elements that are repeated. It is NULL where it is compared without a copy. */
static inline unsigned char *opconform_copied(const struct opconform_case *call, size_t k, bool is_folded,
                                              const struct opconform_place *place) {
    const struct opconform_tensor *operand = call->operands[k];
    bool is_at_hand = operand == &call->whole || operand->count == 1 || operand->count == call->result.count;
    if (is_at_hand && !is_folded) return NULL;
    unsigned char *copy = (unsigned char *)opconform_need(malloc(place->bytes + 1));
    memcpy(copy, place->first, place->bytes);
    return copy;
}

/* Says whether a place has what it had before the call: what was copied, or what the case has of the operand. */
static inline bool opconform_is_as_it_was(const struct opconform_case *call, size_t k, const unsigned char *copy,
                                          const struct opconform_place *place) {
    const struct opconform_tensor *operand = call->operands[k];
    size_t size = call->result.type->size, count = call->result.count;
    if (copy) return memcmp(place->first, copy, place->bytes) == 0;
    if (operand == &call->whole) return opconform_is_expanded(call, place->first);
    if (operand->count == 1) return opconform_is_repeated(place->first, operand->data, size, count);
    return memcmp(place->first, operand->data, place->bytes) == 0;
}

/* Folds the operands from the left, up to the first call that trespasses. */
static inline struct opconform_place opconform_fold(const struct opconform_case *call, struct opconform_trespass *found) {
    struct opconform_place value = opconform_spread(call, 0);
    for (size_t k = 1; k < call->count && !found->did; k++) {
        struct opconform_place next = opconform_spread(call, k);
        size_t past = opconform_result_offset(call, value.past, next.past);
        struct opconform_place folded = opconform_placed(value.bytes, past, OPCONFORM_AROUND_RESULT);
        unsigned char *first = opconform_copied(call, 0, k > 1, &value), *second = opconform_copied(call, k, false, &next);
        call->result.type->pairs(call->of, call->is_minimum, value.first, next.first, folded.first, call->result.count);
        opconform_look(&value, opconform_is_as_it_was(call, 0, first, &value), "first operand", found);
        opconform_look(&next, opconform_is_as_it_was(call, k, second, &next), "second operand", found);
        opconform_look(&folded, true, "result", found);
        free(first);
        free(second);
        free(value.memory);
        free(next.memory);
        value = folded;
        opconform_surround(&value, opconform_around(call->sum));
    }
    return value;
}

/* ---- reductions ---- */

/* Reads an attribute that is 0 or 1; -1 if it is something else. */
static inline int opconform_flag(const struct opconform_case *call, const char *name, int otherwise) {
    const struct opconform_json *flag = opconform_any_member(call->attributes, name);
    if (!flag) return otherwise;
    return flag->kind == OPCONFORM_INTEGER && (flag->integer == 0 || flag->integer == 1) ? (int)flag->integer : -1;
}

/* Marks an axis, which may count from the back; false if there is none, or if it is marked already. */
static inline bool opconform_mark(bool *reduced, size_t rank, int64_t axis) {
    int64_t from_front = axis < 0 ? axis + (int64_t)rank : axis;
    if (from_front < 0 || from_front >= (int64_t)rank || reduced[from_front]) return false;
    reduced[from_front] = true;
    return true;
}

/* Says whether a reduction has a result, and finds its axes and the result's shape; where it has none, the case is answered. */
static inline bool opconform_is_reduced(struct opconform_case *call, bool *reduced, struct opconform_answer *answer) {
    const struct opconform_tensor *operand = call->operands[0], *input = call->count > 1 ? call->operands[1] : NULL;
    bool by_input = call->opset >= 18;
    for (const struct opconform_json *it = call->attributes ? call->attributes->first : NULL; it; it = it->next)
        if (!opconform_is(it->key, it->key_length, "keepdims") &&
            !opconform_is(it->key, it->key_length, by_input ? "noop_with_empty_axes" : "axes"))
            return opconform_rejected(answer, "an attribute that the operator does not have");
    int keeps = opconform_flag(call, "keepdims", 1), noop = by_input ? opconform_flag(call, "noop_with_empty_axes", 0) : 0;
    if (keeps < 0 || noop < 0) return opconform_rejected(answer, "an attribute that is neither 0 nor 1");
    if (call->count > (by_input ? 2u : 1u)) return opconform_rejected(answer, "more inputs than the operator has");
    const struct opconform_json *given = by_input ? NULL : opconform_any_member(call->attributes, "axes");
    size_t named = 0;
    if (given && given->kind != OPCONFORM_ARRAY) return opconform_rejected(answer, "axes that are no list");
    for (const struct opconform_json *axis = given ? given->first : NULL; axis; axis = axis->next, named++)
        if (axis->kind != OPCONFORM_INTEGER || (axis->integer < 0 && call->opset < 11) ||
            !opconform_mark(reduced, operand->rank, axis->integer))
            return opconform_rejected(answer, "an axis out of range, or one that is named twice");
    if (input && (!opconform_is(input->type->name, strlen(input->type->name), "i64") || input->rank != 1))
        return opconform_rejected(answer, "axes that are no list of i64");
    for (; input && named < input->count; named++) {
        int64_t axis;
        memcpy(&axis, input->data + 8 * named, 8);
        if (!opconform_mark(reduced, operand->rank, axis))
            return opconform_rejected(answer, "an axis out of range, or one that is named twice");
    }
    if (given && !named) return opconform_unsupported(answer, "before operator set 18 an empty list of axes has no meaning");
    if (!named)
        for (size_t i = 0; i < operand->rank; i++) reduced[i] = !noop;
    for (size_t i = 0; i < operand->rank; i++)
        if (keeps || !reduced[i]) call->result.shape[call->result.rank++] = reduced[i] ? 1 : operand->shape[i];
    return true;
}

/* Copies an operand so that the elements that become one stand together, those of the first element of the result first. */
static inline unsigned char *opconform_gather(const struct opconform_tensor *operand, const bool *reduced, size_t each) {
    size_t index[OPCONFORM_RANK] = {0}, size = operand->type->size;
    unsigned char *gathered = (unsigned char *)opconform_need(malloc(operand->count * size + 1));
    for (size_t element = 0; element < operand->count; element++) {
        size_t which = 0, within = 0;
        for (size_t i = 0; i < operand->rank; i++) {
            if (reduced[i]) within = within * operand->shape[i] + index[i];
            else which = which * operand->shape[i] + index[i];
        }
        memcpy(gathered + (which * each + within) * size, operand->data + element * size, size);
        opconform_step(operand, index);
    }
    return gathered;
}

/* Calls the reduction for each element of the result, up to the first call that overwrites its operand. */
static inline void opconform_reduce(const struct opconform_case *call, const bool *reduced, size_t each,
                                    struct opconform_buffer *data, struct opconform_trespass *found) {
    size_t size = call->result.type->size;
    /* In an operand without elements, the other dimensions may be of any size. */
    if (call->result.count == 0) return;
    unsigned char *gathered = call->numbers ? NULL : opconform_gather(call->operands[0], reduced, each);
    struct opconform_place elements = opconform_placed(each * size, opconform_offset(call, 0), opconform_around(call->sum));
    struct opconform_place result = opconform_placed(size, 0, OPCONFORM_AROUND_RESULT);
    bool is_as_it_was = true;
    for (size_t i = 0; i < call->result.count && is_as_it_was; i++) {
        const unsigned char *group = gathered ? gathered + i * each * size : NULL;
        if (!group) opconform_expand(call, elements.first);
        else if (each) memcpy(elements.first, group, each * size);
        call->result.type->reduction(call->of, call->is_minimum, elements.first, each, result.first);
        is_as_it_was = group ? memcmp(elements.first, group, each * size) == 0 : opconform_is_expanded(call, elements.first);
        opconform_append(data, result.first, size);
    }
    /* What any call has written around the elements is still there. */
    opconform_look(&elements, is_as_it_was, "operand", found);
    free(elements.memory);
    free(result.memory);
    free(gathered);
}

/* Counts the elements that become one. */
static inline size_t opconform_group(const struct opconform_tensor *operand, const bool *reduced) {
    size_t each = 1;
    for (size_t i = 0; i < operand->rank; i++)
        if (reduced[i]) each *= operand->shape[i];
    return each;
}

/* ---- the conversation ---- */

static inline void opconform_run_case(const struct opconform_json *the_case, const struct opconform_frame *frame,
                                      const struct opconform *of, size_t number, struct opconform_answer *answer) {
    struct opconform_case call;
    memset(&call, 0, sizeof call);
    call.of = of;
    bool reduced[OPCONFORM_RANK] = {false};
    if (!opconform_read_case(the_case, frame, &call, answer)) return;
    if (!(call.is_reduction ? opconform_is_reduced(&call, reduced, answer) : opconform_is_elementwise(&call, answer))) return;
    size_t each = opconform_group(call.operands[0], reduced), begin = answer->data.length;
    bool is_long = call.numbers && !call.is_reduction;
    bool has_room = opconform_count(&call.result, is_long ? call.whole.count : (size_t)OPCONFORM_FRAME);
    if (call.numbers && (!has_room || call.result.count != (is_long ? call.whole.count : 1))) {
        opconform_unsupported(answer, "of an operand longer than a frame the result is as long, or one element");
        return;
    }
    if (!has_room || (!is_long && call.result.count * call.result.type->size > OPCONFORM_FRAME - begin)) {
        opconform_unsupported(answer, "the result is longer than a frame");
        return;
    }
    if (call.is_reduction && !each && of->never_empty) {
        opconform_unsupported(answer, "the reductions take one element at least");
        return;
    }
    struct opconform_trespass found = {NULL, NULL};
    if (call.is_reduction) opconform_reduce(&call, reduced, each, &answer->data, &found);
    else {
        struct opconform_place result = opconform_fold(&call, &found);
        if (!found.did && is_long) opconform_condense(&call, result.first, number, answer);
        else if (!found.did) opconform_append(&answer->data, result.first, result.bytes);
        free(result.memory);
        if (!found.did && is_long) return;
    }
    if (found.did) {
        answer->data.length = begin;
        opconform_say(&answer->message, "{\"outcome\":\"malformed\",\"message\":\"it %s its %s\"}", found.did, found.whose);
        return;
    }
    size_t bytes = answer->data.length - begin, place = opconform_put(answer, begin);
    struct opconform_buffer *entries = place ? &answer->placed : &answer->entries;
    if (place) begin = place;
    opconform_say(entries, ",\"%zu.0\":{\"dtype\":\"%s\",\"shape\":[", number, call.result.type->in_frames);
    for (size_t i = 0; i < call.result.rank; i++) opconform_say(entries, "%s%zu", i ? "," : "", call.result.shape[i]);
    opconform_say(entries, "],\"data_offsets\":[%zu,%zu]}", begin, begin + bytes);
    opconform_say(&answer->message, "{\"outcome\":\"output\",\"tensors\":[\"%zu.0\"]}", number);
}

static inline void opconform_run(const struct opconform_frame *frame, const struct opconform *of, struct opconform_answer *answer) {
    const struct opconform_json *seq = opconform_member(frame->message, "seq", OPCONFORM_INTEGER);
    const struct opconform_json *cases = opconform_member(frame->message, "cases", OPCONFORM_ARRAY);
    if (!seq || !cases) opconform_fail("a batch without a seq or cases");
    opconform_say(&answer->message, "{\"type\":\"ran\",\"seq\":%lld,\"outcomes\":[", (long long)seq->integer);
    size_t number = 0;
    for (const struct opconform_json *the_case = cases->first; the_case; the_case = the_case->next) {
        if (number) opconform_say(&answer->message, ",");
        opconform_run_case(the_case, frame, of, number++, answer);
    }
    opconform_say(&answer->message, "]");
    if (answer->placed.length) {
        opconform_say(&answer->message, ",\"shared\":{");
        /* The first entry needs no comma. */
        opconform_append(&answer->message, answer->placed.bytes + 1, answer->placed.length - 1);
        opconform_say(&answer->message, "}");
    }
    opconform_say(&answer->message, "}");
}

/* Names the system and the processor that the program was compiled for, as `uname` does. */
static inline const char *opconform_system(void) {
#if defined(_WIN32)
    return "Windows";
#elif defined(__APPLE__)
    return "Darwin";
#elif defined(__linux__)
    return "Linux";
#else
    return "unknown";
#endif
}

static inline const char *opconform_processor(void) {
#if defined(__x86_64__) || defined(_M_X64)
    return "x86_64";
#elif defined(__aarch64__) || defined(_M_ARM64)
    return "aarch64";
#elif defined(__riscv)
    return sizeof(void *) == 8 ? "riscv64" : "riscv32";
#elif defined(__i386__) || defined(_M_IX86)
    return "i686";
#else
    return "unknown";
#endif
}

/* Says a word of a list, behind a comma unless it is the first. */
static inline void opconform_list(struct opconform_buffer *message, const char *format, const char *word) {
    if (message->bytes[message->length - 1] != '[') opconform_say(message, ",");
    opconform_say(message, format, word);
}

static inline void opconform_operators(const struct opconform *of, struct opconform_buffer *message) {
    static const char *const names[] = {"Max", "Min", "ReduceMax", "ReduceMin"};
    const char *const numpy[] = {of->numpy_max, of->numpy_min};
    for (int i = 0; i < 4; i++)
        if (opconform_has_any(of, i > 1, i % 2)) opconform_list(message, "{\"domain\":\"\",\"name\":\"%s\"}", names[i]);
    for (int i = 0; i < 2; i++)
        if (numpy[i] && opconform_has_any(of, false, i))
            opconform_list(message, "{\"domain\":\"numpy\",\"name\":\"%s\"}", numpy[i]);
}

static inline void opconform_start(const struct opconform *of, struct opconform_answer *answer) {
    struct opconform_buffer *message = &answer->message;
    bool has_pairs = opconform_has_any(of, false, false) || opconform_has_any(of, false, true);
    bool has_reductions = opconform_has_any(of, true, false) || opconform_has_any(of, true, true);
    opconform_say(message, "{\"type\":\"started\",\"protocol\":1,\"name\":");
    opconform_quote(message, of->name);
    opconform_say(message, ",\"version\":");
    opconform_quote(message, of->version);
    opconform_say(message, ",\"language\":");
#if defined(__cplusplus)
    opconform_quote(message, of->language ? of->language : "C++");
#else
    opconform_quote(message, of->language ? of->language : "C");
#endif
    opconform_say(message, ",\"os\":\"%s %s\",\"cpu_features\":[],\"dtypes\":[", opconform_system(), opconform_processor());
    for (const struct opconform_type *type = OPCONFORM_EACH_TYPE; type->name; type++)
        for (int i = 0; i < 4; i++)
            if (opconform_has(of, i > 1, i % 2, type)) {
                opconform_list(message, "\"%s\"", type->name);
                break;
            }
    opconform_say(message, "],\"operators\":[");
    opconform_operators(of, message);
    opconform_say(message, "],\"profile\":");
    if (of->claims) opconform_quote(message, of->claims);
    else opconform_say(message, "null");
    if (sizeof(size_t) > 4) opconform_say(message, ",\"huge\":true");
    if (opconform_shared.bytes) opconform_say(message, ",\"shared\":true");
    opconform_say(message, ",\"configuration\":[");
    if (of->configuration) opconform_quote(message, of->configuration);
    if (has_pairs) opconform_list(message, "\"%s\"", "opconform.h broadcasts the operands before each call");
    if (has_pairs && of->folds) opconform_list(message, "\"%s\"", "Max and Min are left folds");
    if (has_reductions) opconform_list(message, "\"%s\"", "opconform.h gathers the elements that each call reduces to one");
    opconform_say(message, "]}");
}

static inline int opconform_serve(const struct opconform *of) {
    struct opconform_frame frame;
    bool stopped = false;
    opconform_open();
    while (!stopped && opconform_read_frame(&frame)) {
        const struct opconform_json *type = opconform_member(frame.message, "type", OPCONFORM_STRING);
        const char *text = type ? type->text : NULL;
        size_t length = type ? type->length : 0;
        struct opconform_answer answer;
        memset(&answer, 0, sizeof answer);
        stopped = opconform_is(text, length, "stop");
        if (opconform_is(text, length, "start")) {
            opconform_share(frame.message);
            opconform_start(of, &answer);
        } else if (opconform_is(text, length, "run")) opconform_run(&frame, of, &answer);
        else if (!stopped) opconform_fail("a request that is not start, run or stop");
        if (!stopped) opconform_write_frame(&answer);
        opconform_free_answer(&answer);
        opconform_free_frame(&frame);
    }
    return 0;
}

#endif
