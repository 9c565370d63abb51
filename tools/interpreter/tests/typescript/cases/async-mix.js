async function* a   (            ...xs     )                           { for (const x of xs) yield await Promise.resolve(x     ); }
const b = async (x        )                  => { return await (x                          ); };
const c = async function named   (x   )             { return x; };
const all           = []; for await (const v of a        (1, 2)) all.push(v );
console.log(all, await b(3), await c        ("d"), await Promise.all        ([1, b(2)]));
