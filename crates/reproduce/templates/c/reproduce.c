// @TITLE@
//
// Ends with 0 where the departure does not show, and otherwise with 1. glibc @VERSION@ had it; the functions are in 2.35 and
// newer. To run it: cc -std=c11 reproduce.c -lm -o reproduce && ./reproduce
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT_C2X__ 1
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef @ELEMENT@ element;
typedef @WORD@ word;

// Volatile, so that no compiler puts its own idea of the function in the place of the library's.
static element (*volatile function)(element, element) = @FUNCTION@;

// What meets at each element, and what is allowed of it: @NAN@ or not, and so many bits; anything where neither.
static const struct row {
    size_t operands;
    const word *operand;
    int any_nan;
    size_t bits;
    const word *allowed;
} ROWS[] = {
@ROWS@
};
static const size_t COUNT = @COUNT@;

static element from_bits(word bits) {
    element value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static word to_bits(element value) {
    word bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static int holds(const struct row *row, word bits) {
    if (!row->any_nan && !row->bits) return 1;
    if (row->any_nan && (bits & @MAGNITUDE@) > @INFINITY@) return 1;
    for (size_t i = 0; i < row->bits; i++)
        if (row->allowed[i] == bits) return 1;
    return 0;
}

int main(void) {
    size_t departures = 0;
    for (size_t i = 0; i < COUNT; i++) {
        element result = from_bits(ROWS[i].operand[0]);
        for (size_t k = 1; k < ROWS[i].operands; k++) result = function(result, from_bits(ROWS[i].operand[k]));
        word bits = to_bits(result);
        if (holds(&ROWS[i], bits)) continue;
        if (departures++ == 0) puts("departs from @UNDER@:");
        printf("element %zu: 0x%llx (%g)", i, (unsigned long long)bits, (double)result);
        printf(", expected%s", ROWS[i].any_nan ? " @NAN@" : "");
        for (size_t k = 0; k < ROWS[i].bits; k++)
            printf("%s 0x%llx", k || ROWS[i].any_nan ? " or" : "", (unsigned long long)ROWS[i].allowed[k]);
        puts("");
    }
    if (departures == 0) puts("conforms to @UNDER@");
    return departures > 0;
}
