function f(                     b        ) { return this.a + b; }
function g(                   ) { return this.a; }
function h(       
           
   /* kept */ ...rest          ) { return this.a + rest.length; }
console.log(f.call({ a: 1 }, 2), g.call({ a: 3 }), h.call({ a: 1 }, 1, 2));
const o = { a: 5, m(           x        ) { return this.a + x; } };
console.log(o.m(1), f.length, g.length);
