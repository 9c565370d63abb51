outer: for (const i of [1, 2, 3] as number[]) { for (let j: number = 0; j < 3; j++) { if (j === (1 as number)) continue outer; console.log(i, j); } }
let n: number = 0;
do n++; while (n < (3 as number))
while (n! > 0) n--;
for (const k in { a: 1 } as Record<string, number>) console.log(k);
console.log(n);
