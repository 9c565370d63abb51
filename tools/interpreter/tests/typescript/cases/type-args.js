function id   (x   )    { return x; }
const m = new Map                       ([["a", [1]]]);
const s = new Set        ;
const t =     (s                      ) => s[0];
const o = { f: id, g: undefined                                 };
const bound = id        ;
console.log(id        ("x"), [...m], s.size, t        `tag`, o.f        (1), o?.f        (2), o.g?.        (3), bound("b"));
console.log(id                          (new Map()).size, id            (() => {}) !== null);
