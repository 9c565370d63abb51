const wait = (ms: number): Promise<void> => new Promise<void>((r) => setTimeout(r, ms));
await wait(1);
const r: string = await tools.echo.say("hi") as string;
console.log(r);
for await (const x of [1, Promise.resolve(2)] as any[]) console.log(x as number);
if (r) return { ok: true as const, r };
console.log("unreached");
