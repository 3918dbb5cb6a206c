/* A JSON reader for text that is not trusted: bounded in depth and in memory, and never past the end of its text.
 *
 * Read into nodes that are freed all at once. A string's text is copied without its escapes, and may hold zero bytes.
 */
#ifndef OPCONFORM_JSON_H
#define OPCONFORM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_DEPTH = 32, JSON_NODES = 1 << 20 };

enum json_kind { JSON_NULL, JSON_TRUE, JSON_FALSE, JSON_INTEGER, JSON_OTHER_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_kind kind;
    int64_t integer;        /* of an integer */
    const char *text;       /* of a string */
    size_t length;
    const char *key;        /* of a member of an object */
    size_t key_length;
    struct json *first;     /* of an array or object */
    struct json *next;      /* of a member or element */
};

struct json_reader {
    const char *at, *end;
    char *strings;          /* room for all strings: no longer than the text */
    size_t used;
    struct json *nodes;
    size_t count, room;
};

static struct json *json_value(struct json_reader *reader, int depth);

static void json_space(struct json_reader *reader) {
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at) reader->at++;
}

static bool json_take(struct json_reader *reader, char expected) {
    json_space(reader);
    if (reader->at == reader->end || *reader->at != expected) return false;
    reader->at++;
    return true;
}

static bool json_word(struct json_reader *reader, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0) return false;
    reader->at += length;
    return true;
}

/* Four hexadecimal digits; -1 if there are none. */
static int json_hex(struct json_reader *reader) {
    int value = 0;
    if (reader->end - reader->at < 4) return -1;
    for (int i = 0; i < 4; i++) {
        char c = *reader->at++;
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* A code point as UTF-8: at most as many bytes as its escape has characters. */
static void json_put(struct json_reader *reader, uint32_t point) {
    char *out = reader->strings + reader->used;
    if (point < 0x80) {
        out[0] = (char)point;
        reader->used += 1;
    } else if (point < 0x800) {
        out[0] = (char)(0xc0 | point >> 6);
        out[1] = (char)(0x80 | (point & 63));
        reader->used += 2;
    } else if (point < 0x10000) {
        out[0] = (char)(0xe0 | point >> 12);
        out[1] = (char)(0x80 | (point >> 6 & 63));
        out[2] = (char)(0x80 | (point & 63));
        reader->used += 3;
    } else {
        out[0] = (char)(0xf0 | point >> 18);
        out[1] = (char)(0x80 | (point >> 12 & 63));
        out[2] = (char)(0x80 | (point >> 6 & 63));
        out[3] = (char)(0x80 | (point & 63));
        reader->used += 4;
    }
}

static bool json_escape(struct json_reader *reader) {
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end) return false;
    char letter = *reader->at++;
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (found) {
        reader->strings[reader->used++] = meant[found - letters];
        return true;
    }
    int high = letter == 'u' ? json_hex(reader) : -1;
    if (high < 0 || (high >= 0xdc00 && high < 0xe000)) return false;
    if (high < 0xd800 || high >= 0xe000) {
        json_put(reader, (uint32_t)high);
        return true;
    }
    int low = json_word(reader, "\\u") ? json_hex(reader) : -1;
    if (low < 0xdc00 || low >= 0xe000) return false;
    json_put(reader, 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (uint32_t)(low - 0xdc00));
    return true;
}

static bool json_string(struct json_reader *reader, const char **text, size_t *length) {
    if (!json_take(reader, '"')) return false;
    size_t start = reader->used;
    while (reader->at < reader->end && *reader->at != '"') {
        unsigned char c = (unsigned char)*reader->at++;
        if (c < 0x20) return false;
        if (c != '\\') reader->strings[reader->used++] = (char)c;
        else if (!json_escape(reader)) return false;
    }
    *text = reader->strings + start;
    *length = reader->used - start;
    return json_take(reader, '"');
}

/* An integer that fits, or another number, whose value no one asks for. */
static bool json_number(struct json_reader *reader, struct json *node) {
    const char *start = reader->at;
    bool negative = json_word(reader, "-"), fits = true;
    uint64_t magnitude = 0;
    const char *digits = reader->at;
    while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
        uint64_t digit = (uint64_t)(*reader->at++ - '0');
        fits = fits && magnitude <= ((uint64_t)INT64_MAX - digit) / 10;
        if (fits) magnitude = magnitude * 10 + digit;
    }
    if (reader->at == digits) return false;
    node->kind = fits ? JSON_INTEGER : JSON_OTHER_NUMBER;
    node->integer = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    while (reader->at < reader->end && *reader->at && strchr("+-.eE0123456789", *reader->at)) {
        node->kind = JSON_OTHER_NUMBER;
        reader->at++;
    }
    return reader->at > start;
}

static bool json_members(struct json_reader *reader, struct json *node, char close, int depth) {
    reader->at++;
    if (json_take(reader, close)) return true;
    struct json **link = &node->first;
    do {
        const char *key = NULL;
        size_t key_length = 0;
        if (close == '}' && (!json_string(reader, &key, &key_length) || !json_take(reader, ':'))) return false;
        struct json *member = json_value(reader, depth + 1);
        if (!member) return false;
        member->key = key;
        member->key_length = key_length;
        *link = member;
        link = &member->next;
    } while (json_take(reader, ','));
    return json_take(reader, close);
}

static struct json *json_value(struct json_reader *reader, int depth) {
    json_space(reader);
    if (depth > JSON_DEPTH || reader->at == reader->end || reader->count == reader->room) return NULL;
    struct json *node = &reader->nodes[reader->count++];
    bool good;
    switch (*reader->at) {
        case '{': node->kind = JSON_OBJECT; good = json_members(reader, node, '}', depth); break;
        case '[': node->kind = JSON_ARRAY; good = json_members(reader, node, ']', depth); break;
        case '"': node->kind = JSON_STRING; good = json_string(reader, &node->text, &node->length); break;
        case 't': node->kind = JSON_TRUE; good = json_word(reader, "true"); break;
        case 'f': node->kind = JSON_FALSE; good = json_word(reader, "false"); break;
        case 'n': node->kind = JSON_NULL; good = json_word(reader, "null"); break;
        default: good = json_number(reader, node);
    }
    return good ? node : NULL;
}

static void json_free(struct json_reader *reader) {
    free(reader->strings);
    free(reader->nodes);
}

/* The value that is all of a text; NULL if it is none. Its nodes live until `json_free`. */
static struct json *json_read(struct json_reader *reader, const char *text, size_t length) {
    /* Every node takes a character of the text at least. */
    size_t room = length < JSON_NODES ? length : JSON_NODES;
    *reader = (struct json_reader){.at = text, .end = text + length, .room = room};
    reader->strings = malloc(length + 1);
    reader->nodes = calloc(room + 1, sizeof *reader->nodes);
    if (!reader->strings || !reader->nodes) return NULL;
    struct json *value = json_value(reader, 0);
    json_space(reader);
    return reader->at == reader->end ? value : NULL;
}

static bool json_is(const char *text, size_t length, const char *expected) {
    return text && length == strlen(expected) && memcmp(text, expected, length) == 0;
}

/* The member of an object; NULL if there is none, or if it is of another kind. */
static const struct json *json_member(const struct json *object, const char *key, enum json_kind kind) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const struct json *member = object->first; member; member = member->next)
        if (json_is(member->key, member->key_length, key)) return member->kind == kind ? member : NULL;
    return NULL;
}

#endif
