const foo = () => [1, 2, 3];
const x = foo;      
(function () { console.log("iife"); })()
const y = foo();           
[1, 2].forEach((q) => console.log(q))
const z = "a";         
`tpl`.length
let m = foo()                   
;[0].forEach((q) => console.log(q))
const g = () => foo;      
(() => console.log("again"))()
console.log(typeof x, y, z, m, typeof g);
