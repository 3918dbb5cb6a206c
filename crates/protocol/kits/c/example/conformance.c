/* The adapter: what is judged is the library, as others link it. */
#include "maximum.h"
#include "opconform.h"

OPCONFORM_MAIN("maximum", "1.0", it.max_f32 = maximum, it.claims = "ieee754-2019")
