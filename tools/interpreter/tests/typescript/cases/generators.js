function* g   (xs     )                              { for (const x of xs) yield x     ; }
async function* ag()                         { yield         1; const r = yield* g        ([2, 3]); return r       ; }
console.log([...g        ([1, 2])]);
for await (const x of ag()) console.log(x);
