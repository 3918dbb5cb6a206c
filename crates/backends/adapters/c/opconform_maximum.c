/* An adapter of opconform for functions of two arrays: which there are, and what arguments choose one, stands in a header that the
 * compiler is told of: glibc.h, instructions.h, java.h or dylib.h.
 *
 * A child of opconform: reads requests from standard input and writes answers to standard output, as PROTOCOL.md says.
 * Max and Min are left folds of the function over operands that broadcast.
 *
 * cc -std=c11 -O2 -fno-builtin -DMAXIMA='"glibc.h"' opconform_maximum.c -lm -o opconform_maximum
 */
#define _GNU_SOURCE

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "json.h"

enum { RANK = 64, OPERANDS = 4096 };
static const uint64_t FRAME_LIMIT = 1 << 26, HEADER_LIMIT = 1 << 23;

/* A function of two arrays of a type, element by element. The memory of the result is neither operand's. */
struct function {
    const char *dtype;
    void (*of)(const void *x, const void *y, void *result, size_t count);
};

/* What a backend calls for each type, up to one without a name; what NumPy calls that, if anything; what is said in a report. */
struct backend {
    const char *name, *title, *numpy_maximum, *numpy_minimum, *profile, *configuration;
    const struct function *maxima, *minima;
};

/* The function of arrays that calls one of two numbers for each element. */
#define FOR_EACH(name, type, call)                                                           \
    static void name(const void *x, const void *y, void *result, size_t count) {             \
        for (size_t i = 0; i < count; i++)                                                   \
            ((type *)result)[i] = call(((const type *)x)[i], ((const type *)y)[i]);          \
    }
#define SINGLE_AND_DOUBLE(f32, f64) ((const struct function[]){{"F32", f32}, {"F64", f64}, {NULL, NULL}})

/* The element types: safetensors' names, and bytes of an element. */
static const struct dtype {
    const char *name;
    size_t size;
} DTYPES[] = {
    {"F16", 2}, {"BF16", 2}, {"F32", 4}, {"F64", 8}, {"I8", 1}, {"I16", 2}, {"I32", 4}, {"I64", 8}, {"U8", 1}, {"U16", 2}, {"U32", 4},
    {"U64", 8}, {"BOOL", 1},
};
enum { DTYPE_COUNT = sizeof DTYPES / sizeof *DTYPES };

static void fail(const char *why) {
    fprintf(stderr, "opconform_maximum: %s\n", why);
    exit(2);
}

/* The one of this name. */
static inline const struct backend *named(const struct backend *backends, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, backends[i].name) == 0) return &backends[i];
    fail("there is no maximum of this name");
    return NULL;
}

/* Gives `chosen`, which is called once with the arguments, and `version`, of what the functions are of, which is called after it. */
#include MAXIMA

struct tensor {
    const char *name;
    size_t name_length;
    const struct dtype *dtype;
    size_t rank, shape[RANK], count;
    const unsigned char *data;
};

struct frame {
    struct json_reader header_reader, document_reader;
    struct json *document;
    struct tensor *tensors;
    size_t tensor_count;
    unsigned char *bytes;
};

/* ---- memory and text ---- */

static void *need(void *memory) {
    if (!memory) fail("out of memory");
    return memory;
}

/* Bytes that grow. */
struct buffer {
    char *bytes;
    size_t length, room;
};

static void append(struct buffer *buffer, const void *bytes, size_t length) {
    if (buffer->room - buffer->length < length) {
        buffer->room = (buffer->length + length) * 2;
        buffer->bytes = need(realloc(buffer->bytes, buffer->room));
    }
    if (length) memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}

/* Formats at most 500 characters. */
static void say(struct buffer *buffer, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text) fail("a text of ours is too long");
    append(buffer, text, (size_t)length);
}

/* ---- frames ---- */

static bool read_shape(const struct json *entry, struct tensor *tensor) {
    const struct json *shape = json_member(entry, "shape", JSON_ARRAY);
    if (!shape) return false;
    tensor->count = 1;
    for (const struct json *dim = shape->first; dim; dim = dim->next) {
        if (dim->kind != JSON_INTEGER || dim->integer < 0 || tensor->rank == RANK) return false;
        size_t size = (size_t)dim->integer;
        if (size && tensor->count > FRAME_LIMIT / size) return false;
        tensor->shape[tensor->rank++] = size;
        tensor->count *= size;
    }
    return true;
}

