const o                           = { a: { b: [1, 2] } };
console.log(o.a .b [0] , o .a .b .length, o.a ?.b?.[1], o?.a .b [1]);
const q                                    = undefined       ;
console.log(q?.a .b);
let k        ;
k  = 1;
k ++;
console.log(k  + k , !k , k  in { 2: 1 });
