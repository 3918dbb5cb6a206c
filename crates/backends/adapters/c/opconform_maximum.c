/* An adapter of opconform for functions of two floating-point numbers: `opconform_maximum NAME [VERSION]`.
 *
 * Which there are stands in a header that the compiler is told of: glibc.h, instructions.h or java.h. VERSION is that of what
 * runs the program, where the program cannot ask.
 * A child of opconform: reads requests from standard input and writes answers to standard output, as PROTOCOL.md says.
 * Max and Min are left folds of the function over operands that broadcast; every element is one call.
 *
 * cc -std=c11 -O2 -fno-builtin -DMAXIMA='"glibc.h"' opconform_maximum.c -lm -o opconform_maximum
 */
#define _GNU_SOURCE

#include <stdarg.h>
#include <stdio.h>
#include <sys/utsname.h>

#include "json.h"

enum { RANK = 64, OPERANDS = 4096 };
static const uint64_t FRAME_LIMIT = 1 << 26, HEADER_LIMIT = 1 << 23;

/* The functions that a backend calls, what NumPy calls them, and what is said of them in a report. */
struct backend {
    const char *name, *title, *numpy_maximum, *numpy_minimum, *profile, *configuration;
    float (*max32)(float, float), (*min32)(float, float);
    double (*max64)(double, double), (*min64)(double, double);
};

static void fail(const char *why) {
    fprintf(stderr, "opconform_maximum: %s\n", why);
    exit(2);
}

/* Gives BACKENDS; `begin`, which is called once, before any function; and `version`, of what the functions are of. */
#include MAXIMA