static bool read_tensor(const struct json *entry, const unsigned char *data, size_t size, struct tensor *tensor) {
    const struct json *dtype = json_member(entry, "dtype", JSON_STRING);
    const struct json *offsets = json_member(entry, "data_offsets", JSON_ARRAY);
    const struct json *first = offsets ? offsets->first : NULL, *last = first ? first->next : NULL;
    if (!dtype || !last || last->next) return false;
    if (first->kind != JSON_INTEGER || last->kind != JSON_INTEGER) return false;
    if (first->integer < 0 || last->integer < first->integer || (uint64_t)last->integer > size) return false;
    tensor->name = entry->key;
    tensor->name_length = entry->key_length;
    for (size_t i = 0; i < DTYPE_COUNT; i++)
        if (json_is(dtype->text, dtype->length, DTYPES[i].name)) tensor->dtype = &DTYPES[i];
    tensor->data = data + first->integer;
    size_t bytes = (size_t)(last->integer - first->integer);
    return tensor->dtype && read_shape(entry, tensor) && bytes == tensor->count * tensor->dtype->size;
}

static int by_name(const void *a, const void *b) {
    const struct tensor *x = a, *y = b;
    size_t shorter = x->name_length < y->name_length ? x->name_length : y->name_length;
    int order = memcmp(x->name, y->name, shorter);
    return order ? order : (x->name_length > y->name_length) - (x->name_length < y->name_length);
}

static void parse(struct frame *frame, size_t length) {
    uint64_t header_length;
    memcpy(&header_length, frame->bytes, 8);
    if (header_length > length - 8 || header_length > HEADER_LIMIT) fail("a header longer than its frame or the limit");
    const unsigned char *data = frame->bytes + 8 + header_length;
    struct json *header = json_read(&frame->header_reader, (const char *)frame->bytes + 8, header_length);
    if (!header || header->kind != JSON_OBJECT) fail("a header that is no JSON object");
    frame->tensors = need(calloc(frame->header_reader.count, sizeof *frame->tensors));
    for (const struct json *entry = header->first; entry; entry = entry->next) {
        if (json_is(entry->key, entry->key_length, "__metadata__")) continue;
        if (!read_tensor(entry, data, length - 8 - header_length, &frame->tensors[frame->tensor_count++]))
            fail("a tensor whose entry makes no sense");
    }
    qsort(frame->tensors, frame->tensor_count, sizeof *frame->tensors, by_name);
    const struct json *text = json_member(json_member(header, "__metadata__", JSON_OBJECT), "opconform", JSON_STRING);
    if (!text) fail("a frame without a message");
    frame->document = json_read(&frame->document_reader, text->text, text->length);
    if (!frame->document) fail("a message that is no JSON");
}

/* The next frame; false at the end of the stream. */
static bool read_frame(struct frame *frame) {
    uint64_t length;
    *frame = (struct frame){0};
    size_t found = fread(&length, 1, 8, stdin);
    if (found == 0) return false;
    if (found < 8 || length < 8 || length > FRAME_LIMIT) fail("no frame, or one longer than the limit");
    frame->bytes = need(malloc(length));
    if (fread(frame->bytes, 1, length, stdin) < length) fail("the stream ended within a frame");
    parse(frame, length);
    return true;
}

static void free_frame(struct frame *frame) {
    json_free(&frame->header_reader);
    json_free(&frame->document_reader);
    free(frame->tensors);
    free(frame->bytes);
}

/* Writes a message and the tensors whose entries and bytes are given. */
static void write_frame(const struct buffer *document, const struct buffer *entries, const struct buffer *data) {
    struct buffer header = {0};
    say(&header, "{\"__metadata__\":{\"opconform\":\"");
    for (size_t i = 0; i < document->length; i++) {
        /* Our messages are printable ASCII. */
        char c = document->bytes[i];
        if (c == '"' || c == '\\') append(&header, "\\", 1);
        append(&header, &c, 1);
    }
    say(&header, "\"}");
    append(&header, entries->bytes, entries->length);
    say(&header, "}");
    while (header.length % 8) append(&header, " ", 1);
    uint64_t lengths[2] = {8 + header.length + data->length, header.length};
    fwrite(lengths, 1, sizeof lengths, stdout);
    fwrite(header.bytes, 1, header.length, stdout);
    fwrite(data->bytes ? data->bytes : "", 1, data->length, stdout);
    if (fflush(stdout) != 0) fail("cannot write an answer");
    free(header.bytes);
}

/* ---- one case ---- */

struct call {
    const struct tensor *operands[OPERANDS];
    size_t count;
    const struct function *function;
};

