const wait = (ms        )                => new Promise      ((r) => setTimeout(r, ms));
await wait(1);
const r         = await tools.echo.say("hi")          ;
console.log(r);
for await (const x of [1, Promise.resolve(2)]         ) console.log(x          );
if (r) return { ok: true         , r };
console.log("unreached");