struct tensor {
    const char *name;
    size_t name_length;
    char dtype[8];
    size_t rank, shape[RANK], count;
    size_t size;            /* bytes of an element, of a result */
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
    if (!dtype || dtype->length >= sizeof tensor->dtype || !last || last->next) return false;
    if (first->kind != JSON_INTEGER || last->kind != JSON_INTEGER) return false;
    if (first->integer < 0 || last->integer < first->integer || (uint64_t)last->integer > size) return false;
    tensor->name = entry->key;
    tensor->name_length = entry->key_length;
    memcpy(tensor->dtype, dtype->text, dtype->length);
    tensor->data = data + first->integer;
    size_t bytes = (size_t)(last->integer - first->integer);
    if (!read_shape(entry, tensor)) return false;
    /* Only these two are ever read as numbers. */
    if (strcmp(tensor->dtype, "F32") == 0) return bytes == tensor->count * 4;
    if (strcmp(tensor->dtype, "F64") == 0) return bytes == tensor->count * 8;
    return true;
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
    const struct backend *backend;
    bool minimum;
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

static void element32(const struct call *call, const size_t *at, unsigned char *out) {
    float (*function)(float, float) = call->minimum ? call->backend->min32 : call->backend->max32;
    float value, next;
    memcpy(&value, call->operands[0]->data + at[0] * 4, 4);
    for (size_t k = 1; k < call->count; k++) {
        memcpy(&next, call->operands[k]->data + at[k] * 4, 4);
        value = function(value, next);
    }
    memcpy(out, &value, 4);
}

static void element64(const struct call *call, const size_t *at, unsigned char *out) {
    double (*function)(double, double) = call->minimum ? call->backend->min64 : call->backend->max64;
    double value, next;
    memcpy(&value, call->operands[0]->data + at[0] * 8, 8);
    for (size_t k = 1; k < call->count; k++) {
        memcpy(&next, call->operands[k]->data + at[k] * 8, 8);
        value = function(value, next);
    }
    memcpy(out, &value, 8);
}

static void compute(const struct call *call, const struct tensor *result, unsigned char *out) {
    size_t index[RANK] = {0}, at[OPERANDS];
    for (size_t element = 0; element < result->count; element++) {
        for (size_t k = 0; k < call->count; k++) {
            const struct tensor *operand = call->operands[k];
            at[k] = operand->count == result->count ? element : position(operand, result, index);
        }
        if (result->size == 4) element32(call, at, out + element * 4);
        else element64(call, at, out + element * 8);
        for (size_t i = result->rank; i-- > 0 && ++index[i] == result->shape[i];) index[i] = 0;
    }
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
static bool understand(const struct json *the_case, const struct frame *frame, struct call *call, struct answer *answer) {
    const struct json *operator = json_member(the_case, "operator", JSON_OBJECT);
    const struct json *domain = json_member(operator, "domain", JSON_STRING);
    const struct json *name = json_member(operator, "name", JSON_STRING);
    const struct json *opset = json_member(the_case, "opset", JSON_INTEGER);
    const struct json *inputs = json_member(the_case, "inputs", JSON_ARRAY);
    const struct json *attributes = json_member(the_case, "attributes", JSON_OBJECT);
    if (!domain || !name || !opset || !inputs) fail("a case without an operator, opset or inputs");
    bool onnx = domain->length == 0, numpy = json_is(domain->text, domain->length, "numpy");
    const char *maximum = numpy ? call->backend->numpy_maximum : "Max";
    const char *minimum = numpy ? call->backend->numpy_minimum : "Min";
    call->minimum = json_is(name->text, name->length, minimum);
    if (!(onnx || numpy) || !(call->minimum || json_is(name->text, name->length, maximum)))
        return unsupported(answer, "there is no such operator in this adapter"), false;
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
        if (strcmp(operand->dtype, "F32") != 0 && strcmp(operand->dtype, "F64") != 0)
            return unsupported(answer, "the functions take f32 and f64"), false;
        if (call->count == OPERANDS) return unsupported(answer, "this adapter takes 4096 operands at most"), false;
        call->operands[call->count++] = operand;
    }
    if (call->count == 0) return rejected(answer, "no operand: a fold starts with one"), false;
    for (size_t k = 1; k < call->count; k++)
        if (strcmp(call->operands[k]->dtype, call->operands[0]->dtype) != 0)
            return rejected(answer, "operands of two types: a function takes one"), false;
    return true;
}

static void run_case(const struct json *the_case, const struct frame *frame, const struct backend *backend, size_t number,
                     struct answer *answer) {
    struct call call;
    call.backend = backend;
    call.count = 0;
    struct tensor result = {0};
    if (!understand(the_case, frame, &call, answer)) return;
    if (!broadcast(&call, &result)) {
        rejected(answer, "the shapes of the operands do not broadcast");
        return;
    }
    result.size = call.operands[0]->dtype[1] == '3' ? 4 : 8;
    size_t begin = answer->data.length, size = result.count * result.size;
    if (size > FRAME_LIMIT - begin) {
        unsupported(answer, "the result is longer than a frame");
        return;
    }
    unsigned char *out = need(malloc(size + 1));
    compute(&call, &result, out);
    append(&answer->data, out, size);
    free(out);
    say(&answer->entries, ",\"%zu.0\":{\"dtype\":\"%s\",\"shape\":[", number, call.operands[0]->dtype);
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

static void start(const struct backend *backend, const char *version) {
    struct buffer document = {0}, none = {0};
    struct utsname system;
    if (uname(&system) != 0) fail("the system has no name");
    say(&document, "{\"type\":\"started\",\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"language\":\"C\",",
        backend->title, version);
    say(&document, "\"os\":\"%s %s\",\"cpu_features\":[],\"dtypes\":[\"f32\",\"f64\"],\"operators\":[", system.sysname,
        system.machine);
    say(&document, "{\"domain\":\"\",\"name\":\"Max\"},{\"domain\":\"\",\"name\":\"Min\"},");
    say(&document, "{\"domain\":\"numpy\",\"name\":\"%s\"},{\"domain\":\"numpy\",\"name\":\"%s\"}],\"profile\":\"%s\",",
        backend->numpy_maximum, backend->numpy_minimum, backend->profile);
    say(&document, "\"configuration\":[\"%s, a call for each element; Max and Min are left folds\"]}", backend->configuration);
    write_frame(&document, &none, &none);
    free(document.bytes);
}

int main(int count, char **arguments) {
    const struct backend *backend = NULL;
    for (size_t i = 0; i < sizeof BACKENDS / sizeof *BACKENDS; i++)
        if (count >= 2 && strcmp(arguments[1], BACKENDS[i].name) == 0) backend = &BACKENDS[i];
    if (!backend || count > 3) fail("usage: opconform_maximum NAME [VERSION], with a name that its header has");
    begin();
    const char *of = count == 3 ? arguments[2] : version();
    struct frame frame;
    bool stopped = false;
    while (!stopped && read_frame(&frame)) {
        const struct json *type = json_member(frame.document, "type", JSON_STRING);
        if (type && json_is(type->text, type->length, "start")) start(backend, of);
        else if (type && json_is(type->text, type->length, "run")) run(&frame, backend);
        else if (type && json_is(type->text, type->length, "stop")) stopped = true;
        else fail("a request that is not start, run or stop");
        free_frame(&frame);
    }
    return 0;
}
