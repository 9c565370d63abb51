function f(this: { a: number }, b: number) { return this.a + b; }
function g(this: { a: number }) { return this.a; }
function h(this: {
  a: number
}, /* kept */ ...rest: number[]) { return this.a + rest.length; }
console.log(f.call({ a: 1 }, 2), g.call({ a: 3 }), h.call({ a: 1 }, 1, 2));
const o = { a: 5, m(this: any, x: number) { return this.a + x; } };
console.log(o.m(1), f.length, g.length);
