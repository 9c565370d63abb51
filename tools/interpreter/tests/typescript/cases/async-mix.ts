async function* a<T>(this: void, ...xs: T[]): AsyncIterableIterator<T> { for (const x of xs) yield await Promise.resolve(x as T); }
const b = async (x: number): Promise<number> => { return await (x as any as Promise<number>); };
const c = async function named<T>(x: T): Promise<T> { return x; };
const all: number[] = []; for await (const v of a<number>(1, 2)) all.push(v!);
console.log(all, await b(3), await c<string>("d"), await Promise.all<number>([1, b(2)]));