/* The shape that the operands broadcast to, aligned at the right; false if they do not. */
static bool broadcast(const struct call *call, struct tensor *result) {
    for (size_t k = 0; k < call->count; k++)
        if (call->operands[k]->rank > result->rank) result->rank = call->operands[k]->rank;
    result->count = 1;
    for (size_t i = 0; i < result->rank; i++) {
        size_t dim = 1;
        for (size_t k = 0; k < call->count; k++) {
            const struct tensor *operand = call->operands[k];
            size_t missing = result->rank - operand->rank;
            size_t own = i < missing ? 1 : operand->shape[i - missing];
            if (own == 1 || own == dim) continue;
            if (dim != 1) return false;
            dim = own;
        }
        if (dim && result->count > FRAME_LIMIT / dim) return false;
        result->shape[i] = dim;
        result->count *= dim;
    }
    return true;
}

/* The position in an operand of an element of the result. */
static size_t position(const struct tensor *operand, const struct tensor *result, const size_t *index) {
    size_t at = 0, missing = result->rank - operand->rank;
    for (size_t i = 0; i < operand->rank; i++)
        at = at * operand->shape[i] + (operand->shape[i] == 1 ? 0 : index[missing + i]);
    return at;
}

/* The elements of an operand where the result has them. */
static unsigned char *spread(const struct tensor *operand, const struct tensor *result) {
    size_t index[RANK] = {0}, size = operand->dtype->size;
    unsigned char *bytes = need(malloc(result->count * size + 1));
    if (operand->count == result->count) {
        if (result->count) memcpy(bytes, operand->data, result->count * size);
        return bytes;
    }
    for (size_t element = 0; element < result->count; element++) {
        memcpy(bytes + element * size, operand->data + position(operand, result, index) * size, size);
        for (size_t i = result->rank; i-- > 0 && ++index[i] == result->shape[i];) index[i] = 0;
    }
    return bytes;
}

/* The bytes of the result. */
static unsigned char *compute(const struct call *call, const struct tensor *result) {
    unsigned char *value = spread(call->operands[0], result);
    for (size_t k = 1; k < call->count; k++) {
        unsigned char *next = spread(call->operands[k], result), *folded = need(malloc(result->count * result->dtype->size + 1));
        call->function->of(value, next, folded, result->count);
        free(value);
        free(next);
        value = folded;
    }
    return value;
}

/* ---- the conversation ---- */

struct answer {
    struct buffer document, entries, data;
};

static void unsupported(struct answer *answer, const char *reason) {
    say(&answer->document, "{\"outcome\":\"unsupported\",\"reason\":\"%s\"}", reason);
}

static void rejected(struct answer *answer, const char *message) {
    say(&answer->document, "{\"outcome\":\"rejected\",\"message\":\"%s\"}", message);
}

/* Says in `call` what a case asks for; if it cannot be had, answers so. */
static bool understand(const struct json *the_case, const struct frame *frame, const struct backend *backend, struct call *call,
                       struct answer *answer) {
    const struct json *operator = json_member(the_case, "operator", JSON_OBJECT);
    const struct json *domain = json_member(operator, "domain", JSON_STRING);
    const struct json *name = json_member(operator, "name", JSON_STRING);
    const struct json *opset = json_member(the_case, "opset", JSON_INTEGER);
    const struct json *inputs = json_member(the_case, "inputs", JSON_ARRAY);
    const struct json *attributes = json_member(the_case, "attributes", JSON_OBJECT);
    if (!domain || !name || !opset || !inputs) fail("a case without an operator, opset or inputs");
    bool onnx = domain->length == 0, numpy = json_is(domain->text, domain->length, "numpy") && backend->numpy_maximum;
    bool is_maximum = json_is(name->text, name->length, numpy ? backend->numpy_maximum : "Max");
    bool is_minimum = json_is(name->text, name->length, numpy ? backend->numpy_minimum : "Min");
    const struct function *functions = is_maximum ? backend->maxima : is_minimum ? backend->minima : NULL;
    if (!(onnx || numpy) || !functions) return unsupported(answer, "there is no such operator in this adapter"), false;
    if (onnx && opset->integer < 8)
        return unsupported(answer, "before operator set 8 it does not broadcast, this adapter does"), false;
    if (numpy && attributes && attributes->first)
        return unsupported(answer, "the functions take no out and no where"), false;
    for (const struct json *input = inputs->first; input; input = input->next) {
        if (input->kind != JSON_STRING) fail("an input that is no name");
        struct tensor key = {.name = input->text, .name_length = input->length};
        const struct tensor *operand =
            frame->tensor_count ? bsearch(&key, frame->tensors, frame->tensor_count, sizeof key, by_name) : NULL;
        if (!operand) fail("an input that names no tensor of the frame");
        call->function = functions;
        while (call->function->dtype && strcmp(call->function->dtype, operand->dtype->name) != 0) call->function++;
        if (!call->function->dtype) return unsupported(answer, "there is no function of this type"), false;
        if (call->count == OPERANDS) return unsupported(answer, "this adapter takes 4096 operands at most"), false;
        call->operands[call->count++] = operand;
    }
    if (call->count == 0) return rejected(answer, "no operand: a fold starts with one"), false;
    for (size_t k = 1; k < call->count; k++)
        if (call->operands[k]->dtype != call->operands[0]->dtype)
            return rejected(answer, "operands of two types: a function takes one"), false;
    return true;
}

