function* g<T>(xs: T[]): Generator<T, void, unknown> { for (const x of xs) yield x as T; }
async function* ag(): AsyncGenerator<number> { yield <number>1; const r = yield* g<number>([2, 3]); return r as any; }
console.log([...g<number>([1, 2])]);
for await (const x of ag()) console.log(x);
