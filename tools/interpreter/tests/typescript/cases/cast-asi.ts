const foo = () => [1, 2, 3];
const x = foo as any
(function () { console.log("iife"); })()
const y = foo() as number[]
[1, 2].forEach((q) => console.log(q))
const z = "a" as string
`tpl`.length
let m = foo() satisfies number[]
;[0].forEach((q) => console.log(q))
const g = () => foo as any
(() => console.log("again"))()
console.log(typeof x, y, z, m, typeof g);
