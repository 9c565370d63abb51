// What scripts are used to find beside the language: timers, copies, addresses, text as bytes.
(function (native, shared) {
  "use strict";
  const { globals } = shared;

  const timers = new Map();
  let last = 0;
  const due = (milliseconds) => Math.min(Math.max(Math.trunc(+milliseconds || 0), 0), 0x7fff_ffff);
  function timer(repeat) {
    return (callback, milliseconds, ...args) => {
      if (typeof callback !== "function") throw new TypeError("a timer needs a function");
      const id = (last += 1);
      const wait = () =>
        shared.startTimer(repeat ? Math.max(due(milliseconds), 1) : due(milliseconds)).then(() => {
          if (!timers.has(id)) return;
          if (repeat) wait();
          else timers.delete(id);
          callback(...args);
        });
      timers.set(id, true);
      wait();
      return id;
    };
  }
  globals.setTimeout = timer(false);
  globals.setInterval = timer(true);
  globals.setImmediate = (callback, ...args) => globals.setTimeout(callback, 0, ...args);
  globals.clearTimeout = globals.clearInterval = globals.clearImmediate = (id) => {
    timers.delete(id);
  };

  function copy(value, copies) {
    if (typeof value === "symbol" || typeof value === "function") {
      throw new TypeError(`a ${typeof value} cannot be cloned`);
    }
    if (typeof value !== "object" || value === null) return value;
    if (copies.has(value)) return copies.get(value);
    const keep = (made) => (copies.set(value, made), made);
    if (value instanceof Date) return keep(new Date(+value));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (value instanceof DataView) return keep(new DataView(copy(value.buffer, copies), value.byteOffset, value.byteLength));
    if (ArrayBuffer.isView(value)) {
      return keep(new value.constructor(copy(value.buffer, copies), value.byteOffset, value.length));
    }
    if (value instanceof Map) {
      const made = keep(new Map());
      for (const [key, inner] of [...value]) made.set(copy(key, copies), copy(inner, copies));
      return made;
    }
    if (value instanceof Set) {
      const made = keep(new Set());
      for (const inner of [...value]) made.add(copy(inner, copies));
      return made;
    }
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef) {
      throw new TypeError("this cannot be cloned");
    }
    const made = keep(Array.isArray(value) ? new Array(value.length) : value instanceof Error ? error(value) : {});
    for (const key of Object.keys(value)) made[key] = copy(value[key], copies);
    return made;
  }
  function error(from) {
    const made = new Error(from.message);
    for (const name of ["name", "stack"]) {
      Object.defineProperty(made, name, { value: String(from[name]), configurable: true, writable: true });
    }
    return made;
  }
  globals.structuredClone = (value) => copy(value, new Map());

  globals.TextEncoder = class TextEncoder {
    get encoding() {
      return "utf-8";
    }
    encode(text = "") {
      return native.encode(String(text));
    }
  };
  globals.TextDecoder = class TextDecoder {
    #fatal;
    constructor(label = "utf-8", { fatal = false } = {}) {
      if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(String(label).trim())) {
        throw new RangeError(`only utf-8 can be decoded here, not ${label}`);
      }
      this.#fatal = Boolean(fatal);
    }
    get encoding() {
      return "utf-8";
    }
    get fatal() {
      return this.#fatal;
    }
    decode(bytes) {
      if (bytes === undefined) return "";
      const buffer = bytes instanceof ArrayBuffer ? bytes : bytes.buffer;
      const view = new Uint8Array(buffer, bytes.byteOffset ?? 0, bytes.byteLength);
      const text = native.decode(view);
      if (this.#fatal && text.includes("\ufffd") && native.encode(text).length !== view.length) {
        throw new TypeError("the bytes are not utf-8");
      }
      return text.startsWith("\ufeff") ? text.slice(1) : text;
    }
  };

  const form = (text) =>
    encodeURIComponent(text.toWellFormed()).replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
      .replaceAll("%20", "+");
  const unform = (text) => {
    const bytes = native.encode(text.replaceAll("+", " "));
    const out = [];
    for (let i = 0; i < bytes.length; i += 1) {
      const pair = bytes[i] === 0x25 ? String.fromCharCode(bytes[i + 1], bytes[i + 2]) : "";
      if (/^[0-9a-fA-F]{2}$/.test(pair)) {
        out.push(parseInt(pair, 16));
        i += 2;
      } else out.push(bytes[i]);
    }
    return native.decode(new Uint8Array(out));
  };

  class URLSearchParams {
    #pairs = [];
    #changed;
    constructor(from = "", changed = () => {}) {
      this.#changed = changed;
      if (typeof from === "string") this.#read(from);
      else if (from !== null && typeof from === "object") {
        const pairs = typeof from[Symbol.iterator] === "function" ? [...from] : Object.entries(from);
        for (const [name, value] of pairs) this.#pairs.push([String(name), String(value)]);
      }
    }
    #read(text) {
      const parts = text.replace(/^\?/, "").split("&").filter((part) => part !== "");
      this.#pairs = parts.map((part) => {
        const at = part.indexOf("=");
        return at < 0 ? [unform(part), ""] : [unform(part.slice(0, at)), unform(part.slice(at + 1))];
      });
    }
    #set(pairs) {
      this.#pairs = pairs;
      this.#changed(this.toString());
    }
    get size() {
      return this.#pairs.length;
    }
    append(name, value) {
      this.#set([...this.#pairs, [String(name), String(value)]]);
    }
    delete(name, value) {
      this.#set(this.#pairs.filter(([n, v]) => n !== String(name) || (value !== undefined && v !== String(value))));
    }
    get(name) {
      return this.#pairs.find(([n]) => n === String(name))?.[1] ?? null;
    }
    getAll(name) {
      return this.#pairs.filter(([n]) => n === String(name)).map(([, v]) => v);
    }
    has(name, value) {
      return this.#pairs.some(([n, v]) => n === String(name) && (value === undefined || v === String(value)));
    }
    set(name, value) {
      const at = this.#pairs.findIndex(([n]) => n === String(name));
      if (at < 0) return this.append(name, value);
      this.#set(this.#pairs.filter(([n], i) => n !== String(name) || i === at).map(([n, v]) =>
        n === String(name) ? [n, String(value)] : [n, v]
      ));
    }
    sort() {
      this.#set(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    forEach(callback, self) {
      for (const [name, value] of this) callback.call(self, value, name, this);
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value];
    }
    *keys() {
      for (const [name] of this.#pairs) yield name;
    }
    *values() {
      for (const [, value] of this.#pairs) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${form(name)}=${form(value)}`).join("&");
    }
  }
  globals.URLSearchParams = URLSearchParams;

  const PARTS = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
  class URL {
    #parts;
    #params;
    constructor(address, base) {
      const parts = native.url(String(address), base === undefined ? undefined : String(base));
      if (parts === undefined) throw new TypeError(`${address} is not a valid URL`);
      this.#parts = parts;
    }
    static canParse(address, base) {
      return native.url(String(address), base === undefined ? undefined : String(base)) !== undefined;
    }
    static parse(address, base) {
      return URL.canParse(address, base) ? new URL(address, base) : null;
    }
    get origin() {
      return this.#parts.origin;
    }
    get searchParams() {
      return (this.#params ??= new URLSearchParams(this.search, (text) => this.#change("search", text)));
    }
    #change(part, value) {
      const parts = native.setUrl(this.href, part, String(value));
      if (parts !== undefined) this.#parts = parts;
      else if (part === "href") throw new TypeError(`${value} is not a valid URL`);
    }
    static {
      for (const part of PARTS) {
        Object.defineProperty(URL.prototype, part, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#parts[part];
          },
          set(value) {
            this.#change(part, value);
            if (part === "search" || part === "href") this.#params = undefined;
          },
        });
      }
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
  }
  globals.URL = URL;
});
