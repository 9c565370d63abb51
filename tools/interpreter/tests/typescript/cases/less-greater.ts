const a = 1, b = 2, c = 3;
console.log(a < b, a < b && b > c, a < (b as number) === true, (a as number) < b, a << 1 > b, [a < b, b > (c)]);
for (let i = 0; i < (b as number); i++) console.log(i);
const s = a as number < b;
console.log(s);
