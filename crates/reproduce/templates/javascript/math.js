// @TITLE@
//
// Ends with 0 where the departure does not show, and otherwise with 1. To run it: node reproduce.js
"use strict";

// What meets at each element, and what is allowed of it: these bits, null for @NAN@; empty: anything.
const ROWS = [
@ROWS@
];

// The bits of elements, and the elements of bits.
const words = (bits) => @WORDS@.from(bits@CONVERTED@);
const elements = (bits) => new @ELEMENTS@(words(bits).buffer);
const bitsOf = (element) => BigInt(new @WORDS@(@ELEMENTS@.of(element).buffer)[0]);

const lines = [];
ROWS.forEach(([operands, allowed], position) => {
  const bits = bitsOf(Math.@FUNCTION@(...elements(operands)));
  const holds = allowed.length === 0 || allowed.includes(bits) || (allowed.includes(null) && (bits & @MAGNITUDE@n) > @INFINITY@n);
  const expected = allowed.map((one) => (one === null ? "@NAN@" : `0x${one.toString(16)}`)).join(" or ");
  if (!holds) lines.push(`element ${position}: 0x${bits.toString(16)}, expected ${expected}`);
});
console.log(lines.length ? `departs from @UNDER@:\n${lines.join("\n")}` : "conforms to @UNDER@");
process.exitCode = lines.length ? 1 : 0;
