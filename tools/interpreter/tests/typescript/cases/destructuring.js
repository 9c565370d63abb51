const { a, b: { c } = { c: 2 } }                                   = { a: 1 };
const [d, , e = 3          ]                         = [4, 5];
function f({ x, y = 2           }                           , [p, q]                   = [7, 8])           { return [x, y, p, q]; }
const g = ({ x }               )         => x;
for (const [k, v] of Object.entries({ m: 1 })                      ) console.log(k, v);
console.log(a, c, d, e, f({ x: 1 }), g({ x: 9 }));
let h     ; ({ h } = { h: 3 }       ); [h       ] = [4];
console.log(h);
