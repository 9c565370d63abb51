const a = 1, b = 2, c = 3;
console.log(a < b, a < b && b > c, a < (b          ) === true, (a          ) < b, a << 1 > b, [a          (c)]);
for (let i = 0; i < (b          ); i++) console.log(i);
const s = a           < b;
console.log(s);
