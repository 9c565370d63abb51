// Calls. What a script does to the prototypes of its own realm changes nothing here: everything is taken from them before
// the script begins. Whatever it does is undone with its instance, and no call is allowed or refused on this side.
(function (native, shared) {
  "use strict";
  const { parse, stringify } = JSON;
  const { create, defineProperty } = Object;
  const { apply } = Reflect;
  const [PromiseOf, ErrorOf, TypeErrorOf, ProxyOf, isArray] = [Promise, Error, TypeError, Proxy, Array.isArray];

  class ToolError extends ErrorOf {}
  defineProperty(ToolError.prototype, "name", { value: "ToolError", configurable: true, writable: true });

  function toolError(text, at) {
    const { code, message, retryable, detail } = parse(text);
    const error = new ToolError(message);
    const stack = native.framesOf(at);
    for (const [name, value] of [["code", code], ["retryable", retryable], ["detail", detail], ["stack", stack]]) {
      defineProperty(error, name, { value, configurable: true, writable: true, enumerable: name !== "stack" });
    }
    return error;
  }

  // By number: the two ends of a promise, and where the call was made.
  const waiting = create(null);

  function start(kind, component, name, text) {
    const call = native.start(kind, component, name, text);
    const at = new ErrorOf().stack;
    return new PromiseOf((resolve, reject) => {
      waiting[call] = { __proto__: null, resolve, reject, at };
    });
  }

  // What the engine calls when something is done.
  function settle(call, done, text) {
    const { resolve, reject, at } = waiting[call];
    delete waiting[call];
    if (done) resolve(parse(text));
    else reject(toolError(text, at));
  }

  function argument(args, named) {
    if (args.length === 0) return "{}";
    const text = stringify(args.length === 1 ? args[0] : args);
    if (text === undefined) throw new TypeErrorOf(`${named} takes an object of arguments, which JSON can carry`);
    return text;
  }

  function call(component, name, args) {
    const named = component === undefined ? `tools.${name}` : `tools.${component}.${name}`;
    try {
      return start("tool", component, name, argument(args, named));
    } catch (error) {
      // Every failure of a call is found in the same place.
      return PromiseOf.reject(error);
    }
  }

  // What promises, JSON and conversions to text look for, and no tool is called.
  const NO_TOOL = { __proto__: null, then: true, toJSON: true, prototype: true };
  const unlisted = () => {
    throw new TypeErrorOf("the tools cannot be listed from here; find them with `await search(\"what it should do\")`");
  };
  const fixed = () => {
    throw new TypeErrorOf("the tools cannot be changed");
  };
  const shown = new WeakSet();
  const isShown = (value) => apply(WeakSet.prototype.has, shown, [value]);

  function proxy(named, child, apply) {
    const children = create(null);
    const get = (target, key) => {
      if (typeof key === "symbol") return key === Symbol.toPrimitive ? () => named : undefined;
      if (NO_TOOL[key]) return undefined;
      if (key === "toString") return () => named;
      return (children[key] ??= child(key));
    };
    const refusals = { ownKeys: unlisted, set: fixed, defineProperty: fixed, deleteProperty: fixed, setPrototypeOf: fixed };
    const made = new ProxyOf(function () {}, { __proto__: null, ...refusals, get, has: () => true, apply });
    shown.add(made);
    return made;
  }

  const tool = (component) => (name) => {
    const made = (...args) => call(component, name, args);
    return defineProperty(made, "name", { value: `tools.${component}.${name}` });
  };
  const component = (name) => proxy(`tools.${name}`, tool(name), (target, self, args) => call(undefined, name, args));
  const tools = proxy("tools", component, () => {
    throw new TypeErrorOf("`tools` is no function: write tools.<component>.<function>({ … })");
  });

  function search(query, options) {
    const asked = typeof query === "string" ? { ...options, query } : query;
    return start("search", undefined, "search", argument([asked], "search"));
  }
  function describe(...names) {
    return start("describe", undefined, "describe", stringify(names.flat()));
  }
  function stored(handle) {
    return start("stored", undefined, `${handle}`, "");
  }
  function sleep(milliseconds) {
    return start("sleep", undefined, "", `${+milliseconds || 0}`);
  }

  // The answer that `result` has set.
  const answer = { given: false, value: undefined };
  function result(value) {
    answer.given = true;
    answer.value = value;
    return value;
  }

  // The value that a script ends with, as JSON, with what JSON cannot carry. A walk of everything would take longer than
  // writing it, so that only so many values are looked at.
  const LOOKED_AT = 10_000;
  function finish(value) {
    const notes = [];
    const given = answer.given ? answer.value : value;
    let left = LOOKED_AT;
    const look = (it, at, within) => {
      if (left-- <= 0) return;
      switch (typeof it) {
        case "bigint":
          throw new TypeErrorOf(`the result has a BigInt at ${at}, which JSON cannot carry: use Number(…) or String(…)`);
        case "symbol":
        case "function":
          notes.push(`${at} is a ${typeof it}, which JSON cannot carry: it is left out`);
          return;
        case "number":
          if (!(it - it === 0)) notes.push(`${at} is ${it}, which JSON cannot carry: it is null`);
          return;
        case "object":
          if (it !== null) inside(it, at, within);
      }
    };
    const inside = (it, at, within) => {
      if (within.includes(it)) throw new TypeErrorOf(`the result refers to itself at ${at}, which JSON cannot carry`);
      if (it instanceof PromiseOf) {
        throw new TypeErrorOf(`the result has a promise at ${at}: put \`await\` before what makes it`);
      }
      if (it instanceof Map || it instanceof Set) {
        const kind = it instanceof Map ? "Map" : "Set";
        const instead = kind === "Map" ? "Object.fromEntries(…)" : "[...set]";
        throw new TypeErrorOf(`the result has a ${kind} at ${at}, which JSON would empty: return ${instead}`);
      }
      if (it instanceof ErrorOf) notes.push(`${at} is an Error, of which JSON carries no message: return its .message`);
      if (typeof it.toJSON === "function" || within.length > 100) return;
      const inner = [...within, it];
      if (isArray(it)) for (let i = 0; i < it.length && left > 0; i += 1) look(it[i], `${at}[${i}]`, inner);
      else for (const key in it) if (left > 0) look(it[key], `${at}.${key}`, inner);
    };
    look(given, "$", []);
    const text = stringify(given);
    return [text, ...notes];
  }

  shared.isTool = isShown;
  shared.startTimer = (milliseconds) => start("sleep", undefined, "timer", `${milliseconds}`);
  shared.globals = { tools, search, describe, stored, sleep, result, ToolError };
  // A script that is a function is meant to be called.
  async function launch(evaluated, isBody) {
    const made = await evaluated;
    const value = isBody ? made : made.value;
    return typeof value === "function" && !isShown(value) ? value(globalThis.args) : value;
  }

  return { settle, launch, finish };
});
