outer: for (const i of [1, 2, 3]            ) { for (let j         = 0; j < 3; j++) { if (j === (1          )) continue outer; console.log(i, j); } }
let n         = 0;
do n++; while (n < (3          ))
while (n  > 0) n--;
for (const k in { a: 1 }                          ) console.log(k);
console.log(n);
