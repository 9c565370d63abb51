// Lines for whoever reads the answer, with values written as a person would.
(function (native, shared) {
  "use strict";
  const { isArray } = Array;
  const { stringify } = JSON;
  const { getPrototypeOf, getOwnPropertyDescriptor, keys } = Object;
  const [DEEPEST, MOST, LONGEST] = [4, 100, 20_000];
  const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

  // Getters are not run: a line must not change what it is about.
  function property(object, key, show) {
    const descriptor = getOwnPropertyDescriptor(object, key);
    if (descriptor === undefined) return "undefined";
    if (descriptor.get || descriptor.set) return "[Getter]";
    return show(descriptor.value);
  }

  function entries(open, close, all, size) {
    if (all.length === 0 && size === 0) return open + close;
    if (size > all.length) all.push(`… ${size - all.length} more`);
    const line = `${open} ${all.join(", ")} ${close}`;
    if (line.length <= 100 && !line.includes("\n")) return open === "[" ? `[${all.join(", ")}]` : line;
    return `${open}\n${all.join(",\n").replace(/^/gm, "  ")}\n${close}`;
  }

  function inspect(value, depth, within) {
    if (typeof value === "string") return depth === 0 ? value : stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "function") return shared.isTool(value) ? `[${value}]` : `[Function ${value.name || "anonymous"}]`;
    if (typeof value !== "object" || value === null) return String(value);
    if (within.includes(value)) return "[Circular]";
    if (value instanceof Error) return value.stack && depth === 0 ? `${value}\n${value.stack}`.trimEnd() : `[${value}]`;
    if (value instanceof Date) return Number.isNaN(+value) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "Promise { … }";
    if (depth > DEEPEST) return isArray(value) ? "[Array]" : "[Object]";
    return container(value, (inner) => inspect(inner, depth + 1, [...within, value]));
  }

  function container(value, show) {
    if (isArray(value) || ArrayBuffer.isView(value)) {
      const length = value.length ?? value.byteLength;
      const shown = Array.from({ length: Math.min(length, MOST) }, (_, i) => property(value, i, show));
      return entries("[", "]", shown, length);
    }
    if (value instanceof Map) {
      const shown = [...value].slice(0, MOST).map(([key, inner]) => `${show(key)} => ${show(inner)}`);
      return `Map ${entries("{", "}", shown, value.size)}`;
    }
    if (value instanceof Set) return `Set ${entries("{", "}", [...value].slice(0, MOST).map(show), value.size)}`;
    const names = keys(value);
    const name = (key) => (IDENTIFIER.test(key) ? key : stringify(key));
    const shown = names.slice(0, MOST).map((key) => `${name(key)}: ${property(value, key, show)}`);
    const kind = getPrototypeOf(value)?.constructor?.name;
    return (kind && kind !== "Object" ? `${kind} ` : "") + entries("{", "}", shown, names.length);
  }

  function line(values) {
    let text = values.map((value) => {
      try {
        return inspect(value, 0, []);
      } catch {
        return "[cannot be shown]";
      }
    }).join(" ");
    if (text.length > LONGEST) text = `${text.slice(0, LONGEST)}… (${text.length - LONGEST} characters more)`;
    return text;
  }

  const write = (level) => (...values) => native.write(level, line(values));
  const [debug, info, warn, error] = ["debug", "info", "warn", "error"].map(write);
  const counts = new Map();
  shared.globals.console = {
    debug, info, warn, error, log: info, trace: debug, dir: info, table: info, group: info, groupEnd() {},
    assert(condition, ...values) {
      if (!condition) error("Assertion failed:", ...values);
    },
    count(label = "default") {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      info(`${label}: ${counts.get(label)}`);
    },
    time() {}, timeEnd() {}, timeLog() {},
  };
  shared.inspect = (value) => line([value]);
});
