let x         ;
let y                , z         = 1;
x = 1; y = { a: 2 };
for (let i         = 0, n         = 2; i < n; i++) console.log(i);
console.log(x, y, z);
