// What is not here says so, and says what is: "not defined" would have a model try the next way out.
(function (native, shared) {
  "use strict";
  const { globals } = shared;
  const say = (name, instead) => () => {
    throw new TypeError(`${name} is not available here: ${instead}`);
  };
  const TOOL = "call a tool that does it, tools.<component>.<function>({ … }); `await search(\"…\")` finds one";
  const absent = (name, instead, properties) => {
    const refuse = say(name, instead);
    const traps = { apply: refuse, construct: refuse };
    if (properties) {
      const get = (target, key) => (typeof key === "symbol" || key === "then" ? undefined : refuse());
      Object.assign(traps, { get, set: refuse });
    }
    globals[name] = new Proxy(function () {}, traps);
  };
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"]) absent(name, TOOL, false);
  absent("require", "there are no modules; what is built in is global, and tools do the rest", false);
  for (const name of ["process", "Deno", "Bun"]) {
    absent(name, "there is no environment, file or process; values come in `args`, and tools do the rest", true);
  }
  for (const name of ["document", "window", "localStorage", "sessionStorage", "navigator"]) {
    absent(name, "this is no browser", true);
  }
  for (const name of ["alert", "prompt", "confirm"]) absent(name, "return what the person should see", false);
  absent("Intl", "numbers and dates are formatted by hand, such as with toFixed and toISOString", true);
  absent("crypto", "random numbers come from Math.random, and are not secret", true);
});
