// Tells browser.js what goes wrong in a page before anything else runs there, and that the page is still open.
"use strict";

{
  const tell = (error) => fetch("/opconform/error", { method: "POST", body: String(error), keepalive: true }).catch(() => {});
  // What cannot be loaded has an event of its own, which has no message.
  const lost = ({ src, href }) => `${src || href} cannot be loaded`;
  const place = ({ filename, lineno }) => (filename ? ` (${new URL(filename).pathname}, line ${lineno})` : "");
  addEventListener("error", (event) => tell(event.message ? event.message + place(event) : lost(event.target)), true);
  addEventListener("unhandledrejection", ({ reason }) => tell(reason));
  // It is answered at no time: its connection ends with the page.
  fetch("/opconform/open", { method: "POST" }).catch(() => {});
}