static void run_case(const struct json *the_case, const struct frame *frame, const struct backend *backend, size_t number,
                     struct answer *answer) {
    struct call call;
    call.count = 0;
    struct tensor result = {0};
    if (!understand(the_case, frame, backend, &call, answer)) return;
    if (!broadcast(&call, &result)) {
        rejected(answer, "the shapes of the operands do not broadcast");
        return;
    }
    result.dtype = call.operands[0]->dtype;
    size_t begin = answer->data.length, size = result.count * result.dtype->size;
    if (size > FRAME_LIMIT - begin) {
        unsupported(answer, "the result is longer than a frame");
        return;
    }
    unsigned char *value = compute(&call, &result);
    append(&answer->data, value, size);
    free(value);
    say(&answer->entries, ",\"%zu.0\":{\"dtype\":\"%s\",\"shape\":[", number, result.dtype->name);
    for (size_t i = 0; i < result.rank; i++) say(&answer->entries, "%s%zu", i ? "," : "", result.shape[i]);
    say(&answer->entries, "],\"data_offsets\":[%zu,%zu]}", begin, begin + size);
    say(&answer->document, "{\"outcome\":\"output\",\"tensors\":[\"%zu.0\"]}", number);
}

static void run(const struct frame *frame, const struct backend *backend) {
    struct answer answer = {0};
    const struct json *seq = json_member(frame->document, "seq", JSON_INTEGER);
    const struct json *cases = json_member(frame->document, "cases", JSON_ARRAY);
    if (!seq || !cases) fail("a batch without a seq or cases");
    say(&answer.document, "{\"type\":\"ran\",\"seq\":%lld,\"outcomes\":[", (long long)seq->integer);
    size_t number = 0;
    for (const struct json *the_case = cases->first; the_case; the_case = the_case->next) {
        if (number) say(&answer.document, ",");
        run_case(the_case, frame, backend, number++, &answer);
    }
    say(&answer.document, "]}");
    write_frame(&answer.document, &answer.entries, &answer.data);
    free(answer.document.bytes);
    free(answer.entries.bytes);
    free(answer.data.bytes);
}

static void operators(struct buffer *document, const char *domain, const char *maximum, const char *minimum,
                      const struct backend *backend) {
    const char *names[] = {backend->maxima ? maximum : NULL, backend->minima ? minimum : NULL};
    for (size_t i = 0; i < 2; i++) {
        if (!names[i]) continue;
        bool is_first = document->bytes[document->length - 1] == '[';
        say(document, "%s{\"domain\":\"%s\",\"name\":\"%s\"}", is_first ? "" : ",", domain, names[i]);
    }
}

static void start(const struct backend *backend) {
    struct buffer document = {0}, none = {0};
    struct utsname system;
    if (uname(&system) != 0) fail("the system has no name");
    say(&document, "{\"type\":\"started\",\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"language\":\"C\",",
        backend->title, version());
    say(&document, "\"os\":\"%s %s\",\"cpu_features\":[],\"dtypes\":[", system.sysname, system.machine);
    for (const struct function *function = backend->maxima; function->dtype; function++) {
        say(&document, "%s\"", function == backend->maxima ? "" : ",");
        for (const char *c = function->dtype; *c; c++) say(&document, "%c", tolower((unsigned char)*c));
        say(&document, "\"");
    }
    say(&document, "],\"operators\":[");
    operators(&document, "", "Max", "Min", backend);
    operators(&document, "numpy", backend->numpy_maximum, backend->numpy_minimum, backend);
    const char *quote = backend->profile ? "\"" : "";
    say(&document, "],\"profile\":%s%s%s,", quote, backend->profile ? backend->profile : "null", quote);
    say(&document, "\"configuration\":[\"%s; Max and Min are left folds\"]}", backend->configuration);
    write_frame(&document, &none, &none);
    free(document.bytes);
}

int main(int count, char **arguments) {
    const struct backend *backend = chosen(count, arguments);
    struct frame frame;
    bool stopped = false;
    while (!stopped && read_frame(&frame)) {
        const struct json *type = json_member(frame.document, "type", JSON_STRING);
        if (type && json_is(type->text, type->length, "start")) start(backend);
        else if (type && json_is(type->text, type->length, "run")) run(&frame, backend);
        else if (type && json_is(type->text, type->length, "stop")) stopped = true;
        else fail("a request that is not start, run or stop");
        free_frame(&frame);
    }
    return 0;
}
