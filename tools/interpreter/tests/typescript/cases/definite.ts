let x!: number;
let y!: { a: number }, z: number = 1;
x = 1; y = { a: 2 };
for (let i: number = 0, n: number = 2; i < n; i++) console.log(i);
console.log(x, y, z);
