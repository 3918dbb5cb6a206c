// The maximum that is judged: opconform run --adapter 'node conformance.mjs'
import { serve } from "./opconform/opconform.js";

// Call yours here.
const maximum = (x, y) => (x > y ? x : y);

serve({ name: "maximum", version: "1.0", max: { f32: maximum } });
