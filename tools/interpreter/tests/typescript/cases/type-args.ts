function id<T>(x: T): T { return x; }
const m = new Map<string, Array<number>>([["a", [1]]]);
const s = new Set<string>;
const t = <T,>(s: TemplateStringsArray) => s[0];
const o = { f: id, g: undefined as undefined | (<T>(x: T) => T) };
const bound = id<string>;
console.log(id<string>("x"), [...m], s.size, t<number>`tag`, o.f<number>(1), o?.f<number>(2), o.g?.<number>(3), bound("b"));
console.log(id<Map<string, Set<number>>>(new Map()).size, id<() => void>(() => {}) !== null);
